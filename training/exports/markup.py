"""Texts as HTML, the way Anki and Moodle show them."""

from __future__ import annotations

from collections.abc import Iterable

_ESCAPED = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\n": "<br>"})
_IN_ATTRIBUTES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def html(text: str) -> str:
    """A text that is shown as it is; a line break stays one."""
    return text.translate(_ESCAPED)


def element(name: str, content: str, kind: str = "") -> str:
    """An element around HTML, nothing where there is nothing in it. ``kind``: its class."""
    if not content:
        return ""
    told = f' class="{kind.translate(_IN_ATTRIBUTES)}"' if kind else ""
    return f"<{name}{told}>{content}</{name}>"


def listed(texts: Iterable[str], kind: str = "", name: str = "ol") -> str:
    """A list of texts, nothing where there are none."""
    return element(name, "".join(element("li", html(text)) for text in texts), kind)


__all__ = ["element", "html", "listed"]

"""The texts of this room (``words/*.yaml``) in one language, filled in with values as the explanations are."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from os import listdir
from os.path import dirname, join
from typing import TYPE_CHECKING, Any

from explain.texts import compiled
from training.quotes import nested

if TYPE_CHECKING:
    from explain.wording import Wording

FOLDER = join(dirname(__file__), "words")


@cache
def words() -> Mapping[str, Mapping[str, Any]]:
    """All texts: group, then key, then language."""
    found: dict[str, Any] = {}
    names = sorted(name for name in listdir(FOLDER) if name.endswith(".yaml"))
    for content in compiled([join(FOLDER, name) for name in names]):
        for group, entries in content.items():
            found.setdefault(group, {}).update(entries)
    return found


class Texts:
    """The texts in the language of a :class:`Wording`, which words the values in them."""

    def __init__(self, wording: Wording) -> None:
        self.wording = wording

    def has(self, group: str, key: str) -> bool:
        """Whether there is such a text."""
        return key in words().get(group, {})

    def say(self, group: str, key: str, /, **values: Any) -> str:
        """A text with its values filled in, and marks within quotation marks set. KeyError when there is none."""
        return nested(self.wording.fill(self.wording.of(words()[group][key]), values), self.wording.language)


__all__ = ["Texts", "words"]

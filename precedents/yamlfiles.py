"""YAML as plain text values, fast: nothing in it is taken for a number or for yes and no; merge keys are followed."""

from __future__ import annotations

import re
from typing import Any

import yaml

_BASE: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Texts(_BASE):  # type: ignore[misc]  # which of the two parsers is there is known only here
    """Every scalar is a text, but for the key that merges another mapping."""

    yaml_implicit_resolvers = {"<": [("tag:yaml.org,2002:merge", re.compile("<<"))]}  # noqa: RUF012  (so is the base's)


def load(path: str) -> Any:
    """What a file holds. Raises OSError, UnicodeDecodeError and yaml.YAMLError."""
    with open(path, encoding="utf-8-sig") as stream:
        return yaml.load(stream.read(), Loader=_Texts)


__all__ = ["load"]

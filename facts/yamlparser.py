"""The one place that imports PyYAML.

While it is imported it compiles regular expressions for kinds of values that this project reads itself, and for the
pure reader that the C parser stands in for: six milliseconds of every start. They are compiled when they are used.
"""

from __future__ import annotations

import base64  # noqa: F401  PyYAML imports it, and it must see re as it is
import datetime  # noqa: F401
import re
import sys

from facts.patterns import Late

_compile = re.compile
if "yaml" not in sys.modules:
    re.compile = Late  # type: ignore[assignment]
try:
    import yaml
finally:
    re.compile = _compile

__all__ = ["yaml"]

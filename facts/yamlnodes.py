"""YAML and JSON text as a tree of nodes that know their place, and a reader that collects faults instead of raising.

Scalars keep their raw text, so nothing in a file is ever typed behind its author's back: a seat may be called ``No`` or
``1``, ``10:30`` is no number in base sixty and ``010`` is ten. Every question about a type is asked by the caller,
through :class:`NodeReader`. Both readers of people's files (incidents, rulebooks) stand on this module.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

from facts.faults import Fault, Faults, nearest
from facts.patterns import Late
from facts.records import NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

MAX_BYTES = 1_000_000
MAX_NODES = 200_000
MAX_DEPTH = 60
MOST_HINTS = 200

NULLS = frozenset({"", "~", "null", "Null", "NULL"})
FLAGS = {"yes": True, "true": True, "no": False, "false": False}
_WHOLE = Late(r"[-+]?[0-9]{1,18}")
# What YAML does not allow in a file (both parsers report it badly), and the invisible line breaks and order marks that
# would make our line numbers differ from those of an editor. Looked for beforehand. (Compiling what is allowed instead
# would cost each start five milliseconds.)
UNPRINTABLE = Late("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
# Capital and small letters that look the same in Latin and Cyrillic hands: seats A and А are two names for one eye.
_CYRILLIC = str.maketrans("АВЕКМНОРСТУХавекмнорстух", "ABEKMHOPCTYXabekmhopctyx")


class ScalarNode:
    """One value as it was typed. ``plain`` is false when it stood in quotes (then ``null`` is a word, not a gap)."""

    __slots__ = ("column", "line", "plain", "text")

    def __init__(self, text: str, line: int, column: int, plain: bool = True) -> None:
        self.text = text
        self.line = line
        self.column = column
        self.plain = plain

    @property
    def is_null(self) -> bool:
        """Nothing was given: an empty value, ``~`` or ``null``."""
        return self.plain and self.text in NULLS


class ListNode:
    """A list and the place of its first character; filled while its file is read."""

    __slots__ = ("column", "items", "line")

    def __init__(self, line: int, column: int, items: list[Node] | None = None) -> None:
        self.line = line
        self.column = column
        self.items: list[Node] = [] if items is None else items


class MapNode:
    """A mapping: its pairs in the order of the file, keys that stand twice included; filled while its file is read."""

    __slots__ = ("column", "line", "pairs")

    def __init__(self, line: int, column: int, pairs: list[tuple[Node, Node]] | None = None) -> None:
        self.line = line
        self.column = column
        self.pairs: list[tuple[Node, Node]] = [] if pairs is None else pairs


Node: TypeAlias = "ScalarNode | ListNode | MapNode"


class Field(NamedTuple):
    """A key of a mapping with its value, both with their places."""

    key: ScalarNode
    value: Node


class Collector:
    """Gathers the faults of one file, so that its author sees all of them at once."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.faults: list[Fault] = []

    def fault(self, node: Node | None, message: str, hint: str = "") -> None:
        """Record a fault at the place of ``node`` (None: the file as a whole)."""
        line, column = (node.line, node.column) if node is not None else (0, 0)
        self.fault_at(line, column, message, hint)

    def fault_at(self, line: int, column: int, message: str, hint: str = "") -> None:
        """Record a fault at a line and column, both counted from 1."""
        self.faults.append(Fault(self.file, line, column, message, hint))

    def raise_if_any(self) -> None:
        """Raise :class:`Faults` with everything recorded so far; do nothing when the file is sound."""
        if self.faults:
            raise Faults(dict.fromkeys(self.faults))


class NodeReader(Collector):
    """Asks nodes for typed values. Each question names what is asked for (``what``), so that a fault can be understood.

    A null node answers None (or nothing at all for mappings and lists) without a fault: nobody said. A node of a wrong
    type answers the same, with a fault.
    """

    def fields(self, node: Node, what: str, allowed: Iterable[str] | None = None) -> dict[str, Field]:
        """The mapping by key. Faults: a key twice, a key that is no word, a key outside ``allowed`` (then left out)."""
        if not isinstance(node, MapNode):
            self._wrong(node, what, "a mapping (key: value)")
            return {}
        found: dict[str, Field] = {}
        merged: dict[str, Field] = {}
        for key, value in node.pairs:
            if not isinstance(key, ScalarNode):
                self.fault(key, f"{what}: a key must be a word, this is {describe(key)}")
            elif is_merge(key):
                merged.update(self._merged(value, what))
            elif key.text in found:
                first = found[key.text].key
                here = f"first at line {first.line}, column {first.column}"
                self.fault(key, f"{what}: '{short(key.text)}' stands twice", here)
            else:
                found[key.text] = Field(key, value)
        found = {**merged, **found}
        if allowed is None:
            return found
        known = tuple(allowed)
        for name in [name for name in found if name not in known]:
            self.fault(found.pop(name).key, f"{what}: unknown key '{short(name)}'", self.near(name, known))
        return found

    def _merged(self, value: Node, what: str) -> dict[str, Field]:
        """The pairs that a ``<<`` key brings in; of several mappings the earlier one wins, as YAML has it."""
        sources = value.items if isinstance(value, ListNode) else [value]
        found: dict[str, Field] = {}
        for source in reversed(sources):
            found.update(self.fields(source, what))
        return found

    def items(self, node: Node, what: str) -> list[Node]:
        """The items of a list."""
        if isinstance(node, ListNode):
            return node.items
        self._wrong(node, what, "a list")
        return []

    def text(self, node: Node, what: str, wanted: str = "a text") -> str | None:
        """The raw text, without the blanks around it. ``wanted`` names it in the fault when there is none."""
        if isinstance(node, ScalarNode) and not node.is_null:
            return node.text.strip()
        self._wrong(node, what, wanted)
        return None

    def word(self, node: Node, what: str, domain: Iterable[str]) -> str | None:
        """One word of ``domain``; capital letters are forgiven."""
        text = self.text(node, what, "a word")
        known = tuple(domain)
        if text is None or text in known:
            return text
        if text.lower() in known:
            return text.lower()
        self.fault(node, f"{what}: '{short(text)}' is not known", self.near(text, known))
        return None

    def whole(self, node: Node, what: str, least: int = 0) -> int | None:
        """A whole number, not below ``least``, written in decimal digits without separators."""
        text = self.text(node, what, "a whole number")
        if text is None:
            return None
        if not _WHOLE.fullmatch(text):
            self.fault(node, f"{what}: '{short(text)}' is not a whole number")
            return None
        if int(text) < least:
            self.fault(node, f"{what}: {text} is too small", f"at least {least}")
            return None
        return int(text)

    def flag(self, node: Node, what: str) -> bool | None:
        """yes, no, true or false."""
        text = self.text(node, what, "yes or no")
        if text is None:
            return None
        if text.lower() not in FLAGS:
            self.fault(node, f"{what}: '{short(text)}' is neither yes nor no", "leave it out when it is unknown")
        return FLAGS.get(text.lower())

    def texts(self, node: Node, what: str) -> list[ScalarNode]:
        """The scalars of a list, each with its place; items that are no text are faults."""
        items = self.items(node, what)
        return [item for item in items if self.text_node(item, what) and isinstance(item, ScalarNode)]

    def text_node(self, node: Node, what: str) -> bool:
        """Whether the node holds a text; a fault when it does not, null included."""
        if isinstance(node, ScalarNode) and not node.is_null:
            return True
        self.fault(node, f"{what}: expected a text, this is {describe(node)}")
        return False

    def near(self, name: str, valid: Iterable[str]) -> str:
        """A hint to the nearest valid name; silent once there are many faults, because looking for names is slow."""
        return closest(name, valid) if len(self.faults) < MOST_HINTS else ""

    def _wrong(self, node: Node, what: str, wanted: str) -> None:
        if not (isinstance(node, ScalarNode) and node.is_null):
            self.fault(node, f"{what}: expected {wanted}, this is {describe(node)}")


def describe(node: Node) -> str:
    """What a node is, in the words of a fault."""
    if isinstance(node, ListNode):
        return "a list"
    if isinstance(node, MapNode):
        return "a mapping"
    return "nothing" if node.is_null else f"'{short(node.text)}'"


def short(text: str) -> str:
    """A text on one line and cut to what a fault can bear."""
    line = " ".join(text.split())
    return line if len(line) <= 40 else line[:39] + "…"


def closest(name: str, valid: Iterable[str]) -> str:
    """The hint of :func:`facts.faults.nearest`, or the right letters when only the alphabet is wrong."""
    known = tuple(islice(valid, MOST_HINTS))
    for word in known:
        if word != name and word.translate(_CYRILLIC) == name.translate(_CYRILLIC):
            return f"did you mean {word}? The letters look alike but are of another alphabet"
    return nearest(name[:80], known)


def plain(node: Node) -> object:
    """The node as str, int, bool, None, list and dict: whole numbers, ``true``, ``false`` and nulls are typed.

    ``yes`` and ``no`` stay words, as in YAML 1.2; fractions stay text, because no amount in this project is a fraction.
    Of a key that stands twice the last one counts: ask :meth:`NodeReader.fields` when that matters.
    """
    if isinstance(node, ListNode):
        return [plain(item) for item in node.items]
    if isinstance(node, MapNode):
        return _plain_map(node)
    if node.is_null:
        return None
    if not node.plain:
        return node.text
    if node.text in ("true", "True", "false", "False"):
        return node.text.lower() == "true"
    return int(node.text) if _WHOLE.fullmatch(node.text) else node.text


def _plain_map(node: MapNode) -> dict[str, object]:
    own: dict[str, object] = {}
    merged: dict[str, object] = {}
    for key, value in node.pairs:
        if is_merge(key):
            for source in reversed(value.items if isinstance(value, ListNode) else [value]):
                merged.update(_plain_map(source) if isinstance(source, MapNode) else {})
        else:
            own[key.text if isinstance(key, ScalarNode) else str(plain(key))] = plain(value)
    return {**merged, **own}


def is_merge(key: Node) -> bool:
    """The key ``<<``, which brings the pairs of another mapping in."""
    return isinstance(key, ScalarNode) and key.plain and key.text == "<<"


def walk(node: Node) -> Iterator[Node]:
    """The node and everything under it, in the order of the file."""
    yield node
    if isinstance(node, ListNode):
        for item in node.items:
            yield from walk(item)
    elif isinstance(node, MapNode):
        for key, value in node.pairs:
            yield from walk(key)
            yield from walk(value)


def read_text(path: str | Path, collector: Collector, max_bytes: int = MAX_BYTES) -> str | None:
    """The text of a file; None with a fault when it is not there, not to be read, too large or not UTF-8."""
    try:
        with open(path, "rb") as stream:
            data = stream.read(max_bytes + 1)
    except FileNotFoundError:
        from pathlib import Path  # late, as everything that only a fault needs

        folder = Path(path).parent
        names = [item.name for item in folder.iterdir() if item.is_file()] if folder.is_dir() else []
        hint = nearest(Path(path).name, names)
        collector.fault(None, "there is no such file", hint if hint.startswith("did") else "")
        return None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        collector.fault(None, f"the file cannot be read: {reason}")
        return None
    return decode(data, collector, max_bytes)


def decode(data: bytes, collector: Collector, max_bytes: int = MAX_BYTES) -> str | None:
    """Bytes as UTF-8 text; None with a fault at the first byte that is none, or when there is too much of it."""
    if len(data) > max_bytes:
        collector.fault(None, f"the file is larger than {max_bytes} bytes")
        return None
    try:
        return data.removeprefix(b"\xef\xbb\xbf").decode("utf-8")  # a codec of its own would be one import more
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", "replace").removeprefix("\ufeff")
        line, column = place_at(before, len(before))
        collector.fault_at(line, column, "the file is not UTF-8 text", "save it with the encoding UTF-8")
        return None


def place_at(text: str, index: int) -> tuple[int, int]:
    """Line and column, counted from 1, of a position in a text."""
    before = text[:index].replace("\r\n", "\n").replace("\r", "\n")
    return before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1


def compose(
    text: str,
    collector: Collector,
    *,
    max_nodes: int = MAX_NODES,
    max_depth: int = MAX_DEPTH,
    max_bytes: int = MAX_BYTES,
) -> Node | None:
    """The tree of one YAML or JSON document; None when it could not be built, with the reason in ``collector``.

    Aliases are counted as often as they are used, so that a few lines cannot stand for millions of nodes.
    """
    from facts.nodebuilder import build  # the parsers are loaded when the first file is read

    text = text.removeprefix("\ufeff")
    if len(text) > max_bytes:
        collector.fault(None, f"the text is longer than {max_bytes} characters")
        return None
    bad = UNPRINTABLE.search(text)
    if bad:
        line, column = place_at(text, bad.start())
        collector.fault_at(line, column, f"the character U+{ord(bad.group()):04X} cannot stand in a text file")
        return None
    node = build(text, collector, max_nodes, max_depth)
    if node is None and not collector.faults:
        collector.fault_at(1, 1, "the file is empty")
    return node

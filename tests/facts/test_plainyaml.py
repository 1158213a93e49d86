"""The reader of plain YAML says what the YAML parser says, or that it is not sure."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facts import plainyaml
from facts.plainyaml import read_plainly
from facts.reader import read_incident
from facts.yamlnodes import Collector, ListNode, MapNode, Node, ScalarNode, compose

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.yaml"))
FOLDERS = ("examples", "knowledge", "tests/facts/incidents", "tests/explain/incidents", "facts/vocabulary")
FILES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.yaml"))


def flat(node: Node | None) -> object:
    """A tree as plain tuples, places included."""
    if node is None:
        return None
    place = (node.line, node.column)
    if isinstance(node, ScalarNode):
        return (*place, node.text, node.plain)
    if isinstance(node, ListNode):
        return (*place, [flat(item) for item in node.items])
    assert isinstance(node, MapNode)
    return (*place, [(flat(key), flat(value)) for key, value in node.pairs])


def parsed(text: str) -> object:
    """What the YAML parser makes of a text, None when there is something wrong with it."""
    collector = Collector("x")
    node = compose(text, collector)
    return None if collector.faults else flat(node)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_is_read_without_a_yaml_parser(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = path.read_text(encoding="utf-8")
    assert read_plainly(text) is not None
    monkeypatch.setattr("facts.reader.compose", None)
    read_incident(text)


def test_every_file_of_the_project_is_read_as_the_parser_reads_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plainyaml, "_LONGEST", 20_000)
    sure = 0
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        if (root := read_plainly(text)) is not None:
            sure += 1
            assert flat(root) == parsed(text), path
    assert sure > 100


@pytest.mark.parametrize(
    "text",
    [
        *("", "# nothing", "a", "a:", "a: b: c", "a: |\n  b", "a: >\n  b", "a: &x b", "a: *x", "a: !x b", "? a\n: b"),
        *("a: b\n  c", "a: b\n  c: d", "a:\n   b: c\n  d: e", "  a: b\nc: d", "- - a", "a: [b\n  , c]", "a: {b}"),
        *("a: [b,]", "a: [b,,c]", "a: {b: c", "a: [b: c]", 'a: "b\\n"', "a: 'b''c'", "a: 'b", "a: 'b' c", "a\tb: c"),
        *("--- \na: b", "a: b\n...", "<<: {a: b}", "a: {b:c}", "a: {b : c}", "a: - b", "a: @b", "a: b:", '{"a": 1}'),
        *("a b: c", "'a': b", "a: \u2028", "a: [b#c]", "a: \x01", "a: [-]", "a: -", "a: +", "%a: b", "a: `b`"),
    ],
)
def test_of_anything_else_it_is_not_sure(text: str) -> None:
    assert read_plainly(text) is None


def test_deep_nesting_is_left_to_the_parser() -> None:
    assert read_plainly("a: " + "[" * 30 + "]" * 30) is None
    assert read_plainly("".join("  " * n + "a:\n" for n in range(30)) + "  " * 30 + "a: b") is None


@pytest.mark.parametrize(
    "text",
    [
        *("a: b", "a: 1 # one", "a:   b  ", "a: b#c", "a: it's", "a: -5", "a: [b, 'c', \"d\", {e: f}] # g", "a: []"),
        *("a: {}", "a:\n- b\n- c: d\n  e: f\nf: g", "a:\n  - b", "- a\n- b: c", "a: # b\n  c: d", "a: x, [y] {z}"),
        *("Ж: ё", "a: {b: c d, e: f}", "a.b-c_d: e", "1: 2", "a: 'x # y'", "\n\n  # c\na: b\n\n", "a: {'b': c}"),
    ],
)
def test_plain_yaml_is_read(text: str) -> None:
    assert flat(read_plainly(text)) == parsed(text) is not None


PIECES = st.sampled_from(
    [
        *"\n\n\n  ::-,[]{}#\"'|>&*!?aA1ж. ",
        ": ",
        "\n  ",
        "\n- ",
        "- A: ",
        "bet 20",
        "{chips: [5, 5]}",
        " # ",
        "''",
        "\n    ",
    ]
)


@given(st.lists(PIECES, max_size=25).map("".join))
def test_any_text_is_read_as_the_parser_reads_it(text: str) -> None:
    root = read_plainly(text)
    assert root is None or flat(root) == parsed(text)


@given(st.sampled_from(EXAMPLES), st.lists(st.tuples(st.integers(0, 2000), PIECES, st.integers(0, 3)), max_size=3))
def test_any_change_of_an_example_is_read_as_the_parser_reads_it(
    path: Path, changes: list[tuple[int, str, int]]
) -> None:
    text = path.read_text(encoding="utf-8")
    for at, piece, gone in changes:
        at %= len(text) + 1
        text = text[:at] + piece + text[at + gone :]
    root = read_plainly(text)
    assert root is None or flat(root) == parsed(text)

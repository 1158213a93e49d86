"""Nodes with places: what both parsers and JSON make of a text, within limits, and the faults of typed questions."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from facts.faults import Faults
from facts.yamlnodes import (
    Collector,
    ListNode,
    MapNode,
    Node,
    NodeReader,
    ScalarNode,
    closest,
    compose,
    decode,
    plain,
    read_text,
    short,
    walk,
)

UNCLOSED = "is not closed, or a ',' is missing before this (opened at line 1, column 4)"


@pytest.fixture(params=["c", "python"])
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both YAML parsers; the slow one serves where the fast one cannot be installed."""
    if request.param == "python":
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    return str(request.param)


def tree(text: str) -> Node:
    """The node tree of a sound text."""
    collector = Collector("f")
    node = compose(text, collector)
    collector.raise_if_any()
    assert node is not None
    return node


def reader_and_value(text: str) -> tuple[NodeReader, Node]:
    """A reader and the value of the only key of a text."""
    node = tree(text)
    assert isinstance(node, MapNode)
    return NodeReader("f"), node.pairs[0][1]


def said(collector: Collector) -> list[str]:
    """The faults as text."""
    return [str(fault) for fault in collector.faults]


@pytest.mark.usefixtures("parser")
def test_places_count_from_one() -> None:
    node = tree("# c\na: 1\nb:\n  - x\n  - {y: 'z'}\n")
    places = {(n.text, n.line, n.column, n.plain) for n in walk(node) if isinstance(n, ScalarNode)}
    assert places == {
        ("a", 2, 1, True),
        ("1", 2, 4, True),
        ("b", 3, 1, True),
        ("x", 4, 5, True),
        ("y", 5, 6, True),
        ("z", 5, 9, False),
    }
    assert [(n.line, n.column) for n in walk(node) if isinstance(n, ListNode)] == [(4, 3)]


@pytest.mark.usefixtures("parser")
def test_columns_count_letters_not_bytes_and_a_mark_of_order_counts_nothing() -> None:
    node = tree("\ufeffимя: {ключ: 🂡, b: c}")
    assert [n.column for n in walk(node) if isinstance(n, ScalarNode)] == [1, 7, 13, 16, 19]


@pytest.mark.usefixtures("parser")
def test_raw_text_is_kept() -> None:
    text = "[yes, No, off, 010, 1_000, 10:30, 1.50, 0x1F, 2024-01-01, =, '007']"
    node = tree(text)
    assert isinstance(node, ListNode)
    written = [item.text for item in node.items if isinstance(item, ScalarNode)]
    assert " ".join(written) == "yes No off 010 1_000 10:30 1.50 0x1F 2024-01-01 = 007"


@pytest.mark.usefixtures("parser")
def test_json_with_tabs_escapes_and_a_colon_of_its_own() -> None:
    text = '{\n\t"a":1,\t"b"\n\t:\n\t["x\\/", true, null, "null", -2.5e1],"\\ud83c\\udccf": {}}'
    node = tree(text)
    values = {"a": 1, "b": ["x/", True, None, "null", "-2.5e1"], "🃏": {}}
    assert plain(node) == values
    places = [(n.text, n.line, n.column) for n in walk(node) if isinstance(n, ScalarNode)]
    assert places[:4] == [("a", 2, 2), ("1", 2, 6), ("b", 2, 9), ("x/", 4, 3)]


@pytest.mark.usefixtures("parser")
def test_what_only_begins_like_json_is_yaml() -> None:
    assert plain(tree("{a: 1, b: [c, d]}")) == {"a": 1, "b": ["c", "d"]}
    assert plain(tree("[a]\n")) == ["a"]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{"a": 1\n "b": 2}', (2, 2)),
        ('{"a": [1, 2}', (1, 12)),
        ('{"a": 1', (1, 8)),
        ('{"a": "x}', (1, 7)),
    ],
)
@pytest.mark.usefixtures("parser")
def test_broken_json_is_placed_by_json(text: str, place: tuple[int, int]) -> None:
    collector = Collector("f")
    assert compose(text, collector) is None
    assert [(fault.line, fault.column) for fault in collector.faults] == [place]
    assert "JSON" in collector.faults[0].message


@pytest.mark.parametrize("text", ["", "\ufeff", "  \n\n", "# only a comment\n"])
@pytest.mark.usefixtures("parser")
def test_an_empty_file_is_said_to_be_empty(text: str) -> None:
    collector = Collector("f")
    assert compose(text, collector) is None
    assert said(collector) == ["f:1:1: the file is empty"]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("a: &x 1\nb: *y", "f:2:4: there is no anchor 'y' before this"),
        ("a: &x [*x]", "f:1:8: there is no anchor 'x' before this"),
        ("a: 1\n--- \nb: 2", "f:2:1: a second document begins here; a file holds one"),
        ("a: !!int 1", "f:1:4: tags (!) have no meaning here (leave it out, or quote the text)"),
        ("a: 1\nb: \x07", "f:2:4: the character U+0007 cannot stand in a text file"),
        ('a: "\\u0007"', "f:1:4: an escape brings in the character U+0007 (leave it out)"),
        ("a: b\u2028c: d", "f:1:5: the character U+2028 cannot stand in a text file"),
        ("a: \ufeffb", "f:1:4: the character U+FEFF cannot stand in a text file"),
        ("a: \ud800", "f:1:4: the character U+D800 cannot stand in a text file"),
        ("[" * 70 + "]" * 70, "f:1:61: nested more than 60 levels deep"),
        ('{"a": ' * 70 + "1" + "}" * 70, "f:1:361: nested more than 60 levels deep"),
        ("- " * 70 + "x", "f:1:121: nested more than 60 levels deep"),
        ("a: b: c", "f:1:5: a ':' where none can stand (check the indentation, or quote the text)"),
        ("a:\n\t- b", "f:2:1: a tab where only spaces can stand (indent with spaces)"),
        ("a: `b`", "f:1:4: a value cannot begin with this character (quote the text)"),
        ("a: 'b\nc: d\n", "f:1:4: the quote that opens here is never closed"),
        ("a: [b\nc: d\n", f"f:2:2: the list {UNCLOSED}"),
        ("a: {b: c\nd: e\n", f"f:2:2: the mapping {UNCLOSED}"),
        ("- a\nb: c\n", "f:2:1: this line does not belong to what stands above it (check the indentation)"),
        ("a: b\n- c\n", "f:2:1: this line does not belong to what stands above it (check the indentation)"),
        ("a: [b, , c]", "f:1:8: a value is missing here"),
        ("ab\nc: d\n", "f:2:2: a ':' where none can stand (check the indentation, or quote the text)"),
    ],
)
@pytest.mark.usefixtures("parser")
def test_broken_texts(text: str, fault: str) -> None:
    collector = Collector("f")
    compose(text, collector)
    assert said(collector) == [fault]


@pytest.mark.parametrize("text", ["[" * 200_000, "- " * 200_000, '{"a":' * 100_000, "? " * 100_000, "{" * 100_000])
@pytest.mark.usefixtures("parser")
def test_no_depth_ends_the_program(text: str) -> None:
    collector = Collector("f")
    assert compose(text, collector) is None
    assert len(collector.faults) == 1


@pytest.mark.usefixtures("parser")
def test_aliases_count_as_often_as_they_are_used() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    collector = Collector("f")
    assert compose("\n".join(lines), collector) is None
    assert [fault.line for fault in collector.faults] == [6]


@pytest.mark.usefixtures("parser")
def test_merge_keys_give_way_to_own_keys() -> None:
    node = tree("base: &b {x: 1, y: 2}\nother: &o {y: 3, z: 4}\nown: {<<: [*b, *o], x: 9}\none: {x: 8, <<: *b}")
    merged = {"x": 9, "y": 2, "z": 4}
    reader = NodeReader("f")
    top = reader.fields(node, "file")
    assert {name: plain(field.value) for name, field in reader.fields(top["own"].value, "own").items()} == merged
    typed = plain(node)
    assert isinstance(typed, dict)
    assert typed["own"] == merged
    assert typed["one"] == {"x": 8, "y": 2}
    assert not reader.faults


def test_plain_types_little() -> None:
    text = "{a: 1, b: -2, c: yes, d: true, e: ~, f: '1', g: 1.5, h: , i: 'null', 1: False, j: [x, {k: l}]}"
    assert plain(tree(text)) == {
        "a": 1,
        "b": -2,
        "c": "yes",
        "d": True,
        "e": None,
        "f": "1",
        "g": "1.5",
        "h": None,
        "i": "null",
        "1": False,
        "j": ["x", {"k": "l"}],
    }


def test_fields_report_every_wrong_key() -> None:
    node = tree("colour: red\nsize: 1\ncolour: blue\n? [a]\n: b\nsise: 2\n")
    reader = NodeReader("f")
    fields = reader.fields(node, "chip", ("colour", "size"))
    assert {name: plain(field.value) for name, field in fields.items()} == {"colour": "red", "size": 1}
    assert said(reader) == [
        "f:3:1: chip: 'colour' stands twice (first at line 1, column 1)",
        "f:4:3: chip: a key must be a word, this is a list",
        "f:6:1: chip: unknown key 'sise' (did you mean size?)",
    ]


@pytest.mark.parametrize(
    ("text", "ask", "answer", "fault"),
    [
        ("a: 3", "whole", 3, None),
        ("a: 010", "whole", 10, None),
        ("a: -1", "whole", None, "a: -1 is too small (at least 0)"),
        ("a: 1.5", "whole", None, "a: '1.5' is not a whole number"),
        ("a: [1]", "whole", None, "a: expected a whole number, this is a list"),
        ("a:", "whole", None, None),
        ("a: Yes", "flag", True, None),
        ("a: no", "flag", False, None),
        ("a: FALSE", "flag", False, None),
        ("a: 1", "flag", None, "a: '1' is neither yes nor no (leave it out when it is unknown)"),
        ("a: ~", "flag", None, None),
        ("a: 'x y '", "text", "x y", None),
        ("a: {}", "text", None, "a: expected a text, this is a mapping"),
        ("a: null", "text", None, None),
        ("a: 'null'", "text", "null", None),
    ],
)
def test_typed_questions(text: str, ask: str, answer: object, fault: str | None) -> None:
    reader, node = reader_and_value(text)
    assert getattr(reader, ask)(node, "a") == answer
    assert said(reader) == ([] if fault is None else [f"f:1:4: {fault}"])


def test_words_and_lists() -> None:
    reader, node = reader_and_value("a: Fold")
    assert reader.word(node, "a", ("check", "fold")) == "fold"
    reader, node = reader_and_value("a: flod")
    assert reader.word(node, "a", ("check", "fold")) is None
    assert said(reader) == ["f:1:4: a: 'flod' is not known (did you mean fold?)"]
    reader, node = reader_and_value("a: [b, , {}]".replace(", ,", ", ~,"))
    assert [item.text for item in reader.texts(node, "a")] == ["b"]
    assert said(reader) == [
        "f:1:8: a: expected a text, this is nothing",
        "f:1:11: a: expected a text, this is a mapping",
    ]
    reader, node = reader_and_value("a: b")
    assert reader.items(node, "a") == []
    assert said(reader) == ["f:1:4: a: expected a list, this is 'b'"]


def test_letters_that_only_look_alike_are_named() -> None:
    assert closest("А", ["A", "B"]) == "did you mean A? The letters look alike but are of another alphabet"
    assert closest("C", ["В", "С"]).startswith("did you mean С?")
    assert closest("rase", ["raise", "call"]) == "did you mean raise?"


def test_long_names_are_cut() -> None:
    assert short("a\n  b" + "c" * 80) == "a b" + "c" * 36 + "…"


def test_all_faults_are_raised_at_once_in_order() -> None:
    collector = Collector("f")
    collector.raise_if_any()
    collector.fault_at(3, 1, "later")
    collector.fault_at(1, 2, "sooner")
    collector.fault_at(1, 2, "sooner")
    with pytest.raises(Faults) as caught:
        collector.raise_if_any()
    assert [fault.message for fault in caught.value.faults] == ["sooner", "later"]


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"ab\xffc", "f:1:3: the file is not UTF-8 text (save it with the encoding UTF-8)"),
        ("да\nнет".encode("cp1251"), "f:1:1: the file is not UTF-8 text (save it with the encoding UTF-8)"),
        ("да\r\nё".encode() + b"\xd0", "f:2:2: the file is not UTF-8 text (save it with the encoding UTF-8)"),
        ("a: b".encode("utf-16"), "f:1:1: the file is not UTF-8 text (save it with the encoding UTF-8)"),
        (b"x" * 11, "f: the file is larger than 10 bytes"),
    ],
)
def test_bytes_that_are_no_text(data: bytes, fault: str) -> None:
    collector = Collector("f")
    assert decode(data, collector, max_bytes=10 if len(data) == 11 else 1000) is None
    assert said(collector) == [fault]


def test_bytes_that_are_text() -> None:
    assert decode(b"\xef\xbb\xbfa: b", Collector("f")) == "a: b"


def test_a_text_that_is_too_long() -> None:
    collector = Collector("f")
    assert compose("a: bcd", collector, max_bytes=5) is None
    assert said(collector) == ["f: the text is longer than 5 characters"]


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "story.yaml").write_text("a: b", encoding="utf-8")
    for path, message, hint in (
        (tmp_path / "stroy.yaml", "there is no such file", "did you mean story.yaml?"),
        (tmp_path / "none" / "x.yaml", "there is no such file", ""),
        (tmp_path, "the file cannot be read: Is a directory", ""),
        (tmp_path / "a\0b", "the file cannot be read: embedded null byte", ""),
    ):
        collector = Collector("f")
        assert read_text(path, collector) is None
        assert [(f.line, f.message, f.hint) for f in collector.faults] == [(0, message, hint)]
    assert read_text(tmp_path / "story.yaml", Collector("f")) == "a: b"

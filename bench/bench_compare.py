"""What a comparison costs per rulebook, and whether ruling by one rulebook costs more where others are installed.

All rulebooks share one vocabulary, so a compiled rulebook brings along words that only others use. The second table
measures the same book with that vocabulary and with one cut down to what its own rules name, as if it were alone.
"""

from __future__ import annotations

import marshal
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from common import in_turn, machine, show, undisturbed

from engine.comparison import compare
from engine.pool import experta_pool
from engine.ruling import decide
from explain.comparetext import to_text
from facts.lexicon import Vocabulary, from_data
from facts.reader import load_incident
from knowledge import store
from knowledge.loading import installed, load
from knowledge.model import Rulebook

EXAMPLES = Path(__file__).parent.parent / "examples"
STORIES = ("short-all-in", "four-card-flop", "what-did-he-say")
ALONE = "bfsp"
RUNS, STARTS = 40, 30
# What a start does with a compiled rulebook: each part with the time it takes.
PARTS = ("read the file", "make the vocabulary", "make the rules")
READ = """
import marshal, sys
from time import perf_counter
from facts.lexicon import from_data
from knowledge import store
start = perf_counter()
with open(sys.argv[1], "rb") as stream:
    data = marshal.loads(stream.read())
read = perf_counter()
from_data(data["vocabulary"])
told = perf_counter()
store.revive(data["book"])
print((read - start) * 1000, (told - read) * 1000, (perf_counter() - told) * 1000)
"""
Data = dict[str, Any]


def words_of(tree: Any) -> Iterator[str]:
    """The words in an expression; a step is told as a word and the clause behind an @."""
    if isinstance(tree, str):
        yield tree.partition("@")[0]
    elif isinstance(tree, tuple):
        for part in tree:
            yield from words_of(part)


def own(book: Rulebook, data: Data) -> Data:
    """A vocabulary cut down to what the rules of a book name and what every story needs."""
    patterns = (p for rule in book.rules for condition in rule.conditions for p in condition.patterns)
    named = {pattern.type for pattern in patterns} | {rule.topic for rule in book.rules}
    said = {word for rule in book.rules for _, tree in rule.propose for word in words_of(tree)}
    return {
        **data,
        "topics": [t for t in data["topics"] if t["topic"] in named or t.get("inherits") in named or "act" in t],
        "events": [e for e in data["events"] if e["event"] in named or e.get("replayed") or e.get("known_to_acts")],
        "steps": [step for step in data["steps"] if step["step"] in said],
    }


def kept(name: str) -> Data:
    """The plain content of a compiled rulebook, made anew where it is not kept."""
    book, _ = load(name)
    data = store.fetch(book.hash)
    if data is None:
        raise SystemExit("compiled rulebooks are not kept on this machine (FLOORCALL_CACHE)")
    return data


def comparisons() -> None:
    """A warm comparison by the number of rulebooks."""
    loaded = {name: load(name) for name in (ALONE, *(name for name in installed() if name != ALONE))}
    books, vocabulary = [book for book, _ in loaded.values()], loaded[ALONE][1]
    rows = [measured(story, books, vocabulary) for story in STORIES]
    print(f"warm comparison, ms by number of rulebooks ({', '.join(loaded)}), and its text")
    show(["incident", *(str(n) for n in range(1, len(books) + 1)), "text"], rows)


def measured(story: str, books: list[Rulebook], vocabulary: Vocabulary) -> list[str]:
    """One row: the story under the first book, under the first two ..."""
    incident, pool = load_incident(EXAMPLES / f"{story}.yaml", vocabulary.events), experta_pool()
    found = compare(incident, books, vocabulary, pool)
    calls: dict[str, tuple[Callable[[], object], int]] = {
        str(n): (partial(compare, incident, books[:n], vocabulary, pool), 1) for n in range(1, len(books) + 1)
    }
    taken = in_turn({**calls, "text": (partial(to_text, found), 1)}, RUNS)
    return [story, *(f"{undisturbed(values) / 1000:.1f}" for values in taken.values())]


def neighbours() -> None:
    """One rulebook with the shared vocabulary and with its own words alone."""
    data, (book, shared) = kept(ALONE), load(ALONE)
    cut = own(book, data["vocabulary"])
    kinds = ("events", "topics", "steps")
    sizes = ", ".join(f"{len(cut[kind])} of {len(data['vocabulary'][kind])} {kind}" for kind in kinds)
    print(f"\n{ALONE} beside {len(installed()) - 1} other rulebooks, and alone; it uses {sizes}")
    beside, alone = loading(*({"book": data["book"], "vocabulary": part} for part in (data["vocabulary"], cut)))
    rows = [[what, f"{one:.1f}", f"{other:.1f}"] for what, one, other in zip(PARTS, beside, alone, strict=True)]
    incident = load_incident(EXAMPLES / f"{STORIES[0]}.yaml", shared.events)
    words = {"beside": shared, "alone": from_data(cut)}
    calls = {name: (partial(decide, incident, book, each, experta_pool()), 1) for name, each in words.items()}
    taken = in_turn(calls, RUNS)
    rows.append(["warm ruling", *(f"{undisturbed(values) / 1000:.1f}" for values in taken.values())])
    show(["ms", "beside", "alone"], rows)


def loading(*contents: Data) -> list[list[float]]:
    """For each content of a compiled rulebook: milliseconds of PARTS in a new process; the contents take turns."""
    found: list[list[list[float]]] = [[] for _ in contents]
    with TemporaryDirectory() as folder:
        paths = [Path(folder) / str(n) for n in range(len(contents))]
        for path, content in zip(paths, contents, strict=True):
            path.write_bytes(marshal.dumps(content))
        for _ in range(STARTS):
            for path, times in zip(paths, found, strict=True):
                command = [sys.executable, "-c", READ, str(path)]
                done = subprocess.run(command, cwd=EXAMPLES.parent, capture_output=True, text=True, check=True)
                times.append([float(word) for word in done.stdout.split()])
    return [[undisturbed(values) for values in zip(*times, strict=True)] for times in found]


def main() -> int:
    """Prints both tables; figures are the 10th percentile, for machines that do something else besides."""
    print(machine())
    comparisons()
    neighbours()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

"""The tables of docs/performance.md and the charts, made from the results file; nobody writes a figure by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.chart import chart
from bench.common import ROOT, Data

RESULTS = Path(__file__).parent / "results" / "latest.json"
PAGE = ROOT / "docs" / "performance.md"
BEGIN, END = "<!-- figures: made by `make bench` -->", "<!-- end of figures -->"
START = {"ms": 120.0, "times": 6.0}
WARM = {"median": 1.0, "p99": 3.0}  # ms
PER_SECOND, MEMORY, NEIGHBOURS = 2000, 200, 1.1
OVER_PLAIN = {"experta": 3.0, "clips": 20.0}
REPLAY = 50.0
BUSY = 1.5  # load by core
Row = Sequence[str]


def write_charts(results: Data) -> list[Path]:
    """Draws the growths; gives the files."""
    found = results["benchmarks"].get("growth")
    if not found:
        return []
    rules, facts = found["rules"], found["facts"]
    told = {
        "rules.svg": chart("one pass by the rules of the book", "rules", rules["sizes"], rules["series"]),
        "facts.svg": chart("one pass by the facts of the story", "facts", facts["sizes"], facts["series"]),
    }
    for name, text in told.items():
        (ROOT / "bench" / name).write_text(text, encoding="utf-8")
    return [ROOT / "bench" / name for name in told]


def write_page(results: Data) -> Path:
    """Puts the figures between the markers of the page. Raises ValueError when it has none."""
    text = PAGE.read_text(encoding="utf-8")
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{PAGE.name} has no place for figures: {BEGIN} ... {END}")
    PAGE.write_text(f"{before}{BEGIN}\n\n{figures(results)}\n{END}{after}", encoding="utf-8")
    return PAGE


def figures(results: Data) -> str:
    """All tables as Markdown, with the machine they were measured on."""
    found = results["benchmarks"]
    parts = [*_made(found), ""]
    parts += _table(("what", "engine", "figure", "target", ""), list(_rows(found)))
    for name, make in (("plain", _plain), ("peers", _peers), ("growth", _growth)):
        if name in found:
            parts += ["", *make(found[name])]
    return "\n".join(parts) + "\n"


def _made(found: Data) -> Iterator[str]:
    """Where and when: one sentence for what was measured together."""
    together: dict[str, list[str]] = {}
    for name, told in found.items():
        about = told["about"]
        made = f"{about['cores']} cores, {about['processor']}, {about['system']}, {about['python']}"
        quick = ", a quick run" if about["quick"] else ""
        together.setdefault(f"{about['date']} at commit {about['commit']}, {made}{quick}", []).append(name)
    for number, (where, names) in enumerate(together.items()):
        loads = [found[name]["about"]["load"] for name in names]
        busy = [load for load in loads if load > BUSY * found[names[0]]["about"]["cores"]]
        # the benchmark itself keeps one core busy
        said = f" The machine was busy with other work: load {min(busy):.0f} to {max(busy):.0f}." if busy else ""
        all_of_it = "Measured" if len(together) == 1 else f"{'' if number else 'Measured: '}{', '.join(names)}"
        yield f"{all_of_it} on {where}.{said}"


def _table(head: Row, rows: Sequence[Row]) -> list[str]:
    lines = [f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows)]
    return lines


def _met(*held: bool) -> str:
    return "met" if all(held) else "missed"


def _rows(found: Data) -> Iterator[Row]:
    """The rows of the first table, in the order of the benchmarks; what was not measured is left out."""
    for name, make in (
        ("start", _start),
        ("ruling", _ruling),
        ("batch", _batch),
        ("memory", _memory),
        ("books", _books),
        ("replay", _replay),
    ):
        if name in found:
            yield from make(found[name])


def _start(found: Data) -> Iterator[Row]:
    for name, told in found["commands"].items():
        words = name.split(", ")
        if words[0] != "rule":
            yield f"`{name}`", "", f"{told['ms']:.0f} ms", "", ""
            continue
        held = _met(told["ms"] <= START["ms"], told["times"] <= START["times"])
        goal = f"{START['ms']:.0f} ms, {START['times']:.0f} times (CLIPS)"
        figure = f"{told['ms']:.0f} ms, {told['times']:.1f} times `python -c pass`"
        if len(words) == 3:
            yield "the same, nothing compiled yet", words[1], figure, "", ""
        else:
            what = f"`floorcall rule examples/{found['incident']}` from a cold start"
            yield what, words[1], figure, *((goal, held) if words[1] == "clips" else ("", ""))


def _ruling(found: Data) -> Iterator[Row]:
    for f in found["figures"]:
        told = {name: f"{value / 1000:.2f}" for name, value in f["explained"].items()}
        what = f"warm ruling with its trace as JSON, {f['workload']} (`{f['digest']}`), {f['book']}"
        parts = {step: f"{f[step]['median'] / 1000:.2f}" for step in ("ruling", "json", "text")}
        made = f"ruling {parts['ruling']}, JSON {parts['json']}, as text instead {parts['text']}"
        figure = f"{told['median']} ms, 99th percentile {told['p99']} ({made})"
        goal = f"{WARM['median']:.0f} ms, {WARM['p99']:.0f} (CLIPS)"
        held = _met(*(f["explained"][name] / 1000 <= limit for name, limit in WARM.items()))
        aimed = f["engine"] == "clips" and f["book"] == "tda"
        yield what, f["engine"], figure, *((goal, held) if aimed else ("", ""))


def _batch(found: Data) -> Iterator[Row]:
    what = f"explained rulings a second, {found['workload']} (`{found['digest']}`), {found['book']}"
    for f in found["figures"]:
        yield f"{what}, one process", f["engine"], f"{f['process']:.0f}", "", ""
        for jobs, rate in f["jobs"].items():
            goal = (f"{PER_SECOND} on two cores", _met(rate >= PER_SECOND)) if jobs == "2" else ("", "")
            yield f"{what}, `batch --jobs {jobs}`", f["engine"], f"{rate:.0f}, {rate / int(jobs):.0f} a core", *goal
    if not found["command"]:
        yield f"{what}, `floorcall batch`", "", "not in this version", f"{PER_SECOND} on two cores", "not measured"


def _memory(found: Data) -> Iterator[Row]:
    for f in found["figures"]:
        more = f", all processes together {f['together']:.0f}" if f["together"] > f["largest"] else ""
        most = max(f["largest"], f["together"])
        goal = (f"{MEMORY} MiB", _met(most < MEMORY)) if "batch" in f["what"] else ("", "")
        yield f"peak resident memory, {f['what']}", f["engine"], f"{f['largest']:.0f} MiB{more}", *goal


def _books(found: Data) -> Iterator[Row]:
    most = max(f["installed"] for f in found["figures"])
    for f in found["figures"]:
        if f["installed"] == most:
            figure = f"warm {f['warm times']:.2f} times, cold start {f['cold times']:.2f} times"
            what = f"a ruling with {most} rulebooks installed instead of one"
            yield what, f["engine"], figure, f"{NEIGHBOURS} times", _met(f["warm times"] <= NEIGHBOURS)
    each = [(told[str(most)] - told["1"]) / (most - 1) for told in found["comparisons"]]
    yield "a warm comparison: each further rulebook", "", f"{min(each):.1f} to {max(each):.1f} ms", "", ""


def _replay(found: Data) -> Iterator[Row]:
    times = [f["replay"] for f in found["figures"]]
    compared = [f["times"] for f in found["figures"] if "times" in f]
    other = f"; pokerkit takes {min(compared):.0f} to {max(compared):.0f} times as long" if compared else ""
    figure = f"{min(times):.0f} to {max(times):.0f} µs{other}"
    yield "table replay of ten actions", "", figure, f"{REPLAY:.0f} µs", _met(max(times) <= REPLAY)


def _plain(found: Data) -> Iterator[str]:
    yield (
        f"Whole incidents by {found['book']} ({found['rules']} rules), {found['incidents']} of everything "
        f"(`{found['digest']}`), all with the same findings. Plain experta makes one pass and explains nothing; the "
        "rows called explained make as many passes as the incident needs and write the whole trace."
    )
    yield ""
    rows = []
    for f in found["figures"]:
        engine, _, kind = f["name"].partition(", ")
        target = OVER_PLAIN.get(engine) if kind == "explained" else None
        held = (f"{target:.0f} times", _met(f["whole"] >= target)) if target else ("", "")
        rows.append([f["name"], f"{f['ms']:.2f} ms", f"{f['whole']:.1f}", f"{f['touched']:.1f}", *held])
    plain = "times faster than plain experta"
    head = ("", "an incident", plain, f"{plain} with our choice of rules", "target", "")
    yield from _table(head, rows)


def _peers(found: Data) -> Iterator[str]:
    yield (
        f"One act by {found['rules']} rules of bfsp: what was heard, which chips count, what the act counts as and to "
        f"how much. {found['acts']} acts (`{found['digest']}`); every program first gave the rulebook's answer on "
        f"all {found['checked']}. The facts are given ready-made, except to whole rulings."
    )
    yield ""
    rows = [
        [
            f"{f['name']} {f['version']}".strip(),
            f"{f['micros']:.0f} µs",
            f"{f['times']:.1f}",
            f["holds"],
            f["lacks"] or "–",
        ]
        for f in sorted(found["figures"], key=lambda f: f["micros"])
    ]
    rows += [[told["name"], "–", "–", told["reason"], "–"] for told in found["missing"]]
    head = ("program", "an act", "times faster than plain experta", "what it holds", "what it cannot say")
    yield from _table(head, rows)


def _growth(found: Data) -> Iterator[str]:
    for name, about in (
        ("rules", f"One pass by the rules of the book, in ms ({found['story']}; chart: `bench/rules.svg`)."),
        ("facts", "One pass by the facts of the story, in ms (longer and longer hands; chart: `bench/facts.svg`)."),
    ):
        told = found[name]
        yield about
        yield ""
        rows = [
            [str(size), *(f"{values[n]:.1f}" for values in told["series"].values())]
            for n, size in enumerate(told["sizes"])
        ]
        yield from _table((name, *told["series"]), rows)
        if name == "rules":
            yield ""

"""The repository about itself: what every file in it must keep to, whoever writes it."""

from __future__ import annotations

import ast
import importlib.metadata
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
ROOMS = (
    "knowledge",
    "facts",
    "engine",
    "explain",
    "check",
    "ask",
    "say",
    "precedents",
    "journal",
    "training",
    "cli",
    "soak",
)
LONGEST_MODULE = 400
LEFT_BY_TOOLS = {".git", ".venv", "__pycache__", "build", "dist", ".cache", "htmlcov"}

# Put together here, so that this file does not hold the words it looks for.
# fmt: off
PATHS_OF_ONE_MACHINE = (
    "/wo" "rk/",
    "/ro" "ot/",
    "/ho" "me/",
    "/Us" "ers/",
    "/t" "mp/",
    "/opt/py" "pi",
    "/opt/whe" "els",
)
OTHER_FOREIGN_WORDS = (
    ".py" "env",
    "py" "pi.org",
    "python" "hosted.org",
    "npm" "js.org",
    "npm" "js.com",
    "deb.deb" "ian.org",
    ".lib" "rary/",
    "tool lib" "rary",
    "farm-" "bench",
    "farm-" "studio",
)
# fmt: on

FOREIGN = re.compile(
    "|".join(
        [rf"(?<![\w.~]){re.escape(path)}" for path in PATHS_OF_ONE_MACHINE]
        + [re.escape(word) for word in OTHER_FOREIGN_WORDS]
    )
)


@cache
def files() -> tuple[Path, ...]:
    """Every file of the repository: what git tracks or would add; in a copy without git, what no tool left."""
    listed = _known_to_git()
    found = listed if listed is not None else _walked()
    return tuple(sorted(path for path in found if path.is_file()))


def _known_to_git() -> list[Path] | None:
    if not (ROOT / ".git").exists():
        return None
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    clean = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        answer = subprocess.run(command, cwd=ROOT, env=clean, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
    return [ROOT / os.fsdecode(name) for name in answer.split(b"\0") if name]


def _walked() -> list[Path]:
    found = []
    for folder, below, names in os.walk(ROOT):
        below[:] = [name for name in below if name not in LEFT_BY_TOOLS and not name.endswith((".egg-info", "_cache"))]
        found += [Path(folder, name) for name in names if not name.startswith((".venv", ".coverage"))]
    return found


def named(path: Path) -> str:
    """A file as it is named in a fault."""
    return path.relative_to(ROOT).as_posix()


def with_ending(*endings: str, below: tuple[str, ...] = ()) -> list[Path]:
    """The repository's files with one of these endings, all or those below some top folders."""
    chosen = [path for path in files() if path.suffix in endings]
    return [path for path in chosen if not below or path.relative_to(ROOT).parts[0] in below]


@cache
def project() -> dict[str, Any]:
    """pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


@cache
def pins() -> dict[str, str]:
    """constraints.txt: version by normalized name."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pairs = (line.split("==") for line in lines if line and not line.startswith("#"))
    return {canonicalize_name(name): version for name, version in pairs}


def to_compare_with() -> set[str]:
    """The packages that only the benchmarks need: those may be missing."""
    text = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    section = text.partition("# to compare with in bench/\n")[2].partition("\n\n")[0]
    return {canonicalize_name(line.partition("==")[0]) for line in section.splitlines()}


def asked_for() -> list[Requirement]:
    """All that pyproject.toml names: to build, to run, to test."""
    meta = project()["project"]
    extras = [line for group in meta["optional-dependencies"].values() for line in group]
    return [Requirement(line) for line in [*project()["build-system"]["requires"], *meta["dependencies"], *extras]]


def test_files_are_found() -> None:
    assert {"pyproject.toml", "Makefile", "NOTICE", "tests/test_repository.py"} <= {named(path) for path in files()}


def test_no_file_names_a_machine_a_registry_or_a_private_tool() -> None:
    faults = [
        f"{named(path)}:{number}: {hit.group()}"
        for path in files()
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1)
        if (hit := FOREIGN.search(line))
    ]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("line", ["see " + PATHS_OF_ONE_MACHINE[0] + "notes", '"' + PATHS_OF_ONE_MACHINE[4] + 'x"'])
def test_a_path_of_one_machine_would_be_seen(line: str) -> None:
    assert FOREIGN.search(line)


def test_a_path_in_an_address_is_no_path_of_a_machine() -> None:
    assert not FOREIGN.search("example.com" + PATHS_OF_ONE_MACHINE[0])


def test_every_module_says_what_it_is() -> None:
    silent = [named(path) for path in with_ending(".py") if not ast.get_docstring(ast.parse(path.read_bytes()))]
    assert not silent, "no docstring: " + ", ".join(silent)


def test_modules_of_the_rooms_stay_short() -> None:
    modules = with_ending(".py", below=ROOMS)
    lengths = {named(path): len(path.read_text(encoding="utf-8").splitlines()) for path in modules}
    long = {name: length for name, length in lengths.items() if length > LONGEST_MODULE}
    assert not long, f"longer than {LONGEST_MODULE} lines: {long}"


def test_every_folder_with_modules_is_a_package() -> None:
    folders = {path.parent for path in with_ending(".py", below=ROOMS)}
    assert not [named(folder) for folder in sorted(folders) if not (folder / "__init__.py").exists()]


def test_an_installed_copy_has_all_data() -> None:
    patterns = project()["tool"]["setuptools"]["package-data"]["*"]
    packed = {path for room in ROOMS for pattern in patterns for path in (ROOT / room).glob(pattern)}
    data = [path for path in files() if path.relative_to(ROOT).parts[0] in ROOMS and path.suffix not in (".py", ".md")]
    left = [named(path) for path in data if path not in packed]
    assert not left, "not in package-data: " + ", ".join(left)


def test_no_tabs_in_yaml() -> None:
    # A rulebook that is wrong on purpose may hold one: those lie below a folder named bad.
    written = [path for path in with_ending(".yaml", ".yml") if "bad" not in path.relative_to(ROOT).parts]
    assert not [named(path) for path in written if b"\t" in path.read_bytes()]


def test_every_text_is_in_both_languages() -> None:
    written = with_ending(".yaml", ".yml", below=ROOMS)
    faults = [fault for path in written for fault in half_translated(path.read_text(encoding="utf-8"), named(path))]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("title: {en: a bet, ru: ставка}", []),
        ("title: {en: a bet}", ["f:1: en without ru"]),
        ("- title:\n    ru: ставка", ["f:2: ru without en"]),
        ("title: {en: a bet, ru: ''}", ["f:1: ru is empty"]),
        ("languages: [en, ru]", []),
    ],
)
def test_a_missing_language_would_be_seen(text: str, faults: list[str]) -> None:
    assert list(half_translated(text, "f")) == faults


def test_no_key_stands_twice() -> None:
    """YAML would take the later one, without a word."""
    faults = []
    for path in with_ending(".yaml", ".yml"):
        if "bad" not in path.relative_to(ROOT).parts:
            faults += list(twice(path.read_text(encoding="utf-8"), named(path)))
    assert not faults, "\n".join(faults)


def test_a_key_that_stands_twice_would_be_seen() -> None:
    assert list(twice("- {a: 1}\n- b: {a: 1}\n  a: {b: 2, b: 3}\n  b: 1\n", "f")) == ["f:4: b", "f:3: b"]


def twice(text: str, name: str) -> Iterator[str]:
    """The places of keys of a YAML text that stand in their mapping already."""
    for node in mappings(text):
        known: set[Any] = set()
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode) and key.value in known:
                yield f"{name}:{key.start_mark.line + 1}: {key.value}"
            if isinstance(key, yaml.ScalarNode):
                known.add(key.value)


def mappings(text: str) -> Iterator[yaml.MappingNode]:
    """All mappings of a YAML text, outer ones before those in them."""
    open_nodes = [node for node in yaml.compose_all(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)) if node]
    while open_nodes:
        node = open_nodes.pop()
        if isinstance(node, yaml.SequenceNode):
            open_nodes += node.value
        if isinstance(node, yaml.MappingNode):
            yield node
            open_nodes += [value for _, value in node.value]


def half_translated(text: str, name: str) -> Iterator[str]:
    """The places in a YAML text where something is said in one language only."""
    for node in mappings(text):
        said = {key.value: value for key, value in node.value if key.value in ("en", "ru")}
        for one, other in (("en", "ru"), ("ru", "en")):
            if one in said and other not in said:
                yield f"{name}:{node.start_mark.line + 1}: {one} without {other}"
            if one in said and not said[one].value:
                yield f"{name}:{node.start_mark.line + 1}: {one} is empty"


def test_constraints_name_a_version_and_nothing_else() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert not [line for line in lines if not re.fullmatch(r"|#.*|[A-Za-z0-9._-]+==[0-9][0-9a-z.]*", line)]


def test_constraints_cover_every_dependency() -> None:
    for requirement in asked_for():
        name = canonicalize_name(requirement.name)
        assert name in pins(), f"constraints.txt does not pin {requirement.name}"
        assert requirement.specifier.contains(pins()[name]), f"{requirement} against {pins()[name]}"


def test_constraints_are_what_is_installed_and_needed() -> None:
    needed: set[str] = set()
    missing: set[str] = set()
    seen: set[tuple[str, str]] = set()
    to_see = [pair for requirement in asked_for() for pair in with_extras(requirement)]
    while to_see:
        name, extra = to_see.pop()
        if (name, extra) in seen:
            continue
        seen.add((name, extra))
        needed.add(name)
        if name in to_compare_with() and not is_installed(name):
            missing.add(name)
            continue
        assert importlib.metadata.version(name) == pins().get(name), f"{name}: installed against constraints.txt"
        for line in importlib.metadata.requires(name) or []:
            further = Requirement(line)
            if further.marker is None or further.marker.evaluate({"extra": extra}):
                to_see.extend(with_extras(further))
    assert needed <= set(pins())
    assert set(pins()) - needed <= (to_compare_with() if missing else set()), "constraints.txt pins what nothing needs"


def with_extras(requirement: Requirement) -> list[tuple[str, str]]:
    """A package that is asked for, alone and with each of its extras: ``psycopg[binary]`` brings another one along."""
    name = canonicalize_name(requirement.name)
    return [(name, extra) for extra in ("", *sorted(requirement.extras))]


def is_installed(name: str) -> bool:
    """Whether a package is there."""
    try:
        importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


def test_only_the_benchmarks_do_without_a_package() -> None:
    extras = project()["project"]["optional-dependencies"]
    asked = {canonicalize_name(Requirement(line).name) for line in extras["bench"]}
    assert asked & to_compare_with()
    others = [line for name, lines in extras.items() if name != "bench" for line in lines]
    needed = {canonicalize_name(Requirement(line).name) for line in (*project()["project"]["dependencies"], *others)}
    assert not needed & to_compare_with()


def test_make_takes_the_pythons_that_the_package_takes() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    low, high = re.search(r"\((\d+, \d+)\) <= sys\.version_info\[:2\] < \((\d+, \d+)\)", makefile).groups()  # type: ignore[union-attr]
    stated = f">={low.replace(', ', '.')},<{high.replace(', ', '.')}"
    assert SpecifierSet(stated) == SpecifierSet(project()["project"]["requires-python"])


def test_experta_can_be_imported() -> None:
    program = "import engine.experta_compat, experta; experta.KnowledgeEngine().reset()"
    # In a process of its own: here another test may have prepared the import already.
    command = [sys.executable, "-W", "error", "-c", program]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr

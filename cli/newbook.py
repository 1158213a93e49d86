"""``floorcall rulebook new``: a small, commented overlay over a rulebook, sound from the first minute."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from cli.codes import OK
from cli.output import Screen
from facts.faults import Fault, Faults

LAYERS = ("house", "event")
_TEMPLATES = Path(__file__).parent / "templates" / "overlay"
_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")

EXAMPLES = """examples:
  floorcall rulebook new river-room --over tda
  floorcall rulebook new river-room --over tda --name "House rules of the River Room"
  floorcall rulebook new spring-open --over river-room --layer event
  floorcall rulebook new klub --over bfsp --lang ru

The name of the folder becomes the id of the rulebook. --lang is the language of its texts and comments. Nothing is ever
overwritten."""


def new_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall rulebook new``."""
    from cli.arguments import add_format, add_language, add_looks, choice

    parser.description = "Writes house rules, or the regulations of an event, over a rulebook: a sound start to change."
    parser.epilog = EXAMPLES
    parser.add_argument("folder", metavar="FOLDER", help="the folder to write; its name is the id of the rulebook")
    about = "the rulebook underneath, by id or by its folder"
    parser.add_argument("--over", required=True, metavar="BOOK", help=about)
    parser.add_argument("--name", metavar="NAME", help="how the rules are called and cited")
    choice(
        parser, "--layer", LAYERS, "house rules, or the regulations of an event (over a house: event, else house)", None
    )
    add_format(parser)
    add_language(parser)
    add_looks(parser)


def new(arguments: Any, screen: Screen) -> int:
    """Writes the overlay and reads it back. Raises Faults for a bad id, an unknown rulebook, a folder that is taken."""
    from knowledge.loading import folder_of, load, load_fresh

    folder = Path(arguments.folder)
    faults: list[Fault] = []
    for check in (lambda: _check_id(folder), lambda: _check_free(folder), lambda: folder_of(arguments.over)):
        try:
            check()
        except Faults as found:
            faults.extend(found.faults)
    if faults:
        raise Faults(faults)
    below = load(arguments.over)[0]
    values = _values(arguments, folder, below, screen.language)
    written = _write(folder, values)
    load_fresh(folder)
    _tell(folder, values, written, arguments, screen)
    return OK


# -- what is refused ------------------------------------------------------------------------------------------------


def _check_id(folder: Path) -> None:
    from knowledge.loading import installed

    name = folder.resolve().name
    if not _ID.fullmatch(name):
        nearest = "-".join(re.findall(r"[a-z0-9]+", name.lower())) or "house"
        message = f"'{name}' cannot be the id of a rulebook: small Latin letters, digits and hyphens only"
        raise Faults([Fault(str(folder), 0, 0, message, f"for instance {nearest}")])
    if name in installed():
        message = f"there is a rulebook {name} already"
        raise Faults([Fault(str(folder), 0, 0, message, f"for instance my-{name}")])


def _check_free(folder: Path) -> None:
    if folder.is_dir() and not any(folder.iterdir()):
        return
    if folder.exists() or folder.is_symlink():
        raise Faults([Fault(str(folder), 0, 0, "there is something here already; nothing was written", "another name")])


# -- what is written ------------------------------------------------------------------------------------------------


def _values(arguments: Any, folder: Path, below: Any, language: str) -> dict[str, Any]:
    """What the templates fill in."""
    from json import dumps

    from cli.words import word

    name = folder.resolve().name
    kind = arguments.layer or ("event" if below.layered else "house")
    return {
        "id": name,
        "kind": kind,
        "prefix": "H" if kind == "house" else "E",
        "over": below.cites,
        "shown_over": arguments.over,
        "extends": _extends(arguments.over, folder),
        "name": arguments.name or f"{word(f'rules-of-{kind}', language)} {name.replace('-', ' ').title()}",
        "edition": word("first-edition", language),
        "lang": language,
        "folder": arguments.folder,
        "parameters": [_parameter(one, below) for one in below.parameters.values() if not one.reading],
        "t": lambda english, russian: russian if language == "ru" else english,
        "quoted": lambda said: dumps(said, ensure_ascii=False),
    }


def _parameter(one: Any, below: Any) -> dict[str, str]:
    clause = below.clauses[one.clause]
    value = f"[{one.value[0]}, {one.value[1]}]" if isinstance(one.value, tuple) else str(one.value)
    return {"name": one.name, "value": value, "cite": f"{below.cites_of(clause)} {clause.section}"}


def _extends(over: str, folder: Path) -> str:
    """How the overlay names the book underneath: an id as it is, a folder from the one that both may lie in."""
    from knowledge.loading import folder_of, installed

    home = folder.resolve().parent
    if over in installed() and not (home / over).exists():
        return over
    return os.path.relpath(folder_of(over), home)


def _write(folder: Path, values: dict[str, Any]) -> list[str]:
    """The files, each made anew. Raises Faults when one cannot be written."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    loader = FileSystemLoader(str(_TEMPLATES))
    templates = Environment(
        loader=loader, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True
    )
    kind = values["kind"]
    names = {"rulebook.yaml": "rulebook.yaml.j2", "README.md": "README.md.j2"}
    names |= {f"{part}/{kind}.yaml": f"{part}.yaml.j2" for part in ("clauses", "rules", "cases")}
    for name, template in names.items():
        path = folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="utf-8") as stream:
                stream.write(templates.get_template(template).render(values))
        except OSError as error:
            raise Faults([Fault(str(path), 0, 0, f"cannot be written: {error.strerror or error}")]) from None
    return list(names)


def _tell(folder: Path, values: dict[str, Any], written: list[str], arguments: Any, screen: Screen) -> None:
    from cli.words import word

    if arguments.format == "json":
        data = {"rulebook": values["id"], "layer": values["kind"], "over": values["extends"]}
        screen.json({"schema": "floorcall.new/1", **data, "folder": str(folder.resolve()), "files": written})
        return
    language = screen.language
    screen.line(f"{screen.styled(values['id'], 'bold')}: {word('written-over', language)} {values['over']}")
    for name in written:
        screen.line(f"  {folder / name}")
    screen.line(f"{word('next-steps', language)}:")
    for command, option in (("rulebook check", " --only form"), ("cases run", "")):
        screen.line(f"  floorcall {command} {arguments.folder}{option}")

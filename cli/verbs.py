"""``floorcall why``, ``why-not``, ``requires``, ``what-if`` and ``nearest``: questions about a ruling."""

from __future__ import annotations

from typing import Any

from cli.codes import OK
from cli.output import RULED, Screen
from facts.faults import Fault, Faults
from facts.records import NamedTuple

FORMATS = ("text", "json")
MOST_FACTS = 3

_NAMES = """facts and outcomes have short names (docs/verbs.md):
  facts     pot, stakes.bb, A.stack, act2.chips, event1.street, act3; the value - takes a fact out of the story
  outcomes  call, A may-raise, settles=call, B returned=300, deal.status=redeal"""

WHY_EXAMPLES = """examples:
  floorcall why incident.yaml
  floorcall why incident.yaml "B may-raise=no"
  floorcall why incident.yaml "act 3" --depth 2
  floorcall why incident.yaml --lang ru --format json"""

WHY_NOT_EXAMPLES = """examples:
  floorcall why-not incident.yaml 4.9.6.p1
  floorcall why-not incident.yaml all-in-is-a-raise
  floorcall why-not incident.yaml "B may-raise"
  floorcall why-not incident.yaml raise --format json"""

REQUIRES_EXAMPLES = f"""examples:
  floorcall requires incident.yaml "B may-raise"
  floorcall requires incident.yaml raise --format json

{_NAMES}"""

WHAT_IF_EXAMPLES = f"""examples:
  floorcall what-if incident.yaml C.stack=100
  floorcall what-if incident.yaml "act2.says=raise to 600" pot=900
  floorcall what-if incident.yaml act 2 says raise
  floorcall what-if incident.yaml event1=- --format json

{_NAMES}"""

NEAREST_EXAMPLES = """examples:
  floorcall nearest incident.yaml
  floorcall nearest incident.yaml --lang ru --format json"""


# -- arguments ------------------------------------------------------------------------------------------------------


def _arguments(parser: Any, about: str, examples: str) -> None:
    from cli.arguments import add_format, add_language, add_looks, add_readings

    parser.description, parser.epilog = about, examples
    parser.add_argument("file", metavar="FILE", help="an incident file, or - for standard input")
    parser.add_argument("--rulebook", metavar="BOOK", help="a rulebook, by id or by its folder")
    add_format(parser, FORMATS)
    add_language(parser, RULED)
    add_readings(parser)
    add_looks(parser)


def why_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall why``."""
    from cli.arguments import whole

    about = "Proves a ruling: each finding from its rules and clauses down to what was told, or taken for granted."
    _arguments(parser, about, WHY_EXAMPLES)
    parser.add_argument("finding", nargs="?", metavar="FINDING", help="only what comes to this outcome (the ruling)")
    parser.add_argument("--depth", type=whole(0), default=0, metavar="N", help="levels below each finding (0: all)")


def why_not_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall why-not``."""
    about = "Says why a clause, a rule or an outcome does not decide: what was met and what it needed."
    _arguments(parser, about, WHY_NOT_EXAMPLES)
    parser.add_argument("what", metavar="CLAUSE|RULE|OUTCOME", help="the id of a clause or rule, or an outcome")


def requires_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall requires``."""
    about = "Finds the smallest sets of facts, other than told, that would lead to an outcome. Each was ruled on."
    _arguments(parser, about, REQUIRES_EXAMPLES)
    parser.add_argument("outcome", metavar="OUTCOME", help="such as call, 'A may-raise', 'B returned=300'")


def what_if_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall what-if``."""
    about = "Rules on the story with some facts changed, and shows what changes in the ruling."
    _arguments(parser, about, WHAT_IF_EXAMPLES)
    parser.add_argument("changes", nargs="+", metavar="FACT=VALUE", help="a fact with its new value; - takes it out")


def nearest_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall nearest``."""
    about = "Finds the smallest change of the facts that flips the ruling, and the clause that would then decide."
    _arguments(parser, about, NEAREST_EXAMPLES)


# -- the story ------------------------------------------------------------------------------------------------------


class _Case(NamedTuple):
    """A story under its rulebook, ruled on."""

    trials: Any
    ruling: Any
    view: Any


def _case(arguments: Any, screen: Screen) -> _Case:
    """The story of a command. Raises Faults for a faulty incident, an unknown book or reading."""
    from cli.rule import Desk
    from engine.trials import Trials
    from explain.verbs import view_of
    from facts.story import Story

    text, file, incident, loaded = Desk(arguments).told(arguments.file)
    story = Story.read(text, file, loaded.vocabulary.events)
    trials = Trials(story, loaded.book, loaded.vocabulary, loaded.readings)
    try:
        ruling = trials.ruling()
    except ValueError:
        from cli.hands import blame_hands

        blame_hands(incident, text, file)
        raise
    return _Case(trials, ruling, view_of(ruling, screen.language, grouped=arguments.format == "text"))


def _page(screen: Screen) -> Any:
    from explain.verbs import Page

    return Page(screen.width, screen.colour)


def _print(data: Any, text: Any, case: _Case, arguments: Any, screen: Screen) -> int:
    from explain.verbs import notice

    if arguments.format == "json":
        screen.json(data)
    else:
        screen.line((notice(case.view, data, _page(screen)) + text()).rstrip("\n"))
    return OK


def _goal(text: str, case: _Case) -> Any:
    """An outcome of the command line. Raises Faults when it names none."""
    from engine.goals import parse_goal
    from facts.amounts import NotUnderstood

    try:
        return parse_goal(text, case.view.incident, case.view.vocabulary)
    except NotUnderstood as error:
        raise Faults([Fault(text or "''", 0, 0, error.message, error.hint)]) from None


# -- commands -------------------------------------------------------------------------------------------------------


def why(arguments: Any, screen: Screen) -> int:
    """Prints the proof of a ruling or of a finding."""
    from explain.verbs import why as proved
    from explain.verbs import why_text

    case = _case(arguments, screen)
    goal = _goal(arguments.finding, case) if arguments.finding is not None else None
    data = proved(case.view, case.ruling, goal, arguments.depth)
    return _print(data, lambda: why_text(case.view, data, _page(screen)), case, arguments, screen)


def why_not(arguments: Any, screen: Screen) -> int:
    """Prints what keeps a clause, a rule or an outcome from deciding."""
    from engine.search import rules_for
    from explain.verbs import why_not as refused
    from explain.verbs import why_not_text

    case, what = _case(arguments, screen), " ".join(arguments.what.split())
    book = case.view.rulebook
    rules = [rule for rule in book.rules if rule.id == what]
    clauses = [] if rules else _clauses(what, book)
    goal = None
    if clauses:
        ids = {clause.id for clause in clauses}
        rules = [rule for rule in book.rules if ids & {rule.clause, *rule.also}]
    elif not rules:
        goal = _outcome(what, case)
        aims = goal.aims(case.view.vocabulary)
        rules = list(rules_for(case.trials, case.view.trace, aims))
        rules = rules or list(rules_for(case.trials, case.view.trace, aims, any_story=True))
    data = refused(case.view, case.ruling, what, rules, goal, clauses)
    return _print(data, lambda: why_not_text(case.view, data, _page(screen)), case, arguments, screen)


def _clauses(what: str, book: Any) -> list[Any]:
    """The clause with an id, or all that lie below it."""
    if what in book.clauses:
        return [book.clauses[what]]
    return [c for c in book.clauses.values() if c.id.startswith((what + ".", what + "-"))] if what[:1].isdigit() else []


def _outcome(what: str, case: _Case) -> Any:
    """The outcome, or a fault that names the nearest of all that could have been meant."""
    from engine.goals import names, parse_goal
    from facts.amounts import NotUnderstood
    from facts.yamlnodes import closest

    book = case.view.rulebook
    try:
        return parse_goal(what, case.view.incident, case.view.vocabulary)
    except NotUnderstood as error:
        known = (*names(case.view.vocabulary), *(rule.id for rule in book.rules), *book.clauses)
        if "no outcome" not in error.message:
            raise Faults([Fault(what, 0, 0, error.message, error.hint)]) from None
        from facts.faults import nearest

        hint = nearest(what, known) or closest(what, names(case.view.vocabulary))
        message = f"{book.id} has no such clause or rule, and it is no outcome"
        raise Faults([Fault(what or "''", 0, 0, message, hint)]) from None


def requires(arguments: Any, screen: Screen) -> int:
    """Prints the smallest sets of facts that lead to an outcome."""
    from engine.search import required, rules_for
    from explain.verbs import requires as needed
    from explain.verbs import requires_text

    case = _case(arguments, screen)
    goal, incident, trace = _goal(arguments.outcome, case), case.view.incident, case.view.trace
    found = []
    answers = (answer for question in case.ruling.questions for answer in question.answers)
    if not goal.reached(trace, incident) and not any(goal.reached(answer.trace, incident) for answer in answers):
        rules = list(rules_for(case.trials, trace, goal.aims(case.view.vocabulary)))
        found = required(case.trials, trace, lambda then: goal.reached(then, incident), rules, goal.amounts())
    data = needed(case.view, case.ruling, case.trials, goal, found)
    return _print(data, lambda: requires_text(case.view, data, _page(screen), MOST_FACTS), case, arguments, screen)


def what_if(arguments: Any, screen: Screen) -> int:
    """Prints what changes in the ruling when facts change."""
    from explain.verbs import what_if as changed
    from explain.verbs import what_if_text

    case = _case(arguments, screen)
    changes = _parsed(arguments.changes, case)
    try:
        after = case.trials.ruling(changes)
    except ValueError as error:
        raise Faults([Fault(" ".join(map(str, changes)), 0, 0, str(error))]) from None
    data = changed(case.view, case.ruling, after, case.trials, changes)
    text = lambda: what_if_text(case.view, data, case.ruling, after, _page(screen))  # noqa: E731
    return _print(data, text, case, arguments, screen)


def _parsed(words: list[str], case: _Case) -> list[Any]:
    """The changes: each FACT=VALUE by itself, words without a sign together. Raises Faults, all at once."""
    from facts.addresses import parse_change
    from facts.amounts import NotUnderstood

    incident, events = case.view.incident, case.view.vocabulary.events
    texts = words if any("=" in word for word in words) or any(" " in word for word in words) else [" ".join(words)]
    found, faults = [], []
    for text in texts:
        try:
            found.append(parse_change(text, incident, events))
        except NotUnderstood as error:
            faults.append(Fault(text or "''", 0, 0, error.message, error.hint))
    told = [str(change.address) for change in found]
    faults += [Fault(str(c), 0, 0, f"{c.address} is changed twice") for c in found if told.count(str(c.address)) > 1]
    if faults:
        raise Faults(faults)
    return found


def nearest(arguments: Any, screen: Screen) -> int:
    """Prints the smallest changes that flip the ruling."""
    from engine.search import nearest as search
    from engine.trials import is_open
    from explain.verbs import nearest as flipped
    from explain.verbs import nearest_text

    case = _case(arguments, screen)
    waits = is_open(case.view.trace, case.view.vocabulary)
    found = [] if waits else search(case.trials, case.view.trace)
    data = flipped(case.view, case.ruling, case.trials, found)
    return _print(data, lambda: nearest_text(case.view, data, _page(screen), 2), case, arguments, screen)

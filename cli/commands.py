"""The tree of commands, by name. What a command needs is imported when it is called."""

from __future__ import annotations

TYPE_CHECKING = False  # see cli.main
if TYPE_CHECKING:
    from typing import Any

# A command: (module, name of its function there, help). A group: (help, commands), and the command that it is itself
# when none of those is named.
Command = tuple[str, str, str]
Group = tuple[str, dict[str, Command]] | tuple[str, dict[str, Command], Command]

ABOUT = "Rules on poker incidents: tell what happened and get a cited, reasoned ruling."

TREE: dict[str, Command | Group] = {
    "rule": ("cli.rule", "rule", "rule on an incident"),
    "batch": ("cli.batch", "batch", "rule on a file of incidents, one to a line"),
    "find": ("cli.find", "find", "find cases by what happened, in free text, and start an incident from one"),
    "say": ("cli.say", "say", "rule on a story that is typed in a line or two"),
    "why": ("cli.verbs", "why", "prove a ruling, down to what was told"),
    "why-not": ("cli.verbs", "why_not", "say what keeps a clause, a rule or an outcome from deciding"),
    "requires": ("cli.verbs", "requires", "find the smallest sets of facts that lead to an outcome"),
    "what-if": ("cli.verbs", "what_if", "change facts and see what changes in the ruling"),
    "nearest": ("cli.verbs", "nearest", "find the smallest change that flips the ruling"),
    "ask": ("cli.ask", "ask", "ask for what is missing, question by question, and rule"),
    "compare": ("cli.compare", "compare", "one incident under several rulebooks, side by side"),
    "rulebook": (
        "look into rulebooks and check them",
        {
            "list": ("cli.rulebook", "listing", "the rulebooks that are installed"),
            "show": ("cli.rulebook", "show", "the clauses of a rulebook, or one of them with all that stands on it"),
            "new": ("cli.newbook", "new", "write house rules or the regulations of an event over a rulebook"),
            "check": ("cli.checks", "check", "all faults of a rulebook, rules that overlap, and gaps between them"),
            "diff": ("cli.diff", "diff", "what two rulebooks say differently, and which cases flip"),
            "coverage": ("cli.coverage", "coverage", "what carries out each clause, and which cases show it"),
        },
    ),
    "quiz": (
        "ask questions made from the rulebooks, explain the answers, and ask again when it is due",
        {
            "review": ("cli.quizreview", "review", "the questions of a quiz or an exam again, with the answers"),
            "stats": ("cli.quizstats", "stats", "how a trainee stands, by clause, and what falls due when"),
            "class": ("cli.quizclass", "of_class", "how a class stands: weak clauses, hard questions, who is due"),
            "misconceptions": (
                "cli.quizmisconceptions",
                "misconceptions",
                "what is wrongly held to be the rule, and which clauses refute it",
            ),
            "export": ("cli.quizexport", "export", "questions as files: Anki, Moodle, GIFT, CSV, sheets, JSON"),
        },
        ("cli.quiz", "quiz", "ask questions"),
    ),
    "cases": ("run cases", {"run": ("cli.cases", "run", "run the cases of a rulebook or of any folder")}),
    "schema": ("cli.schema", "schema", "print a JSON Schema"),
    "completion": ("cli.completion", "completion", "print a completion script for a shell"),
}

EXIT_CODES = """exit codes:
  0    done (also when the ruling needs facts)
  1    a check failed: a case, the coverage, or --strict; a line of a batch was left out; an exam was not passed
  2    faults in a file, or a command that is not understood
  3    an interview ended before its ruling, or a quiz before its end; everything typed is kept
  70   an error in floorcall itself (FLOORCALL_DEBUG=1 shows where)
  130  interrupted
  141  the reader of the output went away"""

EPILOG = f"""examples:
  floorcall rule incident.yaml
  floorcall rule incident.yaml --lang ru --audience player
  floorcall batch archive.jsonl --out rulings.jsonl
  floorcall find "dealer put out the turn before the button acted"
  floorcall say "NL 100/200, flop pot 600; A bets 300; B all in 450; C to act"
  floorcall ask
  floorcall compare incident.yaml --rulebooks bfsp,tda
  floorcall rulebook show bfsp 4.9.8
  floorcall quiz --rulebook bfsp --count 10
  floorcall cases run house/cases --rulebook house

{EXIT_CODES}"""


def is_group(entry: Command | Group) -> bool:
    """Whether an entry holds further commands."""
    return isinstance(entry[1], dict)


def itself(entry: Command | Group) -> Command | None:
    """The command that a group is itself, when none of its commands is named."""
    return entry[2] if isinstance(entry[1], dict) and len(entry) > 2 else None


def function_of(command: Command, suffix: str = "") -> Any:
    """The function of a command, or with ``suffix`` the one beside it (``_arguments``)."""
    from importlib import import_module

    return getattr(import_module(command[0]), command[1] + suffix)

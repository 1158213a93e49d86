"""``floorcall schema``: the JSON Schemas of what goes in and what comes out."""

from __future__ import annotations

from typing import Any

from cli.codes import OK
from cli.output import Screen

SCHEMAS = ("incident", "ruling", "compare", "verbs", "batch", "check", "find", "say", "quiz", "items")

EXAMPLES = """examples:
  floorcall schema incident > incident.schema.json
  floorcall schema ruling > ruling.schema.json
  floorcall schema compare > compare.schema.json
  floorcall schema verbs > verbs.schema.json
  floorcall schema check > check.schema.json
  floorcall schema find > find.schema.json
  floorcall schema say > say.schema.json
  floorcall schema quiz > quiz.schema.json
  floorcall schema items > items.schema.json
  floorcall schema batch > batch.schema.json

An editor that knows JSON Schema then completes and checks an incident file whose first line is
  # yaml-language-server: $schema=incident.schema.json"""


def schema_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall schema``."""
    from cli.arguments import one_of

    parser.description = "Prints the JSON Schema of incident files, or of what comes out as JSON."
    parser.epilog = EXAMPLES
    shown = "{" + ",".join(SCHEMAS) + "}"
    parser.add_argument("what", type=one_of(SCHEMAS), choices=SCHEMAS, metavar=shown, help="which one")


def schema(arguments: Any, screen: Screen) -> int:
    """Prints a schema."""
    if arguments.what == "incident":
        from facts.lexicon import vocabulary
        from facts.schema import incident_schema

        screen.json(incident_schema(vocabulary().events))
    elif arguments.what == "compare":
        from explain.compareschema import compare_schema

        screen.json(compare_schema())
    elif arguments.what == "verbs":
        from explain.verbschema import verbs_schema

        screen.json(verbs_schema())
    elif arguments.what == "batch":
        from cli.batchschema import batch_schema

        screen.json(batch_schema())
    elif arguments.what == "check":
        from check.schema import check_schema

        screen.json(check_schema())
    elif arguments.what == "find":
        from precedents.schema import find_schema

        screen.json(find_schema())
    elif arguments.what == "say":
        from say.schema import say_schema

        screen.json(say_schema())
    elif arguments.what == "quiz":
        from training.statschema import quiz_schema

        screen.json(quiz_schema())
    elif arguments.what == "items":
        from training.exports.schema import items_schema

        screen.json(items_schema())
    else:
        from explain.schema import ruling_schema

        screen.json(ruling_schema())
    return OK

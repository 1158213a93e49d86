"""Completing the names of facts and outcomes: those that need no story, as lists in a shell function."""

from __future__ import annotations

from typing import Any

# How arguments that name an outcome, and a fact, are called in the help.
OUTCOMES = ("FINDING", "OUTCOME", "CLAUSE|RULE|OUTCOME")
FACTS = ("FACT=VALUE",)
MISCONCEPTIONS = ("MISCONCEPTION|any",)
_MOST_ACTS = 4

_BASH = """_floorcall_NAME() {
  compgen -W "WORDS" -- "$1"
}"""

_ZSH = """_floorcall_NAME() {
  compadd -- WORDS
}"""

_FISH = """function __floorcall_NAME
  for name in WORDS
    echo $name
  end
end"""


def outcomes() -> dict[str, Any]:
    """How shtab completes an outcome: topics, and the words that they hold."""
    from engine.goals import names
    from facts.lexicon import vocabulary

    return _completion("outcomes", names(vocabulary()))


def facts() -> dict[str, Any]:
    """How shtab completes a fact: the keys of an incident file, those of the first acts."""
    from facts.addresses import addresses
    from facts.incident import Act, Incident

    story = Incident((), timeline=tuple(Act("") for _ in range(_MOST_ACTS)))
    return _completion("facts", [str(address) for address in addresses(story, {})])


def misconceptions() -> dict[str, Any]:
    """How shtab completes a misconception, or any."""
    from training.item import ANY
    from training.misconception import files

    return _completion("misconceptions", [ANY, *(path.stem for path in files())])


def _completion(name: str, words: list[str]) -> dict[str, Any]:
    shells = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}
    return {
        "bash": f"_floorcall_{name}",
        "zsh": f"_floorcall_{name}",
        "fish": f"(__floorcall_{name})",
        "preamble": {
            shell: text.replace("NAME", name).replace("WORDS", " ".join(words)) for shell, text in shells.items()
        },
    }

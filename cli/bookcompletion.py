"""Completing the names of rulebooks: a shell function for each shell, with the ids installed when it is printed."""

from __future__ import annotations

from typing import Any

_BASH = """_floorcall_books() {
  local before=""
  case "$1" in *,*) before="${1%,*},";; esac
  compgen -P "$before" -W "IDS" -- "${1##*,}"
  compgen -P "$before" -d -S '/' -- "${1##*,}"
}"""

_ZSH = """_floorcall_books() {
  compset -P '*,'
  _alternative 'books:rulebook:(IDS)' 'folders:folder:_files -/'
}"""

_FISH = """function __floorcall_books
  set -l before (string match -r '^.*,' -- (commandline -ct))
  for book in IDS
    echo "$before$book"
  end
  __fish_complete_directories
end"""


def books() -> dict[str, Any]:
    """How shtab completes a rulebook: an id or a folder, also behind a comma."""
    from knowledge.loading import installed

    ids = " ".join(installed())
    functions = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}
    return {
        "bash": "_floorcall_books",
        "zsh": "_floorcall_books",
        "fish": "(__floorcall_books)",
        "preamble": {shell: text.replace("IDS", ids) for shell, text in functions.items()},
    }

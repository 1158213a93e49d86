"""Make the local environment .venv fit pyproject.toml and constraints.txt; do nothing when it does already.

Usage: setup_env.py run|test|bench [--exact]

``run`` installs floorcall with the journal and the training, ``test`` what the tests need as well, ``bench`` also the
programs that bench/ compares with.
``--exact`` insists on the Python that runs this file.
A stamp inside .venv is taken away first and written back last, so an interrupted set-up is seen, and the environment is
then built anew. Standard library only: this runs before anything is installed.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

LEVELS = ("run", "test", "bench")  # each holds those before it
WITH_IT = ("journal", "training")  # extras that every level has: who sets up a folder gets all commands
INPUTS = ("pyproject.toml", "constraints.txt", "tools/setup_env.py")
# What a user's shell may set that would send pip elsewhere, or let it find packages outside .venv.
MISLEADING = ("PIP_USER", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PYTHONPATH", "PYTHONHOME", "__PYVENV_LAUNCHER__")


class SetupFailed(Exception):
    """The environment could not be made; the text says what to do about it."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """What an environment was built from.

    ``inputs``: digest of the files that decide its content. ``root``: the folder it was built in, because its scripts
    hold that path. ``python``: version such as ``3.12``. ``level``: one of LEVELS.
    """

    inputs: str
    root: str
    python: str
    level: str


def wanted(root: Path, level: str) -> Stamp:
    """The stamp that a fitting environment in ``root`` carries when it is built by this Python."""
    digest = hashlib.sha256()
    for name in INPUTS:
        digest.update(name.encode() + b"\0" + (root / name).read_bytes() + b"\0")
    return Stamp(digest.hexdigest(), str(root), ".".join(map(str, sys.version_info[:2])), level)


def found(root: Path) -> Stamp | None:
    """The stamp of the environment in ``root``; None when it is missing, half-done, moved or can no longer start."""
    try:
        stamp = Stamp(**json.loads(stamp_file(root).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None
    if stamp.root != str(root) or not (root / ".venv/bin/floorcall").exists():
        return None
    return stamp if starts(root) else None


def starts(root: Path) -> bool:
    """Whether the environment's Python runs and finds its packages: not once its base Python is gone."""
    try:
        # The packages lie in a folder named for one Python version, so this also notices a base that was exchanged.
        done = subprocess.run([python_of(root), "-c", "import yaml"], capture_output=True, check=False)
    except OSError:
        return False
    return done.returncode == 0


def fits(have: Stamp | None, want: Stamp, exact: bool) -> bool:
    """Whether nothing needs doing. A level includes those before it; another Python is wrong only when ``exact``."""
    if have is None or have.inputs != want.inputs or (exact and have.python != want.python):
        return False
    return LEVELS.index(have.level) >= LEVELS.index(want.level)


def build(root: Path, have: Stamp | None, want: Stamp, exact: bool) -> Stamp:
    """Bring the environment up to ``want`` and return its stamp; what is usable in it is kept."""
    if have is None or (exact and have.python != want.python):
        print(f"setting up .venv with Python {want.python} ...", flush=True)
        create(root)
        have = None
    else:
        print("bringing .venv up to date ...", flush=True)
        stamp_file(root).unlink()
    level = max(want.level, have.level if have is not None else "run", key=LEVELS.index)
    extras = tomllib.loads((root / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    if have is None or have.inputs != want.inputs:
        pip(root, "setuptools")
        chosen = ",".join(name for name in WITH_IT if name in extras)
        # compat: a plain path entry. The import hook that pip would lay instead costs every start 20 ms.
        here = f".[{chosen}]" if chosen else "."
        pip(root, "--no-build-isolation", "--use-pep517", "--config-settings", "editable_mode=compat", "-e", here)
    if level != "run":
        pip(root, *extras["test"])
    if level == "bench":
        there = [tried(root, program) for program in extras["bench"]]
        level = "bench" if all(there) else "test"  # so that the next time tries again
    return Stamp(want.inputs, want.root, want.python if have is None else have.python, level)


def tried(root: Path, program: str) -> bool:
    """Install a program to compare with; False, and a word about it, where that fails: the benchmarks do without it."""
    try:
        pip(root, program)
    except SetupFailed:
        print(f"floorcall: {program} cannot be installed here; the benchmarks go on without it", file=sys.stderr)
        return False
    return True


def create(root: Path) -> None:
    """An empty environment in ``root``/.venv, whatever was there before."""
    target = root / ".venv"
    if target.is_dir() and not target.is_symlink():
        stamp_file(root).unlink(missing_ok=True)
        shutil.rmtree(target)
    else:
        target.unlink(missing_ok=True)
    # The base Python: the one that runs this file may be the one just removed.
    base = getattr(sys, "_base_executable", None) or sys.executable
    if run(root, base, "-m", "venv", ".venv"):
        raise SetupFailed(f"{base} cannot create an environment; some systems pack that apart (python3-venv)")


def pip(root: Path, *what: str) -> None:
    """Install into the environment, at the versions of constraints.txt."""
    quiet = ("-qq", "--no-input", "--disable-pip-version-check")
    if run(root, python_of(root), "-m", "pip", "install", *quiet, "-c", "constraints.txt", *what):
        raise SetupFailed("pip could not install what floorcall needs; this step needs the network, later runs do not")


def run(root: Path, *command: str) -> int:
    """Run a program in ``root`` and return its exit code.

    It inherits the lock: when this process is killed, the next set-up waits for what it had started.
    """
    variables = {name: value for name, value in os.environ.items() if name not in MISLEADING}
    done = subprocess.run(command, cwd=root, env=variables, stdin=subprocess.DEVNULL, close_fds=False, check=False)
    return done.returncode


def python_of(root: Path) -> str:
    """The environment's own Python."""
    return str(root / ".venv/bin/python")


def stamp_file(root: Path) -> Path:
    """Where the stamp lies: inside, so that it goes when the environment goes."""
    return root / ".venv/floorcall-stamp.json"


@contextmanager
def alone(root: Path) -> Iterator[None]:
    """Only one set-up at a time in ``root``; others wait here. The system lets go of the lock when they end."""
    with (root / ".venv.lock").open("w") as lock:
        os.set_inheritable(lock.fileno(), True)
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def main(arguments: list[str] | None = None, root: Path | None = None) -> int:
    """Run from the command line; returns the exit code."""
    parser = argparse.ArgumentParser(description="Make .venv fit pyproject.toml and constraints.txt.")
    parser.add_argument("level", choices=LEVELS)
    parser.add_argument("--exact", action="store_true", help="insist on the Python that runs this")
    options = parser.parse_args(arguments)
    root = root or Path(__file__).resolve().parent.parent
    want = wanted(root, options.level)
    with alone(root):
        have = found(root)
        if not fits(have, want, options.exact):
            try:
                stamp = build(root, have, want, options.exact)
            except SetupFailed as failure:
                print(f"floorcall: {failure}", file=sys.stderr)
                return 1
            stamp_file(root).write_text(json.dumps(asdict(stamp)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)

"""The network of a rulebook in CLIPS, from its compiled image in the user's cache folder or built anew.

An image is only ever a shortcut. CLIPS believes whatever it loads, so a file is loaded only when the digest over all of
it fits and its name fits the rulebook, this state of the adapter, this build of CLIPS and this machine; else it is made
again. A place that cannot be written to costs the time of building the network, some 60 ms for a large rulebook.
"""

from __future__ import annotations

import marshal
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from engine.clips_compat import Clips, clips
from engine.clips_network import Network
from engine.clips_program import Closed, Program, Template
from knowledge import store
from knowledge.model import Rule

_ENDING = ".clips"
_SIZE = 16  # bytes of the seal, and of the length before it
_SOURCES = (
    "clips_adapter.py",
    "clips_image.py",
    "clips_network.py",
    "clips_program.py",
    "clips_rules.py",
    "possible.py",
)


def network_of(digest: str, rules: Callable[[], Sequence[Rule]]) -> Network:
    """The network of the rulebook with this digest.

    ``rules``: all of them, asked for only when the network has to be built. Raises NoClips.
    """
    found = clips()
    name = f"{digest}.{_stamp(found)}{_ENDING}"
    made = _fetched(found, name)
    if made is None:
        made = built(rules())
        _keep(found, name, *made)
    return Network(*made)


def built(rules: Sequence[Rule]) -> tuple[Any, Program]:
    """An environment of CLIPS with some rules in it. Raises NoClips; RuntimeError when CLIPS refuses a construct."""
    from engine.clips_rules import program_of  # late: with an image on disk nobody needs it

    lib, program = clips().lib, program_of(rules)
    environment = lib.CreateEnvironment()
    for text in program.constructs:
        if lib.Build(environment, text.encode()) != lib.BE_NO_ERROR:
            lib.DestroyEnvironment(environment)
            raise RuntimeError(f"CLIPS refuses {text}")
    lib.Reset(environment)
    return environment, program


def _stamp(found: Clips) -> str:
    """Names this machine, this build of CLIPS and this state of the adapter."""
    state = store.blake2b(f"{found.stamp} {sys.platform} {sys.maxsize} {sys.byteorder}\0".encode(), digest_size=8)
    state.update(f"{sys.version_info[:2]} {marshal.version}\0".encode())
    for name in _SOURCES:
        told = os.stat(os.path.join(os.path.dirname(__file__), name))
        state.update(f"{name} {told.st_size} {told.st_mtime_ns}\0".encode())
    return str(state.hexdigest())


def _fetched(found: Clips, name: str) -> tuple[Any, Program] | None:
    """The environment and its program from the image, or None when there is none that can be trusted."""
    folder = store.cache_folder()
    if folder is None:
        return None
    path = os.path.join(folder, name)
    try:
        with open(path, "rb") as stream:
            raw = stream.read()
    except OSError:
        return None
    if len(raw) < 2 * _SIZE or store.seal(raw[:-_SIZE], name) != raw[-_SIZE:]:
        return None
    length = int.from_bytes(raw[-2 * _SIZE : -_SIZE], "big")
    try:
        program = _program(marshal.loads(raw[-2 * _SIZE - length : -2 * _SIZE]))
    except (ValueError, EOFError, TypeError, LookupError, AttributeError):
        return None  # sound, yet of another shape
    environment = found.lib.CreateEnvironment()
    if not found.lib.Bload(environment, os.fsencode(path)):
        found.lib.DestroyEnvironment(environment)
        return None
    found.lib.Reset(environment)
    return environment, program


def _keep(found: Clips, name: str, environment: Any, program: Program) -> bool:
    """Writes the image beside its place and moves it there; False when that cannot be (which harms nothing).

    What Python has to know follows the part of CLIPS, which reads no further than its own end.
    """
    folder = store.cache_folder()
    if folder is None:
        return False
    draft = os.path.join(folder, f"{name}.{os.getpid()}.tmp")
    try:
        os.makedirs(folder, exist_ok=True)
        with open(draft, "wb"):
            pass  # CLIPS says aloud that it cannot write
        if not _saved(found, environment, draft):
            raise OSError(draft)
        told = marshal.dumps(_plain(program))
        with open(draft, "rb") as stream:
            raw = stream.read() + told + len(told).to_bytes(_SIZE, "big")
        with open(draft, "wb") as stream:
            stream.write(raw + store.seal(raw, name))
        os.replace(draft, os.path.join(folder, name))
    except OSError:
        with suppress(OSError):
            os.unlink(draft)
        return False
    store.tidy(folder, _ENDING)
    return True


def _saved(found: Clips, environment: Any, path: str) -> bool:
    """Lets CLIPS write its image. It warns aloud of leaving out constraints while it does not check them."""
    value = found.ffi.new("CLIPSValue *")
    found.lib.Eval(environment, b"(set-dynamic-constraint-checking TRUE)", value)
    done = found.lib.Bsave(environment, os.fsencode(path))
    found.lib.Eval(environment, b"(set-dynamic-constraint-checking FALSE)", value)
    return bool(done)


def _plain(program: Program) -> Any:
    templates = {
        kind: (made.name, made.open, tuple(tuple(closed) for closed in made.closed))
        for kind, made in program.templates.items()
    }
    return program.symbols, templates, program.rules


def _program(raw: Any) -> Program:
    symbols, templates, rules = raw
    return Program(
        (),
        symbols,
        {
            kind: Template(name, open_, tuple([Closed(*closed) for closed in closed_]))
            for kind, (name, open_, closed_) in templates.items()
        },
        rules,
    )

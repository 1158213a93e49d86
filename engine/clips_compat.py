"""The one place that imports CLIPS.

clipspy's package loads modules that a ruling never needs (30 ms of every start, ``traceback`` and ``logging`` among
them), and its classes look at every value several times. What is used here is the C interface inside it, loaded by
itself and kept under a name of ours: it is the same shared object, so a program that imports ``clips`` as well gets
both.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib.machinery import PathFinder
from importlib.util import module_from_spec
from typing import Any

from facts.records import NamedTuple

_EXTENSION = "clips._clips"


class Clips(NamedTuple):
    """The C interface: ``lib`` has the functions of CLIPS, ``ffi`` makes values for them. ``stamp`` names this build
    of it: what another one wrote is never read.
    """

    lib: Any
    ffi: Any
    stamp: str


class NoClips(ImportError):
    """CLIPS cannot be loaded: clipspy is not installed, or does not fit this Python or this machine."""


@cache
def clips() -> Clips:
    """CLIPS, loaded at the first call. Raises NoClips."""
    package = PathFinder.find_spec("clips")
    folders = None if package is None else package.submodule_search_locations
    spec = PathFinder.find_spec(_EXTENSION, folders) if folders else None
    if spec is None or spec.origin is None:
        raise NoClips("clipspy is not installed")
    try:
        module = sys.modules.get(_EXTENSION) or module_from_spec(spec)
        if spec.loader is not None and not hasattr(module, "lib"):
            spec.loader.exec_module(module)
        told = os.stat(spec.origin)
        found = Clips(module.lib, module.ffi, f"{spec.origin} {told.st_size} {told.st_mtime_ns}")
        missing = [name for name in _USED if not hasattr(found.lib, name)]
    except (ImportError, AttributeError, OSError) as error:
        raise NoClips(f"clipspy cannot be loaded: {error}") from error
    if missing:
        raise NoClips(f"clipspy is another release: it has no {missing[0]}")
    return found


# clipspy 1.0 is built from CLIPS 6.4; a release with another interface is told from it by these.
_USED = (
    "ActivationGetSalience",
    "ActivationPPForm",
    "Bload",
    "Bsave",
    "Build",
    "CreateEnvironment",
    "CreateFactBuilder",
    "CreateInteger",
    "CreateMultifieldBuilder",
    "CreateStringBuilder",
    "CreateSymbol",
    "DeleteActivation",
    "DestroyEnvironment",
    "Eval",
    "FBAssert",
    "FBPutSlot",
    "GetNextActivation",
    "MBAppend",
    "MBReset",
    "Reset",
    "Retract",
    "SetFactDuplication",
)

__all__ = ["Clips", "NoClips", "clips"]

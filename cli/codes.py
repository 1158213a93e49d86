"""Exit codes: what a program that calls floorcall may rely on."""

OK = 0
"""Done. A ruling is a ruling, also one that needs facts, shows a conflict or leaves something to a judge."""

FAILED = 1
"""A check did not pass: a case, the coverage asked for, an exam; or something could not be written in shorthand."""

BAD_INPUT = 2
"""Faults in a file, a story that asks something first, a command not understood, or an engine that is not there."""

UNFINISHED = 3
"""An interview that ended before its ruling, a quiz before its end; what was typed is kept."""

INTERNAL = 70
"""A mistake in floorcall itself, or output that could not be written."""

INTERRUPTED = 130
"""Stopped from the keyboard."""

CLOSED_PIPE = 141
"""Whoever read the output stopped reading."""

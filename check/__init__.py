"""Static checks of a rulebook: rules that contradict each other, and incidents about which no rule says anything.

A solver decides it, from the extra ``check``. Nothing here is imported on the way of a ruling, and only the modules
that are named for it (``terms`` and those that import it) import the solver.
"""

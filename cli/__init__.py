"""The command line: one thin command per verb. It reads arguments and prints; it never decides anything."""

"""Shorthand: a story typed in a line or two, in English or Russian words, read into the incident of a file and back."""

from say.reading import Answer, Question, Understood, read_shorthand
from say.showing import Shown
from say.writing import Written, write_shorthand

__all__ = ["Answer", "Question", "Shown", "Understood", "Written", "read_shorthand", "write_shorthand"]

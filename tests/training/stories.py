"""Stories that several tests tell."""

SHORT_ALL_IN = """
game: holdem
structure: no-limit
street: flop
stakes: {sb: 50, bb: 100}
seats: [A, B, C]
pot: 600
actions:
  - A: bet 1000
  - B: call
  - C: all-in 1600
"""

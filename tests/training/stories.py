"""Stories that several tests tell, all on one flop."""

_FLOP = """
game: holdem
structure: no-limit
street: flop
stakes: {sb: 50, bb: 100}
pot: 600"""

SHORT_ALL_IN = f"""{_FLOP}
seats: [A, B, C]
actions:
  - A: bet 1000
  - B: call
  - C: all-in 1600
"""
LATE_RAISE = f"""{_FLOP}
seats: [A, B, C]
actions:
  - A: bet 300
  - B: {{says: raise, said_when: after, chips: 1x1000}}
"""

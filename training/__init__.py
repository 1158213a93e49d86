"""Training: quiz items made from the cases of a rulebook, answered by the engines, asked again when they are due."""

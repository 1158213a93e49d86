"""From free text to the cases that tell the same kind of incident, in four languages and without a network."""

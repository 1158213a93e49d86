"""From the trace of a ruling to people."""

"""Forward chaining: rules on an engine, arbitration, the trace, and the ruling of a whole incident."""

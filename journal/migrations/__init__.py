"""The versions of the journal's tables, each made out of the one before (Alembic)."""

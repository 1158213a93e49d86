"""The event's journal: incidents as entered, rulings as given, what the officials decided, and reports about it.

Kept in a database, by the extra ``journal``; nothing here is imported on the way of a ruling that is not logged.
"""

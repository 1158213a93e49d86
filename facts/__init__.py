"""What can be said about an incident: the vocabulary, the incident model and its reader, the table replay, cards and
hands.
"""

"""Reports on an event: the ruling, the player's notice, the protocol, statistics, the record of a disqualification.

:func:`journal.reports.making.make` makes a report as plain data from the journal, and :mod:`journal.reports.setting`
sets it as Markdown, HTML, PDF or DOCX. What only one format needs is imported with it.
"""

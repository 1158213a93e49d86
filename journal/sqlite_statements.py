"""The statements of ``journal.tables`` for SQLite. Written by ``python -m journal.tables``."""

# fmt: off
# ruff: noqa: E501
STATEMENTS = {
    'version': 'SELECT version_num FROM journal_version',
    'events': 'SELECT entries.event, entries.number, entries.kind, entries.at, entries."by", entries.about, entries.at_table, entries.hand, entries.data, entries.body, entries.previous, entries.digest FROM entries JOIN events ON events.id = entries.event AND entries.number = 1 ORDER BY entries.at, entries.event',
    'event_ids': 'SELECT events.id FROM events ORDER BY events.id',
    'head': 'SELECT events.entries, events.head FROM events WHERE events.id = :event',
    'lock': 'SELECT events.entries, events.head FROM events WHERE events.id = :event',
    'add_event': 'INSERT INTO events (id, entries, head) VALUES (:id, :entries, :head)',
    'move_head': 'UPDATE events SET entries=:number, head=:digest WHERE events.id = :event',
    'add_entry': 'INSERT INTO entries (event, number, kind, at, "by", about, at_table, hand, data, body, previous, digest) VALUES (:event, :number, :kind, :at, :by, :about, :at_table, :hand, :data, :body, :previous, :digest)',
    'add_body': 'INSERT INTO bodies (event, number, content) VALUES (:event, :number, :content)',
    'add_mark': 'INSERT INTO marks (event, what, value, number) VALUES (:event, :what, :value, :number)',
    'entry': 'SELECT entries.event, entries.number, entries.kind, entries.at, entries."by", entries.about, entries.at_table, entries.hand, entries.data, entries.body, entries.previous, entries.digest FROM entries WHERE entries.event = :event AND entries.number = :number',
    'entries': 'SELECT entries.event, entries.number, entries.kind, entries.at, entries."by", entries.about, entries.at_table, entries.hand, entries.data, entries.body, entries.previous, entries.digest FROM entries WHERE entries.event = :event AND entries.number > :after ORDER BY entries.number LIMIT 500 OFFSET 0',
    'entries_of_kind': 'SELECT entries.event, entries.number, entries.kind, entries.at, entries."by", entries.about, entries.at_table, entries.hand, entries.data, entries.body, entries.previous, entries.digest FROM entries WHERE entries.event = :event AND entries.number > :after AND entries.kind = :kind ORDER BY entries.number LIMIT 500 OFFSET 0',
    'entries_about': 'SELECT entries.event, entries.number, entries.kind, entries.at, entries."by", entries.about, entries.at_table, entries.hand, entries.data, entries.body, entries.previous, entries.digest FROM entries WHERE entries.event = :event AND entries.number > :after AND entries.about = :about ORDER BY entries.number LIMIT 500 OFFSET 0',
    'entries_marked': 'SELECT entries.event, entries.number, entries.kind, entries.at, entries."by", entries.about, entries.at_table, entries.hand, entries.data, entries.body, entries.previous, entries.digest FROM entries JOIN marks ON marks.event = entries.event AND marks.number = entries.number WHERE marks.event = :event AND marks.what = :what AND marks.value = :value AND marks.number > :after ORDER BY marks.number LIMIT 500 OFFSET 0',
    'body': 'SELECT bodies.number, bodies.content FROM bodies WHERE bodies.event = :event AND bodies.number = :number',
    'bodies': 'SELECT bodies.number, bodies.content FROM bodies WHERE bodies.event = :event AND bodies.number > :after ORDER BY bodies.number LIMIT 50 OFFSET 0',
    'count_marked': 'SELECT count(*) AS count_1 FROM (SELECT marks.number AS number FROM marks WHERE marks.event = :event AND marks.what = :what AND marks.value = :value LIMIT 5000 OFFSET 0) AS anon_1',
    'value_from': 'SELECT min(marks.value) AS min_1 FROM marks WHERE marks.event = :event AND marks.what = :what AND marks.value >= :value',
    'value_after': 'SELECT min(marks.value) AS min_1 FROM marks WHERE marks.event = :event AND marks.what = :what AND marks.value > :value',
    'values_marked': 'SELECT DISTINCT marks.value FROM marks WHERE marks.event = :event AND marks.what = :what',
    'marks': 'SELECT marks.number, marks.what, marks.value FROM marks WHERE marks.event = :event',
    'persons': 'SELECT persons."key", persons.number, persons.salt, persons.name, persons.details FROM persons WHERE persons.event = :event',
    'person': 'SELECT persons."key", persons.number, persons.salt, persons.name, persons.details FROM persons WHERE persons.event = :event AND persons."key" = :key',
    'add_person': 'INSERT INTO persons (event, "key", number, salt, name, details) VALUES (:event, :key, :number, :salt, :name, :details)',
    'drop_person': 'DELETE FROM persons WHERE persons.event = :event AND persons."key" = :key',
}

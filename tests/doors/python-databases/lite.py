"""sqlite3: every format's ids in a table, found again by text and by range."""

import sqlite3

import sortid
from sortid import Format

failed = 0
connection = sqlite3.connect(":memory:")
connection.execute("create table ids (format text, key text, bytes blob)")
for format in Format:
    id = sortid.new(format)
    connection.execute("insert into ids values (?, ?, ?)", (format.value, id, id.bytes))
    where = "select key, typeof(key), bytes from ids where key = ? and key between ? and ?"
    rows = list(connection.execute(where, (id, *format.type.prefix_range(str(id)[:5]))))
    same = [(format.type(key), kind, format.type(data)) for key, kind, data in rows] == [(id, "text", id)]
    failed += not same
    print(f"ok sqlite3 {format.value}" if same else f"not ok sqlite3 {format.value}: {rows}", flush=True)
connection.close()
raise SystemExit(failed > 0)

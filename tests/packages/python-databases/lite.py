"""sqlite3: every format's ids in a table, found again by text and by range."""

import sqlite3
import sys
from pathlib import Path

from sortid import Format

# It is run without its own folder, as whatever lay there would hide packages.
sys.path.append(str(Path(__file__).resolve().parent))

from examples import bounds, example

failed = 0
connection = sqlite3.connect(":memory:")
connection.execute("create table ids (format text, key text, bytes blob)")
for format in Format:
    id = example(format)
    connection.execute("insert into ids values (?, ?, ?)", (format.value, id, id.bytes))
    where = "select key, typeof(key), bytes from ids where key = ? and key between ? and ?"
    rows = list(connection.execute(where, (id, *bounds(id))))
    same = [(format.type(key), kind, format.type(data)) for key, kind, data in rows] == [(id, "text", id)]
    failed += not same
    print(f"ok sqlite3 {format.value}" if same else f"not ok sqlite3 {format.value}: {rows}", flush=True)
connection.close()
raise SystemExit(failed > 0)

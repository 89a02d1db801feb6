"""sqlite3: every format's ids in a table, found again by the id and by a range."""

import sqlite3
import sys
from pathlib import Path

from sortid import Format
from sortid.storage import Kind, Storage

# It is run without its own folder, as whatever lay there would hide packages.
sys.path.append(str(Path(__file__).resolve().parent))

from examples import bounds, example

failed = 0
connection = sqlite3.connect(":memory:")
connection.execute("create table ids (format text, key, bytes blob)")
for format in Format:
    id = example(format)
    connection.execute("insert into ids values (?, ?, ?)", (format.value, id, id.bytes))
    where = "select key, typeof(key), bytes from ids where key = ? and key between ? and ?"
    rows = list(connection.execute(where, (id, *bounds(id))))
    storage = Storage(format, "sqlite")
    held = "integer" if storage.kind is Kind.INTEGER else "blob"
    same = [(storage.read(key), kind, format.type(data)) for key, kind, data in rows] == [(id, held, id)]
    failed += not same
    print(f"ok sqlite3 {format.value}" if same else f"not ok sqlite3 {format.value}: {rows}", flush=True)
connection.close()
raise SystemExit(failed > 0)

"""The two queries of docs/databases.md return the same rows; one reads only these, the other reads all."""

from __future__ import annotations

import datetime
import sys
from pathlib import Path

import psycopg
from sortid import Generator, Uuid7

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from pages import blocks, statements

FIRST = datetime.datetime(2024, 7, 1, tzinfo=datetime.UTC)
START, END = datetime.datetime(2024, 7, 19, tzinfo=datetime.UTC), datetime.datetime(2024, 7, 20, tzinfo=datetime.UTC)
ROWS = 20_000

with psycopg.connect(autocommit=True) as connection:
    connection.execute("SET timezone = 'UTC'")
    connection.execute("CREATE TABLE orders (id uuid PRIMARY KEY)")
    generator = Generator(Uuid7, clock="manual", seed=bytes(32))
    times = [FIRST + number * datetime.timedelta(minutes=3) for number in range(ROWS)]
    ids = [generator.next_at(time) for time in times]
    connection.execute("INSERT INTO orders SELECT unnest(%s::uuid[])", ([id.uuid for id in ids],))
    connection.execute("ANALYZE orders")
    (block,) = blocks("databases.md", "Ranges of time")
    by_bounds, by_time = statements(block)
    expected = [id.uuid for id, time in zip(ids, times, strict=True) if START <= time < END]
    bounds = Uuid7.range(START, END)
    checks = {"the page has the library's bounds": all(str(bound) in by_bounds for bound in bounds[:2])}
    for name, query, scan in (("bounds", by_bounds, "Index Cond"), ("times", by_time, "Seq Scan")):
        rows = sorted(row[0] for row in connection.execute(query).fetchall())
        plan = "\n".join(row[0] for row in connection.execute(f"EXPLAIN {query}").fetchall())
        checks[f"{name} find the rows of the day"] = rows == expected
        checks[f"{name}: {scan}"] = scan in plan and ("Seq Scan" in plan) == (scan == "Seq Scan")
    for name, passed in checks.items():
        print(f"ok {name}" if passed else f"not ok {name}: {by_bounds} {bounds}")

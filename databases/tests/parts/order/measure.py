"""Inserts ids of every format into each kind of column, and compares their order with sortid's and with the page."""

from __future__ import annotations

import os
import random
import sys

import page
from columns import COLUMNS, Column
from embedded import H2, Clickhouse
from page import Found
from sample import COUNT, Sample
from servers import Duckdb, Mariadb, Postgresql, Refused, Server, Sqlite
from sortid import Format

SERVERS: dict[str, type[Server]] = {
    "postgresql": Postgresql,
    "pglite": Postgresql,
    "mariadb": Mariadb,
    "sqlite": Sqlite,
    "duckdb": Duckdb,
    "h2": H2,
    "clickhouse": Clickhouse,
}


def is_bare(sample: Sample, kind: str) -> bool:
    """Whether the plain values sort like the ids."""
    values = sample.values(kind)
    return values == (sorted(values, key=int) if kind in ("integer", "signed", "wide") else sorted(values))


def measure(server: Server, sample: Sample, found: Found) -> None:
    """Adds the result for a format."""
    column, name = found.column, sample.format.name
    rows = list(enumerate(sample.values(column.kind)))
    # Shuffle the row numbers, so that their order reveals nothing about that of the ids.
    numbers = list(range(COUNT))
    random.Random(name).shuffle(numbers)
    rows = [(numbers[place], value) for place, value in rows]
    found.tested.append(name)
    if not is_bare(sample, column.kind):
        found.bare.add(name)
    try:
        came = server.sorted(column, sample.format.byte_length, random.Random(name).sample(rows, COUNT))
    except Refused:
        found.rejected.add(name)
        return
    if came.order != numbers:
        found.differ.add(name)
    if came.different != COUNT:
        found.confused.add(name)


def main() -> int:
    name = os.environ["SORTID_DATABASE"]
    title, columns = COLUMNS[name]
    server, samples = SERVERS[name](), [Sample(format) for format in Format]

    def found(column: Column) -> Found:
        found = Found(column)
        for sample in samples:
            if sample.fits(column.kind):
                measure(server, sample, found)
        return found

    all_found = [found(column) for column in columns]
    bare = [next(found for found in all_found if found.column.kind == kind).without_server() for kind in page.BARE]
    tables = {page.NO_SERVER: bare, title: [found.row(title) for found in all_found]}
    if sys.argv[1:] == ["--write"]:
        for table, rows in tables.items():
            page.write(table, rows)
    renew = f"SORTID_TARGET=target databases/tests/{name} databases/tests/parts/order/run --write"
    for table, rows in tables.items():
        there = page.rows(table)
        for row in rows:
            what = " ".join(row[:2])
            reason = f"{page.FILE.name} has no row {row!r}; `{renew}` writes it"
            print(f"ok {what}" if row in there else f"not ok {what}: {reason}")
        gone = [row for row in there if row not in rows]
        print(f"not ok rows of {table}: {gone[0]!r} is no more; `{renew}`" if gone else f"ok rows of {table}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

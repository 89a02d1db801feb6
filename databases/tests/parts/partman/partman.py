"""Tests pg_partman's partitions by the time in keys: each row is in the partition of its time."""

from __future__ import annotations

import datetime
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import psycopg

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from pages import blocks, run

DAY = datetime.timedelta(days=1)
# pg_partman creates partitions for the days before and after this one.
TODAY = datetime.datetime.now(datetime.UTC).replace(hour=0, minute=0, second=0, microsecond=0)
LEAST = (5, 2)
UUIDS, TEXTS = blocks("databases.md", "pg_partman")


def one(connection: psycopg.Connection[Any], query: str) -> Any:
    row = connection.execute(query.encode()).fetchone()
    assert row is not None, query
    return row[0]


def version(connection: psycopg.Connection[Any]) -> str | None:
    """Returns the version of pg_partman, or None if it is absent or cannot partition by texts."""
    query = "SELECT default_version FROM pg_available_extensions WHERE name = 'pg_partman'"
    row = connection.execute(query.encode()).fetchone()
    if row is None or tuple(map(int, row[0].split(".")[:2])) < LEAST:
        return None
    return str(row[0])


def command(*arguments: str) -> str:
    """Returns the output of `sortid`."""
    command_line = [os.environ["SORTID_COMMAND"], *arguments]
    return subprocess.run(command_line, capture_output=True, text=True, check=True).stdout


def bounds(name: str, kind: str, day: datetime.datetime) -> list[str]:
    """Returns the smallest and the largest id of a day as column values, computed by the command."""
    ids = command("range", name, "--from", f"{day:%Y-%m-%d}", "--to", f"{day + DAY:%Y-%m-%d}").split()
    if kind == "uuid" and name == "ulid":
        ids = command("convert", "--from", name, "--form", "uuid", *ids).split()
    return ids


def divides(connection: psycopg.Connection[Any], name: str, kind: str, block: str) -> None:
    """Runs the statements of the page with another format name, then inserts ids at the bounds of every day."""
    for schema in (b"partman", b"public"):
        connection.execute(b"DROP SCHEMA IF EXISTS " + schema + b" CASCADE")
    connection.execute(b"CREATE SCHEMA public")
    connection.execute(command("sql", name, "--db", "postgresql", "--type", kind).encode())
    (known,) = set(re.findall(r"(\w+)_min\b", block))
    run(connection, block.replace(f"{known}_", f"{name}_"))
    ids = {id: day for day in (TODAY + off * DAY for off in range(-2, 3)) for id in bounds(name, kind, day)}
    assert len(ids) == 10
    for id in ids:
        connection.execute("INSERT INTO events VALUES (%s)", [id])
    rows = connection.execute(b"SELECT tableoid::regclass::text, id::text FROM events").fetchall()
    found = {(table, id) for table, id in rows}
    expected = {(f"events_p{day:%Y%m%d}", id) for id, day in ids.items()}
    assert found == expected, sorted(found ^ expected)
    # pg_partman's other function, which converts bounds to times.
    start = "SELECT child_start_time FROM partman.show_partition_info('public.events_p{}', '1 day', 'public.events')"
    for day in (TODAY, TODAY + DAY):
        assert one(connection, start.format(f"{day:%Y%m%d}")) == day, day
    # A query for a range of ids only reads the partitions of its days.
    day = f"id >= {name}_min('{TODAY}') AND id < {name}_min('{TODAY + DAY}')"
    plan = str(connection.execute(f"EXPLAIN (COSTS OFF) SELECT FROM events WHERE {day}".encode()).fetchall())
    assert set(re.findall(r"events_p\d+", plan)) == {f"events_p{TODAY:%Y%m%d}"}, plan
    drops_old_partitions(connection)


def drops_old_partitions(connection: psycopg.Connection[Any]) -> None:
    """Maintenance drops old partitions by their ids, and creates partitions for six days after the newest id."""
    connection.execute(b"UPDATE partman.part_config SET retention = '1 day', retention_keep_table = false, premake = 6")
    connection.execute(b"SELECT partman.run_maintenance('public.events')")
    days = "SELECT array_agg(partition_tablename ORDER BY 1) FROM partman.show_partitions('public.events')"
    expected = [f"events_p{TODAY + day * DAY:%Y%m%d}" for day in range(-1, 2 + 6 + 1)]
    assert one(connection, days) == expected, one(connection, days)


def main() -> int:
    with psycopg.connect(autocommit=True, prepare_threshold=None) as connection:
        release = version(connection)
        if release is None:
            print("NOT RUN: the server has no pg_partman 5.2 or later", flush=True)
            return 77
        connection.execute(b"SET TimeZone = 'UTC'")
        for name, kind, block in (
            ("uuid7", "uuid", UUIDS),
            ("ulid", "uuid", UUIDS),
            ("tid", "text", TEXTS),
            ("uuid7", "text", TEXTS),
        ):
            try:
                connection.execute(b"DROP EXTENSION IF EXISTS pg_partman CASCADE")
                divides(connection, name, kind, block)
            except Exception as error:
                reason = " ".join(str(error).split())[:600]
                print(f"not ok {name} as {kind}: {type(error).__name__}: {reason}", flush=True)
            else:
                print(f"ok {name} as {kind}, by pg_partman {release}", flush=True)
    return 0


sys.exit(main())

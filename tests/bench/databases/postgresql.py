"""PostgreSQL with its extension, or PGlite with `uuidv7()`: `postgresql.py [--quick] [--only
TEXT]`."""

from __future__ import annotations

import os
import re
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg

# `-I` omits the script's folder.
sys.path.insert(0, str(Path(__file__).resolve().parent))

from turns import FIRST_MS, MANY, PART, STEP_MS, Row, Side, arguments, measure, parts, timed

ROOT = Path(__file__).resolve().parents[3]
SERVER = os.environ["SORTID_DATABASE"]
# The index condition suffices for the extension's own type; rows of uuids are also checked.
KEYS = {"snowflake": "sortid_snowflake", "uuid7": "uuid"}
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
Connection = psycopg.Connection[tuple[Any, ...]]


def done(connection: Connection, query: str, *parameters: object) -> tuple[Any, ...] | None:
    cursor = connection.execute(query.encode(), parameters or None)
    return cursor.fetchone() if cursor.description else None


def tables(connection: Connection) -> None:
    """Creates tables of ids a second apart: tids, the same as integers, and two kinds of keys."""
    done(connection, "CREATE EXTENSION sortid")
    columns = {"tids": "id sortid_tid", "integers": "id bigint"}
    columns |= {f"keyed_{name}": f"id {kind} PRIMARY KEY, v bigint" for name, kind in KEYS.items()}
    made = {"tids": "sortid_min_tid(t)", "integers": "sortid_min_tid(t)::bigint"}
    made |= {f"keyed_{name}": f"sortid_min_{name}(t), v" for name in KEYS}
    first, step = (f"interval '{ms} milliseconds'" for ms in (FIRST_MS, STEP_MS))
    times = f"SELECT 'epoch'::timestamptz + {first} + {step} * v AS t, v FROM generate_series(0, {MANY - 1}) v"
    for table, column in columns.items():
        done(connection, f"CREATE TABLE {table} ({column})")
        done(connection, f"INSERT INTO {table} SELECT {made[table]} FROM ({times}) times")
    done(connection, "VACUUM (ANALYZE, FREEZE)")


def insert(connection: Connection, column: str) -> Side:
    """A pass into a new table, after writing all earlier data to disk."""

    def of() -> float:
        done(connection, "DROP TABLE IF EXISTS inserted")
        done(connection, f"CREATE TABLE inserted (id uuid {column}, v bigint)")
        done(connection, "CHECKPOINT")
        query = f"INSERT INTO inserted (v) SELECT v FROM generate_series(1, {MANY}) v"
        return timed(lambda: done(connection, query), MANY)

    return of


def scan(connection: Connection, table: str, expression: str) -> Side:
    query = f"SELECT {expression} FROM {table}"
    return lambda: timed(lambda: done(connection, query), MANY)


def written(connection: Connection) -> list[Row]:
    """The functions of `sortid sql` compared with the server's own. The server has version 18."""
    done(connection, (ROOT / "docs" / "sql" / "postgresql" / "uuid7.sql").read_text())
    done(connection, f"CREATE TABLE uuids AS SELECT uuidv7() AS id FROM generate_series(1, {MANY})")
    done(connection, "CREATE TABLE texts AS SELECT id::text AS text FROM uuids")

    def beside(ours: str, theirs: str, table: str, demand: float) -> Row:
        sides = (scan(connection, table, f"count({call})") for call in (ours, theirs))
        return Row(f"{SERVER} scan, {ours}", next(sides), theirs, next(sides), demand, is_long=True)

    return [
        beside("uuid7_time(id)", "uuid_extract_timestamp(id)", "uuids", 1.45),
        # Five more functions exclude the spellings that only the cast accepts.
        beside("uuid7_parse(text)", "text::uuid", "texts", 2.1),
    ]


def ranges(connection: Connection, name: str, condition: str, bounds: list[tuple[Any, ...]]) -> Side:
    query = f"SELECT count(*), sum(v) FROM keyed_{name} WHERE {condition}"
    plan = "\n".join(str(row[0]) for row in connection.execute(f"EXPLAIN {query}".encode(), bounds[0]))
    assert re.search(r"Index Cond: \(\(id >= .* AND \(id <", plan), plan

    def all_of_them() -> None:
        for bound in bounds:
            assert (done(connection, query, *bound) or (0,))[0] == PART

    return lambda: timed(all_of_them, PART * len(bounds))


def by_time(connection: Connection, name: str, condition: str, demand: float = 1.05) -> Row:
    instants = [tuple(EPOCH + timedelta(milliseconds=ms) for ms in part) for part in parts()]
    text = f"sortid_text_{name}({{}})" if KEYS[name] == "uuid" else "({})::text"
    least = ", ".join(text.format(f"sortid_min_{name}(%s)") for _ in range(2))
    by_hand = [done(connection, f"SELECT {least}", *instant) or () for instant in instants]
    return Row(
        f"postgresql range by {'time' if 'time' in condition else 'sortid_min'}, {name}",
        ranges(connection, name, condition, instants),
        "bounds computed by hand",
        ranges(connection, name, "id >= %s AND id < %s", by_hand),
        demand,
    )


def inserts(connection: Connection, name: str, call: str, demand: float | None) -> list[Row]:
    def beside(what: str, words: str) -> Row:
        ours, theirs = (insert(connection, f"{words} DEFAULT {of}()") for of in (call, "gen_random_uuid"))
        what = f"{SERVER} insert, {name} {what}"
        return Row(what, ours, "DEFAULT gen_random_uuid()", theirs, demand, is_long=True)

    return [beside("as key", "PRIMARY KEY"), beside("no index", "")]


def rows(connection: Connection) -> list[Row]:
    if SERVER == "pglite":
        return [*inserts(connection, "uuidv7()", "uuidv7", None), *written(connection)]
    tables(connection)
    return [
        *inserts(connection, "uuid7", "sortid_new_uuid7", 1.0),
        Row(
            "postgresql scan, sortid_time of tids",
            scan(connection, "tids", "max(sortid_time(id))"),
            "id >> 10",
            scan(connection, "integers", "max(id >> 10)"),
            1.45,
        ),
        by_time(connection, "snowflake", "sortid_time(id) >= %s AND sortid_time(id) < %s"),
        # A C function that only returns, called for each row, takes 1.17.
        by_time(connection, "uuid7", "sortid_time_uuid7(id) >= %s AND sortid_time_uuid7(id) < %s", 1.35),
        by_time(connection, "uuid7", "id >= sortid_min_uuid7(%s) AND id < sortid_min_uuid7(%s)"),
    ]


def main() -> None:
    args = arguments().parse_args()
    with psycopg.connect(autocommit=True) as connection:
        # Plans each query with its values.
        connection.prepare_threshold = None
        # Scans in one process, without JIT compilation.
        done(connection, "SET max_parallel_workers_per_gather = 0")
        done(connection, "SET jit = off")
        version = connection.info.server_version
        measure(rows(connection), f"{version // 10000}.{version % 10000}", args)


if __name__ == "__main__":
    main()

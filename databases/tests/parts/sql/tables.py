"""Tests tables with hostile names, and partitions: creates them with the command's SQL, and inserts new ids."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product

import expected
from servers import Refused, Server

# Names with the quotes of all dialects.
TABLE, COLUMN = 'a"b;--', "c`d;--"
QUOTED = {
    "postgresql": ('"a""b;--"', '"c`d;--"'),
    "sqlite": ('"a""b;--"', '"c`d;--"'),
    "duckdb": ('"a""b;--"', '"c`d;--"'),
    "mariadb": ('`a"b;--`', "`c``d;--`"),
    "clickhouse": ('`a"b;--`', "`c\\`d;--`"),
}
FORMATS = ("uuid7", "snowflake", "uid11_xid", "ulid")
MONTHS = ("2026-01", "2026-02", "2026-03")
PARTITIONED = (
    ("postgresql", "uuid7", "uuid"),
    ("postgresql", "ulid", "uuid"),
    ("postgresql", "uuid7", "text"),
    ("postgresql", "ksuid", "binary"),
    ("postgresql", "tid", "bigint"),
    ("postgresql", "timeid", "bigint"),
    ("postgresql", "uid11_xid", "bigint"),
    ("mariadb", "snowflake", "bigint"),
    ("mariadb", "uid11_xid", "bigint"),
    ("mariadb", "uuid7", "binary"),
    ("clickhouse", "uuid7", "binary"),
    ("clickhouse", "snowflake", "bigint"),
)


def written(*arguments: str) -> dict[str, str]:
    output = expected.sortid("sql", *arguments, "--json")
    if output is None:
        raise SystemExit(f"sortid sql {arguments}: rejected")
    found: dict[str, str] = json.loads(output)
    return found


def stored(server: Server, format: str, kind: str, text: str, parts: dict[str, str]) -> str:
    """Returns an SQL literal of an id."""
    readings = [json.loads(line) for line in (expected.sortid("inspect", text, "--json") or "").splitlines()]
    hexed: str = next(reading["hex"] for reading in readings if reading["format"] == format)
    flipped = "minus 2^63" in " ".join(parts["notes"])
    return server.value(kind, flipped, format == "timeid", hexed, text)


def new(format: str, at: str) -> str:
    return (expected.sortid("new", format, "--at", at) or "").strip()


def hostile(name: str, server: Server, format: str) -> str | None:
    """Creates a table with hostile names, inserts an id, and fails to insert an invalid one."""
    kind = "bigint" if format in ("snowflake", "uid11_xid") else "binary"
    parts = written(format, "--db", name, "--type", kind, "--table", TABLE, "--column", COLUMN)
    table, column = QUOTED[name]
    server.run(f"DROP TABLE IF EXISTS {table}")
    server.run(parts["table"])
    id = stored(server, format, kind, new(format, "2026-01-15"), parts)
    server.run(f"INSERT INTO {table} ({column}) VALUES ({id})")
    counted = server.ask(f"SELECT count(*) FROM {table} WHERE {column} = {id}")
    if counted != 1:
        return f"{counted} rows, expected one"
    if format == "uuid7":
        bad = server.literal(kind, "00" * 16, "")
        try:
            server.run(f"INSERT INTO {table} ({column}) VALUES ({bad})")
        except Refused:
            pass
        else:
            return "an invalid id is accepted"
    server.run(f"DROP TABLE {table}")
    return None


def partitioned(name: str, server: Server, format: str, kind: str) -> str | None:
    """Ids at the first and near the last moment of each month are in the partition of the month."""
    arguments = ("--db", name, "--type", kind, "--table", "events", "--partitions", "month")
    parts = written(format, *arguments, "--from", "2026-01-01", "--to", "2026-04-01")
    server.run("DROP TABLE IF EXISTS events")
    server.load(format, parts)
    for statement in parts["table"].split(";\n"):
        server.run(statement)
    for month in MONTHS:
        for at in (f"{month}-01", f"{month}-28T23:59:59.999999Z"):
            id = stored(server, format, kind, new(format, at), parts)
            server.run(f"INSERT INTO events (id) VALUES ({id})")
            found = partition(name, server, id)
            if month.replace("-", "") not in found.replace("_", ""):
                return f"{at} is in {found}"
    plan = pruned(name, server, format)
    server.run("DROP TABLE events")
    return plan


def partition(name: str, server: Server, id: str) -> str:
    """Returns the partition of an id."""
    if name == "postgresql":
        return str(server.ask(f"SELECT tableoid::regclass::text FROM events WHERE id = {id}"))
    if name == "clickhouse":
        return str(server.ask(f"SELECT _partition_id FROM events WHERE id = {id}"))
    # The column `partitions`.
    server.cursor.execute(f"EXPLAIN PARTITIONS SELECT * FROM events WHERE id = {id}")  # type: ignore[attr-defined]
    return str(server.cursor.fetchone()[3])  # type: ignore[attr-defined]


def pruned(name: str, server: Server, format: str) -> str | None:
    """A query by time only reads one partition. Returns the plan if not."""
    if name != "postgresql":
        return None
    where = f"id >= {format}_min('2026-02-01Z') AND id < {format}_min('2026-03-01Z')"
    cursor = server.connection.execute(f"EXPLAIN SELECT * FROM events WHERE {where}")  # type: ignore[attr-defined]
    plan = "\n".join(row[0] for row in cursor)
    others = [f"events_{part}" for part in ("2026_01", "2026_03", "rest")]
    return plan if "events_2026_02" not in plan or any(other in plan for other in others) else None


def by_microsecond(server: Server) -> str | None:
    """Tests times and bounds of uuid7 with microsecond precision."""
    us = ("--precision", "us")
    parts = written("uuid7", "--db", server.dialect, "--type", "binary", *us)
    server.load("uuid7", parts)
    for at in (1_721_407_246_480_000 + micros for micros in (0, 1, 124, 125, 333, 998, 999, 1000)):
        start, end = (expected.unix(*divmod(at * 1000 + nanos, 1_000_000_000)) for nanos in (0, 1))
        ids = json.loads(expected.sortid("range", "uuid7", *us, f"--from={start}", f"--to={end}", "--json") or "")
        for bound in ("min", "max"):
            hexed: str = ids[bound]["hex"]
            found = server.bound("uuid7", bound, parts, "binary", at)
            if found != hexed:
                return f"{bound} of {at}: {found}, not {hexed}"
            time = server.time("uuid7", parts, server.literal("binary", hexed, ""))
            if str(time) != str(at):
                return f"time of {hexed}: {time}, not {at}"
    return None


def beside_a_view(server: Server) -> str | None:
    """A function that a view uses is not dropped: a script of another type fails with the server's error."""
    bigint, text = (written("tid", "--db", server.dialect, "--type", kind) for kind in ("bigint", "text"))
    server.load("tid", bigint)
    server.run("CREATE VIEW edge AS SELECT tid_min(now()) AS id")
    try:
        server.load("tid", bigint)
        if server.takes(text["replace"]):
            return "the function of a view was dropped"
    finally:
        server.run("DROP VIEW edge")
    server.load("tid", text)
    return None


def in_utf16(server: Server, format: str, kind: str) -> str | None:
    """SQLite cannot concatenate bytes in UTF-16 databases: an error, not a wrong id. All other results are the same."""
    other = type(server)()
    other.run("PRAGMA encoding = 'UTF-16'")
    parts, text = written(format, "--db", "sqlite", "--type", kind), new(format, "2026-01-15")
    id = stored(server, format, kind, text, parts)
    asks: dict[str, Callable[[Server], object]] = {
        "check": lambda one: one.check(parts, id),
        "time": lambda one: one.time(format, parts, id),
        "text": lambda one: one.text(format, parts, id),
        "min": lambda one: one.bound(format, "min", parts, kind, 0),
        "parse": lambda one: one.parse(format, parts, kind, text),
    }
    for part, ask in asks.items():
        if part not in parts:
            continue
        wanted = None if kind == "binary" and part in ("min", "parse") else ask(server)
        try:
            found = ask(other)
        except Refused:
            found = None
        if found != wanted:
            return f"{part}: {found}, not {wanted}"
    return None


def loaded() -> str | None:
    """Loads the scripts for MariaDB and MySQL twice with MariaDB's shell."""
    for dialect, format in product(("mariadb", "mysql"), ("uuid7", "timeid", "tid")):
        text = expected.sortid("sql", format, "--db", dialect) or ""
        shell = subprocess.run(["mariadb", "--user=root", "sortid"], input=text + text, capture_output=True, text=True)
        if shell.returncode != 0:
            return f"{format} for {dialect}: {shell.stderr}"
    return None


def tables(name: str, server: Server) -> Iterator[tuple[str, str | None]]:
    """Yields each check with its failure, if any."""
    checks: list[tuple[str, Callable[[], str | None]]] = []
    for format in FORMATS:
        checks.append((f"names with quotes, {format}", partial(hostile, name, server, format)))
    for where, format, kind in PARTITIONED:
        if where == name:
            checks.append((f"partitions of {format} as {kind}", partial(partitioned, name, server, format, kind)))
    checks.append(("uuid7 by microsecond", partial(by_microsecond, server)))
    if name == "sqlite":
        for format, kind in (("uuid7", "binary"), ("tid", "binary"), ("uuid7", "text"), ("tid", "bigint")):
            checks.append((f"{format} as {kind} in UTF-16", partial(in_utf16, server, format, kind)))
    if name == "postgresql":
        checks.append(("functions that a view uses", partial(beside_a_view, server)))
    if name == "mariadb":
        checks.append(("the script, read by the shell", loaded))
    for what, check in checks:
        try:
            yield what, check()
        except Refused as error:
            yield what, str(error)

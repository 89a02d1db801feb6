"""Columns of every type: their order, their indexes, their dumps, and the properties of their functions."""

from __future__ import annotations

import os
import random
import re
import subprocess
from pathlib import Path

import database
import psycopg
from database import FORMATS, MADE, SCRIPT, TYPES, cases, connect, one, read, refused, type_of

PROGRAMS = Path(os.environ["SORTID_PROGRAMS"])
METHODS = ("btree", "hash", "brin")


def texts(name: str) -> list[str]:
    known = {case["expect"]["text"] for of, case in cases("parse") if of == name and "text" in case.get("expect", {})}
    found = sorted(known)
    random.Random(1).shuffle(found)
    return found


def table(name: str) -> str:
    return f"kept_{name}"


def columns_sort_like_their_ids() -> None:
    """A sort and each index return the same order, and each index finds every id."""
    connection = connect()
    for name in FORMATS:
        connection.execute(
            f"CREATE TABLE {table(name)} (id {type_of(name)}, n serial, physical tid, transaction xid)".encode()
        )
        known = texts(name)
        rows = ", ".join(f"({read(name)}, '(0,1)', '7')" for _ in known)
        connection.execute(f"INSERT INTO {table(name)} (id, physical, transaction) VALUES {rows}".encode(), known)
        if name not in TYPES:
            continue
        for method in METHODS:
            connection.execute(f"CREATE INDEX {table(name)}_{method} ON {table(name)} USING {method} (id)".encode())
        ascending = f"SELECT array_agg(id::bytea) FROM (SELECT id FROM {table(name)} ORDER BY id) of"
        by_sort = one(connection, ascending)
        # Python sorts bytes in the same order; the vectors compare the other formats.
        sorts = [case["expect"].get("bytes_sort") for of, case in cases("formats") if of == name]
        if sorts == [True]:
            assert by_sort == sorted(by_sort), name
        connection.execute(b"SET enable_seqscan = off")
        connection.execute(b"SET enable_sort = off")
        assert one(connection, ascending) == by_sort, name
        for method in METHODS:
            # With only this index.
            connection.execute(b"BEGIN")
            for other in set(METHODS) - {method}:
                connection.execute(f"DROP INDEX {table(name)}_{other}".encode())
            same = f"SELECT count(*) FROM {table(name)} WHERE id = {read(name)}"
            found = [one(connection, same, each) for each in known]
            assert found == [1] * len(known), (name, method, found)
            plan = explained(connection, same, known[0])
            assert f"{table(name)}_{method}" in plan, (name, plan)
            connection.execute(b"ROLLBACK")
        connection.execute(b"RESET ALL")


def new_ids_sort_in_generation_order() -> None:
    """The server's index sorts new ids in the order in which they were generated."""
    connection = connect()
    connection.execute(b"SET sortid.node = 3")
    for name in set(MADE) - {"uuid4", "uid11_fullrand", "uid11_xid", "uid11_ts_seq_rand", "mastodon"}:
        made = f"SELECT n, sortid_new_{name}() AS id FROM generate_series(1, 10000) n"
        connection.execute(f"CREATE TEMP TABLE many AS {made}".encode())
        connection.execute(b"CREATE INDEX many_id ON many (id)")
        connection.execute(b"SET enable_sort = off")
        connection.execute(b"SET enable_seqscan = off")
        placed = "SELECT n, id, row_number() OVER (ORDER BY id) AS place FROM many"
        query = f"SELECT count(*) FILTER (WHERE n <> place), count(DISTINCT id::text) FROM ({placed}) of"
        row = connection.execute(query.encode()).fetchone()
        connection.execute(b"RESET enable_sort")
        connection.execute(b"RESET enable_seqscan")
        assert row == (0, 10000), (name, row)
        connection.execute(b"DROP TABLE many")


def explained(connection: psycopg.Connection[database.Row], query: str, *parameters: object) -> str:
    rows = connection.execute(f"EXPLAIN (COSTS OFF) {query}".encode(), parameters or None).fetchall()
    return "\n".join(row[0] for row in rows)


def client(program: str, *arguments: str) -> str:
    done = subprocess.run([PROGRAMS / program, *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def restored_dump_equals_the_original() -> None:
    """Dumps and restores the tables of the previous check, which also have columns of the system types tid and xid."""
    source = connect()
    # Expressions that use functions and operators of the extension.
    source.execute(
        b"CREATE TABLE checked (id sortid_tid PRIMARY KEY,"
        b" made timestamptz GENERATED ALWAYS AS (sortid_time(id)) STORED,"
        b" CHECK (sortid_time(id) >= timestamptz '2020-01-01Z'))"
    )
    source.execute(b"INSERT INTO checked SELECT '3jzfcijpj2z2a'")
    source.execute(b"CREATE DATABASE restored")
    dumped = client("pg_dump", "postgres")
    restored = subprocess.run(
        [PROGRAMS / "psql", "-q", "-v", "ON_ERROR_STOP=1", "-d", "restored"],
        input=dumped,
        text=True,
        capture_output=True,
    )
    assert restored.returncode == 0, restored.stderr
    # Compare the dumps as text: both have the rows in the table's order.
    again = client("pg_dump", "restored")
    plain = [re.sub(r"^\\(un)?restrict.*$", "", dump, flags=re.M) for dump in (dumped, again)]
    assert plain[0] == plain[1]
    assert dumped.count("sortid_") > len(TYPES)
    state, _ = refused(source, "INSERT INTO checked VALUES ('2222222222222') RETURNING id")
    assert state == "23514", state


def casts_between_ids_and_bigint() -> None:
    connection = connect()
    for name in TYPES:
        if f"FUNCTION sortid_bigint(sortid_{name})" not in SCRIPT:
            continue
        for each in texts(name):
            value = int.from_bytes(one(connection, f"SELECT {read(name)}::bytea", each), "big", signed=name == "timeid")
            if value < 1 << 63:
                assert one(connection, f"SELECT {read(name)}::bigint", each) == value, (name, each)
                assert one(connection, f"SELECT ({value})::bigint::sortid_{name} = {read(name)}", each), (name, each)
            else:
                assert refused(connection, f"SELECT {read(name)}::bigint", each)[0] == "22003", (name, each)
    assert refused(connection, "SELECT (-1)::bigint::sortid_tid")[0] == "22003"
    assert (
        one(connection, "SELECT '01890f1f-7ce7-1a3b-8000-000000000000'::uuid::sortid_uuid1::uuid::text")
        == "01890f1f-7ce7-1a3b-8000-000000000000"
    )
    assert refused(connection, "SELECT gen_random_uuid()::sortid_uuid1")[0] == "22P03"


def functions_have_the_right_properties() -> None:
    """Generators are volatile and parallel unsafe; all other functions are immutable and parallel safe."""
    query = (
        "SELECT proname, provolatile, proparallel, proisstrict FROM pg_proc"
        " JOIN pg_depend ON objid = pg_proc.oid AND deptype = 'e' AND classid = 'pg_proc'::regclass"
        " JOIN pg_extension ON refobjid = pg_extension.oid AND extname = 'sortid'"
    )
    rows = connect().execute(query.encode()).fetchall()
    assert len(rows) > 500, len(rows)
    for name, volatile, parallel, strict in rows:
        expected = ("v", "u", True) if name.startswith("sortid_new_") else ("i", "s", True)
        assert (volatile, parallel, strict) == expected, (name, volatile, parallel, strict)


def update_of_the_extension_keeps_data() -> None:
    """Updates the extension with a temporary script that adds a function."""
    connection = connect()
    folder = PROGRAMS.parents[2].parent / "share" / "postgresql" / PROGRAMS.parent.name / "extension"
    version = one(connection, "SELECT extversion FROM pg_extension WHERE extname = 'sortid'")
    assert one(connection, "SELECT sortid_version()") == version
    script = folder / f"sortid--{version}--{version}.next.sql"
    script.write_text(
        "CREATE FUNCTION sortid_added(sortid_tid) RETURNS text IMMUTABLE LANGUAGE sql AS 'SELECT $1::text';\n"
    )
    try:
        connection.execute(f"ALTER EXTENSION sortid UPDATE TO '{version}.next'".encode())
        assert one(connection, "SELECT sortid_added('3jzfcijpj2z2a')") == "3jzfcijpj2z2a"
        assert one(connection, "SELECT count(*) FROM kept_tid") == len(texts("tid"))
    finally:
        script.unlink()

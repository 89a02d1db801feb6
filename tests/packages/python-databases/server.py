"""psycopg 3, psycopg2 and asyncpg: binds ids to their columns, reads them back and compares."""

import asyncio
import sys
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import asyncpg
import psycopg
import psycopg2
import sortid
import sortid.asyncpg
import sortid.psycopg
from sortid import Format, Id, IdType, Uuid7
from sortid.storage import Storage, shows_text

# Started with -I, so that this folder cannot hide packages.
sys.path.append(str(Path(__file__).resolve().parent))

from examples import bounds, example

ORDER = IdType("order", Uuid7)
POST, TID = IdType("post", sortid.Tid), sortid.Tid("3jzfcijpj2z2a")
failures: list[str] = []
STORAGE: dict[Format, Storage[Any]] = {format: Storage(format, "postgresql") for format in Format}
COLUMN = {format: storage.sql_type for format, storage in STORAGE.items()}


def is_adapted(format: Format) -> bool:
    """Whether psycopg binds ids of the format; databases/parts/python tests the others."""
    return shows_text(format, "postgresql")


def check(what: str, holds: bool, why: object = "") -> None:
    """Prints the result of a check."""
    if not holds:
        failures.append(what)
    print(f"ok {what}" if holds else f"not ok {what}: {why}", flush=True)


def attempt(what: str, body: Callable[[], Any]) -> None:
    """A check that also fails if the driver rejects the id."""
    try:
        check(what, *body())
    except Exception as error:
        check(what, False, repr(error))


def is_back(value: Any, id: Id) -> tuple[bool, object]:
    """Whether the read value is the id, in the type of the column."""
    return STORAGE[id.format].read(value) == id, value


def with_psycopg() -> None:
    try:
        with psycopg.connect() as connection:
            connection.execute("select %s", (sortid.tid(),))
        check("psycopg rejects ids before registration", False, "it does")
    except psycopg.ProgrammingError:
        check("psycopg rejects ids before registration", True)
    sortid.psycopg.register()
    with psycopg.connect(autocommit=True) as connection:
        for format in filter(is_adapted, Format):
            for placeholder in ("%s", "%t", "%b"):

                def one(format: Format = format, placeholder: str = placeholder) -> tuple[bool, object]:
                    id, table = example(format), f"psycopg_{format.value}"
                    connection.execute(f"create table if not exists {table} (key {COLUMN[format]} primary key)")
                    connection.execute(f"insert into {table} values ({placeholder})", (id,))
                    ids = bounds(id)
                    where = f"key = {placeholder} and key between {placeholder} and {placeholder}"
                    row = connection.execute(f"select key from {table} where {where}", (id, *ids)).fetchone()
                    found = connection.execute(f"select key from {table} where key = any(%s)", ([id],)).fetchone()
                    assert row is not None
                    assert row == found
                    return is_back(row[0], id)

                attempt(f"psycopg {format.value} {placeholder}", one)
        ids = [sortid.uuid7() for _ in range(5)]
        connection.execute("create table copied (key uuid, post bigint)")
        with connection.cursor() as cursor, cursor.copy("copy copied from stdin") as copy:
            for id in ids:
                copy.write_row((id, sortid.snowflake()))
        rows = connection.execute("select key from copied order by key").fetchall()
        check("psycopg copies ids; the server sorts them", [sortid.Uuid7(key) for (key,) in rows] == ids, rows)
        order = ORDER.now()
        for placeholder in ("%s", "%t", "%b"):
            row = connection.execute(f"select {placeholder}, pg_typeof({placeholder})::text", (order, order)).fetchone()
            assert row is not None
            is_same = row[1] == "uuid" and ORDER.parse(row[0]) == order
            check(f"psycopg {placeholder} binds the id of a prefixed id", is_same, row)
        post = IdType("post", sortid.Snowflake).parse(sortid.snowflake())
        row = connection.execute("select %s::bigint", (post,)).fetchone()
        check("psycopg binds a prefixed id of 64 bits without its prefix", row == (post.id.int,), row)
        kind = connection.execute("select pg_typeof(%s)::text", (ids[0],)).fetchone()
        check("psycopg says uuid", kind == ("uuid",), kind)


def with_psycopg2() -> None:
    connection = psycopg2.connect("")
    with connection, connection.cursor() as cursor:
        for format in filter(is_adapted, Format):

            def one(format: Format = format) -> tuple[bool, object]:
                id = example(format)
                cursor.execute(f"create temporary table two_{format.value} (key {COLUMN[format]})")
                cursor.execute(f"insert into two_{format.value} values (%s)", (id,))
                cursor.execute(f"select key, pg_typeof(key)::text from two_{format.value} where key = %s", (id,))
                value, kind = cursor.fetchone()
                return STORAGE[format].read(value) == id and kind == COLUMN[format], (value, kind)

            attempt(f"psycopg2 {format.value}", one)
        order = ORDER.now()
        cursor.execute("select %s, pg_typeof(%s)::text", (order, order))
        text, kind = cursor.fetchone()
        is_same = kind == "uuid" and ORDER.parse(Uuid7(text)) == order
        check("psycopg2 binds the id of a prefixed id", is_same, (text, kind))
    connection.close()


async def with_asyncpg() -> None:
    connection = await asyncpg.connect()
    for format in Format:
        # Unregistered, asyncpg accepts ids of 16 bytes as UUIDs, and ids with an integer as integers.
        try:
            taken = await connection.fetchval(f"select $1::{COLUMN[format]}", example(format))
        except asyncpg.DataError:
            taken = None
        check(f"asyncpg without registration {format.value}", (taken is not None) == (COLUMN[format] != "bytea"), taken)
    await sortid.asyncpg.register(connection)
    for format in Format:
        id, table = example(format), f"async_{format.value}"
        try:
            await connection.execute(f"create table {table} (key {COLUMN[format]} primary key)")
            await connection.execute(f"insert into {table} values ($1)", id)
            key = await connection.fetchval(f"select key from {table} where key = $1", id)
            check(f"asyncpg {format.value}", *is_back(key, id))
            key = await connection.fetchval(f"select key from {table} where key between $1 and $2", *bounds(id))
            check(f"asyncpg {format.value} in a range", *is_back(key, id))
        except Exception as error:
            check(f"asyncpg {format.value}", False, repr(error))
    ids = [sortid.uuid7() for _ in range(5)]
    keys = await connection.fetch("select unnest($1::uuid[]) key", ids)
    check("asyncpg takes lists", [sortid.Uuid7(row["key"]) for row in keys] == ids, keys)
    for given in (TID, POST.parse(TID), 0x17FD6873EAF07C06):
        number = await connection.fetchval("select $1::bigint", given)
        check(f"asyncpg takes {given!r}", number == 0x17FD6873EAF07C06, number)
    for kind in ("uuid", "bigint", "bytea", "text"):
        for other in (format for format in Format if COLUMN[format] != kind):
            try:
                value = await connection.fetchval(f"select $1::{kind}", example(other))
                check(f"asyncpg rejects {other.value} for {kind}", False, value)
            except asyncpg.DataError:
                check(f"asyncpg rejects {other.value} for {kind}", True)
    for kind, plain in (("uuid", uuid.uuid4()), ("bytea", b"x"), ("bigint", -1)):
        value = await connection.fetchval(f"select $1::{kind}", plain)
        check(f"asyncpg binds plain values for {kind}", value == plain, value)
    await connection.close()


with_psycopg()
with_psycopg2()
asyncio.run(with_asyncpg())
raise SystemExit(bool(failures))

"""Runs the statements of docs/databases/moving.md and of the cookbook on PostgreSQL."""

from __future__ import annotations

import datetime
import random
import subprocess
import sys
import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from sortid import Generator, Id, Ksuid, Tid, Timestamp, Uid11Snowish, Ulid, Uuid4, Uuid7

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from pages import blocks, run

PAGE = "databases/moving.md"
ROWS = 3000
FIRST = datetime.datetime(2024, 7, 19, tzinfo=datetime.UTC)


def made(kind: type[Id], count: int = ROWS) -> list[tuple[Id, datetime.datetime]]:
    """Returns ids with their times, shuffled."""
    generator = Generator(kind, clock="manual", seed=bytes(32))
    times = [FIRST + datetime.timedelta(milliseconds=17 * number) for number in range(count)]
    rows = [(generator.next_at(time), time) for time in times]
    return random.Random(kind.__name__).sample(rows, count)


def table(connection: psycopg.Connection[Any], ids: list[tuple[Id, datetime.datetime]], column: str) -> None:
    connection.execute("DROP TABLE IF EXISTS orders CASCADE")
    connection.execute(f"CREATE TABLE orders (id {column} PRIMARY KEY, made timestamptz NOT NULL)")
    connection.cursor().executemany("INSERT INTO orders VALUES (%s, %s)", [(str(id), time) for id, time in ids])


def column(connection: psycopg.Connection[Any], query: str = "SELECT id FROM orders ORDER BY id") -> list[Any]:
    return [row[0] for row in connection.execute(query).fetchall()]


def is_key(connection: psycopg.Connection[Any]) -> bool:
    """Whether `id` is the table's key."""
    query = "SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'orders'::regclass AND contype = 'p'"
    return column(connection, query) == ["PRIMARY KEY (id)"]


def at_once(connection: psycopg.Connection[Any]) -> bool:
    ids = made(Uuid7)
    table(connection, ids, "text")
    for block in blocks(PAGE, "Text to uuid, at once"):
        run(connection, block)
    return column(connection) == [id.uuid for id, _ in sorted(ids)] and is_key(connection)


@contextmanager
def writing(ids: Iterator[tuple[Id, datetime.datetime]]) -> Iterator[list[Id]]:
    """Inserts rows from another thread within the `with` block. Yields the ids of the inserted rows."""
    written, end, errors = list[Id](), threading.Event(), list[BaseException]()

    def write() -> None:
        try:
            with psycopg.connect(autocommit=True) as connection:
                while not end.is_set():
                    id, time = next(ids)
                    # An untyped literal fits the column both before and after its type changes.
                    connection.execute(f"INSERT INTO orders (id, made) VALUES ('{id}', %s)", (time,))
                    written.append(id)
                    end.wait(0.001)
        except BaseException as error:
            errors.append(error)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        yield written
    finally:
        end.set()
        writer.join()
    if errors:
        raise errors[0]


def while_others_write(connection: psycopg.Connection[Any]) -> bool:
    ids = made(Uuid7, 100_000)
    table(connection, ids[:ROWS], "text")
    prepare, fill, index, change = blocks(PAGE, "Text to uuid, while others write")
    with writing(iter(ids[ROWS:])) as written:
        run(connection, prepare)
        while run(connection, fill).rowcount:
            pass
        run(connection, index)
        before = len(written)
        run(connection, change)
        while len(written) < before + 20:
            threading.Event().wait(0.01)
    expected = sorted([*(id for id, _ in ids[:ROWS]), *written])
    return column(connection) == [id.uuid for id in expected] and is_key(connection) and before > 0


def by_the_library(connection: psycopg.Connection[Any], kind: type[Id], type: str, read: Callable[[str], Any]) -> bool:
    ids = made(kind)
    table(connection, ids, 'text COLLATE "C"')
    scope: dict[str, Any] = {}
    (move,) = blocks(PAGE, "What the server cannot read", "python")
    exec(move, scope)
    connection.execute(f"ALTER TABLE orders ADD id_new {type}")
    while scope["move"](connection, read):
        pass
    return column(connection, "SELECT id_new FROM orders ORDER BY id_new") == [read(str(id)) for id, _ in sorted(ids)]


def collation(connection: psycopg.Connection[Any]) -> bool:
    """Corrects a column's order without rewriting rows, or online by an index."""
    ids = made(Uid11Snowish)
    expected = [str(id) for id, _ in sorted(ids)]
    change, index, query = blocks(PAGE, "The wrong collation")
    table(connection, ids, 'text COLLATE "en-x-icu"')
    wrong = column(connection) != expected
    run(connection, index)
    connection.execute("ANALYZE orders")
    with connection.transaction(force_rollback=True):
        # The server would read and sort all of such a small table.
        for scan in ("seqscan", "bitmapscan"):
            connection.execute(f"SET LOCAL enable_{scan} = off")
        plan = "\n".join(column(connection, f"EXPLAIN {query}"))
    online = "orders_id_c" in plan and "Index Cond" in plan and "Sort" not in plan
    file = column(connection, "SELECT pg_relation_filenode('orders')")
    run(connection, change)
    same_file = column(connection, "SELECT pg_relation_filenode('orders')") == file
    return wrong and online and same_file and column(connection) == expected


def beside(connection: psycopg.Connection[Any]) -> bool:
    """The new keys encode the times of their rows and sort by them; the random ids are unchanged."""
    ids = [(id, time) for (id, _), (_, time) in zip(made(Uuid4), made(Uuid7), strict=True)]
    table(connection, ids, "uuid")
    add, index = blocks(PAGE, "A sortable key beside a random one")
    (give,) = blocks(PAGE, "A sortable key beside a random one", "python")
    scope: dict[str, Any] = {"Generator": Generator, "Uuid7": Uuid7}
    exec(give, scope)
    run(connection, add)
    all_given = scope["give_keys"](connection) == ROWS and scope["give_keys"](connection) == 0
    run(connection, index)
    rows = connection.execute("SELECT key, id, made FROM orders ORDER BY key").fetchall()
    in_order = [row[1:] for row in rows] == [(id.uuid, time) for id, time in sorted(ids, key=lambda row: row[1])]
    times_match = all(Uuid7(key).timestamp.unix_ms == Timestamp.from_datetime(time).unix_ms for key, _, time in rows)
    return all_given and in_order and times_match


def restored(connection: psycopg.Connection[Any]) -> bool:
    ids = made(Uid11Snowish)
    table(connection, ids, 'text COLLATE "C"')
    before = column(connection)
    dump = subprocess.run(["pg_dump", "--table=orders"], capture_output=True, text=True, check=True).stdout
    connection.execute("DROP TABLE orders")
    subprocess.run(["psql", "--quiet", "--set=ON_ERROR_STOP=1"], input=dump, text=True, check=True, stdout=sys.stderr)
    return column(connection) == before == [str(id) for id, _ in sorted(ids)] and is_key(connection)


def following(connection: psycopg.Connection[Any]) -> bool:
    """The query for pages misses a row that commits late; those that exclude open transactions return it."""
    (page,) = blocks("cookbook.md", "Page through rows")
    follow, add, follow_by_transaction = blocks("cookbook.md", "Follow a growing table")
    connection.execute("DROP TABLE IF EXISTS events")
    connection.execute("CREATE TABLE events (id uuid PRIMARY KEY)")
    run(connection, add)
    (early, _), (middle, _), (late, _) = sorted(made(Uuid7, 3))
    margin = datetime.timedelta(minutes=1)

    def rows(query: str, *bounds: Any) -> list[tuple[Id, Any]]:
        return [(Uuid7(id), xact) for id, xact in psycopg.RawCursor(connection).execute(query, bounds)]

    def ids(query: str, *bounds: Id) -> list[Id]:
        return [id for id, _ in rows(query, *(bound.uuid for bound in bounds))]

    first, insert = Uuid7.min_at(FIRST), "INSERT INTO events (id) VALUES (%s)"
    with psycopg.connect() as open_transaction:
        open_transaction.execute(insert, [early.uuid])
        connection.execute(insert, [late.uuid])
        paged = ids(page, first)
        followed = ids(follow, first, Uuid7.min_at(late.datetime - margin))
        by_transaction = rows(follow_by_transaction, "0", first.uuid)
    lost = paged == [late] and ids(page, late) == []
    by_time = followed == [] and ids(follow, first, Uuid7.min_at(late.datetime + margin)) == [early, late]
    read = rows(follow_by_transaction, "0", first.uuid)
    # An id that was generated before those that have been read.
    connection.execute(insert, [middle.uuid])
    id, xact = read[-1]
    rest = rows(follow_by_transaction, str(xact), id.uuid)
    in_order = by_transaction == [] and [id for id, _ in [*read, *rest]] == [early, late, middle]
    return lost and by_time and in_order


CHECKS: dict[str, Callable[[psycopg.Connection[Any]], bool]] = {
    "text to uuid, at once": at_once,
    "text to uuid, while others write": while_others_write,
    "tid to bigint": lambda c: by_the_library(c, Tid, "bigint", lambda text: int(Tid(text))),
    "ulid to uuid": lambda c: by_the_library(c, Ulid, "uuid", lambda text: uuid.UUID(bytes=Ulid(text).bytes)),
    "ksuid to bytea": lambda c: by_the_library(c, Ksuid, "bytea", lambda text: Ksuid(text).bytes),
    "the wrong collation": collation,
    "a sortable key beside a random one": beside,
    "dump and restore": restored,
    "following a growing table": following,
}

if __name__ == "__main__":
    with psycopg.connect(autocommit=True) as connection:
        for name, check in CHECKS.items():
            try:
                passed, reason = check(connection), "the table differs from the page's promise"
            except Exception as error:
                passed, reason = False, repr(error).replace("\n", " ")
            print(f"ok {name}" if passed else f"not ok {name}: {reason}", flush=True)

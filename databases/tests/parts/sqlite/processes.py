"""Threads, forked children and closed connections repeat no id."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

from asked import connected, expect, one, rows, sqlite3

# Formats whose ids contain a random node of the process, or random bits.
FORMATS = ("uuid7", "ulid", "ksuid", "tid")
CHILDREN, THREADS, IDS = 8, 4, 500


def make(connection: sqlite3.Connection) -> list[str]:
    """Generates some ids of each format."""
    sql = "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?) SELECT sortid_new(?) FROM n"
    return [id for format in FORMATS for (id,) in rows(connection, sql, IDS, format)]


def forked_children_repeat_no_id() -> None:
    connection = connected()
    ids = make(connection)
    pipes = []
    for _ in range(CHILDREN):
        read, write = os.pipe()
        if os.fork() == 0:
            # The parent's connection is an in-memory database.
            text = "\n".join(make(connection))
            with os.fdopen(write, "w") as pipe:
                pipe.write(text)
            os._exit(0)
        os.close(write)
        pipes.append(read)
    ids += make(connection)
    for read in pipes:
        with os.fdopen(read) as pipe:
            ids += pipe.read().split("\n")
        os.wait()
    expect(len(ids), (CHILDREN + 2) * IDS * len(FORMATS))
    expect(len(set(ids)), len(ids))


def threads_with_own_connections_repeat_no_id() -> None:
    batches: list[list[str]] = []

    def thread() -> None:
        connection = connected()
        batches.append(make(connection))
        connection.close()

    threads = [threading.Thread(target=thread) for _ in range(THREADS)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    expect(len({id for ids in batches for id in ids}), THREADS * IDS * len(FORMATS))
    for ids in batches:
        for place in range(0, len(ids), IDS):
            expect(sorted(ids[place : place + IDS]), ids[place : place + IDS])


def library_stays_loaded_after_close() -> None:
    """Fork handlers in an unloaded library would crash children. Run this first: generating an id
    also prevents unloading.
    """
    for makes_ids in (False, True):
        connection = connected()
        if makes_ids:
            expect(len(one(connection, "SELECT sortid_new('uuid7')")), 36)
        connection.close()
        maps = Path("/proc/self/maps")
        if maps.exists():
            expect(Path(sys.argv[1]).name in maps.read_text(), True)
        child = os.fork()
        if child == 0:
            os._exit(0)
        expect(os.waitpid(child, 0)[1], 0)


CHECKS = (
    library_stays_loaded_after_close,
    forked_children_repeat_no_id,
    threads_with_own_connections_repeat_no_id,
)

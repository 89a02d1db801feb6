"""Threads, forked children, and connections that come and go: no id is there twice."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

from asked import connected, expect, one, rows, sqlite3

# Distinguished by bits that are drawn for a process, or by random bits.
FORMATS = ("uuid7", "ulid", "ksuid", "tid")
CHILDREN, THREADS, IDS = 8, 4, 500


def make(connection: sqlite3.Connection) -> list[str]:
    """Some ids of each format."""
    sql = "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?) SELECT sortid_new(?) FROM n"
    return [id for format in FORMATS for (id,) in rows(connection, sql, IDS, format)]


def forked_children_repeat_nothing() -> None:
    connection = connected()
    made = make(connection)
    pipes = []
    for _ in range(CHILDREN):
        read, write = os.pipe()
        if os.fork() == 0:
            # A connection of the parent's that is in memory alone.
            text = "\n".join(make(connection))
            with os.fdopen(write, "w") as pipe:
                pipe.write(text)
            os._exit(0)
        os.close(write)
        pipes.append(read)
    made += make(connection)
    for read in pipes:
        with os.fdopen(read) as pipe:
            made += pipe.read().split("\n")
        os.wait()
    expect(len(made), (CHILDREN + 2) * IDS * len(FORMATS))
    expect(len(set(made)), len(made))


def threads_with_connections_of_their_own_repeat_nothing() -> None:
    made: list[list[str]] = []

    def thread() -> None:
        connection = connected()
        made.append(make(connection))
        connection.close()

    threads = [threading.Thread(target=thread) for _ in range(THREADS)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    expect(len({id for ids in made for id in ids}), THREADS * IDS * len(FORMATS))
    for ids in made:
        for place in range(0, len(ids), IDS):
            expect(sorted(ids[place : place + IDS]), ids[place : place + IDS])


def the_library_stays_when_a_connection_goes() -> None:
    """It is called in forked children, which would end there. First of all: a thread that made an id keeps it, too."""
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
    the_library_stays_when_a_connection_goes,
    forked_children_repeat_nothing,
    threads_with_connections_of_their_own_repeat_nothing,
)

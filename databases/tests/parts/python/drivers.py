"""Ids through plain drivers: `Storage` converts the parameters and rows of SQL statements."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from sample import START, STOP, TableFactory
from sortid import Format, Id
from sortid.storage import Storage

EXPLAIN = {"sqlite": "explain query plan ", "postgresql": "explain ", "mariadb": "explain "}


class Plain:
    """A table through a PEP 249 connection, or through asyncpg with its own event loop."""

    def __init__(self, connection: Any, place: str, dialect: str, name: str, format: Format, text: bool) -> None:
        self.connection, self.place, self.name = connection, place, name
        self.storage: Storage[Any] = Storage(format, dialect, text=text)
        kind, condition = self.storage.sql_type, self.storage.check("id")
        check = f", check ({condition})" if condition else ""
        self.run(f"create table {name} (id {kind} not null primary key, beside {kind}{check})")

    def run(self, statement: str, *parameters: Any) -> list[Any]:
        for number in range(len(parameters)):
            statement = statement.replace("?", self.place.format(n=number + 1), 1)
        if self.place.startswith("$"):
            loop, connection = self.connection
            return list(loop.run_until_complete(connection.fetch(statement, *parameters)))
        cursor = self.connection.cursor()
        cursor.execute(statement, parameters)
        return list(cursor.fetchall()) if cursor.description else []

    def insert(self, ids: Sequence[Id]) -> None:
        for number, id in enumerate(ids):
            key = self.storage.bind(id)
            self.run(f"insert into {self.name} values (?, ?)", key, key if number else None)

    def ordered(self) -> list[tuple[Any, Any]]:
        rows = self.run(f"select id, beside from {self.name} order by id")
        read = self.storage.read
        return [(read(key), None if beside is None else read(beside)) for key, beside in rows]

    def between(self) -> list[Any]:
        rows = self.run(self._between("select id"), *self.storage.between_times(START, STOP))
        return [self.storage.read(row[0]) for row in rows]

    def plan(self) -> str | None:
        explain = EXPLAIN.get(self.storage.dialect)
        if explain is None:
            return None
        return str(self.run(explain + self._between("select id"), *self.storage.between_times(START, STOP)))

    def raw(self, statement: str, value: object) -> list[Any]:
        return self.run(statement.replace("TABLE", self.name), value)

    def _between(self, select: str) -> str:
        return f"{select} from {self.name} where id between ? and ? order by id"


def plain(connection: Any, place: str, dialect: str) -> TableFactory:
    """Returns the factory of tables for a driver; `place` is its placeholder."""
    return lambda name, format, text: Plain(connection, place, dialect, name, format, text)


def sqlite(folder: str) -> TableFactory:
    import sqlite3

    return plain(sqlite3.connect(f"{folder}/sqlite3"), "?", "sqlite")


def psycopg() -> TableFactory:
    import psycopg
    from sortid.psycopg import register

    connection = psycopg.connect(autocommit=True)
    register(connection)
    connection.execute("set enable_seqscan = off")
    return plain(connection, "%s", "postgresql")


def psycopg2() -> TableFactory:
    import psycopg2.extras

    psycopg2.extras.register_uuid()
    connection = psycopg2.connect("")
    connection.autocommit = True
    connection.cursor().execute("set enable_seqscan = off")
    return plain(connection, "%s", "postgresql")


def asyncpg() -> TableFactory:
    import asyncpg
    from sortid.asyncpg import register

    loop = asyncio.new_event_loop()
    connection = loop.run_until_complete(asyncpg.connect(server_settings={"enable_seqscan": "off"}))
    loop.run_until_complete(register(connection))
    return plain((loop, connection), "${n}", "postgresql")


def duckdb() -> TableFactory:
    import duckdb

    return plain(duckdb.connect(), "?", "duckdb")


def pymysql(socket: str) -> TableFactory:
    import pymysql
    from sortid.pymysql import register

    connection = pymysql.connect(unix_socket=socket, user="root", database="sortid", autocommit=True)
    register(connection)
    return plain(connection, "%s", "mariadb")

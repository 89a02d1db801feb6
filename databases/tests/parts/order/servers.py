"""Each server, asked for the order of its index over a column, and how many values it tells apart."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from columns import Column

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import clients


class Refused(Exception):
    """The server does not take the values."""


@dataclass
class Sorted:
    """What came of a column: the rows' numbers in its order, and how many values are different there."""

    order: list[int]
    different: int


class Server(ABC):
    """A table of one column and its rows' numbers at a time, with an index over both."""

    @abstractmethod
    def sorted(self, column: Column, length: int, rows: Sequence[tuple[int, str]]) -> Sorted:
        """The order of rows of a number and a value; of values of the format's `length` in bytes."""


class Connected(Server):
    """A server behind a connection of Python's DB-API."""

    # What the server calls a column of small integers.
    NUMBER = "INTEGER"
    # What says that the rows come by the index, in the plan's words, and what a plan that sorts would say.
    BY_INDEX: tuple[str, str] = ("", "")

    def __init__(self, connection: Any, errors: tuple[type[Exception], ...]) -> None:
        self.cursor = connection.cursor()
        self.errors = errors

    @abstractmethod
    def fill(self, column: Column, rows: Sequence[tuple[int, str]]) -> None: ...

    def refuses(self, error: Exception) -> bool:
        """Whether it is a value that the server does not take."""
        return True

    def ask(self, sql: str) -> list[Any]:
        self.cursor.execute(sql)
        return list(self.cursor.fetchall())

    def plan(self, query: str) -> str:
        return "\n".join(" ".join(map(str, row)) for row in self.ask(f"EXPLAIN {query}"))

    def sorted(self, column: Column, length: int, rows: Sequence[tuple[int, str]]) -> Sorted:
        self.cursor.execute("DROP TABLE IF EXISTS ids")
        self.cursor.execute(f"CREATE TABLE ids (c {column.typed(length)} NOT NULL, n {self.NUMBER} NOT NULL)")
        try:
            self.fill(column, rows)
        except self.errors as error:
            if not self.refuses(error):
                raise
            raise Refused(str(error)) from error
        self.cursor.execute("CREATE INDEX by_id ON ids (c, n)")
        query = self.query()
        plan, (wanted, unwanted) = self.plan(query), self.BY_INDEX
        if wanted not in plan or (unwanted and unwanted in plan):
            raise SystemExit(f"{column.name} is not read by its index:\n{plan}")
        order = [row[0] for row in self.ask(query)]
        return Sorted(order, self.ask("SELECT count(DISTINCT c) FROM ids")[0][0])

    def query(self) -> str:
        return "SELECT n FROM ids ORDER BY c, n"


class Postgresql(Connected):
    """PostgreSQL, PGlite too."""

    BY_INDEX = ("Index Only Scan", "Sort")
    # The ways that are not by the index.
    OTHER_WAYS = ("seqscan", "bitmapscan", "sort", "incremental_sort")

    def __init__(self) -> None:
        import psycopg

        super().__init__(clients.postgresql(), (psycopg.DataError,))
        for way in self.OTHER_WAYS:
            self.cursor.execute(f"SET enable_{way} = off")

    def fill(self, column: Column, rows: Sequence[tuple[int, str]]) -> None:
        value = r"('\x' || v)::bytea" if column.kind == "bytes" else f"v::{column.type.partition(' COLLATE')[0]}"
        numbers, values = zip(*rows, strict=True)
        insert = f"INSERT INTO ids SELECT {value}, n FROM unnest(%s::integer[], %s::text[]) AS given(n, v)"
        self.cursor.execute(insert, (list(numbers), list(values)))


class Mariadb(Connected):
    """MariaDB."""

    BY_INDEX = ("Using index", "Using filesort")
    # Out of range, and no value of the type.
    NOT_IN_THE_TYPE = (1264, 1292)

    def __init__(self) -> None:
        import pymysql

        super().__init__(clients.mariadb(), (pymysql.err.DataError, pymysql.err.OperationalError))

    def refuses(self, error: Exception) -> bool:
        return error.args[0] in self.NOT_IN_THE_TYPE

    def fill(self, column: Column, rows: Sequence[tuple[int, str]]) -> None:
        read = bytes.fromhex if column.kind == "bytes" else str
        # The driver makes one statement of many rows where they are nothing but places.
        self.cursor.executemany("INSERT INTO ids VALUES (%s, %s)", [(read(value), number) for number, value in rows])

    def query(self) -> str:
        return "SELECT n FROM ids FORCE INDEX (by_id) ORDER BY c, n"


class Sqlite(Connected):
    """The SQLite of Python's module."""

    BY_INDEX = ("USING COVERING INDEX by_id", "TEMP B-TREE")

    def __init__(self) -> None:
        super().__init__(clients.sqlite("ids"), (OverflowError,))

    def plan(self, query: str) -> str:
        return super().plan(f"QUERY PLAN {query}")

    def fill(self, column: Column, rows: Sequence[tuple[int, str]]) -> None:
        read: dict[str, Any] = {"bytes": bytes.fromhex, "integer": int, "signed": int}
        value = read.get(column.kind, str)
        self.cursor.execute("BEGIN")
        try:
            self.cursor.executemany("INSERT INTO ids VALUES (?, ?)", [(value(text), number) for number, text in rows])
        finally:
            self.cursor.execute("COMMIT")


class Duckdb(Connected):
    """DuckDB, whose indexes are in no order: it sorts."""

    def __init__(self) -> None:
        import duckdb

        super().__init__(clients.duckdb("ids"), (duckdb.ConversionException,))

    def fill(self, column: Column, rows: Sequence[tuple[int, str]]) -> None:
        value = "unhex(v)" if column.kind == "bytes" else f"CAST(v AS {column.type.partition(' COLLATE')[0]})"
        numbers, values = zip(*rows, strict=True)
        given = "SELECT unnest(?::INTEGER[]) AS n, unnest(?::VARCHAR[]) AS v"
        self.cursor.execute(f"INSERT INTO ids SELECT {value}, n FROM ({given})", [list(numbers), list(values)])

"""Queries for the order of an index over a column, and for the number of distinct values, for each server."""

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
    """The server rejects the values."""


@dataclass
class Sorted:
    """The result for a column: the row numbers in its order, and the number of distinct values."""

    order: list[int]
    different: int


class Server(ABC):
    """A server with a table of one column and the row numbers, with an index over both."""

    @abstractmethod
    def sorted(self, column: Column, length: int, rows: Sequence[tuple[int, str]]) -> Sorted:
        """Returns the order of rows of a number and a value, which has `length` bytes."""


class Connected(Server):
    """A server behind a connection of Python's DB-API."""

    # The server's type for small integers.
    NUMBER = "INTEGER"
    # A text in plans that use the index, and one in plans that sort.
    BY_INDEX: tuple[str, str] = ("", "")

    def __init__(self, connection: Any, errors: tuple[type[Exception], ...]) -> None:
        self.cursor = connection.cursor()
        self.errors = errors

    @abstractmethod
    def fill(self, column: Column, rows: Sequence[tuple[int, str]]) -> None: ...

    def refuses(self, error: Exception) -> bool:
        """Whether the error means that the server rejects a value."""
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
            raise SystemExit(f"the query of {column.name} does not use the index:\n{plan}")
        order = [row[0] for row in self.ask(query)]
        return Sorted(order, self.ask("SELECT count(DISTINCT c) FROM ids")[0][0])

    def query(self) -> str:
        return "SELECT n FROM ids ORDER BY c, n"


class Postgresql(Connected):
    """PostgreSQL and PGlite."""

    BY_INDEX = ("Index Only Scan", "Sort")
    # Plan types without the index.
    OTHER_PLANS = ("seqscan", "bitmapscan", "sort", "incremental_sort")

    def __init__(self) -> None:
        import psycopg

        super().__init__(clients.postgresql(), (psycopg.DataError,))
        for plan in self.OTHER_PLANS:
            self.cursor.execute(f"SET enable_{plan} = off")

    def fill(self, column: Column, rows: Sequence[tuple[int, str]]) -> None:
        value = r"('\x' || v)::bytea" if column.kind == "bytes" else f"v::{column.type.partition(' COLLATE')[0]}"
        numbers, values = zip(*rows, strict=True)
        insert = f"INSERT INTO ids SELECT {value}, n FROM unnest(%s::integer[], %s::text[]) AS given(n, v)"
        self.cursor.execute(insert, (list(numbers), list(values)))


class Mariadb(Connected):
    """MariaDB."""

    BY_INDEX = ("Using index", "Using filesort")
    # Errors for values out of range, and for values of another type.
    NOT_IN_THE_TYPE = (1264, 1292)

    def __init__(self) -> None:
        import pymysql

        super().__init__(clients.mariadb(), (pymysql.err.DataError, pymysql.err.OperationalError))

    def refuses(self, error: Exception) -> bool:
        return error.args[0] in self.NOT_IN_THE_TYPE

    def fill(self, column: Column, rows: Sequence[tuple[int, str]]) -> None:
        read = bytes.fromhex if column.kind == "bytes" else str
        # The driver combines rows to one statement if all values are placeholders.
        self.cursor.executemany("INSERT INTO ids VALUES (%s, %s)", [(read(value), number) for number, value in rows])

    def query(self) -> str:
        return "SELECT n FROM ids FORCE INDEX (by_id) ORDER BY c, n"


class Sqlite(Connected):
    """SQLite, by Python's module."""

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
    """DuckDB, which sorts, since its indexes have no order."""

    def __init__(self) -> None:
        import duckdb

        super().__init__(clients.duckdb("ids"), (duckdb.ConversionException,))

    def fill(self, column: Column, rows: Sequence[tuple[int, str]]) -> None:
        value = "unhex(v)" if column.kind == "bytes" else f"CAST(v AS {column.type.partition(' COLLATE')[0]})"
        numbers, values = zip(*rows, strict=True)
        given = "SELECT unnest(?::INTEGER[]) AS n, unnest(?::VARCHAR[]) AS v"
        self.cursor.execute(f"INSERT INTO ids SELECT {value}, n FROM ({given})", [list(numbers), list(values)])

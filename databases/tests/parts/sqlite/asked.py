"""Connections with the extension, and queries for the checks."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

try:
    import pysqlite3 as sqlite3
except ImportError:
    import sqlite3

sys.path.append(str(Path(__file__).resolve().parents[2]))

Value = str | bytes | int | float | None
Row = tuple[Any, ...]

INTEGERS = range(-(2**63), 2**63)


def connected(path: str = ":memory:") -> sqlite3.Connection:
    """Returns an autocommit connection with the extension, which cannot load others."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.enable_load_extension(True)
    connection.load_extension(str(Path(sys.argv[1]).with_suffix("")))
    connection.enable_load_extension(False)
    return connection


def rows(connection: sqlite3.Connection, sql: str, *values: Value) -> list[Row]:
    return connection.execute(sql, values).fetchall()


def one(connection: sqlite3.Connection, sql: str, *values: Value) -> Any:
    """Returns the first column of the only row."""
    ((value, *_),) = connection.execute(sql, values).fetchall()
    return value


class Refused(str):
    """The message of an error, as a result."""

    __slots__ = ()


def asked(connection: sqlite3.Connection, sql: str, *values: Value) -> Any:
    """Like `one`, but returns errors."""
    try:
        return one(connection, sql, *values)
    except sqlite3.OperationalError as error:
        return Refused(error)


def is_refusal(answer: Any, code: str, offset: int | None = None) -> bool:
    """Whether the result is an error with this code, and at this offset if given."""
    if not isinstance(answer, Refused) or not answer.startswith(f"{code}: "):
        return False
    place = re.search(r"at byte (\d+)(?:, .*)?$|: (\d+) bytes(?:, .*)?$", answer)
    return offset is None or (place is not None and int(place[1] or place[2]) == offset)


def expect(answer: Any, expected: Any, *what: Any) -> None:
    if answer != expected or type(answer) is not type(expected):
        raise AssertionError(f"{answer!r}, expected {expected!r}", *what)


def refused(answer: Any, code: str, offset: int | None = None, *what: Any) -> None:
    if not is_refusal(answer, code, offset):
        raise AssertionError(f"{answer!r}, expected {code} at {offset}", *what)

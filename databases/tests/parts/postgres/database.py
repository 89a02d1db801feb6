"""Queries and helpers that all checks of the extension share."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import walk

ROOT = Path(__file__).resolve().parents[4]
EXTENSION = ROOT / "databases" / "postgres"
VERSION = re.findall(r"^default_version = '(.*)'$", (EXTENSION / "sortid.control").read_text(), re.M)[0]
SCRIPT = (EXTENSION / f"sortid--{VERSION}.sql").read_text()
# Formats with their own type, formats with a time, and formats that can be generated.
TYPES = re.findall(r"^CREATE TYPE sortid_(\w+);", SCRIPT, re.M)
TIMED = re.findall(r"^CREATE FUNCTION sortid_min_(\w+)", SCRIPT, re.M)
MADE = re.findall(r"^CREATE FUNCTION sortid_new_(\w+)", SCRIPT, re.M)
FORMATS = re.findall(r"^/\* (\w+): .* \*/$", SCRIPT, re.M)[1:]
IS_LONG = "long" in sys.argv[1:]
Row = tuple[Any, ...]


def connect() -> psycopg.Connection[Row]:
    return psycopg.connect(autocommit=True)


def one(connection: psycopg.Connection[Row], query: str, *parameters: object) -> Any:
    """Returns the only value of the only row."""
    row = connection.execute(query.encode(), parameters or None).fetchone()
    assert row is not None, query
    return row[0]


def refused(connection: psycopg.Connection[Row], query: str, *parameters: object) -> tuple[str, str]:
    """Returns the SQLSTATE of a statement that must fail, with its detail or message. The session must survive."""
    try:
        answer = connection.execute(query.encode(), parameters or None).fetchall()
    except psycopg.Error as error:
        assert error.sqlstate is not None, f"{query} {parameters}: the connection is gone: {error}"
        return error.sqlstate, error.diag.message_detail or error.diag.message_primary or ""
    raise AssertionError(f"{query} {parameters} did not fail: {answer}")


def type_of(name: str) -> str:
    return f"sortid_{name}" if name in TYPES else "uuid"


def time_of(name: str) -> str:
    return "sortid_time" if name in TYPES else f"sortid_time_{name}"


def read(name: str) -> str:
    """Returns an expression that parses the text of a parameter."""
    return f"%s::sortid_{name}" if name in TYPES else f"sortid_parse_{name}(%s)"


def text(name: str, value: str) -> str:
    return f"({value})::text" if name in TYPES else f"sortid_text_{name}({value})"


def instant(microseconds: int) -> str:
    """Returns an expression for microseconds since 1970, without conversion to a double."""
    days, rest = divmod(microseconds, 86_400_000_000)
    seconds, rest = divmod(rest, 1_000_000)
    parts = f"make_interval(days => {days}) + {seconds} * interval '1 second' + {rest} * interval '1 microsecond'"
    return f"(timestamptz '1970-01-01Z' + {parts})"


def cases(*operations: str) -> list[tuple[str, dict[str, Any]]]:
    """Returns the vectors of these operations for the extension's formats."""
    return [(name, case) for name, case in walk.cases(*operations) if name in FORMATS]


def check(checked: Callable[[], object]) -> None:
    """Runs a check, which is named after its function."""
    name = checked.__name__.replace("_", " ")
    try:
        checked()
    except Exception as error:
        print(f"not ok {name}: {type(error).__name__}: {' '.join(str(error).split())[:600]}", flush=True)
    else:
        print(f"ok {name}", flush=True)

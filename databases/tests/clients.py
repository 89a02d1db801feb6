"""The Python in which parts talk to servers, and how they are reached."""

from __future__ import annotations

import os
import sqlite3
import sys
from pathlib import Path
from typing import Any, NoReturn

HERE = Path(__file__).resolve().parent
TESTS = HERE.parents[1] / "tests"
sys.path.insert(0, str(TESTS / "drivers" / "python"))

import environment  # noqa: E402

# All that any part wants: one environment is a fraction of one for each.
LISTS = [
    HERE / "clients.txt",
    HERE / "duckdb.txt",
    TESTS / "packages" / "python-databases" / "requirements.txt",
    environment.MAPPERS,
]
# Where databases lie that are files of this process.
FOLDER = Path(os.environ.get("SORTID_DATABASE_DIR", "."))


def python() -> Path:
    """The Python with the wheel and with the drivers and mappers of the lists.

    Beside SQLite, which is Python's own, the default run of the suite installs the wheel alone.
    """
    if "SORTID_DATABASE_DIR" in os.environ and os.environ.get("SORTID_TESTS") == "quick":
        return environment.installed("databases-quick", sys.executable, environment.wheel())
    return environment.installed("databases", sys.executable, environment.wheel(), lists=LISTS)


def become(program: Path) -> NoReturn:
    """Goes on as this program of that Python, with the same arguments."""
    interpreter = python()
    os.execv(interpreter, [str(interpreter), "-B", str(program), *sys.argv[1:]])


def postgresql() -> Any:
    """A connection of psycopg; PGlite's is one, too."""
    import psycopg

    return psycopg.connect(autocommit=True)


def mariadb() -> Any:
    """A connection of PyMySQL."""
    import pymysql

    socket = os.environ["MYSQL_UNIX_PORT"]
    return pymysql.connect(unix_socket=socket, user="root", database="sortid", autocommit=True)


def sqlite(file: str | None = None) -> sqlite3.Connection:
    """A connection of Python's module to a file of the folder, or else to memory."""
    return sqlite3.connect(FOLDER / file if file else ":memory:", isolation_level=None)


def duckdb(file: str | None = None) -> Any:
    """A connection of DuckDB's module, as SQLite's."""
    import duckdb

    return duckdb.connect(str(FOLDER / file) if file else ":memory:")


def clickhouse(folder: str) -> Any:
    """A session of ClickHouse in this process."""
    from chdb.session import Session

    return Session(str(FOLDER / folder))

"""The Python environment of the parts, and connections to the servers."""

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

# The packages of all parts: one environment takes less time than one per part.
LISTS = [
    HERE / "clients.txt",
    HERE / "duckdb.txt",
    TESTS / "packages" / "python-databases" / "requirements.txt",
    environment.MAPPERS,
]
# The folder of embedded databases.
FOLDER = Path(os.environ.get("SORTID_DATABASE_DIR", "."))


def python() -> Path:
    """Returns a Python with the wheel, and the drivers and mappers of the lists.

    With SQLite, whose module is part of Python, the default run of the suite installs only the
    wheel.
    """
    if "SORTID_DATABASE_DIR" in os.environ and os.environ.get("SORTID_TESTS") == "quick":
        return environment.installed("databases-quick", sys.executable, environment.wheel())
    return environment.installed("databases", sys.executable, environment.wheel(), lists=LISTS)


def become(program: Path) -> NoReturn:
    """Replaces this process by a program in that Python, with the same arguments."""
    interpreter = python()
    os.execv(interpreter, [str(interpreter), "-B", str(program), *sys.argv[1:]])


def postgresql() -> Any:
    """Connects to PostgreSQL or PGlite with psycopg."""
    import psycopg

    return psycopg.connect(autocommit=True)


def mariadb() -> Any:
    """Connects with PyMySQL."""
    import pymysql

    socket = os.environ["MYSQL_UNIX_PORT"]
    return pymysql.connect(unix_socket=socket, user="root", database="sortid", autocommit=True)


def sqlite(file: str | None = None) -> sqlite3.Connection:
    """Opens a file of the folder, or an in-memory database, with Python's module."""
    return sqlite3.connect(FOLDER / file if file else ":memory:", isolation_level=None)


def duckdb(file: str | None = None) -> Any:
    """Opens a file of the folder, or an in-memory database, with DuckDB's module."""
    import duckdb

    return duckdb.connect(str(FOLDER / file) if file else ":memory:")


def clickhouse(folder: str) -> Any:
    """Opens a session of embedded ClickHouse."""
    from chdb.session import Session

    return Session(str(FOLDER / folder))

"""Runs the checks with every Python driver and mapper for the database."""

from __future__ import annotations

import os
import sys
from pathlib import Path

# `-I` omits this folder from the path, since its modules could hide packages.
sys.path.append(str(Path(__file__).resolve().parent))

import alchemy
import drivers
import mapped
import peewee
import psycopg
import sortid.psycopg
import sortid.pymysql
from sample import check_driver, failures


def sqlite() -> None:
    folder = os.environ["SORTID_DATABASE_DIR"]
    check_driver("sqlite3", "sqlite", drivers.sqlite(folder))
    check_driver("sqlalchemy sqlite", "sqlite", alchemy.core(f"sqlite:///{folder}/alchemy"))
    check_driver("sqlmodel sqlite", "sqlite", alchemy.modelled(f"sqlite:///{folder}/model"))
    check_driver("django sqlite", "sqlite", mapped.django_for("sqlite"))
    check_driver("peewee sqlite", "sqlite", mapped.peewee_on(peewee.SqliteDatabase(f"{folder}/peewee")))


def postgresql() -> None:
    # A database with a linguistic default collation.
    with psycopg.connect(autocommit=True) as connection:
        connection.execute("create database words template template0 locale_provider icu icu_locale 'en'")
    os.environ["PGDATABASE"] = "words"
    check_driver("psycopg", "postgresql", drivers.psycopg())
    check_driver("psycopg2", "postgresql", drivers.psycopg2())
    check_driver("asyncpg", "postgresql", drivers.asyncpg())
    for driver in ("psycopg", "psycopg2", "asyncpg"):
        factory = alchemy.core(f"postgresql+{driver}://")
        check_driver(f"sqlalchemy {driver}", "postgresql", factory)
    check_driver("sqlmodel psycopg", "postgresql", alchemy.modelled("postgresql+psycopg://"))
    # Django and Peewee open their own connections.
    sortid.psycopg.register()
    check_driver("django psycopg", "postgresql", mapped.django_for("postgresql"))
    for prefers in (False, True):
        database = peewee.PostgresqlDatabase(os.environ["PGDATABASE"], prefer_psycopg3=prefers)
        check_driver(f"peewee {'psycopg' if prefers else 'psycopg2'}", "postgresql", mapped.peewee_on(database))


def duckdb() -> None:
    check_driver("duckdb", "duckdb", drivers.duckdb())
    check_driver("sqlalchemy duckdb", "duckdb", alchemy.core("duckdb:///:memory:"))


def mariadb() -> None:
    socket = os.environ["MYSQL_UNIX_PORT"]
    check_driver("pymysql", "mariadb", drivers.pymysql(socket))
    url = f"mysql+pymysql://root@localhost/sortid?unix_socket={socket}"
    check_driver("sqlalchemy pymysql", "mariadb", alchemy.core(url))
    # Peewee and Django open their own connections.
    sortid.pymysql.register()
    database = peewee.MySQLDatabase("sortid", user="root", unix_socket=socket)
    check_driver("peewee pymysql", "mariadb", mapped.peewee_on(database))
    check_driver("django pymysql", "mariadb", mapped.django_for("mariadb"))


{"sqlite": sqlite, "postgresql": postgresql, "duckdb": duckdb, "mariadb": mariadb}[os.environ["SORTID_DATABASE"]]()
sys.exit(bool(failures))

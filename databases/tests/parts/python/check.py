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
from sample import failures, judge


def sqlite() -> None:
    folder = os.environ["SORTID_DATABASE_DIR"]
    judge("sqlite3", "sqlite", drivers.sqlite(folder))
    judge("sqlalchemy sqlite", "sqlite", alchemy.core(f"sqlite:///{folder}/alchemy"))
    judge("sqlmodel sqlite", "sqlite", alchemy.modelled(f"sqlite:///{folder}/model"))
    judge("django sqlite", "sqlite", mapped.django_for("sqlite"))
    judge("peewee sqlite", "sqlite", mapped.peewee_on(peewee.SqliteDatabase(f"{folder}/peewee")))


def postgresql() -> None:
    # A database with a linguistic default collation.
    with psycopg.connect(autocommit=True) as connection:
        connection.execute("create database words template template0 locale_provider icu icu_locale 'en'")
    os.environ["PGDATABASE"] = "words"
    judge("psycopg", "postgresql", drivers.psycopg())
    judge("psycopg2", "postgresql", drivers.psycopg2())
    judge("asyncpg", "postgresql", drivers.asyncpg())
    for driver in ("psycopg", "psycopg2", "asyncpg"):
        way = alchemy.core(f"postgresql+{driver}://")
        judge(f"sqlalchemy {driver}", "postgresql", way)
    judge("sqlmodel psycopg", "postgresql", alchemy.modelled("postgresql+psycopg://"))
    # Django and Peewee open their own connections.
    sortid.psycopg.register()
    judge("django psycopg", "postgresql", mapped.django_for("postgresql"))
    for prefers in (False, True):
        database = peewee.PostgresqlDatabase(os.environ["PGDATABASE"], prefer_psycopg3=prefers)
        judge(f"peewee {'psycopg' if prefers else 'psycopg2'}", "postgresql", mapped.peewee_on(database))


def duckdb() -> None:
    judge("duckdb", "duckdb", drivers.duckdb())
    judge("sqlalchemy duckdb", "duckdb", alchemy.core("duckdb:///:memory:"))


def mariadb() -> None:
    socket = os.environ["MYSQL_UNIX_PORT"]
    judge("pymysql", "mariadb", drivers.pymysql(socket))
    url = f"mysql+pymysql://root@localhost/sortid?unix_socket={socket}"
    judge("sqlalchemy pymysql", "mariadb", alchemy.core(url))
    # Peewee and Django open their own connections.
    sortid.pymysql.register()
    database = peewee.MySQLDatabase("sortid", user="root", unix_socket=socket)
    judge("peewee pymysql", "mariadb", mapped.peewee_on(database))
    judge("django pymysql", "mariadb", mapped.django_for("mariadb"))


{"sqlite": sqlite, "postgresql": postgresql, "duckdb": duckdb, "mariadb": mariadb}[os.environ["SORTID_DATABASE"]]()
sys.exit(bool(failures))

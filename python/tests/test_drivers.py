"""Ids as parameters of drivers, without a server; `databases/tests/parts/python` tests with servers."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
import sortid
import sortid.psycopg
from conftest import example, refusal, typed
from psycopg import pq
from psycopg.adapt import PyFormat, Transformer
from sortid import Format, Id, ParseError
from sortid.storage import Kind, Storage

UUIDS = {format.value for format in Format if "urn" in example(format).forms}
INTEGERS = {format.value for format in Format if format.text_length_min == 1}
INTEGERS &= {format.value for format in Format if Storage(format, "postgresql").kind is Kind.INTEGER}
# The formats whose ids can be parameters: a column of their type and a text column accept the same
# value.
ADAPTED = {"postgresql": UUIDS | INTEGERS, "sqlite": INTEGERS, "mysql": INTEGERS}


@contextmanager
def refused(format: Format, dialect: str) -> Iterator[None]:
    """Expects the error that suggests what to bind."""
    with pytest.raises(ParseError, match=rf"Storage\('{format.value}', '{dialect}'\).*str\(id\)") as error:
        yield
    refusal("not_applicable", error)


@pytest.mark.parametrize("text", [False, True])
def test_sqlite_binds_or_rejects_an_id(format: Format, id: Id, text: bool) -> None:
    storage = Storage(format, "sqlite", text=text)
    connection = sqlite3.connect(":memory:")
    connection.execute(f"create table t (id {storage.sql_type})")
    for parameter in (id, typed("x", id) if format.takes_prefix else id):
        insert, select = "insert into t values (?)", "select id from t where id = ?"
        if format.value in ADAPTED["sqlite"]:
            connection.execute(insert, (parameter,))
            assert set(connection.execute(select, (parameter,))) == {(storage.bind(id),)}
            continue
        for statement in (insert, select):
            with refused(format, "sqlite"):
                connection.execute(statement, (parameter,))
    connection.close()


def test_other_protocols_return_none(id: Any) -> None:
    assert id.__conform__(object) is None
    assert id.__conform__(None) is None


@pytest.mark.parametrize("form", [PyFormat.TEXT, PyFormat.BINARY])
def test_psycopg_binds_or_rejects_an_id(format: Format, id: Id, form: PyFormat) -> None:
    adapters = psycopg.adapt.AdaptersMap(psycopg.adapters)

    class Context:
        """A context with its own adapters."""

        connection = None

    context: Any = Context()
    context.adapters = adapters
    with pytest.raises(psycopg.ProgrammingError):
        Transformer(context).get_dumper(id, form)
    sortid.psycopg.register(context)
    dumper, storage = Transformer(context).get_dumper(id, form), Storage(format, "postgresql")
    if format.value not in ADAPTED["postgresql"]:
        with refused(format, "postgresql"):
            dumper.dump(id)
        with refused(format, "postgresql"):
            dumper.quote(id)
        return
    data = dumper.dump(id)
    assert data is not None
    assert dumper.oid == psycopg.adapters.types[storage.sql_type].oid
    bound = storage.bind(id)
    text = str(bound).encode() if isinstance(bound, int) else Transformer(context).get_dumper(bound, form).dump(bound)
    assert text is not None
    assert bytes(data) == (id.bytes if form == PyFormat.BINARY else bytes(text))
    assert dumper.format == (pq.Format.BINARY if form == PyFormat.BINARY else pq.Format.TEXT)
    if form == PyFormat.TEXT:
        own = Transformer(context).get_dumper(bound, form)
        assert bytes(dumper.quote(id)) == bytes(own.quote(bound))


def test_pymysql_binds_or_rejects_an_id(format: Format, id: Id) -> None:
    converters = pytest.importorskip("pymysql.converters")
    register = pytest.importorskip("sortid.pymysql").register

    connection = SimpleNamespace(encoders=dict(converters.encoders))

    def written(value: object) -> object:
        return converters.escape_item(value, "utf8mb4", connection.encoders)

    # PyMySQL binds the text of any unknown object.
    assert written(id) == f"'{id}'"
    register(connection)
    for parameter in (id, typed("x", id) if format.takes_prefix else id):
        if format.value in ADAPTED["mysql"]:
            assert written(parameter) == f"'{id}'"
            continue
        with refused(format, "mysql"):
            written(parameter)


def test_importing_mappers_registers_no_ids() -> None:
    sqlalchemy = pytest.importorskip("sqlalchemy")
    signals = pytest.importorskip("django.db.backends.signals")
    pytest.importorskip("sortid.sqlalchemy")
    pytest.importorskip("sortid.django")
    listeners = sqlalchemy.create_engine("sqlite://").pool.dispatch.connect
    assert not [listener for listener in listeners if listener.__module__.startswith("sortid")]
    assert not signals.connection_created.receivers
    with pytest.raises(psycopg.ProgrammingError):
        Transformer().get_dumper(sortid.uuid7(), PyFormat.TEXT)


def test_import_loads_no_driver() -> None:
    code = (
        "import sortid, sys; sortid.tid().hex; assert not {'bson', 'sqlite3', 'psycopg', 'psycopg2'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-I", "-c", code], check=True)

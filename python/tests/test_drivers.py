"""What drivers of databases take, without a database: with servers it is `tests/packages/python-databases`."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
import sortid
import sortid.psycopg
from psycopg import pq
from psycopg.adapt import PyFormat, Transformer
from sortid import Format, Id
from sortid.storage import Kind, Storage


def test_sqlite_finds_an_id_in_its_column(format: Format, id: Id) -> None:
    storage = Storage(format, "sqlite")
    connection = sqlite3.connect(":memory:")
    connection.execute(f"create table t (id {storage.sql_type} primary key)")
    connection.execute("insert into t values (?)", (id,))
    for parameter in (id, sortid.PrefixedId("x", id) if format.takes_prefix else id, storage.bind(id)):
        (row,) = connection.execute("select id, typeof(id) from t where id = ?", (parameter,))
        assert row == (storage.bind(id), "integer" if storage.kind is Kind.INTEGER else "blob")
    connection.close()


def test_sqlite_refuses_an_id_that_has_no_room() -> None:
    connection = sqlite3.connect(":memory:")
    with pytest.raises((sqlite3.Error, sortid.ParseError)):
        connection.execute("select ?", (sortid.Tid.from_int(2**63),))
    connection.close()


def test_other_protocols_get_nothing(id: Any) -> None:
    assert id.__conform__(object) is None
    assert id.__conform__(None) is None


@pytest.mark.parametrize("form", [PyFormat.TEXT, PyFormat.BINARY])
def test_psycopg_takes_what_a_column_holds(format: Format, id: Id, form: PyFormat) -> None:
    adapters = psycopg.adapt.AdaptersMap(psycopg.adapters)

    class Context:
        """What has adapters of its own."""

        connection = None

    context: Any = Context()
    context.adapters = adapters
    with pytest.raises(psycopg.ProgrammingError):
        Transformer(context).get_dumper(id, form)
    sortid.psycopg.register(context)
    dumper = Transformer(context).get_dumper(id, form)
    data, storage = dumper.dump(id), Storage(format, "postgresql")
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


def test_pymysql_takes_what_a_column_holds(format: Format, id: Id) -> None:
    converters = pytest.importorskip("pymysql.converters")
    register = pytest.importorskip("sortid.pymysql").register

    connection = SimpleNamespace(encoders=dict(converters.encoders))

    def written(value: object) -> object:
        return converters.escape_item(value, "utf8mb4", connection.encoders)

    # So PyMySQL binds every object that it does not know.
    assert written(id) == f"'{id}'"
    register(connection)
    assert written(id) == written(Storage(format, "mysql").bind(id))
    if format.takes_prefix:
        assert written(sortid.PrefixedId("x", id)) == written(id)


def test_no_driver_is_imported() -> None:
    code = (
        "import sortid, sys; sortid.tid().hex; assert not {'bson', 'sqlite3', 'psycopg', 'psycopg2'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-I", "-c", code], check=True)

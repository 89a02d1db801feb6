"""What drivers of databases take, without a database: with servers it is `tests/packages/python-databases`."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from typing import Any

import psycopg
import pytest
import sortid.psycopg
from psycopg import pq
from psycopg.adapt import PyFormat, Transformer
from sortid import Format, Id


def test_sqlite_takes_the_text(format: Format, id: Id) -> None:
    connection = sqlite3.connect(":memory:")
    (row,) = connection.execute("select ?, typeof(?)", (id, id))
    assert row == (str(id), "text")
    assert format.type(row[0]) == id
    connection.close()


def test_other_protocols_get_nothing(id: Any) -> None:
    assert id.__conform__(object) is None
    assert id.__conform__(None) is None


@pytest.mark.parametrize("form", [PyFormat.TEXT, PyFormat.BINARY])
def test_psycopg_takes_uuids_and_texts(format: Format, id: Id, form: PyFormat) -> None:
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
    data, is_uuid = dumper.dump(id), hasattr(id, "version")
    assert data is not None
    if is_uuid:
        assert dumper.oid == psycopg.adapters.types["uuid"].oid
        assert bytes(data) == (id.bytes if form == PyFormat.BINARY else id.hex.encode())
    else:
        assert bytes(data) == str(id).encode()
        assert dumper.oid == (0 if form == PyFormat.TEXT else psycopg.adapters.types["text"].oid)
    assert dumper.format == (pq.Format.BINARY if form == PyFormat.BINARY else pq.Format.TEXT)


def test_no_driver_is_imported() -> None:
    code = (
        "import sortid, sys; sortid.tid().hex; assert not {'bson', 'sqlite3', 'psycopg', 'psycopg2'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-I", "-c", code], check=True)

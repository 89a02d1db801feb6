"""Storage in databases, without a server; `databases/tests/parts/python` tests with servers."""

from __future__ import annotations

import pickle
import sqlite3
import subprocess
import sys
import uuid
from collections.abc import Callable
from typing import Any, cast

import pytest
import sortid
from conftest import GENERATED, NOON, refusal, typed
from sortid import AnyId, Format, Id, IdType, ParseError, Tid, Timestamp, Uuid7
from sortid._sortid import stored_check, stored_column
from sortid.storage import DIALECTS, Kind, Storage

# The 64-bit formats whose ids can have the top bit set.
UNSIGNED = {"uid11_xid", "uid11_fullrand", "uid11_ts_seq_rand", "flake_idgen", "tsid"}
ID = Tid("3jzfcijpj2z2a")
TIMEID = ID.convert("timeid")


@pytest.mark.parametrize("text", [False, True])
@pytest.mark.parametrize("dialect", DIALECTS)
def test_bound_value_is_read_back(format: Format, id: Id, dialect: str, text: bool) -> None:
    storage = Storage(format, dialect, text=text)
    assert storage.format is format
    assert storage.read(storage.bind(id)) == id
    assert Storage(format.value, dialect, text=text).sql_type == Storage(format, dialect, text=text).sql_type


def test_64_bit_formats_are_integers_if_they_fit(format: Format) -> None:
    kind = Storage(format, "postgresql").kind
    if format.bits == 64:
        assert kind is (Kind.BYTES if format.value in UNSIGNED else Kind.INTEGER)
    else:
        assert kind is (Kind.UUID if format.bits == 128 else Kind.BYTES)


def test_every_dialect_is_known_to_the_core(format: Format) -> None:
    for dialect in DIALECTS:
        for text in (False, True):
            storage = Storage(format, dialect, text=text)
            declared = (storage.kind.value, storage.data_type, storage.collation, storage.sql_type)
            assert declared == stored_column(format, dialect, text)
            assert storage.check('"id"') == stored_check(format, dialect, text, '"id"')
    assert stored_column(format, "oracle", False) is None
    assert stored_check(format, "oracle", False, "id") is None


@pytest.mark.parametrize("text", [False, True])
def test_check_rejects_other_kinds_and_lengths(format: Format, id: Id, text: bool) -> None:
    storage = Storage(format, "sqlite", text=text)
    bound = storage.bind(id)
    connection = sqlite3.connect(":memory:")
    connection.execute(f"create table t (id {storage.sql_type} check ({storage.check('id')}))")
    wrong: list[Any] = [b"", b"x", "", "x" * 99]
    # SQLite converts numbers to digits in a text column, and digits to an integer in an integer
    # column.
    wrong += [id.bytes] if text else [1.5]
    wrong += [] if text or str(id).isdecimal() else [str(id)]
    for value in wrong:
        with pytest.raises(sqlite3.IntegrityError):
            connection.execute("insert into t values (?)", (value,))
    connection.execute("insert into t values (?), (null)", (bound,))
    assert [row[0] for row in connection.execute("select id from t")] == [bound, None]
    connection.close()


def test_column_types_depend_on_the_dialect() -> None:
    def sql_types(format: str, text: bool = False) -> list[str]:
        return [Storage(format, dialect, text=text).sql_type for dialect in DIALECTS]

    binary = "BINARY(16)"
    assert sql_types("uuid7") == sql_types("ulid") == ["uuid", "BLOB", binary, binary, "UUID"]
    assert sql_types("tid") == ["bigint", "INTEGER", "BIGINT", "BIGINT", "UBIGINT"]
    assert sql_types("timeid") == ["bigint", "INTEGER", "BIGINT", "BIGINT", "BIGINT"]
    assert sql_types("uid11_fullrand") == ["bytea", "BLOB", "BINARY(8)", "BINARY(8)", "UBIGINT"]
    assert sql_types("ksuid") == ["bytea", "BLOB", "BINARY(20)", "BINARY(20)", "BLOB"]
    ascii = "VARCHAR(13) CHARACTER SET ascii COLLATE ascii_bin"
    assert sql_types("tid", True) == ['text COLLATE "C"', "TEXT", ascii, ascii, "VARCHAR"]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_interval_is_half_open(dialect: str) -> None:
    start, stop = Timestamp(1), Timestamp(2)
    for format in GENERATED:
        for text in (False, True):
            storage = Storage(format, dialect, text=text)
            if format.resolution_ns is None or not storage.is_sorted:
                with pytest.raises(ParseError) as error:
                    storage.between_times(NOON, Timestamp(NOON.seconds + 1))
                refusal("not_applicable", error)
                continue
            try:
                ids = AnyId.range(start, stop, format)
            except ParseError:
                # The start is before the format's epoch.
                ids = AnyId.range(NOON, Timestamp(NOON.seconds + 60), format)
                bounds = storage.between_times(NOON, Timestamp(NOON.seconds + 60))
            else:
                bounds = storage.between_times(start, stop)
            assert bounds == (storage.bind(ids.min), storage.bind(ids.max))
            assert bounds[0] < bounds[1]


def test_interval_accepts_layout_options() -> None:
    plain = Storage("snowflake", "sqlite").between_times(NOON, Timestamp(NOON.seconds + 1))
    assert Storage("snowflake", "sqlite").between_times(NOON, Timestamp(NOON.seconds + 1), epoch="discord") != plain
    with pytest.raises(ParseError) as error:
        Storage("tid", "sqlite").between_times(NOON, NOON)
    refusal("invalid_option", error)


@pytest.mark.parametrize("wrong", [str(ID), ID.bytes, ID.int, None, TIMEID, typed("p", TIMEID)])
def test_bind_rejects_other_types(wrong: Any) -> None:
    for dialect in DIALECTS:
        for text in (False, True):
            with pytest.raises(TypeError, match="expected an id of the format tid, not"):
                Storage(Tid, dialect, text=text).bind(wrong)


def test_read_rejects_other_types() -> None:
    for dialect in DIALECTS:
        for storage in (Storage("tid", dialect), Storage("tid", dialect, text=True), Storage("ksuid", dialect)):
            wrong: list[object] = [None, 1.0, True, ID, uuid.uuid4()]
            bound_type = type(storage.bind(AnyId.min_at(NOON, storage.format)))
            wrong += [value for value in (1, "x", b"x") if type(value) is not bound_type]
            for value in wrong:
                with pytest.raises(TypeError, match=r"a value of a column of .* cannot be"):
                    storage.read(value)
    assert Storage(Uuid7, "postgresql").read("018bcfe5-6800-7000-8000-000000000000").unix_ms == 1_700_000_000_000
    assert Storage("ksuid", "sqlite").read(memoryview(bytes(20))).bytes == bytes(20)


def test_read_rejects_invalid_values() -> None:
    for format, dialect, value, code in [
        (Uuid7, "postgresql", uuid.uuid4(), "invalid_version"),
        (Uuid7, "sqlite", b"x", "invalid_length"),
        (Tid, "sqlite", -1, "out_of_range"),
        (Tid, "duckdb", 2**64, "out_of_range"),
    ]:
        with pytest.raises(ParseError) as error:
            Storage(format, dialect).read(value)
        refusal(code, error)


def test_reserved_id_does_not_fit_a_signed_integer() -> None:
    reserved = Tid.from_int(2**63)
    assert reserved.is_reserved
    with pytest.raises(ParseError) as error:
        Storage(Tid, "postgresql").bind(reserved)
    refusal("out_of_range", error)
    assert Storage(Tid, "duckdb").read(Storage(Tid, "duckdb").bind(reserved)) == reserved


def test_unknown_dialect_is_rejected() -> None:
    with pytest.raises(ValueError, match="unknown dialect 'oracle'"):
        Storage(Tid, "oracle")
    with pytest.raises(TypeError):
        Storage(Id, "sqlite")


def test_sqlalchemy_type_is_written_to_migrations() -> None:
    sqlalchemy = pytest.importorskip("sortid.sqlalchemy")
    kind = sqlalchemy.IdColumn(Uuid7, text=True)
    assert repr(kind) == "IdColumn('uuid7', text=True)"
    assert eval(repr(kind), {"IdColumn": sqlalchemy.IdColumn}).text
    assert kind.python_type is Uuid7
    assert pickle.loads(pickle.dumps(kind)).format is Format.uuid7
    with pytest.raises(TypeError):
        sqlalchemy.IdColumn(Id)


def test_sqlalchemy_type_writes_literals() -> None:
    sqlalchemy = pytest.importorskip("sqlalchemy")
    column = pytest.importorskip("sortid.sqlalchemy").IdColumn(Uuid7)
    id = Uuid7("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
    literal = sqlalchemy.select(sqlalchemy.literal(id, column))
    expected = {
        "sqlite": f"X'{id.hex}'",
        "mysql": f"X'{id.hex}'",
        "postgresql": f"'{id}'",
    }
    for name, text in expected.items():
        dialect = sqlalchemy.dialects.registry.load(name)
        assert text in str(literal.compile(dialect=dialect(), compile_kwargs={"literal_binds": True}))
    with sqlalchemy.create_engine("sqlite://").connect() as connection:
        compiled = literal.compile(connection, compile_kwargs={"literal_binds": True})
        assert column.process_result_value(connection.scalar(sqlalchemy.text(str(compiled))), connection.dialect) == id


def test_sqlalchemy_table_has_a_check() -> None:
    sqlalchemy = pytest.importorskip("sortid.sqlalchemy")
    sa = pytest.importorskip("sqlalchemy")
    from sqlalchemy.dialects import mysql, postgresql
    from sqlalchemy.schema import CreateTable

    tables = sa.MetaData()
    table = sa.Table("t", tables, sa.Column("from", sqlalchemy.IdColumn("tsid"), primary_key=True))
    engine = sa.create_engine("sqlite://")
    tables.create_all(engine)
    id = sortid.tsid()
    with engine.begin() as connection:
        connection.execute(sa.insert(table), [{"from": id}])
        with pytest.raises(sa.exc.IntegrityError):
            connection.execute(sa.text("insert into t values (:id)"), {"id": str(id)})
    create = CreateTable(table)
    # SQLAlchemy does not annotate the constructors of dialects.
    theirs, others = cast("Any", postgresql.dialect), cast("Any", mysql.dialect)
    assert 'octet_length("from") = 8' in str(create.compile(dialect=theirs()))
    assert "CHECK" not in str(create.compile(dialect=others()))


@pytest.mark.filterwarnings("ignore:Type object:DeprecationWarning")
@pytest.mark.parametrize("text", [False, True])
def test_sqlalchemy_column_compares_parsed_values(text: bool) -> None:
    sqlalchemy = pytest.importorskip("sortid.sqlalchemy")
    sa = pytest.importorskip("sqlalchemy")
    from sqlalchemy.orm import Session, registry

    class Row:
        id: Any

    tables = sa.MetaData()
    table = sa.Table("t", tables, sa.Column("id", sqlalchemy.IdColumn(Uuid7, text=text), primary_key=True))
    registry().map_imperatively(Row, table)
    engine = sa.create_engine("sqlite://")
    tables.create_all(engine)
    id, other = sortid.uuid7(), sortid.uuid7()
    key = table.c.id
    with Session(engine) as session:
        row = Row()
        row.id = str(id)
        session.add(row)
        session.flush()

        def found(condition: Any) -> list[object]:
            return list(session.scalars(sa.select(Row).where(condition)))

        for value in (id, str(id), id.hex, id.uuid, id.bytes):
            assert session.get(Row, value) is row
            for condition in (key == value, key >= value, key.in_([value]), key.between(value, value), key != other):
                assert found(condition) == [row], value
        session.execute(sa.insert(table), [{"id": str(other)}, {"id": sortid.uuid7().uuid}])
        assert found(key == other.uuid)[0] is session.get(Row, other)
        for wrong, refusal in (
            (sortid.ulid(), "an id of uuid7 is expected"),
            ("x", "not a valid uuid7"),
            (5, "not int"),
        ):
            with pytest.raises(sa.exc.StatementError, match=refusal):
                found(key == wrong)
        parts: list[Callable[[], Any]] = [
            lambda: key.like(f"{id}%"),
            lambda: key.contains(str(id)),
            lambda: key.istartswith(str(id)[:8].upper()),
            lambda: key.regexp_match(str(id)),
            lambda: key.op("LIKE")(str(id)),
        ]
        for part in parts:
            if text:
                assert row in found(part())
            else:
                with pytest.raises(TypeError, match=r"needs the text of a uuid7.*text=True"):
                    part()


def test_django_field_is_written_to_migrations() -> None:
    fields = pytest.importorskip("sortid.django")
    from django.conf import settings  # type: ignore[import-untyped]
    from django.core.exceptions import ValidationError  # type: ignore[import-untyped]
    from django.db.migrations.writer import MigrationWriter  # type: ignore[import-untyped]

    if not settings.configured:
        settings.configure(USE_I18N=False)
    field = fields.IdField(Uuid7, primary_key=True, default=sortid.uuid7, text=True)
    written, imports = MigrationWriter.serialize(field)
    assert written == "sortid.django.IdField('uuid7', default=sortid.uuid7, primary_key=True, text=True)"
    assert imports == {"import sortid.django", "import sortid"}
    assert field.clone().deconstruct()[1:] == field.deconstruct()[1:]
    with pytest.raises(TypeError, match="max_length has no effect"):
        fields.IdField(Uuid7, max_length=36)
    id = sortid.uuid7()
    assert field.to_python(str(id)) == field.to_python(id) == field.to_python(id.uuid) == id
    assert field.to_python(None) is None
    for wrong in ("nonsense", 1, uuid.uuid4(), b"", ID):
        for read in (field.to_python, field.get_prep_value):
            with pytest.raises(ValidationError) as refused:
                read(wrong)
            with pytest.raises((sortid.ParseError, TypeError)) as refused_by_class:
                Uuid7(wrong)
            assert refused.value.messages == [str(refused_by_class.value)]


def test_django_field_has_a_form_field() -> None:
    fields = pytest.importorskip("sortid.django")
    from django.conf import settings
    from django.core.exceptions import ValidationError

    if not settings.configured:
        settings.configure(USE_I18N=False)
    field = fields.IdField(Tid, blank=True).formfield()
    assert field.prepare_value(ID) == str(ID)
    assert field.clean(str(ID)) == ID
    assert field.clean("") is None
    assert not field.has_changed(ID, str(ID))
    assert field.has_changed(ID, str(sortid.tid()))
    with pytest.raises(ValidationError) as refused:
        field.clean("x")
    assert refused.value.messages == ['invalid_length: "x" is not a valid tid: 1 byte, expected 13']


def test_import_loads_no_mapper() -> None:
    code = "import sortid.storage, sys; assert not {'sqlalchemy', 'django', 'peewee', 'duckdb'} & set(sys.modules)"
    subprocess.run([sys.executable, "-I", "-c", code], check=True)


ORDER = IdType("order", Uuid7)


@pytest.mark.parametrize(
    "of",
    [
        ORDER,
        IdType("user"),
        IdType("post", Tid),
        IdType("key", "ksuid"),
        IdType("message", "snowflake", epoch="discord"),
    ],
)
@pytest.mark.parametrize("dialect", DIALECTS)
def test_column_of_a_type_stores_ids_without_prefix(dialect: str, of: IdType[Any]) -> None:
    id, bare = of.now(), Storage(of.format, dialect)
    storage = Storage(of, dialect)
    assert storage.sql_type == bare.sql_type
    assert storage.bind(id) == storage.bind(storage.parse(str(id))) == bare.bind(id.id)
    read = storage.read(storage.bind(id))
    assert (read, read.type) == (id, of)
    with pytest.raises(ParseError, match="wrong_prefix"):
        storage.bind(typed("other", id.id))


def test_sqlalchemy_column_has_ids_of_a_type() -> None:
    sa = pytest.importorskip("sqlalchemy", reason="installed with SORTID_TESTS=all")
    from sortid.sqlalchemy import IdColumn

    orders = sa.Table("orders", sa.MetaData(), sa.Column("id", IdColumn(ORDER), primary_key=True))
    engine, id = sa.create_engine("sqlite://"), ORDER.now()
    orders.metadata.create_all(engine)
    with engine.begin() as connection:
        connection.execute(orders.insert(), {"id": id})
        for value in (id, str(id), id.id, id.id.uuid):
            assert connection.execute(sa.select(orders).where(orders.c.id == value)).scalar_one() == id
        assert connection.execute(sa.select(orders).where(orders.c.id.between_times(NOON, None))).scalar_one() == id
        with pytest.raises(sa.exc.StatementError, match="wrong_prefix"):
            connection.execute(sa.select(orders).where(orders.c.id == str(id).replace("order", "user")))


def test_peewee_field_has_ids_of_a_type() -> None:
    peewee = pytest.importorskip("peewee", reason="installed with SORTID_TESTS=all")
    from sortid.peewee import IdField

    class Order(peewee.Model):  # type: ignore[name-defined]
        id = IdField(ORDER, primary_key=True, default=ORDER.now)

        class Meta:
            database = peewee.SqliteDatabase(":memory:")

    Order.create_table()
    order = Order.create()
    assert Order.get(Order.id == str(order.id)).id == Order.get(Order.id == order.id.id).id == order.id

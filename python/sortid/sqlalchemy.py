"""Ids in SQLAlchemy 2 and SQLModel: `IdColumn`, a column type for any format.

>>> from sqlalchemy import Column, MetaData, Table
>>> from sortid import Timestamp, Uuid7
>>> from sortid.sqlalchemy import IdColumn
>>> posts = Table("posts", MetaData(), Column("id", IdColumn(Uuid7), primary_key=True))
>>> print(posts.c.id.between_times(Timestamp(1), Timestamp(2)))
posts.id BETWEEN :id_1 AND :id_2
"""

from __future__ import annotations

import uuid
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, cast, overload

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine import Dialect, Engine
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.orm import Mapper
from sqlalchemy.sql import operators
from sqlalchemy.sql.expression import ColumnElement
from sqlalchemy.sql.visitors import InternalTraversal
from sqlalchemy.types import TypeDecorator, TypeEngine, UserDefinedType

from sortid import Format, Id, IdType, TypeId
from sortid.storage import _I, DIALECTS, Kind, Storage, _End, _Untyped, kind_of, storage_of

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

__all__ = ["IdColumn", "between_times", "register", "render_item"]

# Operators that compare whole ids; `between` uses `and_`.
_OF_IDS = {
    *(operators.eq, operators.ne, operators.lt, operators.le, operators.gt, operators.ge),
    *(operators.in_op, operators.not_in_op, operators.and_),
    *(operators.is_distinct_from, operators.is_not_distinct_from),
}

# Literals of bytes that are not those of standard SQL.
_BYTES = {"postgresql": "'\\x{}'::bytea", "duckdb": "unhex('{}')"}


class _Declared(UserDefinedType[Any]):
    """A column type that SQLAlchemy lacks: unsigned integers, and text with a collation.
    SQLAlchemy's `String` would also write the collation after parameters, where PostgreSQL's
    BETWEEN does not allow it.
    """

    cache_ok = True

    def __init__(self, sql_type: str) -> None:
        self.sql_type = sql_type

    def get_col_spec(self, **_options: Any) -> str:
        return self.sql_type


class IdColumn(TypeDecorator[_I]):
    """The type of a column of ids of one format, stored as by `sortid.storage`; with `text=True` as
    canonical text.

    `kind` is a class, a `Format`, a name, or an `IdType`, whose ids are stored without the prefix.
    Values are ids of it, and `None` for a null. Parameters may also be values that it parses, such
    as text and `uuid.UUID`. An invalid value, another format or prefix raises a `ParseError`, a
    value of another type a `TypeError`; SQLAlchemy wraps both in a `StatementError`. Attributes of mapped
    classes convert assigned texts and UUIDs. Expressions have `column.between_times(start, stop)`:
    see `Storage.between_times`. A table that SQLAlchemy creates has the `CHECK` of `Storage.check`
    for the column.

    Statements without `IdColumn`, such as `text()`, pass an id to the driver: see `register`.
    """

    impl = sa.LargeBinary
    cache_ok = True

    @overload
    def __init__(self: IdColumn[TypeId[_Untyped]], kind: IdType[_Untyped], *, text: bool = False) -> None: ...
    @overload
    def __init__(self, kind: type[_I] | Format | str, *, text: bool = False) -> None: ...
    def __init__(self, kind: Any, *, text: bool = False) -> None:
        super().__init__()
        if text:
            # Enables the text operators of SQLAlchemy.
            cast("Any", self).impl = sa.String()
        # SQLAlchemy finds the arguments of a cached statement by their names.
        self.kind: Format | IdType[Any] = kind_of(kind)
        self.text = text
        self._storages: dict[str, Storage[_I]] = {}

    def __repr__(self) -> str:
        # Alembic writes this into migrations, whose columns need no prefix.
        return f"IdColumn({self.format.value!r}{', text=True' if self.text else ''})"

    @property
    def format(self) -> Format:
        """The format of the ids."""
        format: Format = storage_of(self.kind, DIALECTS[0]).format
        return format

    @property
    def python_type(self) -> type[Any]:
        """The class of the ids."""
        return TypeId if isinstance(self.kind, IdType) else self.format.type

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """SQLAlchemy's type for the column of the dialect."""
        return dialect.type_descriptor(_type_of(self._storage(dialect)))

    def process_bind_param(self, value: Any, dialect: Dialect) -> Any:
        """The value that the driver binds."""
        return None if value is None else self._storage(dialect).bind(self._id(value))

    def literal_processor(self, dialect: Dialect) -> Any:
        """Returns a writer of SQL literals, for statements compiled with `literal_binds`."""
        if self._storage(dialect).kind is not Kind.BYTES:
            return super().literal_processor(dialect)
        # SQLAlchemy decodes bytes as text.
        form = _BYTES.get(dialect.name, "X'{}'")
        return lambda value: "NULL" if value is None else form.format(self.process_bind_param(value, dialect).hex())

    def coerce_compared_value(self, op: Any, value: Any) -> Any:
        """The type of the value that an operator compares with the column."""
        if op in _OF_IDS or isinstance(value, Id):
            return self
        if self.text:
            return sa.String()
        name = self.format.value
        # SQLAlchemy would replace the message of an ArgumentError.
        raise TypeError(
            f"{op.__name__} needs the text of a {name}, which the column does not store: compare whole ids, use "
            f"between(*AnyId.prefix_range(prefix, {name!r})), or declare IdColumn({name!r}, text=True)"
        )

    def process_result_value(self, value: Any, dialect: Dialect) -> _I | None:
        """Converts a database value to an id."""
        return None if value is None else self._storage(dialect).read(value)

    def result_processor(self, dialect: Dialect, coltype: object) -> Any:
        """Returns a converter for the values of a column, which looks up the storage once."""
        if self.impl_instance.result_processor(dialect, coltype) is not None:
            return super().result_processor(dialect, coltype)
        read = self._storage(dialect).read
        return lambda value: None if value is None else read(value)

    def _id(self, value: Any) -> Any:
        return storage_of(self.kind, DIALECTS[0]).parse(value)

    def _storage(self, dialect: Dialect) -> Storage[_I]:
        name = dialect.name
        if name not in self._storages:
            # Printed statements have the dialect "default".
            known = "sqlite" if name == "default" else name
            self._storages[name] = cast("Storage[_I]", Storage(self.kind, known, text=self.text))
        return self._storages[name]

    class Comparator(TypeDecorator.Comparator[Id]):
        """The operators of a column of ids."""

        def between_times(self, start: _End, stop: _End, **options: Any) -> ColumnElement[bool]:
            """A condition for ids with a time in an interval: see the function `between_times`."""
            kind: Any = self.type
            smallest, largest = Storage(kind.kind, _SORTED_LIKE, text=kind.text).ids_between(start, stop, **options)
            return cast("ColumnElement[bool]", self.between(smallest, largest))

    comparator_factory = Comparator


def between_times(column: Any, start: _End, stop: _End, **options: Any) -> ColumnElement[bool]:
    """A condition for ids with a time in the half-open interval, which uses an index of the column.

    An absent end (`None`) is the first or last time of the format. The same as
    `column.between_times`, which type checkers do not find if a model declares the type of a value,
    as in SQLModel. Errors: as `Storage.between_times`.
    """
    condition: ColumnElement[bool] = column.between_times(start, stop, **options)
    return condition


def render_item(kind: str, item: Any, context: Any) -> str | Literal[False]:
    """Writes `IdColumn` into Alembic's migrations: `context.configure(render_item=render_item)`."""
    if kind != "type" or not isinstance(item, IdColumn):
        return False
    context.imports.add("import sortid.sqlalchemy")
    return f"sortid.sqlalchemy.{item!r}"


# The dialect is unknown when a statement is built, but the same formats are sorted in all dialects.
_SORTED_LIKE = "sqlite"


class _Check(ColumnElement[bool]):
    """The condition of `Storage.check`, for the dialect of the statement that creates the table."""

    inherit_cache = False
    # PostgreSQL's dialect searches a type-bound condition for its column.
    _traverse_internals: Any = [("column", InternalTraversal.dp_clauseelement)]  # noqa: RUF012

    def __init__(self, column: sa.Column[Any]) -> None:
        self.column = column


@compiles(_Check)
def _compile_check(check: _Check, compiler: Any, **_options: Any) -> str:
    kind: Any = check.column.type
    condition = kind._storage(compiler.dialect).check(compiler.preparer.format_column(check.column))
    return condition or "1 = 1"


def _is_checked(column: Any, compiler: Any) -> bool:
    return column.type._storage(compiler.dialect).check(column.name) is not None


@event.listens_for(sa.Column, "after_parent_attach")
def _add_check(column: sa.Column[Any], table: Any) -> None:
    if isinstance(column.type, IdColumn) and isinstance(table, sa.Table):
        # Type-bound, like the check of `sa.Enum`: copies of the table create their own, and
        # migrations omit it.
        check = sa.CheckConstraint(_Check(column), _create_rule=partial(_is_checked, column), _type_bound=True)
        table.append_constraint(check)


@event.listens_for(Mapper, "mapper_configured")
def _read_assigned_values(mapper: Mapper[Any], mapped: type) -> None:
    """Converts texts and UUIDs assigned to attributes, because a session finds loaded rows by the id of the key."""
    for attribute in mapper.column_attrs:
        kind = attribute.columns[0].type
        if isinstance(kind, IdColumn):
            event.listen(getattr(mapped, attribute.key), "set", partial(_assigned, kind), retval=True)


def _assigned(kind: IdColumn[Any], _instance: Any, value: Any, *_event: Any) -> Any:
    return kind._id(value) if isinstance(value, (str, uuid.UUID, Id)) else value


def register(engine: Engine | AsyncEngine) -> None:
    """Lets ids be parameters of `text()` and of SQL strings, on connections that the engine opens later.

    Calls the `register` of `sortid.psycopg`, `sortid.asyncpg` or `sortid.pymysql` for each.
    """
    event.listen(getattr(engine, "sync_engine", engine), "connect", _register)


def _register(connection: Any, record: Any) -> None:
    driver = record.driver_connection
    package = type(driver).__module__.partition(".")[0]
    if package in ("asyncpg", "psycopg", "pymysql"):
        register_driver = import_module(f"sortid.{package}").register
        if package == "asyncpg":
            connection.run_async(register_driver)
        else:
            register_driver(driver)


def _type_of(storage: Storage[Any]) -> TypeEngine[Any]:
    if storage.kind is Kind.UUID:
        return sa.Uuid()
    if storage.kind is Kind.INTEGER:
        # Only a key declared as INTEGER is SQLite's rowid.
        return sa.Integer() if storage.dialect == "sqlite" else sa.BigInteger()
    if storage.kind is Kind.BYTES:
        return sa.BINARY(storage.length) if storage.dialect in ("mysql", "mariadb") else sa.LargeBinary()
    return _Declared(storage.sql_type)

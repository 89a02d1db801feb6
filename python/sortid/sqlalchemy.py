"""Ids in SQLAlchemy 2 and SQLModel: `IdType`, a column's type for any format.

>>> from sqlalchemy import Column, MetaData, Table
>>> from sortid import Timestamp, Uuid7
>>> from sortid.sqlalchemy import IdType
>>> posts = Table("posts", MetaData(), Column("id", IdType(Uuid7), primary_key=True))
>>> print(posts.c.id.between_times(Timestamp(1), Timestamp(2)))
posts.id BETWEEN :id_1 AND :id_2
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator, TypeEngine, UserDefinedType

from sortid import Format, Id
from sortid.storage import _I, DIALECTS, Kind, Storage

__all__ = ["IdType"]


class _Declared(UserDefinedType[Any]):
    """What SQLAlchemy has no type for: integers without a sign, and texts with a collation, which it would write behind
    parameters, too, where PostgreSQL's BETWEEN takes none.
    """

    cache_ok = True

    def __init__(self, sql_type: str) -> None:
        self.sql_type = sql_type

    def get_col_spec(self, **_options: Any) -> str:
        return self.sql_type


class IdType(TypeDecorator[_I]):
    """A column of ids of one format, as `sortid.storage` has them for the dialect; `text=True` for canonical text.

    It takes and gives ids of the format's class, and `None` for a null; whatever else is a `TypeError`, which
    SQLAlchemy wraps where a statement runs. An expression has `column.between_times(start, stop)`: see
    `Storage.between_times`.
    """

    impl = sa.LargeBinary
    cache_ok = True

    def __init__(self, format: type[_I] | Format | str, *, text: bool = False) -> None:
        super().__init__()
        # Dialects without a rule have none of their names here.
        self.format = Storage(format, DIALECTS[0]).format
        self.text = text

    def __repr__(self) -> str:
        # What migrations write.
        return f"IdType({self.format.value!r}{', text=True' if self.text else ''})"

    @property
    def python_type(self) -> type[Any]:
        """The class of the format."""
        return self.format.type

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """SQLAlchemy's own type for what the dialect has."""
        return dialect.type_descriptor(_type_of(self._storage(dialect)))

    def process_bind_param(self, value: _I | None, dialect: Dialect) -> Any:
        """What a parameter is."""
        return None if value is None else self._storage(dialect).bind(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> _I | None:
        """The id of what a row holds."""
        return None if value is None else self._storage(dialect).read(value)

    def _storage(self, dialect: Dialect) -> Storage[_I]:
        # Statements that are printed have no dialect.
        name = "sqlite" if dialect.name == "default" else dialect.name
        return Storage(self.format, name, text=self.text)

    class Comparator(TypeDecorator.Comparator[Id]):
        """What expressions of such columns have beside the others."""

        def between_times(self, start: Any, stop: Any, **options: Any) -> Any:
            """Whether the id's time lies in the half-open interval; an index of the column finds it.

            Errors: as `Storage.between_times`.
            """
            kind: Any = self.type
            smallest, largest = Storage(kind.format, _SORTED_LIKE, text=kind.text).ids_between(start, stop, **options)
            return self.between(smallest, largest)

    comparator_factory = Comparator


# Where a statement is made its dialect is unknown; all sort the same ids.
_SORTED_LIKE = "sqlite"


def _type_of(storage: Storage[Any]) -> TypeEngine[Any]:
    if storage.kind is Kind.UUID:
        return sa.Uuid()
    if storage.kind is Kind.INTEGER:
        # The name by which the key of a table is the row's own number there.
        return sa.Integer() if storage.dialect == "sqlite" else sa.BigInteger()
    if storage.kind is Kind.BYTES:
        return sa.BINARY(storage.length) if storage.dialect in ("mysql", "mariadb") else sa.LargeBinary()
    return _Declared(storage.sql_type)

"""Ids in Peewee: `IdField`, a field for any format.

>>> from peewee import Model, SqliteDatabase
>>> from sortid import Timestamp, Uuid7, uuid7
>>> from sortid.peewee import IdField
>>> class Post(Model):
...     id = IdField(Uuid7, primary_key=True, default=uuid7)
...     class Meta:
...         database = SqliteDatabase(":memory:")
>>> Post.create_table()
>>> post = Post.create()
>>> Post.get(Post.id.between_times(Timestamp(0), Timestamp(2**32))).id == post.id
True
"""

from __future__ import annotations

import uuid
from typing import Any

import peewee

from sortid import Format, Id, IdType
from sortid.storage import Storage, _End, kind_of

__all__ = ["IdField"]


class IdField(peewee.Field):
    """A field for ids, stored as by `sortid.storage`; with `text=True` as canonical text.

    `kind` is a class, a `Format`, a name, or an `IdType`, whose ids are stored without the prefix.
    Values are ids of it, and `None` for a null; queries also accept values that it parses.
    A table that Peewee creates has the `CHECK` of `Storage.check` for the column.
    """

    def __init__(self, kind: type[Id] | Format | str | IdType[Any], *, text: bool = False, **options: Any) -> None:
        super().__init__(**options)
        self.kind: Format | IdType[Any] = kind_of(kind)
        self.text = text

    def ddl(self, ctx: Any) -> Any:
        """The declaration of the column, with a `CHECK` for values that its type accepts but that are not ids."""
        declared = super().ddl(ctx)
        quoted = "`{}`" if self._storage().dialect == "mysql" else '"{}"'
        check = self._storage().check(quoted.format(self.column_name))
        return declared if check is None else peewee.NodeList((declared, peewee.SQL(f"CHECK ({check})")))

    @property
    def field_type(self) -> str:  # type: ignore[override]
        """The type of the column, and of foreign keys."""
        return self._storage().sql_type

    def db_value(self, value: Any) -> Any:
        """Converts an id to the value that the driver binds."""
        storage = self._storage()
        bound = None if value is None else storage.bind(storage.parse(value))
        # psycopg2 rejects a `uuid.UUID` unless the program registers it; the server accepts the
        # text.
        return str(bound) if isinstance(bound, uuid.UUID) else bound

    def python_value(self, value: Any) -> Any:
        """Converts a database value to an id."""
        return None if value is None else self._storage().read(value)

    def between_times(self, start: _End, stop: _End, **options: Any) -> Any:
        """A condition for ids with a time in the half-open interval, which uses an index of the
        column.

        Errors: as `Storage.between_times`.
        """
        smallest, largest = self._storage().ids_between(start, stop, **options)
        return self.between(smallest, largest)

    def _storage(self) -> Storage[Any]:
        return Storage(self.kind, _dialect_of(self.model._meta.database), text=self.text)


def _dialect_of(database: Any) -> str:
    # An initialized `Proxy` has its database in `obj`.
    database = getattr(database, "obj", database)
    known = {
        "postgresql": peewee.PostgresqlDatabase,
        "sqlite": peewee.SqliteDatabase,
        "mysql": peewee.MySQLDatabase,
    }
    found = next((dialect for dialect, kind in known.items() if isinstance(database, kind)), None)
    return found or type(database).__name__

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

from sortid import Format, Id
from sortid.storage import Storage

__all__ = ["IdField"]


class IdField(peewee.Field):
    """A field of ids of one format, as `sortid.storage` has them for the database; `text=True` for canonical text.

    It takes and gives ids of the format's class, and `None` for a null; whatever else is a `TypeError`. A table that
    Peewee creates has the `CHECK` of `Storage.check` for the column.
    """

    def __init__(self, format: type[Id] | Format | str, *, text: bool = False, **options: Any) -> None:
        super().__init__(**options)
        self.format: Format = Storage(format, "sqlite").format
        self.text = text

    def ddl(self, ctx: Any) -> Any:
        """The declaration of its column, with the condition that refuses what the type alone accepts."""
        declared = super().ddl(ctx)
        quoted = "`{}`" if self._storage().dialect == "mysql" else '"{}"'
        check = self._storage().check(quoted.format(self.column_name))
        return declared if check is None else peewee.NodeList((declared, peewee.SQL(f"CHECK ({check})")))

    @property
    def field_type(self) -> str:  # type: ignore[override]
        """What a column of it is declared as, and one that refers to it."""
        return self._storage().sql_type

    def db_value(self, value: Any) -> Any:
        """What a parameter is."""
        bound = None if value is None else self._storage().bind(value)
        # psycopg2 must register the class first; the server accepts the text.
        return str(bound) if isinstance(bound, uuid.UUID) else bound

    def python_value(self, value: Any) -> Any:
        """The id of what a row holds."""
        return None if value is None else self._storage().read(value)

    def between_times(self, start: Any, stop: Any, **options: Any) -> Any:
        """Whether the id's time lies in the half-open interval; an index of the column finds it.

        Errors: as `Storage.between_times`.
        """
        smallest, largest = self._storage().ids_between(start, stop, **options)
        return self.between(smallest, largest)

    def _storage(self) -> Storage[Any]:
        return Storage(self.format, _dialect_of(self.model._meta.database), text=self.text)


def _dialect_of(database: Any) -> str:
    # A proxy has the database that it stands for, once there is one.
    database = getattr(database, "obj", database)
    known = {
        "postgresql": peewee.PostgresqlDatabase,
        "sqlite": peewee.SqliteDatabase,
        "mysql": peewee.MySQLDatabase,
    }
    found = next((dialect for dialect, kind in known.items() if isinstance(database, kind)), None)
    return found or type(database).__name__

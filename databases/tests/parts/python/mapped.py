"""Ids through Django and Peewee."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import peewee
from sample import START, STOP, TableFactory
from sortid import Format, Id
from sortid import django as sortid_django
from sortid import peewee as sortid_peewee
from sortid.storage import Storage


class Peewee:
    """A Peewee model."""

    def __init__(self, database: Any, name: str, format: Format, text: bool) -> None:
        self.database = database

        class Row(peewee.Model):
            id = sortid_peewee.IdField(format, text=text, primary_key=True)
            beside = sortid_peewee.IdField(format, text=text, null=True)

        database.bind([Row])
        Row._meta.table_name = name
        self.model: Any = Row
        Row.create_table()

    def insert(self, ids: Sequence[Id]) -> None:
        for number, id in enumerate(ids):
            self.model.create(id=id, beside=id if number else None)

    def ordered(self) -> list[tuple[Any, Any]]:
        return [(row.id, row.beside) for row in self.model.select().order_by(self.model.id)]

    def between(self) -> list[Any]:
        return [row.id for row in self._between()]

    def plan(self) -> str | None:
        explain = "explain query plan " if isinstance(self.database, peewee.SqliteDatabase) else "explain "
        statement, parameters = self._between().sql()
        return str(self.database.execute_sql(explain + statement, parameters).fetchall())

    def raw(self, statement: str, value: object) -> list[Any]:
        place = "?" if isinstance(self.database, peewee.SqliteDatabase) else "%s"
        quote = "`" if isinstance(self.database, peewee.MySQLDatabase) else '"'
        statement = statement.replace("TABLE", f"{quote}{self.model._meta.table_name}{quote}")
        cursor = self.database.execute_sql(statement.replace("?", place), [value])
        return list(cursor.fetchall()) if cursor.description else []

    def _between(self) -> Any:
        return self.model.select(self.model.id).where(self.model.id.between_times(START, STOP)).order_by(self.model.id)


def peewee_on(database: Any) -> TableFactory:
    if isinstance(database, peewee.PostgresqlDatabase):
        database.execute_sql("set enable_seqscan = off")
    return lambda name, format, text: Peewee(database, name, format, text)


class Django:
    """A Django model, whose table the schema editor creates."""

    def __init__(self, name: str, format: Format, text: bool) -> None:
        from django.db import connection, models

        fields: dict[str, Any] = {
            "__module__": __name__,
            "id": sortid_django.IdField(format, text=text, primary_key=True),
            "beside": sortid_django.IdField(format, text=text, null=True),
            "Meta": type("Meta", (), {"app_label": "sortid_test", "db_table": name}),
        }
        self.model: Any = type(name, (models.Model,), fields)
        with connection.schema_editor() as editor:
            editor.create_model(self.model)

    def insert(self, ids: Sequence[Id]) -> None:
        rows = [self.model(id=id, beside=id if number else None) for number, id in enumerate(ids)]
        self.model.objects.bulk_create(rows)

    def ordered(self) -> list[tuple[Any, Any]]:
        return list(self.model.objects.order_by("id").values_list("id", "beside"))

    def between(self) -> list[Any]:
        return list(self._between())

    def plan(self) -> str | None:
        return str(self._between().explain())

    def wrong_lookups(self, storage: Storage[Any], ids: Sequence[Id]) -> Iterator[str]:
        from lookups import wrong_lookups

        return wrong_lookups(self.model, storage, ids)

    def raw(self, statement: str, value: object) -> list[Any]:
        from django.db import connection

        with connection.cursor() as cursor:
            table = connection.ops.quote_name(self.model._meta.db_table)
            cursor.execute(statement.replace("TABLE", table).replace("?", "%s"), [value])
            return list(cursor.fetchall()) if cursor.description else []

    def _between(self) -> Any:
        rows = self.model.objects.filter(id__between_times=(START, STOP))
        return rows.order_by("id").values_list("id", flat=True)


def django_on(settings: dict[str, Any]) -> TableFactory:
    import django
    from django.conf import settings as ours

    ours.configure(DATABASES={"default": settings}, USE_TZ=True)
    django.setup()
    return Django


def django_for(dialect: str) -> TableFactory:
    """Configures Django from the environment."""
    if dialect == "sqlite":
        return django_on(
            {"ENGINE": "django.db.backends.sqlite3", "NAME": f"{os.environ['SORTID_DATABASE_DIR']}/django"}
        )
    if dialect == "mariadb":
        import pymysql.converters

        # Django imports mysqlclient; PyMySQL replaces it.
        pymysql.version_info = (2, 2, 7, "final", 0)
        pymysql.install_as_MySQLdb()
        sys.modules["MySQLdb.converters"] = pymysql.converters
        address = {"HOST": os.environ["MYSQL_UNIX_PORT"], "USER": "root", "NAME": "sortid"}
        return django_on({"ENGINE": "django.db.backends.mysql", **address})
    names = {"HOST": "PGHOST", "PORT": "PGPORT", "USER": "PGUSER", "NAME": "PGDATABASE"}
    settings: dict[str, Any] = {name: os.environ[variable] for name, variable in names.items()}
    settings |= {"ENGINE": "django.db.backends.postgresql", "OPTIONS": {"options": "-c enable_seqscan=off"}}
    return django_on(settings)

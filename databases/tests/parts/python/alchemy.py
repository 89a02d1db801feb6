"""Ids through SQLAlchemy and SQLModel."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import sqlalchemy as sa
from sample import START, STOP, TableFactory
from sortid import Format, Id
from sortid.sqlalchemy import IdColumn, register
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.orm import Session
from sqlmodel import Field, SQLModel, col

_T = TypeVar("_T")
EXPLAIN = {"sqlite": "explain query plan ", "postgresql": "explain "}


class Server:
    """An engine, or an asynchronous one with its own event loop."""

    def __init__(self, url: str) -> None:
        self.loop = asyncio.new_event_loop() if "asyncpg" in url else None
        self.asynchronous = create_async_engine(url) if self.loop else None
        self.engine = self.asynchronous.sync_engine if self.asynchronous else sa.create_engine(url)
        self.dialect = self.engine.dialect.name
        register(self.asynchronous or self.engine)

    def run(self, body: Callable[[sa.Connection], _T]) -> _T:
        """Runs `body` in a transaction, in which the planner uses indexes even for few rows."""

        def inside(connection: sa.Connection) -> _T:
            if self.dialect == "postgresql":
                connection.exec_driver_sql("set local enable_seqscan = off")
            return body(connection)

        if self.asynchronous is None or self.loop is None:
            with self.engine.begin() as connection:
                return inside(connection)

        async def within(engine: AsyncEngine) -> _T:
            async with engine.begin() as connection:
                return await connection.run_sync(inside)

        return self.loop.run_until_complete(within(self.asynchronous))


class Core:
    """A table of SQLAlchemy Core."""

    def __init__(self, server: Server, name: str, format: Format, text: bool) -> None:
        self.server = server
        kind = IdColumn(format, text=text)
        self.table = sa.Table(
            name, sa.MetaData(), sa.Column("id", kind, primary_key=True), sa.Column("beside", kind, nullable=True)
        )
        server.run(self.table.create)

    def insert(self, ids: Sequence[Id]) -> None:
        rows = [{"id": id, "beside": id if number else None} for number, id in enumerate(ids)]
        self.server.run(lambda connection: connection.execute(sa.insert(self.table), rows))

    def ordered(self) -> list[tuple[Any, Any]]:
        rows = sa.select(self.table).order_by(self.table.c.id)
        return self.server.run(lambda connection: [(row.id, row.beside) for row in connection.execute(rows)])

    def between(self) -> list[Any]:
        rows = self._between()
        return self.server.run(lambda connection: list(connection.scalars(rows)))

    def plan(self) -> str | None:
        explain = EXPLAIN.get(self.server.dialect)
        if explain is None:
            return None

        def planned(connection: sa.Connection) -> str:
            # The executed statement and its parameters.
            seen: list[Any] = []
            sa.event.listen(connection, "before_cursor_execute", lambda *given: seen.append(given[2:4]))
            connection.execute(self._between())
            return str(connection.exec_driver_sql(explain + seen[0][0], seen[0][1]).fetchall())

        return self.server.run(planned)

    def raw(self, statement: str, value: object) -> list[Any]:
        text = sa.text(statement.replace("TABLE", self.table.name).replace("?", ":value"))

        def fetched(connection: sa.Connection) -> list[Any]:
            result = connection.execute(text, {"value": value})
            return list(result) if result.returns_rows else []

        return self.server.run(fetched)

    def _between(self) -> Any:
        key = self.table.c.id
        return sa.select(key).where(key.between_times(START, STOP)).order_by(key)


class Modelled(Core):
    """A class of SQLModel, which pydantic validates."""

    def __init__(self, server: Server, name: str, format: Format, text: bool) -> None:
        self.server = server
        kind: Any = IdColumn(format, text=text)
        fields: dict[str, Any] = {
            "__module__": __name__,
            "__annotations__": {"id": format.type, "beside": format.type | None},
            "__tablename__": name,
            "id": Field(sa_type=kind, primary_key=True),
            "beside": Field(default=None, sa_type=kind),
        }
        self.model: Any = type(SQLModel)(name, (SQLModel,), fields, table=True)
        self.table = self.model.__table__
        server.run(self.table.create)

    def insert(self, ids: Sequence[Id]) -> None:
        def inserted(connection: sa.Connection) -> None:
            with Session(connection) as session:
                session.add_all([self.model(id=id, beside=id if number else None) for number, id in enumerate(ids)])
                session.flush()

        self.server.run(inserted)

    def ordered(self) -> list[tuple[Any, Any]]:
        rows = sa.select(self.model).order_by(self.model.id)

        def read(connection: sa.Connection) -> list[tuple[Any, Any]]:
            with Session(connection) as session:
                return [(row.id, row.beside) for row in session.scalars(rows)]

        return self.server.run(read)

    def _between(self) -> Any:
        key: Any = col(self.model.id)
        return sa.select(self.model.id).where(key.between_times(START, STOP)).order_by(key)


def core(url: str) -> TableFactory:
    server = Server(url)
    return lambda name, format, text: Core(server, name, format, text)


def modelled(url: str) -> TableFactory:
    server = Server(url)
    return lambda name, format, text: Modelled(server, name, format, text)

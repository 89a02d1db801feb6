"""Code that type checkers must accept, and code that they must reject: a missing error also fails the test.

mypy and pyright report each line with `type: ignore`; ty those with `ty: ignore`.
"""

# pyright: strict, reportUnnecessaryTypeIgnoreComment=true

from __future__ import annotations

import uuid
from array import array
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated, Generic, TypeVar, assert_type

import numpy
import sortid
from pydantic import BaseModel
from sortid import (
    AnyId,
    AnyUuid,
    Format,
    Generator,
    Id,
    IdRange,
    IdType,
    Snowflake,
    Tid,
    Timeid,
    Timestamp,
    TypeId,
    Uuid7,
)
from sortid.sqlalchemy import IdColumn, between_times
from sortid.storage import Storage
from sqlalchemy import select
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlmodel import Field, SQLModel, col

T = TypeVar("T", bound=Id)


class Repository(Generic[T]):
    """Generic code over ids."""

    def __init__(self, kind: type[T]) -> None:
        self.kind = kind

    def new(self) -> T:
        return self.kind.now()

    def get(self, text: str) -> T:
        return self.kind.parse(text) if text else self.kind(text)

    def since(self, time: datetime) -> IdRange[T]:
        return self.kind.range(time, None)


class Orders(Generic[T]):
    """Generic code over declared types."""

    def __init__(self, kind: IdType[T]) -> None:
        self.kind = kind
        self.storage: Storage[TypeId[T]] = Storage(kind, "sqlite")

    def new(self) -> TypeId[T]:
        return self.kind.now()

    def of_row(self, value: object) -> T:
        return self.storage.read(value).id

    def generator(self) -> Generator[TypeId[T]]:
        return Generator(self.kind, node=None)


def understood() -> None:
    """Uses the documented names with their types."""
    id = sortid.uuid7()
    assert_type(id, Uuid7)
    assert_type(id.version, int)
    assert_type(id.bytes, bytes)
    assert_type(id.int, int)
    assert_type(sortid.tid(), Tid)
    assert_type(Tid("x"), Tid)
    assert_type(Uuid7(id.uuid), Uuid7)
    assert_type(Tid.from_int(5), Tid)
    assert_type(AnyId.from_bytes(b"x", "tid"), Id)
    assert_type(AnyId.now("tid"), Id)
    assert_type(AnyId.at(Timestamp(1), "tid"), Id)
    assert_type(Uuid7.at(Timestamp(1)), Uuid7)
    assert_type(Uuid7.at(Timestamp(1)), Uuid7)
    assert_type(sortid.tid().convert(Timeid), Timeid)
    assert_type(AnyId.parse("x", "tid"), Id)
    assert_type(Format.tid.type, type[Id])
    assert_type(AnyId.parse("x", Format.tid), Id)
    assert_type(id.format, Format)
    assert_type(id.uuid, uuid.UUID)
    assert_type(id.datetime, datetime)
    assert_type(id.unix_ms, int)
    assert_type(id < id, bool)
    assert_type(int(id), int)
    assert_type(bytes(id), bytes)
    assert_type({id: 1}, dict[Uuid7, int])
    assert_type(sorted([id]), list[Uuid7])
    assert_type(sortid.inspect("x").readings, list[sortid.Reading])
    assert_type(id.successor(), Uuid7)
    assert_type(sortid.find_ids("x", ["tid", Tid])[0].id, Id)
    assert_type(sortid.inspect("x").errors, dict[Format, sortid.ParseError])
    assert_type(sortid.convert("x", "uuid1", Format.uuid6), tuple[str, bytes])
    assert_type(Repository(Tid).get("x"), Tid)
    assert_type(Repository(Tid).new(), Tid)
    now = datetime.now(UTC)
    assert_type(Repository(Uuid7).since(now).min, Uuid7)
    ids = Tid.range(now, Timestamp(5))
    assert_type(ids, IdRange[Tid])
    assert_type(ids.min, Tid)
    assert_type(sortid.tid() in ids, bool)
    assert_type(AnyId.range(now, Timestamp(5), "uuid8", timestamp_bits=48), IdRange[Id])
    assert_type(AnyId.prefix_range("x", Tid), IdRange[Id])
    assert_type(Tid.min_at(now), Tid)
    assert_type(Tid.range(now, None), IdRange[Tid])
    assert_type(Snowflake(1541815603606036480), Snowflake)
    orders = IdType("order", Uuid7)
    assert_type(orders, IdType[Uuid7])
    assert_type(IdType("order", "uuid7"), IdType[Id])
    assert_type(IdType("order"), IdType[AnyUuid])
    assert_type(orders.now(), TypeId[Uuid7])
    assert_type(orders.now().timestamp, Timestamp)
    assert_type(orders.parse("x").id, Uuid7)
    assert_type(orders.parse(id.uuid), TypeId[Uuid7])
    assert_type(orders.range(now, Timestamp(5)).max, TypeId[Uuid7])
    assert_type(TypeId.parse("x", Tid), TypeId[Tid])
    assert_type(TypeId("x"), TypeId[AnyUuid])
    assert_type(TypeId("x", Tid).type, IdType[Tid])
    messages = IdType(Snowflake, epoch="discord")
    assert_type(messages, IdType[Snowflake])
    assert_type(messages.now().id, Snowflake)
    assert_type(IdType(format=Tid), IdType[Tid])
    assert_type(IdType(Format.tid), IdType[Id])
    assert_type(Generator(orders, node=None).next(), TypeId[Uuid7])
    assert_type(Storage(orders, "sqlite").read(b""), TypeId[Uuid7])
    assert_type(IdColumn(orders), IdColumn[TypeId[Uuid7]])
    assert_type(Orders(orders).new(), TypeId[Uuid7])
    assert_type(Orders(orders).of_row(b""), Uuid7)
    assert_type(Orders(orders).generator().next_ids(5), list[TypeId[Uuid7]])
    assert_type(TypeId.parse("x", "tid"), TypeId[Id])
    any_prefixed: TypeId = orders.now()
    assert_type(any_prefixed.prefix, str)
    assert_type(sortid.uuid1().version, int)
    assert_type(AnyUuid(id.uuid).version, "int | None")
    if AnyUuid(id.uuid).kind == "version_7" and id.kind is None:
        assert_type(AnyUuid(id.uuid).convert(Uuid7), Uuid7)


def generators_and_columns_are_understood() -> None:
    """Uses generators, columns and mappers with their types."""
    orders = IdType("order", Uuid7)
    with Generator(Tid, node=7) as tids:
        assert_type(tids, Generator[Tid])
        assert_type(tids.next(), Tid)
        assert_type(tids.next_ids(5), list[Tid])
    generator = Generator("tid", clock="manual", max_lead_ms=timedelta(1), rollback_tolerance_ms="unlimited")
    assert_type(Generator("tid", state_file=Path("x")), Generator)
    assert_type(Generator("tid", state_file=b"x"), Generator)
    assert_type(Generator("tid", lease_file=Path("x")), Generator)
    assert_type(iter(generator), Iterator[Id])
    assert_type(next(generator), Id)
    assert_type(generator.next_texts(5), list[str])
    assert_type(generator.next_ids(5), list[Id])
    assert_type(generator.fill(bytearray(8)), int)
    assert_type(generator.fill(numpy.empty(5, numpy.uint64)), int)
    times: array[int] = sortid.read_unix_ms(b"", "tid")
    assert_type(times[0], int)
    out = numpy.empty(5, numpy.int64)
    assert sortid.read_unix_ms(numpy.empty(5, numpy.uint64), "tid", out) is out
    try:
        sortid.tid()
    except sortid.Error as error:
        assert_type(error.offset, "int | None")
        if error.code == "clock_rollback":
            assert_type(error.made, "int | None")
        if isinstance(error, sortid.StoreError):
            assert_type(error.errno, "int | None")
            assert_type(error.filename, "str | None")
    assert_type(sortid.times(["3jzfcijpj2z2a", None], Tid, unit="us", on_invalid="null", counts={}), list[int | None])
    assert_type(sortid.ids(("3jzfcijpj2z2a",), "tid"), list[Id | None])
    assert_type(sortid.fields(["3jzfcijpj2z2a"], "tid", ["clock_id"]), dict[str, list[int | None]])
    storage = Storage(Tid, "sqlite")
    assert_type(storage.read(5), Tid)
    assert_type(Storage("tid", "sqlite", text=True).read("3jzfcijpj2z2a"), Id)

    class Base(DeclarativeBase):
        pass

    class Post(Base):
        id: Mapped[Uuid7] = mapped_column(IdColumn(Uuid7), primary_key=True, default=sortid.uuid7)
        author: Mapped[Id | None] = mapped_column(IdColumn("tid", text=True))
        order: Mapped[TypeId[Uuid7]] = mapped_column(IdColumn(orders), default=orders.now)

    assert_type(Post().id, Uuid7)
    assert_type(Post().order, TypeId[Uuid7])
    select(Post).where(Post.id.between_times(Timestamp(0), Timestamp(1)))
    select(Post).where(between_times(Post.id, Timestamp(0), None))

    class Order(SQLModel, table=True):
        id: Uuid7 = Field(default_factory=sortid.uuid7, sa_type=IdColumn(Uuid7), primary_key=True)

    class Line(BaseModel):
        order: Annotated[TypeId[Uuid7], orders]
        author: Annotated[AnyId, Format.tid]
        posts: dict[Uuid7, Id] = {}

    assert_type(Line.model_validate({}).order, TypeId[Uuid7])
    select(Order).where(between_times(Order.id, Timestamp(0), None))
    select(Order).where(between_times(col(Order.id), None, Timestamp(1)))
    assert_type(sortid.between([b"12345678"], "tid", Timestamp(0), Timestamp(1), epoch="unix"), list[bool | None])


def refused() -> None:
    """Wrong uses, each with the error that a type checker must report."""
    id = sortid.uuid7()
    id < str(id)  # type: ignore[operator]  # ty: ignore  # noqa: B015
    IdType("order", id.format).parse(id) < sortid.uuid7()  # type: ignore[operator]  # noqa: B015
    IdType("order", id.format).parse(id).prefix = "user"  # type: ignore[misc]  # ty: ignore
    orders: IdType[Tid] = IdType("order", Uuid7)  # type: ignore[arg-type]  # ty: ignore
    orders.parse(1.5)  # type: ignore[arg-type]  # ty: ignore
    AnyUuid(id.uuid).kind == "version_16"  # type: ignore[comparison-overlap]  # noqa: B015
    sortid.any_uuid()  # type: ignore[attr-defined]  # ty: ignore
    Generator("snowflake", epoch="tiktok")  # type: ignore[call-overload]  # ty: ignore
    id < sortid.tid()  # type: ignore[operator]  # noqa: B015
    id.unix_ms = 5  # type: ignore[misc]  # ty: ignore
    keyed_by_tids: dict[Tid, int] = {id: 5}  # type: ignore[dict-item]  # ty: ignore
    only_a_tid: Tid = id  # type: ignore[assignment]  # ty: ignore
    only_a_tid.version  # type: ignore[attr-defined]  # ty: ignore  # noqa: B018
    keyed_by_tids[sortid.timeid()]  # type: ignore[index]  # ty: ignore
    Id("x", "tid")  # type: ignore[call-arg]  # ty: ignore
    AnyId("x")  # type: ignore[call-arg]  # ty: ignore
    Uuid7(5)  # type: ignore[arg-type]  # ty: ignore
    AnyId.from_int(5)  # type: ignore[call-arg]  # ty: ignore
    Tid.parse(1.5)  # type: ignore[arg-type]  # ty: ignore
    Generator("tid", clock="sundial")  # type: ignore[call-overload]  # ty: ignore
    Generator("tid", colour=5)  # type: ignore[call-overload]
    Generator("tid", max_lead_ms=1.5)  # type: ignore[call-overload]  # ty: ignore
    Generator("tid").fill([0])  # type: ignore[arg-type]  # ty: ignore
    Generator("tid").next_at(5)  # type: ignore[arg-type]  # ty: ignore
    Tid.min_at("2024-01-01")  # type: ignore[arg-type]  # ty: ignore
    sortid.times(["3jzfcijpj2z2a"], "tid", unit="m")  # type: ignore[call-overload]  # ty: ignore
    sortid.times({"3jzfcijpj2z2a"}, "tid")  # type: ignore[call-overload]  # ty: ignore
    Storage(Tid, "sqlite").between_times("2024-01-01", None)  # type: ignore[arg-type]  # ty: ignore
    Storage(IdType("order", Tid), "sqlite").bind(IdType("user", Uuid7).now())  # type: ignore[arg-type]  # ty: ignore
    IdColumn[Tid](Uuid7)  # type: ignore[arg-type]  # ty: ignore
    between_times(sortid.tid(), 5, None)  # type: ignore[arg-type]  # ty: ignore
    Repository(IdType("order"))  # type: ignore[arg-type]  # ty: ignore
    Storage(Tid, "sqlite").bind(id)  # type: ignore[arg-type]  # ty: ignore
    sortid.timestamp  # type: ignore[attr-defined]  # ty: ignore  # noqa: B018

    class Sub(Tid):  # type: ignore[misc]  # ty: ignore
        pass

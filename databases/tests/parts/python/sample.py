"""The rows that every way to a database gets, the expected results, and the report of checks."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import sortid
from sortid import Format, Generator, Id, Timestamp
from sortid.storage import Kind, Storage

START, STOP = Timestamp(1_750_000_000), Timestamp(1_750_003_600)
# How servers say that they go by an index.
BY_INDEX = ("Index Cond", "(id>? AND id<?)", "(rowid>? AND rowid<?)", "range")
failures: list[str] = []


class Table(Protocol):
    """A table of one format's ids, which are its key, made empty; a column beside them may be null."""

    def insert(self, ids: Sequence[Id]) -> None:
        """Adds rows; the second column is the id, too, but null in the first."""

    def ordered(self) -> list[tuple[Any, Any]]:
        """All rows, as the database sorts the key."""

    def between(self) -> list[Any]:
        """The keys from `START` to `STOP`."""

    def plan(self) -> str | None:
        """How the database finds these, where it tells so."""

    def raw(self, statement: str, value: object) -> list[Any]:
        """The rows of a statement of SQL about `TABLE`, whose parameter `?` is the value itself."""


@runtime_checkable
class Looking(Protocol):
    """A table with lookups of its own."""

    def wrong_lookups(self, storage: Storage[Any], ids: Sequence[Id]) -> Iterator[str]:
        """The lookups that find other rows than those that match."""


# Makes a table of the name for a format, in bytes or as text.
Way = Callable[[str, Format, bool], Table]


def check(what: str, holds: bool, why: object = "") -> None:
    """Tells one check."""
    if not holds:
        failures.append(what)
    print(f"ok {what}" if holds else f"not ok {what}: {why}".replace("\n", " "), flush=True)


@dataclass
class Sample:
    """Ids of one format, and those of them that are in the interval."""

    ids: list[Id]
    within: list[Id]


def new(format: Format) -> Id:
    """A new id, of random bytes if the format is read only."""
    return sortid.new_id(format) if format.is_made else Id.from_bytes(secrets.token_bytes(format.byte_length), format)


def sample(format: Format) -> Sample:
    """Ids before, in and after the interval, its bounds among them, where the format tells times."""
    made = [new(format) for _ in range(6)]
    if not format.is_made or format.resolution_ns is None:
        return Sample(made, [])
    # Several seconds are apart even where a tick is one.
    seconds = [-7200, -9, 0, 9, 1800, 3591, 3600, 7200]
    generator = Generator(format, clock="manual", seed=bytes(32))
    made += [generator.next_at(Timestamp(START.seconds + second)) for second in seconds]
    inside = format.type.range(START, STOP)
    ids = [*dict.fromkeys([*made, inside.min, inside.max])]
    return Sample(ids, sorted(id for id in ids if id in inside))


# Ids whose text is that of a UUID or of a decimal integer, which a driver without the column's type can bind.
UUIDS = {format.value for format in Format if "urn" in new(format).forms}
INTEGERS = {format.value for format in Format if format.text_length_min == 1}
INTEGERS &= {format.value for format in Format if Storage(format, "postgresql").kind is Kind.INTEGER}
ADAPTED = {"postgresql": UUIDS | INTEGERS, "sqlite": INTEGERS, "mariadb": INTEGERS, "duckdb": set()}


INSERT = "insert into TABLE values (?, null)"


def wrong_by_itself(name: str, table: Table, storage: Storage[Any], ids: Sequence[Id]) -> Iterator[str]:
    """What goes wrong where an id is a parameter by itself, and where a value is none."""
    is_text, sees_types = storage.kind is Kind.TEXT, "asyncpg" in name
    is_adapted = storage.format.value in ADAPTED[storage.dialect]
    is_stored = not is_text if sees_types else is_adapted
    # PostgreSQL converts UUIDs and integers to text to store them, but not to compare them.
    is_found = is_stored and not (is_text and storage.dialect == "postgresql")
    added = new(storage.format)
    for statement, id, is_expected in (
        ("select id from TABLE where id = ?", ids[0], is_found),
        (INSERT, added, is_stored),
    ):
        try:
            rows = table.raw(statement, id)
            happened = len(rows) == 1 if id is not added else (id, None) in table.ordered()
            if not (is_expected and happened):
                yield f"{statement!r} with an id by itself: {rows}"
        except Exception as error:
            is_ours = not is_adapted and not sees_types and storage.dialect != "duckdb"
            if is_expected or (is_ours and not ("Storage(" in str(error) and "str(id)" in str(error))):
                yield f"{statement!r} with an id by itself: {error!r}"
    if storage.check("id") is None:
        return
    try:
        other = "x" * 99 if storage.kind is Kind.TEXT else ids[0].bytes[1:]
        table.raw(INSERT, other)
        yield "a value of another length is taken"
    except Exception as error:
        if isinstance(error, (TypeError, AttributeError)):
            yield f"a value of another length is refused by {error!r}"


def wrong(name: str, table: Table, format: Format, storage: Storage[Any]) -> Iterator[str]:
    """What a table of the format does not as it should."""
    given = sample(format)
    table.insert(given.ids)
    rows = table.ordered()
    if [beside for _, beside in rows].count(None) != 1:
        yield f"nulls are not nulls: {rows}"
    if any(type(key) is not format.type or beside not in (key, None) for key, beside in rows):
        yield f"not what was given: {rows}"
    keys = [key for key, _ in rows]
    if set(keys) != set(given.ids) or (storage.is_sorted and keys != sorted(given.ids)):
        yield f"not in our order: {keys}"
    intruders: list[Any] = ["!", b"x", 1.5, sortid.new_id("uuid4" if format.value != "uuid4" else "tid")]
    if name.startswith("peewee") or " " not in name:
        # Other mappers read what the class reads.
        intruders += [str(given.ids[0]), given.ids[0].bytes, 1]
    for intruder in intruders:
        try:
            table.insert([intruder])
            yield f"{intruder!r} is taken"
        except Exception as error:
            # A mapper has its own exception around ours.
            error = getattr(error, "orig", error)
            if not isinstance(error, (TypeError, sortid.ParseError)) and type(error).__name__ != "ValidationError":
                yield f"{intruder!r} is refused by {error!r}"
    if storage.is_sorted and format.resolution_ns is not None:
        if table.between() != given.within:
            yield f"not those of the interval: {table.between()}"
        plan = table.plan()
        if plan is not None and not any(words in plan for words in BY_INDEX):
            yield f"not by the index: {plan}"
        return
    try:
        yield f"an interval without ids: {table.between()}"
    except sortid.ParseError as error:
        if error.code != "not_applicable":
            yield repr(error)


def judge(name: str, dialect: str, way: Way) -> None:
    """All questions to a way: every format, as the database keeps it best and as text."""
    for format in Format:
        for text in (False, True):
            table = f"{name}_{format.value}{'_text' if text else ''}".replace(" ", "_").replace("+", "_")
            try:
                made = way(table, format, text)
                storage: Storage[Any] = Storage(format, dialect, text=text)
                problems = list(wrong(name, made, format, storage))
                ids = [key for key, _ in made.ordered()]
                if isinstance(made, Looking):
                    problems += made.wrong_lookups(storage, ids)
                problems += wrong_by_itself(name, made, storage, ids)
            except Exception as error:
                problems = [repr(error)]
            check(f"{name} {format.value}{' text' if text else ''}", not problems, problems)

"""The rows for every driver and mapper, the expected results, and the reports of checks."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import sortid
from sortid import AnyId, Format, Generator, Id, Timestamp
from sortid.storage import Kind, Storage

START, STOP = Timestamp(1_750_000_000), Timestamp(1_750_003_600)
# Texts in plans that use an index.
BY_INDEX = ("Index Cond", "(id>? AND id<?)", "(rowid>? AND rowid<?)", "range")
failures: list[str] = []


class Table(Protocol):
    """A new table with ids of one format as its key, and a second, nullable column of ids."""

    def insert(self, ids: Sequence[Id]) -> None:
        """Adds rows with the id in both columns, but a null in the first row's second column."""

    def ordered(self) -> list[tuple[Any, Any]]:
        """Returns all rows, sorted by the database."""

    def between(self) -> list[Any]:
        """Returns the keys from `START` to `STOP`."""

    def plan(self) -> str | None:
        """Returns the plan of that query, or None if the database shows none."""

    def raw(self, statement: str, value: object) -> list[Any]:
        """Runs an SQL statement on `TABLE` with the unconverted value as the parameter `?`. Returns its rows."""


@runtime_checkable
class Looking(Protocol):
    """A table with its own lookups."""

    def wrong_lookups(self, storage: Storage[Any], ids: Sequence[Id]) -> Iterator[str]:
        """Yields the lookups that find other rows than the matching ones."""


# Creates a table with a name for a format, in binary or text form.
TableFactory = Callable[[str, Format, bool], Table]


def check(what: str, passed: bool, reason: object = "") -> None:
    """Reports a check."""
    if not passed:
        failures.append(what)
    print(f"ok {what}" if passed else f"not ok {what}: {reason}".replace("\n", " "), flush=True)


@dataclass
class Sample:
    """Ids of one format, and those in the interval."""

    ids: list[Id]
    within: list[Id]


def new(format: Format) -> Id:
    """Returns a new id, from random bytes if the format cannot be generated."""
    return (
        AnyId.now(format) if format.can_generate else AnyId.from_bytes(secrets.token_bytes(format.byte_length), format)
    )


def sample(format: Format) -> Sample:
    """Returns ids before, in and after the interval, and its bounds, if the format has a time."""
    ids = [new(format) for _ in range(6)]
    if not format.can_generate or format.resolution_ns is None:
        return Sample(ids, [])
    # Distinct even in formats with ticks of a second.
    seconds = [-7200, -9, 0, 9, 1800, 3591, 3600, 7200]
    generator = Generator(format, clock="manual", seed=bytes(32))
    ids += [generator.next_at(Timestamp(START.seconds + second)) for second in seconds]
    inside = AnyId.range(START, STOP, format)
    ids = [*dict.fromkeys([*ids, inside.min, inside.max])]
    return Sample(ids, sorted(id for id in ids if id in inside))


# Ids whose text is a UUID or a decimal integer, which a driver can bind without knowing the
# column's type.
UUIDS = {format.value for format in Format if "urn" in new(format).forms}
INTEGERS = {format.value for format in Format if format.text_length_min == 1}
INTEGERS &= {format.value for format in Format if Storage(format, "postgresql").kind is Kind.INTEGER}
ADAPTED = {"postgresql": UUIDS | INTEGERS, "sqlite": INTEGERS, "mariadb": INTEGERS, "duckdb": set()}


INSERT = "insert into TABLE values (?, null)"


def wrong_by_itself(name: str, table: Table, storage: Storage[Any], ids: Sequence[Id]) -> Iterator[str]:
    """Yields the failures with ids as unconverted parameters, and with values that are not ids."""
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
        yield "a value of another length is accepted"
    except Exception as error:
        if isinstance(error, (TypeError, AttributeError)):
            yield f"a value of another length raises {error!r}"


def wrong(name: str, table: Table, format: Format, storage: Storage[Any]) -> Iterator[str]:
    """Yields the failures of a table of the format."""
    given = sample(format)
    table.insert(given.ids)
    rows = table.ordered()
    if [beside for _, beside in rows].count(None) != 1:
        yield f"nulls differ: {rows}"
    if any(type(key) is not format.type or beside not in (key, None) for key, beside in rows):
        yield f"rows differ from the inserted ones: {rows}"
    keys = [key for key, _ in rows]
    if set(keys) != set(given.ids) or (storage.is_sorted and keys != sorted(given.ids)):
        yield f"wrong order: {keys}"
    intruders: list[Any] = ["!", b"x", 1.5, AnyId.now("uuid4" if format.value != "uuid4" else "tid")]
    if " " not in name:
        # Mappers accept what the class accepts.
        intruders += [str(given.ids[0]), given.ids[0].bytes, 1]
    for intruder in intruders:
        try:
            table.insert([intruder])
            yield f"{intruder!r} is accepted"
        except Exception as error:
            # Mappers wrap the exception.
            error = getattr(error, "orig", error)
            if not isinstance(error, (TypeError, sortid.ParseError)) and type(error).__name__ != "ValidationError":
                yield f"{intruder!r} raises {error!r}"
    if storage.is_sorted and format.resolution_ns is not None:
        if table.between() != given.within:
            yield f"wrong ids in the interval: {table.between()}"
        plan = table.plan()
        if plan is not None and not any(words in plan for words in BY_INDEX):
            yield f"plan without the index: {plan}"
        return
    try:
        yield f"no error for a format without order: {table.between()}"
    except sortid.ParseError as error:
        if error.code != "not_applicable":
            yield repr(error)


def check_driver(name: str, dialect: str, factory: TableFactory) -> None:
    """Runs all checks of a driver or mapper: every format, in its default type and as text."""
    for format in Format:
        for text in (False, True):
            table = f"{name}_{format.value}{'_text' if text else ''}".replace(" ", "_").replace("+", "_")
            try:
                opened = factory(table, format, text)
                storage: Storage[Any] = Storage(format, dialect, text=text)
                problems = list(wrong(name, opened, format, storage))
                ids = [key for key, _ in opened.ordered()]
                if isinstance(opened, Looking):
                    problems += opened.wrong_lookups(storage, ids)
                problems += wrong_by_itself(name, opened, storage, ids)
            except Exception as error:
                problems = [repr(error)]
            check(f"{name} {format.value}{' text' if text else ''}", not problems, problems)

"""The servers: queries, time types, and conversions of values of each type."""

from __future__ import annotations

import sqlite3
import sys
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import clients

# The parts that are not functions.
OTHERS = ("format", "type", "check", "column", "table", "unix_us", "notes")
INTS = (-(2**63), 2**63 - 1)
DAY_US = 86_400_000_000


class Refused(Exception):
    """The server returned an error."""


class Server(ABC):
    """The interface of all servers."""

    # The command's name for it.
    dialect: str
    # The range of its time type, in microseconds since 1970.
    range = INTS
    # An expression for a text of one zero byte.
    nul = "chr(0)"
    # Whether a column of bytes accepts values of any length.
    any_length = True
    # The types of a text and of a time.
    text_type, time_type = "text", "timestamp"
    # Whether a column rejects NULL and integers out of range.
    is_strict = True
    # Whether a text column removes trailing spaces.
    trims = False
    # Whether an integer key is generated for NULL.
    makes_keys = False
    # Invalid values of other types, for a server whose columns accept any type.
    others: tuple[str, ...] = ()

    @abstractmethod
    def ask(self, sql: str) -> Any:
        """Returns the only value of a query. Raises `Refused` for an error."""

    def run(self, sql: str) -> None:
        """Runs a statement without a result."""
        self.ask(sql)

    def load(self, name: str, parts: dict[str, Any]) -> None:
        """Creates the functions of a format."""
        for part, sql in parts.items():
            if part not in OTHERS:
                self.run(sql)

    def value(self, kind: str, flipped: bool, signed: bool, hexed: str, text: str) -> str:
        """Returns an SQL literal of an id, from its hexadecimal digits or its canonical text."""
        if kind == "bigint":
            integer = int(hexed, 16)
            if signed and integer >> 63:
                integer -= 1 << 64
            return self.integer(integer - (1 << 63) if flipped else integer)
        return self.literal(kind, hexed, text)

    def integer(self, integer: int) -> str:
        return str(integer)

    @abstractmethod
    def literal(self, kind: str, hexed: str, text: str) -> str: ...

    def given(self, text: str) -> str:
        """Returns an SQL literal of a text."""
        pieces = ["'" + piece.replace("'", "''") + "'" for piece in text.split("\0")]
        return self.joined_all([piece for part in pieces for piece in (self.nul, part)][1:])

    def joined_all(self, parts: list[str]) -> str:
        return parts[0] if len(parts) == 1 else f"({' || '.join(parts)})"

    def refusal(self, name: str) -> tuple[str, ...]:
        """Returns words of the error that a function of a format raises for an invalid text."""
        return (f"{name}_parse: not a valid {name}",)

    @abstractmethod
    def instant(self, us: int) -> str:
        """Returns an SQL expression for a time."""

    @abstractmethod
    def micros(self, time: str) -> str:
        """Returns an SQL expression for the microseconds since 1970 of a time."""

    def shown(self, kind: str, id: str) -> str:
        """Returns an SQL expression for the comparable form of an id."""
        return id

    def stored_id(self, kind: str, id: str) -> Any:
        """Returns the id of an SQL expression."""
        return self.ask(f"SELECT {self.shown(kind, id)}")

    def time(self, name: str, parts: dict[str, Any], id: str) -> Any:
        return self.ask(f"SELECT {self.micros(f'{name}_time({id})')}")

    def bound(self, name: str, end: str, parts: dict[str, Any], kind: str, us: int) -> Any:
        return self.stored_id(kind, f"{name}_{end}({self.instant(us)})")

    def text(self, name: str, parts: dict[str, Any], id: str) -> Any:
        # Digits without quotes would be a number.
        return self.ask(f"SELECT {self.joined(f'{name}_text({id})')}")

    def joined(self, text: str) -> str:
        return f"'x' || {text}"

    def parse(self, name: str, parts: dict[str, Any], kind: str, text: str) -> Any:
        return self.stored_id(kind, f"{name}_parse({self.given(text)})")

    def check(self, parts: dict[str, Any], id: str) -> Any:
        return self.ask(f"SELECT {parts['check']} FROM (SELECT {id} AS {self.column()}) AS one")

    def passing(self, parts: dict[str, Any], ids: list[str]) -> Any:
        """Counts the rows that meet the check. A server may evaluate many rows differently from one."""
        rows = " UNION ALL ".join(f"SELECT {id} AS {self.column()}" for id in ids)
        return self.ask(f"SELECT sum(CASE WHEN {parts['check']} THEN 1 ELSE 0 END) FROM ({rows}) AS many")

    def column(self) -> str:
        return '"id"'

    def of_null(self, name: str, parts: dict[str, Any], part: str) -> Any:
        """Returns the result of a format's function for NULL."""
        types = {"parse": self.text_type, "min": self.time_type, "max": self.time_type}
        kind = types.get(part, parts["type"].split(" COLLATE ")[0])
        return self.ask(f"SELECT {name}_{part}({self.null(kind)})")

    def null(self, kind: str) -> str:
        return f"CAST(NULL AS {kind})"

    def takes(self, insertion: str) -> bool:
        """Whether an insertion succeeds."""
        try:
            self.run(insertion)
        except Refused:
            return False
        return True


class Postgresql(Server):
    dialect = "postgresql"
    # From 4713 BC to 294276.
    range = (-210_866_803_200_000_000, 9_224_318_015_999_999_999)
    time_type = "timestamptz"

    def __init__(self) -> None:
        import psycopg

        self.error = psycopg.Error
        self.connection = clients.postgresql()
        # Results must not depend on the time zone.
        self.run("SET TimeZone = 'Asia/Kathmandu'")

    def ask(self, sql: str) -> Any:
        try:
            cursor = self.connection.execute(sql.encode())
            return cursor.fetchone()[0] if cursor.description else None  # type: ignore[index]
        except self.error as error:
            raise Refused(f"{error.sqlstate}: {error}") from error

    def integer(self, integer: int) -> str:
        return f"'{integer}'::bigint"

    def literal(self, kind: str, hexed: str, text: str) -> str:
        return {"uuid": f"'{hexed}'::uuid", "binary": f"'\\x{hexed}'::bytea", "text": f"{self.given(text)}::text"}[kind]

    def refusal(self, name: str) -> tuple[str, ...]:
        # For some texts, a cast raises its own error.
        return ("22P02",)

    def instant(self, us: int) -> str:
        days, rest = divmod(us, DAY_US)
        plain = f"timestamp '1970-01-01' + interval '{days} days' + interval '{rest} microseconds'"
        return f"(({plain}) AT TIME ZONE 'UTC')"

    def micros(self, time: str) -> str:
        # PostgreSQL rounds seconds since 1970 in its last years.
        days = f"(({time} AT TIME ZONE 'UTC')::date - date '1970-01-01')::numeric * {DAY_US}"
        rest = f"extract(epoch FROM ({time} AT TIME ZONE 'UTC')::time) * 1000000"
        return f"({days} + {rest})::numeric(30, 0)::text"

    def shown(self, kind: str, id: str) -> str:
        return {"uuid": f"replace({id}::text, '-', '')", "binary": f"encode({id}, 'hex')"}.get(kind, id)


class Sqlite(Server):
    dialect = "sqlite"
    nul = "char(0)"
    makes_keys = True
    others = ("1.5", "1e19", "'x'", "X'00'")

    def __init__(self) -> None:
        self.connection = clients.sqlite()

    def ask(self, sql: str, **given: Any) -> Any:
        try:
            return self.connection.execute(sql, given).fetchone()[0]
        except (sqlite3.Error, OverflowError) as error:
            raise Refused(str(error)) from error

    def run(self, sql: str) -> None:
        try:
            self.connection.executescript(sql)
        except sqlite3.Error as error:
            raise Refused(str(error)) from error

    def load(self, name: str, parts: dict[str, Any]) -> None:
        pass

    def integer(self, integer: int) -> str:
        return "(-9223372036854775807 - 1)" if integer == INTS[0] else str(integer)

    def literal(self, kind: str, hexed: str, text: str) -> str:
        return f"X'{hexed}'" if kind == "binary" else self.given(text)

    def refusal(self, name: str) -> tuple[str, ...]:
        # The only error of expressions.
        return ("integer overflow",)

    def instant(self, us: int) -> str:
        return str(us)

    def micros(self, time: str) -> str:
        return time

    def shown(self, kind: str, id: str) -> str:
        return f"lower(hex({id}))" if kind == "binary" else id

    def of_null(self, name: str, parts: dict[str, Any], part: str) -> Any:
        return self.ask(f'SELECT {parts[part]} FROM (SELECT NULL AS "id")', us=None, text=None)

    def time(self, name: str, parts: dict[str, Any], id: str) -> Any:
        return self.ask(f'SELECT {parts["time"]} FROM (SELECT {id} AS "id")')

    def bound(self, name: str, end: str, parts: dict[str, Any], kind: str, us: int) -> Any:
        return self.ask(f"SELECT {self.shown(kind, parts[end])}", us=us)

    def text(self, name: str, parts: dict[str, Any], id: str) -> Any:
        return self.ask(f"""SELECT 'x' || {parts["text"]} FROM (SELECT {id} AS "id")""")

    def parse(self, name: str, parts: dict[str, Any], kind: str, text: str) -> Any:
        return self.ask(f"SELECT {self.shown(kind, parts['parse'])}", text=text)


class Mariadb(Server):
    dialect = "mariadb"
    # From 1000 to 9999.
    range = (-30_610_224_000_000_000, 253_402_300_799_999_999)
    nul = "CHAR(0)"
    trims = True
    any_length = False

    def __init__(self) -> None:
        import pymysql

        self.error = pymysql.Error
        self.cursor = clients.mariadb().cursor()
        self.run("SET time_zone = '+05:45'")

    def ask(self, sql: str) -> Any:
        try:
            self.cursor.execute(sql)
            row = self.cursor.fetchone()
            return row and row[0]
        except self.error as error:
            raise Refused(str(error)) from error

    def literal(self, kind: str, hexed: str, text: str) -> str:
        if kind == "uuid":
            return f"CAST('{hexed}' AS UUID)"
        return f"X'{hexed}'" if kind == "binary" else f"CONVERT({self.given(text)} USING ascii) COLLATE ascii_bin"

    def joined_all(self, parts: list[str]) -> str:
        return parts[0] if len(parts) == 1 else f"CONCAT({', '.join(parts)})"

    def instant(self, us: int) -> str:
        return f"TIMESTAMPADD(MICROSECOND, {us}, TIMESTAMP'1970-01-01 00:00:00.000000')"

    def micros(self, time: str) -> str:
        return f"TIMESTAMPDIFF(MICROSECOND, '1970-01-01', {time})"

    def shown(self, kind: str, id: str) -> str:
        if kind == "uuid":
            return f"replace(CAST({id} AS CHAR), '-', '')"
        return f"lower(hex({id}))" if kind == "binary" else id

    def joined(self, text: str) -> str:
        return f"CONCAT('x', {text})"

    def check(self, parts: dict[str, Any], id: str) -> Any:
        return self.ask(f"SELECT {parts['check']} FROM (SELECT {id} AS `id`) AS one")

    def column(self) -> str:
        return "`id`"

    def null(self, kind: str) -> str:
        return "NULL"

    def time(self, name: str, parts: dict[str, Any], id: str) -> Any:
        called = super().time(name, parts, id)
        inline = self.ask(f"SELECT {parts['unix_us']} FROM (SELECT {id} AS `id`) AS one")
        return called if called == inline else f"{called}, but inline {inline}"


class Duckdb(Server):
    dialect = "duckdb"
    # The largest integer represents infinity.
    range = (-9_223_372_022_400_000_000, INTS[1] - 1)

    def __init__(self) -> None:
        import duckdb

        self.error = duckdb.Error
        self.connection = clients.duckdb()

    def ask(self, sql: str) -> Any:
        try:
            row = self.connection.execute(sql).fetchone()
            return row and row[0]
        except self.error as error:
            raise Refused(str(error)) from error

    def literal(self, kind: str, hexed: str, text: str) -> str:
        if kind == "uuid":
            return f"CAST('{hexed}' AS UUID)"
        return f"unhex('{hexed}')" if kind == "binary" else self.given(text)

    def instant(self, us: int) -> str:
        return f"make_timestamp({us})"

    def micros(self, time: str) -> str:
        return f"epoch_us({time})"

    def shown(self, kind: str, id: str) -> str:
        if kind == "uuid":
            return f"replace(CAST({id} AS VARCHAR), '-', '')"
        return f"lower(hex({id}))" if kind == "binary" else id


class Clickhouse(Server):
    dialect = "clickhouse"
    # NULL becomes the default, and integers wrap around.
    is_strict = False
    text_type, time_type = "String", "DateTime64(6, 'UTC')"
    # From 1900 to 2299.
    range = (-2_208_988_800_000_000, 10_413_791_999_999_999)
    nul = "char(0)"
    any_length = False

    def __init__(self) -> None:
        self.session = clients.clickhouse("data")

    def ask(self, sql: str) -> Any:
        try:
            answer = str(self.session.query(sql, "TabSeparated")).rstrip("\n")
        # An error may quote bytes that are not UTF-8.
        except (RuntimeError, UnicodeDecodeError) as error:
            raise Refused(str(error)) from error
        if answer == "\\N":
            return None
        return int(answer) if answer.lstrip("-").isdecimal() else answer

    def null(self, kind: str) -> str:
        return f"CAST(NULL AS Nullable({kind}))"

    def integer(self, integer: int) -> str:
        return f"toInt64({integer})" if integer < 0 else f"toUInt64({integer})"

    def value(self, kind: str, flipped: bool, signed: bool, hexed: str, text: str) -> str:
        literal = super().value(kind, flipped, signed, hexed, text)
        return literal.replace("toUInt64", "toInt64") if signed else literal

    def literal(self, kind: str, hexed: str, text: str) -> str:
        return f"toFixedString(unhex('{hexed}'), {len(hexed) // 2})" if kind == "binary" else self.given(text)

    def instant(self, us: int) -> str:
        return f"fromUnixTimestamp64Micro(toInt64({us}), 'UTC')"

    def micros(self, time: str) -> str:
        return f"toUnixTimestamp64Micro({time})"

    def shown(self, kind: str, id: str) -> str:
        # Digits without quotes would be a number.
        return {"binary": f"'x' || lower(hex({id}))", "text": f"'x' || {id}"}.get(kind, id)

    def column(self) -> str:
        return "`id`"

    def stored_id(self, kind: str, id: str) -> Any:
        text = super().stored_id(kind, id)
        return text if kind == "bigint" else text[1:]


SERVERS = {
    "postgresql": Postgresql,
    # PostgreSQL 18.
    "pglite": Postgresql,
    "sqlite": Sqlite,
    "mariadb": Mariadb,
    "duckdb": Duckdb,
    "clickhouse": Clickhouse,
}

"""How a column of a database keeps ids of a format: the one rule for every driver and mapper.

>>> from sortid import Tid, Timestamp
>>> from sortid.storage import Storage
>>> keys = Storage(Tid, "sqlite")
>>> keys.sql_type
'INTEGER'
>>> keys.read(keys.bind(Tid("3jzfcijpj2z2a")))
Tid('3jzfcijpj2z2a')
>>> keys.between_times(Timestamp(1), Timestamp(2))
(1024000000, 2047999999)

| | PostgreSQL | SQLite | MySQL, MariaDB | DuckDB |
|---|---|---|---|---|
| 128 bits | `uuid` | `BLOB` | `BINARY(16)` | `UUID` |
| 64 bits that fit a signed integer | `bigint` | `INTEGER` | `BIGINT` | `UBIGINT`, timeid `BIGINT` |
| 64 bits that do not | `bytea` | `BLOB` | `BINARY(8)` | `UBIGINT` |
| other widths | `bytea` | `BLOB` | `BINARY(n)` | `BLOB` |
| text, where asked for | `text COLLATE "C"` | `TEXT` | `VARCHAR(n)`, `ascii_bin` | `VARCHAR` |
"""

from __future__ import annotations

import enum
import uuid
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, TypeAlias, cast

from sortid import Format, Id, ParseError
from sortid._sortid import error_codes, member_of, stored_in

__all__ = ["DIALECTS", "Kind", "Storage"]

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    _I = TypeVar("_I", bound=Id, default=Id)
else:
    from typing import TypeVar

    _I = TypeVar("_I", bound=Id)
_Bound: TypeAlias = uuid.UUID | int | bytes | str

DIALECTS: Final = ("postgresql", "sqlite", "mysql", "mariadb", "duckdb")


class Kind(enum.Enum):
    """What a database has in the place of an id."""

    UUID = "uuid"
    INTEGER = "integer"
    UNSIGNED = "unsigned"
    BYTES = "bytes"
    TEXT = "text"


# By dialect, what a column of each kind is declared as; `n` is its length.
_SQL_TYPES: dict[str, dict[Kind, str]] = {
    "postgresql": {Kind.UUID: "uuid", Kind.INTEGER: "bigint", Kind.BYTES: "bytea", Kind.TEXT: "text"},
    # The name by which the key of a table is the row's own number.
    "sqlite": {Kind.INTEGER: "INTEGER", Kind.BYTES: "BLOB", Kind.TEXT: "TEXT"},
    # Not MariaDB's UUID: it sorts by the version that it finds, also where there is none.
    "mysql": {
        Kind.INTEGER: "BIGINT",
        Kind.BYTES: "BINARY({n})",
        Kind.TEXT: "VARCHAR({n}) CHARACTER SET ascii",
    },
    "duckdb": {
        Kind.UUID: "UUID",
        Kind.INTEGER: "BIGINT",
        Kind.UNSIGNED: "UBIGINT",
        Kind.BYTES: "BLOB",
        Kind.TEXT: "VARCHAR",
    },
}
_SQL_TYPES["mariadb"] = _SQL_TYPES["mysql"]
# Where texts are compared in another order than byte by byte unless this is asked for.
_COLLATIONS = {"postgresql": "C", "mysql": "ascii_bin", "mariadb": "ascii_bin"}


def _kind_of(format: Format, dialect: str, *, text: bool = False) -> Kind:
    """What the dialect has for the format, text if that is asked for."""
    known = _SQL_TYPES.get(dialect)
    if known is None:
        raise ValueError(f"no rule for ids in {dialect!r}, but for {', '.join(DIALECTS)}")
    if text:
        return Kind.TEXT
    return Kind(stored_in(format, dialect))


def _refused(code: Literal["not_applicable", "out_of_range"]) -> ParseError:
    """The core's own error of this code."""
    number, message = next((number, message) for name, number, message in error_codes() if name == code)
    return ParseError(f"{code}: {message}", code, number)


class Storage(Generic[_I]):
    """How a database keeps the ids of a format: declare a column of `sql_type`, `bind` what goes in, `read` what comes.

    A format is its class, its member of `Format` or its name. Ids of another format are a `TypeError`, and so is what
    is none; a text is `Tid(text)` first.
    """

    def __init__(self, format: type[_I] | Format | str, dialect: str, *, text: bool = False) -> None:
        self.format: Final[Format] = member_of(format)
        self.dialect: Final = dialect
        self.kind: Final = _kind_of(self.format, dialect, text=text)
        self.collation: Final = _COLLATIONS.get(dialect) if text else None
        """The collation that keeps the order of texts, where the database's own may not."""

    def __repr__(self) -> str:
        text = ", text=True" if self.kind is Kind.TEXT else ""
        return f"Storage({self.format.value!r}, {self.dialect!r}{text})"

    @property
    def length(self) -> int:
        """The length of what is kept: of a text in characters, else in bytes."""
        return self.format.text_length if self.kind is Kind.TEXT else self.format.byte_length

    @property
    def data_type(self) -> str:
        """The type of the column, as a declaration has it, without the collation."""
        return _SQL_TYPES[self.dialect][self.kind].format(n=self.length)

    @property
    def sql_type(self) -> str:
        """The type of the column, as a declaration has it."""
        if self.collation is None:
            return self.data_type
        quoted = f'"{self.collation}"' if self.dialect == "postgresql" else self.collation
        return f"{self.data_type} COLLATE {quoted}"

    @property
    def is_sorted(self) -> bool:
        """Whether the database sorts them as we do."""
        if self.kind is Kind.TEXT:
            return self.format.text_sorts
        return self.format.bytes_sort or (self.kind is Kind.INTEGER and self.format.is_signed)

    def bind(self, id: _I) -> _Bound:
        """What a parameter of a statement is: a `uuid.UUID`, an `int`, `bytes` or a `str`.

        Errors: `out_of_range` for a reserved id that a signed integer has no room for.
        """
        if not isinstance(id, Id) or id.format is not self.format:
            raise TypeError(f"expected {self.format.type.__name__}, not {type(id).__name__}")
        if self.kind is Kind.TEXT:
            return str(id)
        if self.kind is Kind.UUID:
            return uuid.UUID(bytes=id.bytes)
        if self.kind is Kind.BYTES:
            return id.bytes
        if self.kind is Kind.INTEGER and not -(2**63) <= id.int < 2**63:
            raise _refused("out_of_range")
        return id.int

    def read(self, value: object) -> _I:
        """The id of what a row holds.

        Errors: as those of parsing; a `TypeError` for what no such column holds.
        """
        if self.kind is Kind.TEXT and isinstance(value, str):
            return self._made(value)
        if self.kind is Kind.UUID and isinstance(value, (uuid.UUID, str)):
            # psycopg2 gives texts until it is told of the class.
            return self._made((uuid.UUID(value) if isinstance(value, str) else value).bytes)
        if self.kind is Kind.BYTES and isinstance(value, (bytes, bytearray, memoryview)):
            return self._made(bytes(value))
        if self.kind in (Kind.INTEGER, Kind.UNSIGNED) and isinstance(value, int) and not isinstance(value, (bool, Id)):
            return cast(_I, Id.from_int(value, self.format))
        raise TypeError(f"a column of {self.sql_type} holds no {type(value).__name__}")

    def between_times(self, start: Any, stop: Any, **options: Any) -> tuple[Any, Any]:
        """The smallest and the largest that a column holds of the half-open interval, for `BETWEEN`.

        Errors: `not_applicable` where the database has another order than the ids, or they tell no time; else as
        `Id.range`, whose options these are.
        """
        smallest, largest = self.ids_between(start, stop, **options)
        return self.bind(smallest), self.bind(largest)

    def ids_between(self, start: Any, stop: Any, **options: Any) -> tuple[_I, _I]:
        """The same as ids, for whoever binds them later."""
        ids = Id.range(start, stop, self.format, **options)
        if not self.is_sorted:
            raise _refused("not_applicable")
        return cast("tuple[_I, _I]", tuple(ids))

    def _made(self, value: bytes | str) -> _I:
        return cast(_I, Id(value, self.format))

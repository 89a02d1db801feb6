"""The storage of ids in database columns, the same for every driver and mapper.

>>> from sortid import Tid, Timestamp
>>> from sortid.storage import Storage
>>> keys = Storage(Tid, "sqlite")
>>> keys.sql_type
'INTEGER'
>>> keys.read(keys.bind(Tid("3jzfcijpj2z2a")))
Tid('3jzfcijpj2z2a')
>>> keys.between_times(Timestamp(1), Timestamp(2))
(1024000000, 2047999999)

The types are the same in every language: see the table in `docs/databases.md`.
"""

from __future__ import annotations

import datetime
import enum
import uuid
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, TypeAlias, cast, overload

from sortid import AnyId, Format, Id, IdRange, IdType, ParseError, Timestamp, TypeId
from sortid._format import parser_of
from sortid._sortid import error_codes, member_of, stored_check, stored_column

__all__ = ["DIALECTS", "Kind", "Storage"]

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    _I = TypeVar("_I", bound=Id, default=Id)
    _Untyped = TypeVar("_Untyped", bound=Id)
else:
    from typing import TypeVar

    _I = TypeVar("_I")
    _Untyped = TypeVar("_Untyped")
_Bound: TypeAlias = uuid.UUID | int | bytes | str
_End: TypeAlias = datetime.datetime | Timestamp | None

DIALECTS: Final = ("postgresql", "sqlite", "mysql", "mariadb", "duckdb")


class Kind(enum.Enum):
    """The kind of value that a column stores for an id."""

    UUID = "uuid"
    INTEGER = "integer"
    UNSIGNED = "unsigned"
    BYTES = "bytes"
    TEXT = "text"


_PYTHON_TYPES: Final[dict[Kind, type]] = {
    Kind.UUID: uuid.UUID,
    Kind.INTEGER: int,
    Kind.UNSIGNED: int,
    Kind.BYTES: bytes,
    Kind.TEXT: str,
}


@cache
def _declared(format: Format, dialect: str, text: bool) -> tuple[Kind, str, str | None, str]:
    """The column's kind, type without collation, collation, and complete type."""
    known = stored_column(format, dialect, text) if dialect in DIALECTS else None
    if known is None:
        raise ValueError(f"unknown dialect {dialect!r}: expected one of {', '.join(DIALECTS)}")
    return Kind(known[0]), *known[1:]


@cache
def storage_of(kind: Format | IdType[Any], dialect: str, text: bool = False) -> Storage[Any]:
    """A cached storage, for drivers and mappers."""
    return Storage(kind, dialect, text=text)


def kind_of(kind: Any) -> Format | IdType[Any]:
    """The `IdType`, or the format of a class or name."""
    if isinstance(kind, IdType):
        return kind
    format: Format = member_of(kind)
    return format


@cache
def shows_text(format: Format, dialect: str) -> bool:
    """Whether the database casts a value of the format's column to the canonical text of the id."""
    storage, id = storage_of(format, dialect), AnyId.from_fields({}, format)
    return storage.kind is not Kind.BYTES and str(storage.bind(id)) == str(id)


def adapted(id: Id, dialect: str) -> Any:
    """The parameter for an id, for a driver that does not know the type of the column.

    Errors: `not_applicable` if a text column would not store the canonical text.
    """
    if not shows_text(id.format, dialect):
        raise _refused("not_applicable", f"the driver does not know how the column stores {remedy(id, dialect)}")
    return storage_of(id.format, dialect).bind(id)


def remedy(id: Id, dialect: str) -> str:
    """The end of an error message: the format, and what to bind instead of the id."""
    name = id.format.value
    return f"a {name}: bind Storage({name!r}, {dialect!r}).bind(id), or str(id) for a text column"


def _refused(code: Literal["not_applicable", "out_of_range"], reason: str) -> ParseError:
    numbers = {name: number for name, number, _ in error_codes()}
    return ParseError(f"{code}: {reason}", code, numbers[code])


class Storage(Generic[_I]):
    """The storage of ids in a database: the type of the column, and conversions of its values.

    `kind` is a class, a member of `Format`, a name, or an `IdType`, whose ids the column stores
    without the prefix. `bind` accepts ids, `parse` also values from users.
    """

    @overload
    def __init__(
        self: Storage[TypeId[_Untyped]], kind: IdType[_Untyped], dialect: str, *, text: bool = False
    ) -> None: ...
    @overload
    def __init__(self, kind: type[_I] | Format | str, dialect: str, *, text: bool = False) -> None: ...
    def __init__(self, kind: Any, dialect: str, *, text: bool = False) -> None:
        self.type: Final[IdType[Any] | None] = kind if isinstance(kind, IdType) else None
        self.format: Final[Format] = kind.format if isinstance(kind, IdType) else member_of(kind)
        self.dialect: Final = dialect
        declared = _declared(self.format, dialect, text)
        self.kind: Final = declared[0]
        self.data_type: Final = declared[1]
        """The SQL type of the column, without the collation."""
        self.collation: Final = declared[2]
        """The collation that sorts texts as ids; `None` if not needed."""
        self.sql_type: Final = declared[3]
        """The SQL type of the column."""
        # Cached for every value, because attributes of enumerations are slow.
        self._class = self.format.type
        self._parse = parser_of(self.format)
        self._is_uuid = hasattr(self._class, "version")
        self._python_type = _PYTHON_TYPES[self.kind]

    def __repr__(self) -> str:
        text = ", text=True" if self.kind is Kind.TEXT else ""
        return f"Storage({self.type or self.format.value!r}, {self.dialect!r}{text})"

    @property
    def length(self) -> int:
        """The stored length, of texts in characters, otherwise in bytes."""
        return self.format.text_length if self.kind is Kind.TEXT else self.format.byte_length

    def check(self, column: str) -> str | None:
        """The condition of a `CHECK` that rejects values of another kind or length; `None` if the
        type rejects them.

        Accepts nulls. `column` is the quoted name.
        """
        return stored_check(self.format, self.dialect, self.kind is Kind.TEXT, column)

    @property
    def is_sorted(self) -> bool:
        """Whether the database sorts the column as `Id` does."""
        if self.kind is Kind.TEXT:
            return self.format.text_sorts
        return self.format.bytes_sort or (self.kind is Kind.INTEGER and self.format.is_signed)

    def parse(self, value: Any) -> _I:
        """Parses a value with the class or `IdType` of the column. Errors: as for parsing."""
        return cast(_I, self._parse(value) if self.type is None else self.type.parse(value))

    def bind(self, id: _I) -> _Bound:
        """Converts an id to the parameter of a statement: a `uuid.UUID`, an `int`, `bytes` or a
        `str`.

        Errors: a `TypeError` for an id of another format, and for a value that is not an id; `wrong_prefix`;
        `out_of_range` for a reserved id that does not fit a signed integer.
        """
        if isinstance(id, TypeId):
            id = id.id if self.type is None else cast(Any, self.type)._untyped(id)
        return self._bind(id)

    def _bind(self, id: Any) -> _Bound:
        if type(id) is not self._class or (self._class is AnyId and id.format is not self.format):
            found = id.format.value if isinstance(id, Id) else type(id).__name__
            raise TypeError(f"expected an id of the format {self.format.value}, not {found}")
        kind = self._python_type
        if kind is uuid.UUID:
            return id.uuid if self._is_uuid else uuid.UUID(bytes=id.bytes)
        if kind is bytes:
            return id.bytes
        if kind is str:
            return str(id)
        integer = id.int
        if integer >= 2**63 and self.kind is Kind.INTEGER:
            raise _refused("out_of_range", f"{integer} does not fit a column of {self.sql_type}")
        return integer

    def read(self, value: object) -> _I:
        """Converts a database value to an id.

        Errors: as for parsing; a `TypeError` for a value of a type that the column does not have.
        """
        stored: Any = value
        if type(value) is not self._python_type:
            if isinstance(value, self._python_type) and not isinstance(value, bool):
                pass
            elif self.kind is Kind.UUID and isinstance(value, str):
                # psycopg2 returns texts unless `uuid.UUID` is registered.
                stored = uuid.UUID(value)
            elif self.kind is Kind.BYTES and isinstance(value, (bytearray, memoryview)):
                stored = bytes(value)
            else:
                raise TypeError(f"a value of a column of {self.sql_type} cannot be {type(value).__name__}")
        if self.kind is Kind.UUID and not self._is_uuid:
            stored = stored.bytes
        id = self._parse(stored)
        return cast(_I, id if self.type is None else cast(Any, self.type)._of(id))

    def between_times(self, start: _End, stop: _End, **options: Any) -> tuple[Any, Any]:
        """The smallest and largest column value of the half-open interval, for `BETWEEN`.

        The options are as for `Id.range`.
        Errors: `not_applicable` if the database does not sort the column as ids, or for a format
        without time; otherwise as `Id.range`.
        """
        smallest, largest = self.ids_between(start, stop, **options)
        return self.bind(smallest), self.bind(largest)

    def ids_between(self, start: _End, stop: _End, **options: Any) -> tuple[_I, _I]:
        """The bounds of `between_times` as ids, for mappers that bind them later."""
        if self.type is None:
            ids: IdRange[Any] = AnyId.range(start, stop, self.format, **options)
        else:
            ids = self.type.range(start, stop, **options)
        if not self.is_sorted:
            kind = self.format.value
            raise _refused("not_applicable", f"a column of {self.sql_type} does not sort as {kind} ids do")
        return cast("tuple[_I, _I]", tuple(ids))

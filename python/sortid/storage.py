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

The rule is the core's, the same in every language: `docs/databases.md` has its table.
"""

from __future__ import annotations

import enum
import uuid
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, TypeAlias, cast

from sortid import Format, Id, ParseError
from sortid._sortid import error_codes, member_of, stored_check, stored_column

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


_HELD: Final[dict[Kind, type]] = {
    Kind.UUID: uuid.UUID,
    Kind.INTEGER: int,
    Kind.UNSIGNED: int,
    Kind.BYTES: bytes,
    Kind.TEXT: str,
}


@cache
def _declared(format: Format, dialect: str, text: bool) -> tuple[Kind, str, str | None, str]:
    """Kind, type without collation, collation and whole type of the column."""
    known = stored_column(format, dialect, text) if dialect in DIALECTS else None
    if known is None:
        raise ValueError(f"no rule for ids in {dialect!r}, but for {', '.join(DIALECTS)}")
    return Kind(known[0]), *known[1:]


@cache
def storage_of(format: Format, dialect: str, text: bool = False) -> Storage[Any]:
    """The storage for a driver or a mapper that has none of its own, made once."""
    return Storage(format, dialect, text=text)


@cache
def shows_text(format: Format, dialect: str) -> bool:
    """Whether the database writes a value of the format's column as the canonical text of its id."""
    storage, id = storage_of(format, dialect), Id.from_fields({}, format)
    return storage.kind is not Kind.BYTES and str(storage.bind(id)) == str(id)


def adapted(id: Id, dialect: str) -> Any:
    """The parameter for an id that was passed to a driver which does not see the type of its column.

    Errors: `not_applicable` if a column of text would not store the canonical text.
    """
    if not shows_text(id.format, dialect):
        raise _refused("not_applicable", f"the driver cannot see how the column stores {remedy(id, dialect)}")
    return storage_of(id.format, dialect).bind(id)


def remedy(id: Id, dialect: str) -> str:
    """The format, and what to bind instead of the id."""
    name = id.format.value
    return f"a {name}: bind Storage({name!r}, {dialect!r}).bind(id), or str(id) for a column of text"


def _refused(code: Literal["not_applicable", "out_of_range"], reason: str) -> ParseError:
    numbers = {name: number for name, number, _ in error_codes()}
    return ParseError(f"{code}: {reason}", code, numbers[code])


class Storage(Generic[_I]):
    """How a database keeps the ids of a format: declare a column of `sql_type`, `bind` what goes in, `read` what comes.

    A format is its class, its member of `Format` or its name. Ids of another format are a `TypeError`, and so is what
    is none; a text is `Tid(text)` first.
    """

    def __init__(self, format: type[_I] | Format | str, dialect: str, *, text: bool = False) -> None:
        self.format: Final[Format] = member_of(format)
        self.dialect: Final = dialect
        declared = _declared(self.format, dialect, text)
        self.kind: Final = declared[0]
        self.data_type: Final = declared[1]
        """The type of the column, as a declaration has it, without the collation."""
        self.collation: Final = declared[2]
        """The collation that keeps the order of texts, where the database's own may not."""
        self.sql_type: Final = declared[3]
        """The type of the column, as a declaration has it."""
        # Looked up once: enumerations are slow, and these are needed for every value.
        self._class = self.format.type
        # A class of a format needs no second argument.
        self._parse: Any = self._class.parse
        self._is_uuid = hasattr(self._class, "version")
        self._held = _HELD[self.kind]

    def __repr__(self) -> str:
        text = ", text=True" if self.kind is Kind.TEXT else ""
        return f"Storage({self.format.value!r}, {self.dialect!r}{text})"

    @property
    def length(self) -> int:
        """The stored length: of a text in characters, else in bytes."""
        return self.format.text_length if self.kind is Kind.TEXT else self.format.byte_length

    def check(self, column: str) -> str | None:
        """The condition of a `CHECK` that refuses values of another kind or length, which the type alone accepts.

        Nulls pass. The name of the column is quoted already. `None` if the type itself refuses such values.
        """
        return stored_check(self.format, self.dialect, self.kind is Kind.TEXT, column)

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
        if type(id) is not self._class:
            raise TypeError(f"expected {self._class.__name__}, not {type(id).__name__}")
        held = self._held
        if held is uuid.UUID:
            return id.uuid if self._is_uuid else uuid.UUID(bytes=id.bytes)
        if held is bytes:
            return id.bytes
        if held is str:
            return str(id)
        integer = id.int
        if integer >= 2**63 and self.kind is Kind.INTEGER:
            raise _refused("out_of_range", f"{integer} does not fit a column of {self.sql_type}")
        return integer

    def read(self, value: object) -> _I:
        """The id of what a row holds.

        Errors: as for parsing; a `TypeError` for a value that such a column cannot hold.
        """
        held: Any = value
        if type(value) is not self._held:
            if isinstance(value, self._held) and not isinstance(value, bool):
                pass
            elif self.kind is Kind.UUID and isinstance(value, str):
                # psycopg2 returns texts until the class is registered.
                held = uuid.UUID(value)
            elif self.kind is Kind.BYTES and isinstance(value, (bytearray, memoryview)):
                held = bytes(value)
            else:
                raise TypeError(f"a column of {self.sql_type} holds no {type(value).__name__}")
        if self.kind is Kind.UUID and not self._is_uuid:
            held = held.bytes
        return cast(_I, self._parse(held))

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
            kind = self.format.value
            raise _refused("not_applicable", f"a column of {self.sql_type} does not sort as {kind} ids do")
        return cast("tuple[_I, _I]", tuple(ids))

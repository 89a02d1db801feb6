"""Ids with the prefix of a type before them: values, and what makes and reads those of one prefix and format."""

from __future__ import annotations

from types import GenericAlias

from sortid import _sortid
from sortid._errors import ParseError
from sortid._format import Format
from sortid._range import IdRange
from sortid._sortid import Id

# Importing `typing` would double the import time. `typing.get_type_hints` needs the name.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any
else:
    Any = object


# Not a dataclass: encoders would write the fields of one in place of its text.
class PrefixedId:
    """An id of any format and the prefix of its type; with a UUID it is a TypeID."""

    __slots__ = ("_id", "_prefix", "_text")
    __match_args__ = ("prefix", "id")

    @classmethod
    def __class_getitem__(cls, item: Any) -> Any:
        return GenericAlias(cls, item)

    def __init__(self, prefix: str, id: Id) -> None:
        # Refuses a pair without a text.
        self._text = _sortid.prefixed_text(prefix, id)
        self._prefix = prefix
        self._id = id

    @property
    def prefix(self) -> str:
        """The prefix, without `_`; it may be empty."""
        return self._prefix

    @property
    def id(self) -> Id:
        """The id."""
        return self._id

    @classmethod
    def parse(cls, text: str, format: Any, prefix: str | None = None) -> PrefixedId:
        """Reads a text with this prefix, by default with any."""
        return PrefixedId(*_sortid.prefixed_parse(text, format, prefix))

    @classmethod
    def is_valid(cls, text: object, format: Any, prefix: str | None = None) -> bool:
        """Whether `parse` would accept the text."""
        return _is_read(text, format, prefix)

    @property
    def format(self) -> Format:
        """The format of the id."""
        return self._id.format

    @property
    def timestamp(self) -> Any:
        """The time of the id; of an `any_uuid` that of its version."""
        return _sortid.prefixed_timestamp(self._id)

    @property
    def datetime(self) -> Any:
        """The time as an aware `datetime` in UTC."""
        return self.timestamp.datetime

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"PrefixedId({self._prefix!r}, {self._id!r})"

    def __eq__(self, other: object, /) -> bool:
        if type(other) is not PrefixedId:
            return NotImplemented
        return self._prefix == other._prefix and self._id == other._id

    def __lt__(self, other: PrefixedId, /) -> bool:
        if type(other) is not PrefixedId:
            return NotImplemented
        return (self._prefix, self._id) < (other._prefix, other._id)

    def __le__(self, other: PrefixedId, /) -> bool:
        if type(other) is not PrefixedId:
            return NotImplemented
        return (self._prefix, self._id) <= (other._prefix, other._id)

    def __gt__(self, other: PrefixedId, /) -> bool:
        if type(other) is not PrefixedId:
            return NotImplemented
        return (self._prefix, self._id) > (other._prefix, other._id)

    def __ge__(self, other: PrefixedId, /) -> bool:
        if type(other) is not PrefixedId:
            return NotImplemented
        return (self._prefix, self._id) >= (other._prefix, other._id)

    def __hash__(self) -> int:
        return hash((self._prefix, self._id))

    def __format__(self, format_spec: str, /) -> str:
        return self._text.__format__(format_spec)

    def __bytes__(self) -> bytes:
        return self._id.bytes

    def __reduce__(self) -> tuple[Any, ...]:
        return PrefixedId, (self._prefix, self._id)

    def __conform__(self, protocol: object, /) -> Any:
        """The value for a database driver: the id's, so that a column keeps its type."""
        return self._id.__conform__(protocol)

    @property
    def __pydantic_serializer__(self) -> Any:
        return self._id.__pydantic_serializer__


class PrefixedType:
    """The ids of one format with one prefix: makes them, reads them, bounds them."""

    __slots__ = ("_format", "_made", "_prefix")
    __match_args__ = ("prefix", "format")

    @classmethod
    def __class_getitem__(cls, item: Any) -> Any:
        return GenericAlias(cls, item)

    def __init__(self, prefix: str, format: Any = Format.any_uuid) -> None:
        # A class, a member or a name: an id of the format tells which format it is.
        first = Id.from_fields({}, format)
        PrefixedId(prefix, first)
        self._prefix = prefix
        self._format = first.format
        self._made = _sortid.made_with_prefix(format)

    @property
    def prefix(self) -> str:
        """The prefix, without `_`; it may be empty."""
        return self._prefix

    @property
    def format(self) -> Format:
        """The format."""
        return self._format

    def __eq__(self, other: object, /) -> bool:
        if type(other) is not PrefixedType:
            return NotImplemented
        return self._prefix == other._prefix and self._format is other._format

    def __hash__(self) -> int:
        return hash((self._prefix, self._format))

    def __repr__(self) -> str:
        return f"PrefixedType({self._prefix!r}, {self._format!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return PrefixedType, (self._prefix, self._format.value)

    def now(self) -> PrefixedId:
        """A new id, of the process-wide generator of its format; of version 7 for any UUID."""
        return self.of(_sortid.new_id(self._made))

    def of(self, value: Any) -> PrefixedId:
        """Puts the prefix before an id: one of the format, or its text, bytes or uuid.UUID without the prefix."""
        if isinstance(value, Id) and value.format is not self._format and value.format is self._made:
            value = value.convert(self._format)
        return PrefixedId(self.prefix, _sortid.parse(value, self.format))

    def parse(self, text: str) -> PrefixedId:
        """Reads a text with this prefix."""
        return PrefixedId(*_sortid.prefixed_parse(text, self.format, self.prefix))

    def is_valid(self, text: object) -> bool:
        """Whether `parse` would accept the text."""
        return _is_read(text, self.format, self.prefix)

    def min_at(self, time: Any, **options: Any) -> PrefixedId:
        """The smallest id of the tick in which an instant lies."""
        return self.of(Id.min_at(time, self._made, **options))

    def max_at(self, time: Any, **options: Any) -> PrefixedId:
        """The largest id of the tick in which an instant lies."""
        return self.of(Id.max_at(time, self._made, **options))

    def range(self, start: Any, stop: Any, **options: Any) -> IdRange:
        """The ids of the half-open interval from start to stop."""
        ids = Id.range(start, stop, self._made, **options)
        return IdRange(self.of(ids.min), self.of(ids.max))

    @property
    def pattern(self) -> str:
        """A regular expression for the texts."""
        return _sortid.prefixed_pattern(self.prefix, self.format)

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        from sortid import _pydantic

        return _pydantic.prefixed_type_schema(self, source)


def _is_read(text: object, format: Any, prefix: str | None = None) -> bool:
    if not isinstance(text, str):
        return False
    try:
        _sortid.prefixed_parse(text, format, prefix)
    except ParseError as error:
        # An unknown format name or an invalid prefix does not make the text invalid.
        if error.code in ("unknown_format", "invalid_option"):
            raise
        return False
    return True


for _class in (PrefixedId, PrefixedType):
    _class.__module__ = "sortid"
del _class

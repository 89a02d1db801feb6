"""Prefixed ids, and types of prefixed ids."""

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


# Not a dataclass, because JSON encoders write a dataclass as an object instead of its text.
class PrefixedId:
    """An id with the prefix of its type; with a UUID it is a TypeID."""

    __slots__ = ("_id", "_prefix", "_text")
    __match_args__ = ("prefix", "id")

    @classmethod
    def __class_getitem__(cls, item: Any) -> Any:
        return GenericAlias(cls, item)

    def __init__(self, prefix: str, id: Id) -> None:
        # Raises an error if the format has no prefixes, or the prefix is invalid.
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
        """Reads a text with this prefix, or with any by default."""
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
        """The exact time of the id; for an `any_uuid` the time of its version."""
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
        """The parameter for the id without the prefix, so that the column has the type of the ids."""
        return self._id.__conform__(protocol)

    @property
    def __pydantic_serializer__(self) -> Any:
        return self._id.__pydantic_serializer__


class PrefixedType:
    """A prefix and a format: generates and parses ids with both, and returns their ranges."""

    __slots__ = ("_format", "_made", "_prefix")
    __match_args__ = ("prefix", "format")

    @classmethod
    def __class_getitem__(cls, item: Any) -> Any:
        return GenericAlias(cls, item)

    def __init__(self, prefix: str, format: Any = Format.any_uuid) -> None:
        # `format` may be a class, a member or a name: any id of the format has the member.
        first = _sortid.AnyId.from_fields({}, format)
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
        """A new id of the format's process-wide generator; for `any_uuid` of version 7."""
        return self.of(_sortid.AnyId.now(self._made))

    def of(self, value: Any) -> PrefixedId:
        """Adds the prefix to an id of the format, or to its text, bytes or `uuid.UUID`."""
        if isinstance(value, Id) and value.format is not self._format and value.format is self._made:
            value = value.convert(self._format)
        return PrefixedId(self.prefix, _sortid.AnyId.parse(value, self.format))

    def parse(self, text: str) -> PrefixedId:
        """Reads a text with this prefix."""
        return PrefixedId(*_sortid.prefixed_parse(text, self.format, self.prefix))

    def is_valid(self, text: object) -> bool:
        """Whether `parse` would accept the text."""
        return _is_read(text, self.format, self.prefix)

    def min_at(self, time: Any, **options: Any) -> PrefixedId:
        """The smallest id of the tick that contains an instant."""
        return self.of(_sortid.AnyId.min_at(time, self._made, **options))

    def max_at(self, time: Any, **options: Any) -> PrefixedId:
        """The largest id of the tick that contains an instant."""
        return self.of(_sortid.AnyId.max_at(time, self._made, **options))

    def range(self, start: Any, stop: Any, **options: Any) -> IdRange:
        """The smallest and largest id of the half-open interval from `start` to `stop`."""
        ids = _sortid.AnyId.range(start, stop, self._made, **options)
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

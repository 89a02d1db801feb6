"""Ids with the prefix of a type before them: values, and what makes and reads those of one prefix and format."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from sortid import _sortid
from sortid._errors import ParseError
from sortid._format import Format
from sortid._range import IdRange
from sortid._sortid import Id

_I_co = TypeVar("_I_co", bound=Id, covariant=True)


@dataclass(frozen=True, order=True, slots=True)
class Prefixed(Generic[_I_co]):
    """An id of any format and the prefix of its type; with that of a UUID version 7 it is a TypeID."""

    prefix: str
    id: _I_co

    def __post_init__(self) -> None:
        # Whoever has no text is refused.
        _sortid.prefixed_text(self.prefix, self.id)

    @classmethod
    def parse(cls, text: str, format: Any) -> Prefixed[Id]:
        """Reads a text with any prefix."""
        return Prefixed(*_sortid.prefixed_parse(text, format))

    @classmethod
    def is_valid(cls, text: str, format: Any) -> bool:
        """Whether `parse` would accept the text."""
        return _is_read(text, format)

    @property
    def format(self) -> Format:
        """The format of the id."""
        return self.id.format

    def __str__(self) -> str:
        return _sortid.prefixed_text(self.prefix, self.id)

    def __repr__(self) -> str:
        return f"Prefixed({self.prefix!r}, {self.id!r})"

    def __format__(self, format_spec: str, /) -> str:
        return str(self).__format__(format_spec)

    def __bytes__(self) -> bytes:
        return self.id.bytes

    def __reduce__(self) -> tuple[Any, ...]:
        return Prefixed, (self.prefix, self.id)

    def __conform__(self, protocol: object, /) -> Any:
        """What a database driver takes in the id's place: that of the id, so that a column keeps its type."""
        return self.id.__conform__(protocol)

    @classmethod
    def __get_pydantic_core_schema__(cls, *asked: Any) -> Any:
        """The schema for pydantic."""
        from sortid import _pydantic

        return _pydantic.prefixed_schema()


@dataclass(frozen=True, slots=True)
class PrefixedFormat(Generic[_I_co]):
    """The ids of one format with one prefix: makes them, reads them, bounds them."""

    prefix: str
    format: Any

    def __post_init__(self) -> None:
        # Whatever said the format, an id of it says which.
        first = Id.from_fields({}, self.format)
        Prefixed(self.prefix, first)
        object.__setattr__(self, "format", first.format)

    def new(self) -> Prefixed[_I_co]:
        """A new id, of the process-wide generator of its format."""
        return self.of(_sortid.new(self.format))

    def of(self, value: Any) -> Prefixed[_I_co]:
        """Puts the prefix before an id: one of the format, or its text, bytes or uuid.UUID without the prefix."""
        return Prefixed(self.prefix, _sortid.parse(value, self.format))

    def parse(self, text: str) -> Prefixed[_I_co]:
        """Reads a text with this prefix."""
        return Prefixed(*_sortid.prefixed_parse(text, self.format, self.prefix))

    def is_valid(self, text: str) -> bool:
        """Whether `parse` would accept the text."""
        return _is_read(text, self.format, self.prefix)

    def min_at(self, time: Any) -> Prefixed[_I_co]:
        """The smallest id of the tick in which an instant lies."""
        return self.of(Id.min_at(time, self.format))

    def max_at(self, time: Any) -> Prefixed[_I_co]:
        """The largest id of the tick in which an instant lies."""
        return self.of(Id.max_at(time, self.format))

    def range(self, start: Any, stop: Any, **options: Any) -> IdRange[Prefixed[_I_co]]:
        """The ids of the half-open interval from start to stop."""
        ids = Id.range(start, stop, self.format, **options)
        return IdRange(self.of(ids.min), self.of(ids.max))

    @property
    def pattern(self) -> str:
        """A regular expression for the texts."""
        return _sortid.prefixed_pattern(self.prefix, self.format)

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        from sortid import _pydantic

        return _pydantic.prefixed_format_schema(self, source)


def _is_read(text: str, format: Any, prefix: str | None = None) -> bool:
    try:
        _sortid.prefixed_parse(text, format, prefix)
    except ParseError as error:
        # A name that is no format's is no word on the text.
        if error.code == "unknown_format":
            raise
        return False
    return True


for _class in (Prefixed, PrefixedFormat):
    _class.__module__ = "sortid"
del _class

"""Declared types of ids, and ids of such types."""

from __future__ import annotations

from types import GenericAlias

from sortid import _sortid
from sortid._errors import ParseError
from sortid._format import Format
from sortid._range import IdRange
from sortid._sortid import AnyId, Id

# Importing `typing` would double the import time. `typing.get_type_hints` needs the name.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any
else:
    Any = object


class IdType(_sortid.IdType):
    """A declared type of ids: a format, optionally a prefix, and options for reading ids."""

    __slots__ = ("_options",)
    if TYPE_CHECKING:
        _options: dict[str, Any]
    __match_args__ = ("prefix", "format")

    @classmethod
    def __class_getitem__(cls, item: Any) -> Any:
        return GenericAlias(cls, item)

    def __new__(cls, prefix: Any = None, format: Any = None, **options: Any) -> IdType:
        self: IdType = super().__new__(cls, prefix, format, **options)
        self._options = options
        return self

    def __repr__(self) -> str:
        format = [] if self.format is Format.any_uuid and self.prefix is not None else [str(self.format)]
        prefix = [] if self.prefix is None else [repr(self.prefix)]
        options = [f"{name}={value!r}" for name, value in self._options.items()]
        return f"IdType({', '.join([*prefix, *format, *options])})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _declared, (self.prefix, self.format.value, self._options)

    def now(self) -> TypeId:
        """A new id of the generator that all equal types of the process share."""
        return self._of(self._now())

    def at(self, time: Any) -> TypeId:
        """A new id with a given time."""
        return self._of(self._at(time))

    def parse(self, value: Any) -> TypeId:
        """Reads text with the prefix, or another value that the format's class parses."""
        if isinstance(value, str):
            return self._of(self._read(value))
        return value if isinstance(value, TypeId) and value._type is self else self._of(self._untyped(value))

    def is_valid(self, text: object) -> bool:
        """Whether `parse` accepts the text; `False` for an object of another type."""
        return _is_read(self.parse, text)

    def min_at(self, time: Any) -> TypeId:
        """The smallest id of the tick that contains an instant."""
        return self._of(self._tick(time)[0])

    def max_at(self, time: Any) -> TypeId:
        """The largest id of the tick that contains an instant."""
        return self._of(self._tick(time)[1])

    def range(self, start: Any, stop: Any) -> IdRange:
        """The smallest and largest id of the half-open interval from `start` to `stop`."""
        return IdRange(*map(self._of, self._range(start, stop)))

    @property
    def pattern(self) -> str:
        """A regular expression for the texts."""
        if (pattern := self._pattern()) is not None:
            return pattern
        from sortid import _pattern

        return _pattern.pattern_of(self.format)

    def _of(self, id: Id) -> TypeId:
        """An id of this type."""
        typed: TypeId = _sortid.typed(TypeId, self._id(id))
        _set_type(typed, self)
        return typed

    def _untyped(self, value: Any) -> Any:
        """The id of a value, without the prefix."""
        if isinstance(value, TypeId):
            if value.prefix != (self.prefix or "") or value.format is not self.format:
                return self._read(str(value))
            value = value.id
        return self._id(value if isinstance(value, Id) else AnyId.parse(value, self.format))

    def __get_pydantic_core_schema__(self: Any, source: Any, handler: Any) -> Any:
        from sortid import _pydantic

        return _pydantic.declared_schema(self, source)


class _Absent:
    """An attribute of the base class that the class lacks, also for `hasattr`."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, id: object, owner: type) -> Any:
        raise AttributeError(self._name)


class TypeId(Id):
    """An id of a declared type; with a prefix and a UUID it is a TypeID."""

    __slots__ = ("_type",)
    if TYPE_CHECKING:
        _type: IdType
    __match_args__ = ("prefix", "id")
    # FastAPI would parse a generic class with its own schema from the request body.
    __get_pydantic_core_schema__ = _Absent()

    @classmethod
    def __class_getitem__(cls, item: Any) -> Any:
        return GenericAlias(cls, item)

    def __new__(cls, text: Any, format: Any = "any_uuid") -> Any:
        return cls.parse(text, format)

    @classmethod
    def parse(cls, text: Any, format: Any = "any_uuid") -> TypeId:
        """Reads a text with any prefix, or none."""
        prefix, id = _sortid.prefixed_parse(str(text) if isinstance(text, TypeId) else text, format)
        return IdType(prefix, id.format)._of(id)

    @classmethod
    def is_valid(cls, text: object, format: Any = "any_uuid") -> bool:
        """Whether `parse` accepts the text; `False` for an object of another type."""
        return _is_read(lambda text: cls.parse(text, format), text)

    @property
    def type(self) -> IdType:
        """The type."""
        return self._type

    @property
    def prefix(self) -> str:
        """The prefix, without `_`; empty if there is none."""
        return self._type.prefix or ""

    @property
    def id(self) -> Id:
        """The id, without the prefix."""
        return _sortid.untyped(self)

    @property
    def timestamp(self) -> Any:
        """The exact time of the id, by the options of its type; for an `any_uuid` the time of its version."""
        return self._type._timestamp(self)

    @property
    def datetime(self) -> Any:
        """The time as an aware `datetime` in UTC."""
        return self.timestamp.datetime

    @property
    def unix_seconds(self) -> int:
        """Whole seconds since 1970, floored."""
        seconds: int = self.timestamp.seconds
        return seconds

    @property
    def nanos(self) -> int:
        """Nanoseconds since `unix_seconds`."""
        nanos: int = self.timestamp.nanos
        return nanos

    @property
    def unix_ms(self) -> int:
        """The time in milliseconds since 1970, floored."""
        ms: int = self.timestamp.unix_ms
        return ms

    @property
    def unix_us(self) -> int:
        """The time in microseconds since 1970, floored."""
        us: int = self.timestamp.unix_us
        return us

    @property
    def unix_ns(self) -> int:
        """The time in nanoseconds since 1970."""
        ns: int = self.timestamp.unix_ns
        return ns

    def successor(self) -> TypeId:
        """The id whose integer is greater by one."""
        return self._type._of(super().successor())

    def predecessor(self) -> TypeId:
        """The id whose integer is less by one."""
        return self._type._of(super().predecessor())

    def __str__(self) -> str:
        return self._type._text(self)

    def __repr__(self) -> str:
        format = "" if self.format is Format.any_uuid else f", {self.format.value!r}"
        return f"TypeId({str(self)!r}{format})"

    def __eq__(self, other: object, /) -> bool:
        if type(other) is not TypeId:
            return NotImplemented
        return self.prefix == other.prefix and self.bytes == other.bytes

    def __ne__(self, other: object, /) -> bool:
        if type(other) is not TypeId:
            return NotImplemented
        return not self == other

    def __lt__(self, other: TypeId, /) -> bool:
        if type(other) is not TypeId:
            return NotImplemented
        return self._key(other) < other._key(self)

    def __le__(self, other: TypeId, /) -> bool:
        if type(other) is not TypeId:
            return NotImplemented
        return self._key(other) <= other._key(self)

    def __gt__(self, other: TypeId, /) -> bool:
        if type(other) is not TypeId:
            return NotImplemented
        return self._key(other) > other._key(self)

    def __ge__(self, other: TypeId, /) -> bool:
        if type(other) is not TypeId:
            return NotImplemented
        return self._key(other) >= other._key(self)

    def __hash__(self) -> int:
        return hash((self.prefix, self.bytes))

    def _key(self, other: TypeId) -> tuple[Any, ...]:
        """The sort key: the prefix, and the id, or its bytes if `other` has another format."""
        return self.prefix, self.id if self.format is other.format else self.bytes

    def __format__(self, format_spec: str, /) -> str:
        return str(self).__format__(format_spec)

    def __reduce__(self) -> Any:
        return IdType._of, (self._type, self.id)


# Ids refuse to set attributes.
_set_type: Any = TypeId._type.__set__  # type: ignore[attr-defined]


def _declared(prefix: str | None, format: str, options: dict[str, Any]) -> IdType:
    return IdType(prefix, Format(format), **options)


def _is_read(read: Any, text: object) -> bool:
    if not isinstance(text, str):
        return False
    try:
        read(text)
    except ParseError as error:
        # An unknown format name does not make the text invalid.
        if error.code == "unknown_format":
            raise
        return False
    return True


for _class in (TypeId, IdType):
    _class.__module__ = "sortid"
del _class

"""The enumeration of the formats, from the core's list."""

from __future__ import annotations

import enum
from collections.abc import Callable

from sortid import _sortid

# Importing `typing` would double the import time. `typing.get_type_hints` needs the name.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any
else:
    Any = object

_FACTS = dict(_sortid.formats())


class _OfMembers:
    """A method of members that the class itself lacks: pydantic looks it up on both."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function

    def __get__(self, member: Any, owner: type) -> Any:
        if member is None:
            raise AttributeError(self._function.__name__)
        return self._function.__get__(member, owner)


class _FormatFacts(enum.Enum):
    """The properties of a format."""

    @classmethod
    def _missing_(cls, value: object) -> Any:
        # Raises the core's error for an unknown name, which suggests similar ones.
        return _sortid.member_of(value) if isinstance(value, str) else None

    @_OfMembers
    def __get_pydantic_core_schema__(self: Any, source: Any, handler: Any) -> Any:
        from sortid import _pydantic

        return _pydantic.annotated_schema(self, source)


def _fact(name: str) -> property:
    """A property that returns a fact about the member."""

    def get(member: Any) -> Any:
        fact = _FACTS[member.value][name]
        return fact.copy() if isinstance(fact, dict) else fact

    return property(get)


for _name in next(iter(_FACTS.values())):
    setattr(_FormatFacts, _name, _fact(_name))

# mypy does not support the functional API of an `Enum` subclass.
_facts: Any = _FormatFacts
Format = _facts("Format", [(name, name) for name in _FACTS], module="sortid")
Format.__doc__ = "The formats."
_sortid.set_members(list(Format))


def parser_of(format: Any) -> Callable[[Any], Any]:
    """A function that parses values as ids of a format; that of the class is the fastest."""
    if format.type is not _sortid.AnyId:
        parse: Callable[[Any], Any] = format.type.parse
        return parse
    return lambda value: _sortid.AnyId.parse(value, format)

"""The enumeration of the formats, made from what the core says of them."""

from __future__ import annotations

import enum
import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sortid import _sortid

if TYPE_CHECKING:
    from datetime import datetime

    from sortid import Id, Timestamp

_FACTS = dict(_sortid.formats())


class _OfMembers:
    """A method that members have and the class has not, as pydantic asks both for it."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function

    def __get__(self, member: Any, owner: type) -> Any:
        if member is None:
            raise AttributeError(self._function.__name__)
        return self._function.__get__(member, owner)


class _FormatMethods(enum.Enum):
    """What a format tells, and what can be asked of it."""

    def min_at(self: Any, time: datetime | Timestamp) -> Id:
        """The smallest id of the tick in which an instant lies."""
        return _sortid.min_at(self, time)

    def max_at(self: Any, time: datetime | Timestamp) -> Id:
        """The largest id of the tick in which an instant lies."""
        return _sortid.max_at(self, time)

    def range(self: Any, start: datetime | Timestamp, stop: datetime | Timestamp, **options: Any) -> tuple[Id, Id]:
        """The smallest and largest id of the half-open interval from start to stop."""
        return _sortid.range(self, start, stop, **options)

    def prefix_range(self: Any, prefix: str) -> tuple[Id, Id]:
        """The smallest and largest id whose canonical text begins with a prefix."""
        return _sortid.prefix_range(self, prefix)

    @_OfMembers
    def __get_pydantic_core_schema__(self: Any, source: Any, handler: Any) -> Any:
        from sortid import _pydantic

        return _pydantic.format_schema(self, source)


def _fact(name: str) -> property:
    """A property that tells a fact of the member."""

    def tell(member: Any) -> Any:
        fact = _FACTS[member.value][name]
        return fact.copy() if isinstance(fact, dict) else fact

    return property(tell)


def _with_options(function: Callable[..., Any]) -> inspect.Signature:
    """The signature of a function that takes the options of reading as keywords."""
    taken, keyword = inspect.signature(function).parameters.values(), inspect.Parameter.KEYWORD_ONLY
    named = [parameter for parameter in taken if parameter.kind is not inspect.Parameter.VAR_KEYWORD]
    reading = [name for name, _, _, reads, _ in _sortid.options() if reads]
    return inspect.Signature(named + [inspect.Parameter(name, keyword, default=None) for name in reading])


for _name in next(iter(_FACTS.values())):
    setattr(_FormatMethods, _name, _fact(_name))

# An enumeration that is called makes another, and a function can be told its signature: mypy knows neither.
_range: Any = _FormatMethods.range
_range.__signature__ = _with_options(_range)
_methods: Any = _FormatMethods
Format = _methods("Format", [(name, name) for name in _FACTS], module="sortid")
Format.__doc__ = "The closed list of formats."
_sortid.set_members(list(Format))

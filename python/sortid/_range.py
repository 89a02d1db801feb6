"""Both ends of a range of ids."""

from __future__ import annotations

from typing import Any, Generic, NamedTuple, TypeVar

# Ids, or ids with a prefix.
_I = TypeVar("_I", bound=Any)


class IdRange(NamedTuple, Generic[_I]):
    """The ids from `min` to `max`, both included: a pair for a query, and `in` for an id."""

    min: _I
    max: _I

    def __contains__(self, id: object) -> bool:
        return type(id) is type(self.min) and id.format is self.min.format and self.min <= id <= self.max


IdRange.__module__ = "sortid"

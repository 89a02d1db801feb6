"""Both ends of a range of ids."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

from sortid._sortid import Id

_I = TypeVar("_I", bound=Id)


class IdRange(NamedTuple, Generic[_I]):
    """The ids from `min` to `max`, both included: a pair for a query, and `in` for an id."""

    min: _I
    max: _I

    def __contains__(self, id: object) -> bool:
        return type(id) is type(self.min) and self.min <= id <= self.max


IdRange.__module__ = "sortid"

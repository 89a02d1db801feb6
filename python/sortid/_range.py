"""Both ends of a range of ids."""

from __future__ import annotations

from collections import namedtuple
from types import GenericAlias

# Importing `typing` would double the time of the import.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class IdRange(namedtuple("IdRange", ("min", "max"))):
    """The ids from `min` to `max`, both included: a pair for a query, and `in` for an id."""

    __slots__ = ()
    __class_getitem__ = classmethod(GenericAlias)  # type: ignore[var-annotated]

    def __contains__(self, id: Any) -> bool:
        return type(id) is type(self.min) and id.format is self.min.format and self.min <= id <= self.max


IdRange.__module__ = "sortid"

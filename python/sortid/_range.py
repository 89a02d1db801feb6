"""Both ends of a range of ids."""

from __future__ import annotations

from collections import namedtuple
from types import GenericAlias

from sortid import _sortid

# Importing `typing` would double the import time. `typing.get_type_hints` needs the name.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any
else:
    Any = object


_Ends = namedtuple("_Ends", ("min", "max"))


class IdRange(_Ends):
    """The ids from `min` to `max`, both included: a pair for a query, and `in` for an id or what its class reads."""

    __slots__ = ()

    @classmethod
    def __class_getitem__(cls, item: Any) -> Any:
        return GenericAlias(cls, item)

    def __contains__(self, id: Any) -> bool:
        if not isinstance(id, (_sortid.Id, type(self.min))):
            # A text, for example; what is not an id is an error.
            id = self.min.parse(id, self.min.format)
        return type(id) is type(self.min) and id.format is self.min.format and self.min <= id <= self.max


IdRange.__module__ = "sortid"

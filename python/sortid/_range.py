"""Ranges of ids."""

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
    """The inclusive bounds of a range of ids; `in` accepts an id, or a value that its class parses."""

    __slots__ = ()

    @classmethod
    def __class_getitem__(cls, item: Any) -> Any:
        return GenericAlias(cls, item)

    def __contains__(self, id: Any) -> bool:
        least, greatest = self
        if type(id) is not type(least):
            if isinstance(id, _sortid.Id):
                return False
            type_ = getattr(least, "type", None)
            id = _sortid.AnyId.parse(id, least.format) if type_ is None else type_.parse(id)
        return id.format is least.format and least <= id <= greatest


IdRange.__module__ = "sortid"

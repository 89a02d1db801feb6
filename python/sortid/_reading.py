"""Ids that a text may be."""

from __future__ import annotations

from collections import namedtuple

from sortid import _sortid

# Importing `typing` would double the import time. `typing.get_type_hints` needs the name.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any
else:
    Any = object

_Reading = namedtuple("_Reading", ("id", "epoch"))


class Reading(_Reading):
    """An id that a text may be, and the named epoch of its time: `None` for the format's own."""

    __slots__ = ()

    @property
    def timestamp(self) -> Any:
        """The time with this epoch."""
        return self.id.timestamp if self.epoch is None else self.id.timestamp_with(epoch=self.epoch)


Reading.__module__ = "sortid"


def inspect(text: str) -> list[Reading]:
    """What is this id? Every reading of a text, likeliest first; empty if no format accepts it."""
    return [Reading(*pair) for pair in _sortid.inspect(text)]

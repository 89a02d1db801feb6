"""The possible readings of a text."""

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
    """A possible reading of a text: an id, and the named epoch of its time; `None` is the format's default."""

    __slots__ = ()

    @property
    def timestamp(self) -> Any:
        """The time with this epoch."""
        return self.id.timestamp if self.epoch is None else self.id.timestamp_with(epoch=self.epoch)


Reading.__module__ = "sortid"


def inspect(text: str) -> list[Reading]:
    """All possible readings of a text, likeliest first; empty if no format accepts it."""
    return [Reading(*pair) for pair in _sortid.inspect(text)]

"""The search for ids in a text."""

from __future__ import annotations

from collections import namedtuple

from sortid import _sortid

# Importing `typing` would double the import time. `typing.get_type_hints` needs the name.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any
else:
    Any = object

_Found = namedtuple("_Found", ("id", "start", "end"))


class FoundId(_Found):
    """An id in a text: its characters are `text[start:end]`."""

    __slots__ = ()


def find_ids(text: str, formats: Any = None) -> list[FoundId]:
    """Finds the ids in any text, from first to last, each in its likeliest format."""
    selected = None if formats is None else list(formats)
    return [FoundId._make(found) for found in _sortid.find_ids(text, selected)]


FoundId.__module__ = find_ids.__module__ = "sortid"

"""An id of each format, and the bounds of a query that finds it."""

from __future__ import annotations

import uuid

import sortid
from sortid import Format, Id


def example(format: Format) -> Id:
    """A new id, or one of another library, for a read-only format."""
    return sortid.new_id(format) if format.is_made else format.type(uuid.uuid4())


def bounds(id: Id) -> tuple[Id, Id]:
    """Those of the first letters of the text, where texts sort."""
    return id.format.type.prefix_range(str(id)[:5]) if id.format.text_sorts else (id, id)

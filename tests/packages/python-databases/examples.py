"""An id of each format, and the bounds of a query that finds it."""

from __future__ import annotations

import secrets

import sortid
from sortid import Format, Id


def example(format: Format) -> Id:
    """A new id; random bytes if the format is read-only."""
    return sortid.new_id(format) if format.is_made else Id.from_bytes(secrets.token_bytes(format.byte_length), format)


def bounds(id: Id) -> tuple[Id, Id]:
    """The bounds of ids with the same first letters of the text, if texts sort."""
    return id.format.type.prefix_range(str(id)[:5]) if id.format.text_sorts else (id, id)

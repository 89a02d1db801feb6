"""An id of each format, and the bounds of a query that finds it."""

from __future__ import annotations

import secrets

from sortid import AnyId, Format, Id


def example(format: Format) -> Id:
    """A new id; random bytes if the format is read-only."""
    return (
        AnyId.now(format) if format.can_generate else AnyId.from_bytes(secrets.token_bytes(format.byte_length), format)
    )


def bounds(id: Id) -> tuple[Id, Id]:
    """The bounds of ids with the same first letters of the text, if texts sort."""
    return AnyId.prefix_range(str(id)[:5], id.format) if id.format.text_sorts else (id, id)

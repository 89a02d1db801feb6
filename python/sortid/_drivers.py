"""What database drivers take in an id's place, and what they have for one: by name, so that none is imported."""

from __future__ import annotations

import sys
import uuid
from typing import Any

from sortid._sortid import Id, ObjectId


def conform(id: Id, protocol: object) -> Any:
    """By PEP 246: what a column of `sortid.storage` holds, for sqlite3 and psycopg2.

    Other protocols get `None`, which says that there is nothing for them.
    """
    from sortid.storage import storage_of

    name = getattr(protocol, "__name__", None)
    if name == "PrepareProtocol":
        return storage_of(id.format, "sqlite").bind(id)
    if name == "ISQLQuote":
        extensions = sys.modules["psycopg2.extensions"]
        bound = storage_of(id.format, "postgresql").bind(id)
        if isinstance(bound, uuid.UUID):
            # Digits and hyphens alone: nothing to be quoted.
            return extensions.AsIs(f"'{bound}'::uuid")
        return extensions.Binary(bound) if isinstance(bound, bytes) else extensions.adapt(bound)
    return None


def read(value: Any) -> Id:
    """The id of a `bson.ObjectId`; `None` for other arguments of a constructor."""
    # Who has none of its objects need not import it.
    theirs = getattr(sys.modules.get("bson"), "ObjectId", None)
    if theirs is not None and isinstance(value, theirs):
        return ObjectId.from_bytes(value.binary)
    raise TypeError(f"expected a str, bytes, a uuid.UUID or a sortid.Id, not {type(value).__name__}")

"""Conversions to and from objects of other packages, without importing them."""

from __future__ import annotations

import sys
import uuid
from typing import Any

from sortid._sortid import AnyUuid, Id, ObjectId


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


def read(value: Any) -> Id | uuid.UUID:
    """Converts an id of another package: a `bson.ObjectId`, or a UUID such as `uuid_utils.UUID`."""
    # A program without bson has none of its objects.
    theirs = getattr(sys.modules.get("bson"), "ObjectId", None)
    if theirs is not None and isinstance(value, theirs):
        return ObjectId.from_bytes(value.binary)
    data = getattr(value, "bytes", None)
    if hasattr(value, "urn") and isinstance(data, bytes) and len(data) == 16:
        # Faster than `uuid.UUID(bytes=data)`.
        return AnyUuid.from_bytes(data).uuid
    raise TypeError(f"expected a str, bytes, a uuid.UUID or a sortid.Id, not {type(value).__name__}")

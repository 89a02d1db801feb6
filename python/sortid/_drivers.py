"""Conversions to and from objects of other packages, without importing them."""

from __future__ import annotations

import sys
import uuid
from typing import Any

from sortid._sortid import AnyUuid, Id, ObjectId


def conform(id: Id, protocol: object) -> Any:
    """PEP 246: the parameter for an id, for sqlite3 and psycopg2; `None` for other protocols.

    Errors: as `adapted`. Both drivers would hide a `TypeError`.
    """
    from sortid.storage import adapted

    name = getattr(protocol, "__name__", None)
    if name == "PrepareProtocol":
        return adapted(id, "sqlite")
    if name == "ISQLQuote":
        # The text has only digits and hyphens, so it needs no escaping.
        bound = adapted(id, "postgresql")
        return sys.modules["psycopg2.extensions"].AsIs(f"'{bound}'::uuid" if isinstance(bound, uuid.UUID) else bound)
    return None


def read(value: Any) -> Id | uuid.UUID:
    """Converts an id of another package: a `bson.ObjectId`, or a UUID such as `uuid_utils.UUID`."""
    # Not imported: if the program has not imported bson, the value is not one of its objects.
    theirs = getattr(sys.modules.get("bson"), "ObjectId", None)
    if theirs is not None and isinstance(value, theirs):
        return ObjectId.from_bytes(value.binary)
    data = getattr(value, "bytes", None)
    if hasattr(value, "urn") and isinstance(data, bytes) and len(data) == 16:
        # Faster than `uuid.UUID(bytes=data)`.
        return AnyUuid.from_bytes(data).uuid
    raise TypeError(f"expected a str, bytes, a uuid.UUID or a sortid.Id, not {type(value).__name__}")

"""Ids in documents of pymongo: with `type_registry()` in the options of a codec or client they need no conversion."""

from __future__ import annotations

from typing import Any

import bson
from bson.binary import Binary
from bson.codec_options import TypeRegistry

from sortid import Id, ObjectId, PrefixedId

__all__ = ["encode", "type_registry"]


def encode(value: Any) -> Any:
    """An ObjectId as a `bson.ObjectId`, an id of a UUID format as a UUID (subtype 4), any other as canonical text.

    An id with a prefix is stored without it. Other values are returned unchanged, so another `fallback_encoder`
    can call this one.
    """
    if isinstance(value, PrefixedId):
        value = value.id
    if isinstance(value, ObjectId):
        return bson.ObjectId(value.bytes)
    if isinstance(value, Id):
        return Binary.from_uuid(value.uuid) if hasattr(value, "version") else str(value)
    return value


def type_registry() -> TypeRegistry:
    """The registry that encodes ids so.

    What is read comes as pymongo reads it: `sortid.ObjectId(document["_id"])`, `sortid.Uuid7(document["key"])`.
    """
    return TypeRegistry(fallback_encoder=encode)

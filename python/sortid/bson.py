"""Ids in documents of pymongo, without conversion: pass `type_registry()` to the options of a codec or client."""

from __future__ import annotations

from typing import Any

import bson
from bson.binary import Binary
from bson.codec_options import TypeRegistry

from sortid import Id, ObjectId, TypeId

__all__ = ["encode", "type_registry"]


def encode(value: Any) -> Any:
    """Converts an ObjectId to a `bson.ObjectId`, an id of a UUID format to a UUID (subtype 4), any
    other to text.

    A `TypeId` is stored without the prefix. Returns other values unchanged, so that another
    `fallback_encoder` can call this one.
    """
    if isinstance(value, TypeId):
        value = value.id
    if isinstance(value, ObjectId):
        return bson.ObjectId(value.bytes)
    if isinstance(value, Id):
        return Binary.from_uuid(value.uuid) if "urn" in value.forms else str(value)
    return value


def type_registry() -> TypeRegistry:
    """A registry with `encode` as its fallback encoder.

    pymongo does not convert values that it reads: use `sortid.ObjectId(document["_id"])`,
    `sortid.Uuid7(document["key"])`.
    """
    return TypeRegistry(fallback_encoder=encode)

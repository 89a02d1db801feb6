"""Ids in documents of pymongo's `bson`, and conversions of its ObjectIds."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime
from typing import Any

import bson
import pytest
import sortid.bson
from bson.binary import UUID_SUBTYPE, Binary
from bson.codec_options import CodecOptions, TypeRegistry
from bson.errors import InvalidDocument
from pydantic import TypeAdapter
from sortid import AnyId, Format, Id, IdType, ObjectId, ParseError, Uuid7, Xid

OPTIONS: CodecOptions[dict[str, Any]] = CodecOptions(type_registry=sortid.bson.type_registry())


def stored(value: Any) -> Any:
    """The value after a round trip through a document."""
    return bson.decode(bson.encode({"key": value}, codec_options=OPTIONS))["key"]


def test_bson_object_id_is_parsed() -> None:
    theirs = bson.ObjectId()
    ours = ObjectId(theirs)
    assert type(ours) is ObjectId
    assert str(ours) == str(theirs)
    assert ours.bytes == theirs.binary
    assert ours == AnyId(theirs, "object_id") == AnyId.parse(theirs, ObjectId)
    assert ours.datetime == theirs.generation_time
    assert TypeAdapter(ObjectId).validate_python(theirs) == ours
    assert bson.ObjectId(ours.bytes) == theirs == sortid.bson.encode(ours)


def test_encoded_object_ids_sort_as_ids() -> None:
    ours = [sortid.object_id() for _ in range(100)]
    theirs = [sortid.bson.encode(id) for id in ours]
    assert theirs == sorted(theirs)
    assert [ObjectId(id) for id in theirs] == ours
    bound = ObjectId.min_at(datetime(2024, 7, 19, tzinfo=UTC))
    assert sortid.bson.encode(bound) == bson.ObjectId.from_datetime(datetime(2024, 7, 19, tzinfo=UTC))


def test_other_formats_reject_bson_object_id() -> None:
    for other in (Xid, Uuid7):
        with pytest.raises(ParseError) as refused:
            other(bson.ObjectId())
        assert refused.value.code == "not_applicable"


def test_other_object_is_a_type_error() -> None:
    class ObjectIdentifier:
        """A class with the same attributes."""

        binary = bytes(12)
        generation_time = datetime(2024, 7, 19, tzinfo=UTC)

    for wrong in (ObjectIdentifier(), None, 5, bytearray(12)):
        with pytest.raises(TypeError, match=f"a sortid.Id, not {type(wrong).__name__}$"):
            ObjectId(wrong)


def test_document_stores_every_format(format: Format, id: Id) -> None:
    with pytest.raises(InvalidDocument):
        bson.encode({"key": id})
    read = stored(id)
    assert AnyId(read, format) == id
    if isinstance(id, ObjectId):
        assert type(read) is bson.ObjectId
    elif "urn" in id.forms:
        assert type(read) is Binary
        assert read.subtype == UUID_SUBTYPE
    else:
        assert read == str(id)


def test_prefixed_id_is_stored_without_prefix() -> None:
    order = IdType("order", ObjectId).now()
    assert stored(order) == bson.ObjectId(order.id.bytes)


def test_encoder_can_be_called_by_another() -> None:
    def encode(value: Any) -> Any:
        return sorted(value) if isinstance(value, set) else sortid.bson.encode(value)

    options: CodecOptions[dict[str, Any]] = CodecOptions(type_registry=TypeRegistry(fallback_encoder=encode))
    key = sortid.object_id()
    document = bson.encode({"_id": key, "tags": {2, 1}}, codec_options=options)
    assert bson.decode(document) == {"_id": bson.ObjectId(key.bytes), "tags": [1, 2]}
    with pytest.raises(InvalidDocument):
        stored({1, 2})


def test_import_works_without_bson() -> None:
    code = (
        "import sys; sys.modules['bson'] = None; import sortid\n"
        "try: sortid.ObjectId(5)\n"
        "except TypeError as error: assert 'not int' in str(error)\n"
        "else: raise SystemExit(1)"
    )
    subprocess.run([sys.executable, "-I", "-c", code], check=True)

"""Ids as parameters of asyncpg, without conversion: `await register(connection)`."""

from __future__ import annotations

import struct
import uuid
from typing import Any

from sortid import Id
from sortid.storage import Kind, remedy, storage_of

_INTEGER = struct.Struct("!q")


async def register(connection: Any) -> None:
    """Lets ids be parameters of a connection, for columns of their type (`uuid`, `bigint`,
    `bytea`).

    Pass it as `init` of a pool. A `TypeId` is bound without the prefix. For a column of another
    type, an id raises asyncpg's `DataError`: bind `str(id)` to a text column. From
    then on Python code, not asyncpg's, encodes and decodes all values of the three types, with the
    same results.
    """
    for name, encode, decode in (
        ("uuid", _uuid, _read_uuid),
        ("int8", _int8, _read_int8),
        ("bytea", _bytea, bytes),
    ):
        await connection.set_type_codec(name, schema="pg_catalog", encoder=encode, decoder=decode, format="binary")


def _bound(value: Any, kind: Kind) -> Any:
    """The parameter of this kind for an id; other values unchanged."""
    if not isinstance(value, Id):
        return value
    storage = storage_of(value.format, "postgresql")
    if storage.kind is not kind:
        instead = remedy(value, storage.dialect)
        raise TypeError(f"the parameter is not of the type {storage.sql_type}, which stores {instead}")
    return storage.bind(value)


def _uuid(value: Any) -> bytes:
    bound = _bound(value, Kind.UUID)
    # Like asyncpg's own codec, accepts text.
    data: bytes = uuid.UUID(bound).bytes if isinstance(bound, str) else bound.bytes
    return data


def _read_uuid(data: bytes) -> uuid.UUID:
    return uuid.UUID(bytes=data)


def _int8(value: Any) -> bytes:
    return _INTEGER.pack(_bound(value, Kind.INTEGER))


def _read_int8(data: bytes) -> int:
    (value,) = _INTEGER.unpack(data)
    return int(value)


def _bytea(value: Any) -> bytes:
    # Not `bytes()`, which converts an integer n to n zeros.
    return memoryview(_bound(value, Kind.BYTES)).tobytes()

"""Ids as parameters of psycopg 3, without conversion: call `register()` once."""

from __future__ import annotations

from typing import Any

import psycopg
from psycopg.abc import AdaptContext, Buffer, DumperKey
from psycopg.adapt import Dumper, PyFormat
from psycopg.pq import Format as Wire
from psycopg.types.numeric import Int8BinaryDumper, Int8Dumper
from psycopg.types.string import BytesBinaryDumper, BytesDumper
from psycopg.types.uuid import UUIDBinaryDumper, UUIDDumper

from sortid import AnyId, Format, Id, TypeId
from sortid.storage import Kind, adapted, storage_of


def _dumper(base: Any) -> type[Dumper]:
    """A psycopg dumper for ids."""

    class IdDumper(base):  # type: ignore[misc]
        """Dumps the parameter for an id, with the type of its column."""

        def dump(self, obj: Any) -> Buffer | None:
            data: Buffer | None = super().dump(_bound(obj))
            return data

        def quote(self, obj: Any) -> Buffer:
            # psycopg's method compares numbers with 0, so it needs the bound value; it calls
            # `dump`.
            data: Buffer = super().quote(_bound(obj))
            return data

    return IdDumper


def _bound(value: Any) -> Any:
    return adapted(value, "postgresql") if isinstance(value, Id) else value


# The dumpers of text and binary parameters by kind. For bytes, `_bound` raises an error.
_DUMPERS = {
    Kind.UUID: (_dumper(UUIDDumper), _dumper(UUIDBinaryDumper)),
    Kind.INTEGER: (_dumper(Int8Dumper), _dumper(Int8BinaryDumper)),
    Kind.BYTES: (_dumper(BytesDumper), _dumper(BytesBinaryDumper)),
}


class _AnyDumper(Dumper):
    """Selects the dumper for an id whose class does not determine the kind."""

    def get_key(self, obj: Any, format: PyFormat) -> DumperKey:
        return (self.cls, self._kind(obj))

    def upgrade(self, obj: Any, format: PyFormat) -> Dumper:
        return _DUMPERS[self._kind(obj)][self.format](self.cls)

    def dump(self, obj: Any) -> Buffer | None:
        return self.upgrade(obj, PyFormat.TEXT).dump(obj)

    def _kind(self, obj: Any) -> Any:
        return storage_of(obj.format, "postgresql").kind


class _AnyBinaryDumper(_AnyDumper):
    """`_AnyDumper` for binary parameters."""

    format = Wire.BINARY


def register(context: AdaptContext | None = None) -> None:
    """Lets ids whose text is a UUID or an integer be parameters of a connection or cursor, or of
    all.

    A `TypeId` is bound without the prefix. Ids of other formats raise a `ParseError`, because
    psycopg does not know whether their column stores text. psycopg does not convert values that it
    reads: use `sortid.Uuid7(row[0])`, or `Storage.read`.
    """
    adapters = context.adapters if context else psycopg.adapters
    for format in Format:
        # psycopg prefers the dumper that is registered last: text, as for its own types.
        for dumper in reversed(_DUMPERS[storage_of(format, "postgresql").kind]):
            adapters.register_dumper(format.type, dumper)
    for kind in (AnyId, TypeId):
        for any_dumper in (_AnyBinaryDumper, _AnyDumper):
            adapters.register_dumper(kind, any_dumper)

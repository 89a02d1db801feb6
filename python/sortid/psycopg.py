"""Ids as parameters of psycopg 3, without conversion: call `register()` once."""

from __future__ import annotations

from typing import Any

import psycopg
from psycopg.abc import AdaptContext, Buffer, DumperKey
from psycopg.adapt import Dumper, PyFormat, Transformer
from psycopg.pq import Format as Wire
from psycopg.types.numeric import Int8BinaryDumper, Int8Dumper
from psycopg.types.string import BytesBinaryDumper, BytesDumper
from psycopg.types.uuid import UUIDBinaryDumper, UUIDDumper

from sortid import Format, Id, PrefixedId
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


# The dumpers of binary and text parameters by kind. For bytes, `_bound` raises an error.
_DUMPERS = {
    Kind.UUID: (_dumper(UUIDBinaryDumper), _dumper(UUIDDumper)),
    Kind.INTEGER: (_dumper(Int8BinaryDumper), _dumper(Int8Dumper)),
    Kind.BYTES: (_dumper(BytesBinaryDumper), _dumper(BytesDumper)),
}


class _IdDumper(Dumper):
    """Dumps a prefixed id as the id without the prefix."""

    def __init__(self, cls: type, context: AdaptContext | None = None) -> None:
        super().__init__(cls, context)
        self._transformer = Transformer.from_context(context)
        self._of_id: Any = None

    def get_key(self, obj: Any, format: PyFormat) -> DumperKey:
        return (self.cls, type(obj.id))

    def upgrade(self, obj: Any, format: PyFormat) -> Dumper:
        """The dumper for prefixed ids of the same format."""
        dumper = type(self)(self.cls, self._transformer)
        dumper._of_id = self._transformer.get_dumper(obj.id, format)
        dumper.oid = dumper._of_id.oid
        return dumper

    def dump(self, obj: Any) -> Buffer | None:
        data: Buffer | None = self._of_id.dump(obj.id)
        return data


class _BinaryIdDumper(_IdDumper):
    """Dumps prefixed ids as binary parameters."""

    format = Wire.BINARY


def register(context: AdaptContext | None = None) -> None:
    """Lets ids whose text is a UUID or an integer be parameters of a connection or cursor, or of
    all.

    A prefixed id is bound without the prefix. Ids of other formats raise a `ParseError`, because
    psycopg does not know whether their column stores text. psycopg does not convert values that it
    reads: use `sortid.Uuid7(row[0])`, or `Storage.read`.
    """
    adapters = context.adapters if context else psycopg.adapters
    for format in Format:
        # psycopg prefers the dumper that is registered last: text, as for its own types.
        for dumper in _DUMPERS[storage_of(format, "postgresql").kind]:
            adapters.register_dumper(format.type, dumper)
    for prefixed in (_BinaryIdDumper, _IdDumper):
        adapters.register_dumper(PrefixedId, prefixed)

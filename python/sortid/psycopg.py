"""Ids as parameters of psycopg 3: `register()` once, and they need no conversion."""

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
            # Numbers are compared with 0 there; it calls dump.
            data: Buffer = super().quote(_bound(obj))
            return data

    return IdDumper


def _bound(value: Any) -> Any:
    return adapted(value, "postgresql") if isinstance(value, Id) else value


# For each kind, the dumpers of binary and of text parameters. Dumpers of bytes raise an error.
_DUMPERS = {
    Kind.UUID: (_dumper(UUIDBinaryDumper), _dumper(UUIDDumper)),
    Kind.INTEGER: (_dumper(Int8BinaryDumper), _dumper(Int8Dumper)),
    Kind.BYTES: (_dumper(BytesBinaryDumper), _dumper(BytesDumper)),
}


class _IdDumper(Dumper):
    """The id of one with a prefix, as such an id by itself: the column keeps its type."""

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
    """The same for parameters in binary form."""

    format = Wire.BINARY


def register(context: AdaptContext | None = None) -> None:
    """Makes ids whose text is a UUID or an integer parameters: of a connection or cursor, or of all.

    An id with a prefix is bound without it. Ids of other formats are a `ParseError`: psycopg does not
    see whether their column stores text. Rows contain what psycopg reads from the column:
    `sortid.Uuid7(row[0])`, or `Storage.read`.
    """
    adapters = context.adapters if context else psycopg.adapters
    for format in Format:
        # The last one registered goes first: text, as with psycopg's own types.
        for dumper in _DUMPERS[storage_of(format, "postgresql").kind]:
            adapters.register_dumper(format.type, dumper)
    for prefixed in (_BinaryIdDumper, _IdDumper):
        adapters.register_dumper(PrefixedId, prefixed)

"""Ids as parameters of psycopg 3: `register()` once, and they need no conversion."""

from __future__ import annotations

from typing import Any

import psycopg
from psycopg.abc import AdaptContext, Buffer, DumperKey
from psycopg.adapt import Dumper, PyFormat, Transformer
from psycopg.pq import Format as Wire
from psycopg.types.string import StrBinaryDumper, StrDumperUnknown
from psycopg.types.uuid import UUIDBinaryDumper, UUIDDumper

from sortid import Format, Id, Prefixed


class _TextDumper(StrDumperUnknown):
    """The canonical text, of the type that the statement wants."""

    def dump(self, obj: object) -> Buffer | None:
        return super().dump(str(obj))


class _BinaryDumper(StrBinaryDumper):
    """The canonical text, for parameters in binary form."""

    def dump(self, obj: object) -> Buffer | None:
        return super().dump(str(obj))


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
    """Binds ids of UUID formats as `uuid`, others as canonical text: on a connection or cursor, or everywhere.

    An id with a prefix is bound without it.

    What is read comes as psycopg reads the column: `sortid.Uuid7(row[0])`, `sortid.Tid(row[0])`.
    """
    adapters = context.adapters if context else psycopg.adapters
    # By name, for the classes of all formats; what is registered for a class itself goes before.
    for text in (_BinaryDumper, _TextDumper):
        adapters.register_dumper(f"{Id.__module__}.{Id.__qualname__}", text)
    for format in Format:
        if hasattr(format.type, "version"):
            for uuid in (UUIDBinaryDumper, UUIDDumper):
                adapters.register_dumper(format.type, uuid)
    for prefixed in (_BinaryIdDumper, _IdDumper):
        adapters.register_dumper(Prefixed, prefixed)

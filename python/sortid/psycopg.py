"""Ids as parameters of psycopg 3: `register()` once, and they need no conversion."""

from __future__ import annotations

import psycopg
from psycopg.abc import AdaptContext, Buffer
from psycopg.types.string import StrBinaryDumper, StrDumperUnknown
from psycopg.types.uuid import UUIDBinaryDumper, UUIDDumper

from sortid import Format, Id


class _TextDumper(StrDumperUnknown):
    """The canonical text, of the type that the statement wants."""

    def dump(self, obj: object) -> Buffer | None:
        return super().dump(str(obj))


class _BinaryDumper(StrBinaryDumper):
    """The canonical text, for parameters in binary form."""

    def dump(self, obj: object) -> Buffer | None:
        return super().dump(str(obj))


def register(context: AdaptContext | None = None) -> None:
    """Binds ids of UUID formats as `uuid`, others as canonical text: on a connection or cursor, or everywhere.

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

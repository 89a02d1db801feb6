"""A replacement of Python 3.14's `uuid` and of `uuid_utils.compat`: all ids are `uuid.UUID`.

>>> from sortid.compat import uuid7
>>> uuid7() < uuid7()
True
"""

from __future__ import annotations

import os
import threading
from uuid import (
    NAMESPACE_DNS,
    NAMESPACE_OID,
    NAMESPACE_URL,
    NAMESPACE_X500,
    RESERVED_FUTURE,
    RESERVED_MICROSOFT,
    RESERVED_NCS,
    RFC_4122,
    UUID,
    SafeUUID,
    getnode,
    uuid3,
    uuid5,
)

import sortid
from sortid import AnyId, Id, Uuid1, __version__

__all__ = [
    "MAX",
    "NAMESPACE_DNS",
    "NAMESPACE_OID",
    "NAMESPACE_URL",
    "NAMESPACE_X500",
    "NIL",
    "RESERVED_FUTURE",
    "RESERVED_MICROSOFT",
    "RESERVED_NCS",
    "RFC_4122",
    "UUID",
    "SafeUUID",
    "__version__",
    "getnode",
    "uuid1",
    "uuid3",
    "uuid4",
    "uuid5",
    "uuid6",
    "uuid7",
    "uuid8",
]

NIL = UUID(int=0)
MAX = UUID(int=2**128 - 1)


def uuid1(node: int | None = None, clock_seq: int | None = None) -> UUID:
    """A new UUID version 1, converted from a new version 6."""
    return _version_6(node, clock_seq).convert(Uuid1).uuid


def uuid4() -> UUID:
    """A new UUID version 4."""
    return sortid.uuid4().uuid


def uuid6(node: int | None = None, clock_seq: int | None = None) -> UUID:
    """A new UUID version 6, greater than all before it. The default node and clock sequence are
    random.

    With `clock_seq`, each UUID has its own tick of 100 nanoseconds. Too wide numbers are truncated
    to their low bits, as in the standard library.
    """
    return _version_6(node, clock_seq).uuid


def uuid7(*, nanoseconds: int | None = None) -> UUID:
    """A new UUID version 7, greater than all before it, in every thread of the process.

    `nanoseconds` since 1970 replace the current time, as in `uuid_utils`.
    """
    id = sortid.uuid7()
    return id.uuid if nanoseconds is None else _with(id, unix_ts_ms=nanoseconds // 1_000_000).uuid


def uuid8(a: int | None = None, b: int | None = None, c: int | None = None) -> UUID:
    """A new UUID version 8 from numbers of 48, 12 and 62 bits.

    The defaults are milliseconds since 1970, a sequence and random bits; the standard library draws
    all at random. Too wide numbers are truncated to their low bits.
    """
    return _with(sortid.uuid8(), custom_a=a, custom_b=b, custom_c=c).uuid


def _version_6(node: int | None, clock_seq: int | None) -> Id:
    id = sortid.uuid6() if clock_seq is None else _ticks.next()
    return _with(id, node=node, clock_seq=clock_seq)


def _with(id: Id, **given: int | None) -> Id:
    """Replaces fields of an id."""
    fields, widths = id.fields, id.format.fields
    for name, value in given.items():
        if value is not None:
            fields[name] = value % 2 ** widths[name]
    return AnyId.from_fields(fields, id.format)


class _Ticks:
    """Generates UUIDs version 6 with distinct ticks."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.last = -1

    def next(self) -> Id:
        """A new UUID version 6, with a tick that no earlier one has."""
        with self.lock:
            while (tick := (id := sortid.uuid6()).fields["timestamp"]) == self.last:
                pass
            self.last = tick
            return id

    def forked(self) -> None:
        """Replaces the lock, which another thread may have held during the fork."""
        self.lock = threading.Lock()


_ticks = _Ticks()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_ticks.forked)

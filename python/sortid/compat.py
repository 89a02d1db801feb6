"""The standard library's `uuid` as of Python 3.14, and a replacement of `uuid_utils.compat`: all ids are `uuid.UUID`.

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
from sortid import Id, Uuid1, __version__

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
    """A new UUID version 1: the fields of a new version 6."""
    return _version_6(node, clock_seq).convert(Uuid1).uuid


def uuid4() -> UUID:
    """A new UUID version 4."""
    return sortid.uuid4().uuid


def uuid6(node: int | None = None, clock_seq: int | None = None) -> UUID:
    """A new UUID version 6, in order with all others; the node and the clock sequence are drawn, or these.

    With a clock sequence of yours each has a tick of its own, 100 nanoseconds. Of numbers that are too wide the low
    bits are kept, as in the standard library.
    """
    return _version_6(node, clock_seq).uuid


def uuid7(*, nanoseconds: int | None = None) -> UUID:
    """A new UUID version 7, greater than all before it, in every thread of the process; or one of another time.

    Only `uuid_utils` has the argument: nanoseconds since 1970.
    """
    id = sortid.uuid7()
    return id.uuid if nanoseconds is None else _with(id, unix_ts_ms=nanoseconds // 1_000_000).uuid


def uuid8(a: int | None = None, b: int | None = None, c: int | None = None) -> UUID:
    """A new UUID version 8 of 48, 12 and 62 bits of yours.

    Absent arguments are a new id's values, where the standard library draws them: milliseconds since 1970, a sequence,
    random bits. Of numbers that are too wide the low bits are kept.
    """
    return _with(sortid.uuid8(), custom_a=a, custom_b=b, custom_c=c).uuid


def _version_6(node: int | None, clock_seq: int | None) -> Id:
    id = sortid.uuid6() if clock_seq is None else _ticks.next()
    return _with(id, node=node, clock_seq=clock_seq)


def _with(id: Id, **given: int | None) -> Id:
    """The id with other fields."""
    fields, widths = id.fields, id.format.fields
    for name, value in given.items():
        if value is not None:
            fields[name] = value % 2 ** widths[name]
    return Id.from_fields(fields, id.format)


class _Ticks:
    """Ids that have a tick each."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.last = -1

    def next(self) -> Id:
        """A new UUID version 6 of a tick that none had before."""
        with self.lock:
            while (tick := (id := sortid.uuid6()).fields["timestamp"]) == self.last:
                pass
            self.last = tick
            return id

    def forked(self) -> None:
        """A thread that the fork has not taken along may have had the lock."""
        self.lock = threading.Lock()


_ticks = _Ticks()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_ticks.forked)

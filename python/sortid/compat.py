"""`uuid6`, `uuid7` and `uuid8` as the standard library has them from Python 3.14 on: its signatures, its `uuid.UUID`.

>>> from sortid.compat import uuid7
>>> uuid7() < uuid7()
True
"""

from __future__ import annotations

import os
import threading
from uuid import UUID

import sortid
from sortid import Id

__all__ = ["uuid6", "uuid7", "uuid8"]


def uuid6(node: int | None = None, clock_seq: int | None = None) -> UUID:
    """A new UUID version 6, in order with all others; the node and the clock sequence are drawn, or these.

    With a clock sequence of yours each has a tick of its own, 100 nanoseconds. Of numbers that are too wide the low
    bits are kept, as in the standard library.
    """
    id = sortid.uuid6() if clock_seq is None else _ticks.next()
    return _with(id, node=node, clock_seq=clock_seq)


def uuid7() -> UUID:
    """A new UUID version 7, greater than all before it, in every thread of the process."""
    return sortid.uuid7().uuid


def uuid8(a: int | None = None, b: int | None = None, c: int | None = None) -> UUID:
    """A new UUID version 8 of 48, 12 and 62 bits of yours.

    Absent arguments are a new id's values, where the standard library draws them: milliseconds since 1970, a sequence,
    random bits. Of numbers that are too wide the low bits are kept.
    """
    return _with(sortid.uuid8(), custom_a=a, custom_b=b, custom_c=c)


def _with(id: Id, **given: int | None) -> UUID:
    """The id with other fields."""
    fields, widths = id.fields, id.format.fields
    for name, value in given.items():
        if value is not None:
            fields[name] = value % 2 ** widths[name]
    return Id.from_fields(fields, id.format).uuid


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

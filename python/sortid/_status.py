"""The status of a generator."""

from typing import NamedTuple


class Status(NamedTuple):
    """The status of a generator."""

    ids: int
    """The number of ids that it has made."""
    lead_ns: int
    """How far the last id's tick is ahead of the clock's highest reading, in nanoseconds."""
    rollbacks: int
    """How often the clock was set back by more than the tolerance."""


Status.__module__ = "sortid"

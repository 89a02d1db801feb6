"""What a generator has done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final


@final
@dataclass(frozen=True, slots=True)
class Status:
    """What a generator has done."""

    ids: int
    """Ids made."""
    lead_ns: int
    """How far the last id's tick is ahead of the clock's highest reading, in nanoseconds."""
    rollbacks: int
    """How often the clock was found set back by more than the tolerance."""


Status.__module__ = "sortid"

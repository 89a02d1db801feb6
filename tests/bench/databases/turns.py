"""Rounds in which both sides alternate, and the resulting rows."""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

# The number of rows of a table.
MANY = 1_000_000
# The time of a table's first id, and the distance between consecutive ids.
FIRST_MS = 1_700_000_000_000
STEP_MS = 1000
# The number of rows that a query by time selects, a hundredth, and the number of queried places.
PART = 10_000
PLACES = 20

# A pass, which returns the nanoseconds per row.
Side = Callable[[], float]


class Row(NamedTuple):
    """A comparison; the ratio to the peer must be at most `demand`, if set."""

    what: str
    ours: Side
    peer: str
    theirs: Side
    demand: float | None
    # Whether a pass takes seconds because it inserts.
    is_long: bool = False

    def rounds(self, quick: bool) -> int:
        if self.is_long:
            return 3 if quick else 7
        return 11 if quick else 51


def timed(work: Callable[[], object], rows: int) -> float:
    begun = time.perf_counter_ns()
    work()
    return (time.perf_counter_ns() - begun) / rows


def parts() -> list[tuple[int, int]]:
    """The times that bound each queried part of the table, in milliseconds."""
    firsts = [FIRST_MS + STEP_MS * place * (MANY - PART) // (PLACES - 1) for place in range(PLACES)]
    return [(first, first + STEP_MS * PART) for first in firsts]


def medians(row: Row, quick: bool) -> tuple[float, float]:
    """The figures of alternating rounds, except the first, which warms up."""
    sides = (row.ours, row.theirs)
    taken: tuple[list[float], list[float]] = ([], [])
    if not row.is_long:
        for side in sides:
            side()
    for number in range(row.rounds(quick)):
        for at in (0, 1) if number % 2 == 0 else (1, 0):
            taken[at].append(sides[at]())
    return statistics.median(taken[0]), statistics.median(taken[1])


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", default="")
    return parser


def measure(rows: Sequence[Row], version: str, args: argparse.Namespace) -> None:
    """Prints each requested row as the runner expects it."""
    for row in rows:
        if args.only in row.what:
            ours, theirs = medians(row, args.quick)
            named = {"what": row.what, "ours_ns": ours, "peer": row.peer, "peer_version": version}
            print(json.dumps({**named, "peer_ns": theirs, "demand": row.demand}), flush=True)

"""Passes over columns by NumPy and CPython.

A line names a pass and its rows, or is `version PACKAGE`; answers with nanoseconds, or the version.
"""

from __future__ import annotations

import platform
import sys
import time
import uuid
from collections.abc import Callable

import numpy as np

ROWS = 1_000_000
INTS = np.random.default_rng(1).integers(0, 2**63 - 1, ROWS, dtype=np.int64)
UUIDS = [str(uuid.UUID(bytes=row.tobytes(), version=4)) for row in INTS[:40_000].reshape(-1, 2)]


def uuid_times(rows: int) -> list[int]:
    return [uuid.UUID(text).int >> 80 for text in UUIDS[:rows]]


PASSES: dict[str, Callable[[int], object]] = {
    "tid": lambda rows: (INTS[:rows] >> 10) // 1000,
    "snowflake": lambda rows: (INTS[:rows] >> 22) + 1_288_834_974_657,
    "sonyflake": lambda rows: (INTS[:rows] >> 24) * 10 + 1_409_529_600_000,
    "uuid": uuid_times,
}
VERSIONS = {"numpy": np.__version__, "python": platform.python_version()}


def answer(what: str, of: str) -> str:
    if what == "version":
        return VERSIONS[of]
    begun = time.perf_counter_ns()
    PASSES[what](int(of))
    return str(time.perf_counter_ns() - begun)


for line in sys.stdin:
    print(answer(*line.split()), flush=True)

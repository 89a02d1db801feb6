"""The two benchmarks of a server: a program's first id, and a renewal, each alternating with its peer."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT / folder) for folder in ("tests/bench/databases", "databases/tests", "leases/tests")]

import turns  # noqa: E402
from turns import Row, Side  # noqa: E402

CLIENTS = 16
# The number of pairs of a connection and a synced write in the lower bound of a first id.
PAIRS = 3
PROGRAMS = Path(os.environ["SORTID_TARGET"], "release")
NAMESPACE = "bench"
# The year 2100 in Unix milliseconds: the end of unexpired leases.
LATE_MS = 4_102_444_800_000


def first_id(address: str, folder: Path) -> Side:
    """Measures the nanoseconds from the start of the agent to the first id of its program."""
    env = {**os.environ, "SORTID_LEASE_STORE": address}
    file = folder / "lease"
    lease = ("--namespace", NAMESPACE, "--format", "tid", "--lease-file", file)
    command = [PROGRAMS / "sortid-lease", "run", *lease, "--", PROGRAMS / "sortid", "new", "tid", "--lease-file", file]
    created = [PROGRAMS / "sortid-lease", "create", NAMESPACE, "--format", "tid", "--new"]
    subprocess.run(created, env=env, check=True)

    def once() -> float:
        file.unlink(missing_ok=True)
        begun = time.perf_counter_ns()
        with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as agent:
            line = agent.stdout.readline() if agent.stdout else b""
            took = time.perf_counter_ns() - begun
        if len(line.strip()) != 13:
            raise RuntimeError(f"no id: {line!r}")
        return took

    return once


def floor(pair: Callable[[], object]) -> Side:
    """Measures the lower bound of a first id in nanoseconds: starts the two programs, then runs the pairs."""

    def once() -> None:
        for program in ("sortid-lease", "sortid"):
            subprocess.run([PROGRAMS / program, "--version"], check=True, stdout=subprocess.DEVNULL)
        for _ in range(PAIRS):
            pair()

    return lambda: turns.timed(once, 1)


def measure(
    server: str, version: str, first: tuple[Side, Side], renewal: tuple[Side, Side], peer: str, least: float
) -> None:
    """Measures both benchmarks. A renewal must reach `least` times the peer's operations per second."""
    args = turns.arguments().parse_args()
    rows = [
        Row(f"{server} first id", first[0], f"2 program starts, {PAIRS} x connect, synced write", first[1], 1.5),
        Row(f"{server} lease renewal", renewal[0], peer, renewal[1], round(1 / least, 2), is_long=True),
    ]
    turns.measure(rows, version, args)


def folder() -> tempfile.TemporaryDirectory[str]:
    """Creates a temporary folder for lease files, next to the programs."""
    return tempfile.TemporaryDirectory(dir=PROGRAMS)

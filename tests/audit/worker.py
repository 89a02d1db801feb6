"""Generates ids until the audit ends. src/mixture.rs explains the arguments.

`fork` imports sortid in the children, `preload` before forking them. `pool` is a multiprocessing
pool, which replaces its processes after some tasks.
"""

import multiprocessing
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

FOLDER, NAME, FORMATS, CALLS, MODE, PROCESSES = Path(sys.argv[1]), *sys.argv[2:]
SOURCES: list[tuple[str, Callable[[], bytes]]] = []


def source(name: str) -> Callable[[], bytes]:
    """Returns a function that generates a burst of ids as big-endian integers."""
    if name == "tsidpy":
        import tsidpy

        return lambda: b"".join(tsidpy.TSID.create().number.to_bytes(8, "big") for _ in range(100))
    import sortid

    format, _, preset = name.partition(":")
    if preset or CALLS == "batch":
        generator = sortid.Generator(format, **({"preset": preset} if preset else {}))
        if CALLS == "batch":
            return lambda: generator.next_bytes(1000)
        return lambda: b"".join(bytes(generator.next()) for _ in range(100))
    return lambda: b"".join(bytes(sortid.AnyId.now(format)) for _ in range(100))


def load() -> None:
    SOURCES.extend((name, source(name) if name != "-" else bytes) for name in FORMATS.split(","))


def work(bursts: int = sys.maxsize) -> None:
    while bursts > 0 and os.path.exists(FOLDER / "go"):
        # Turns of 20 ms: all processes generate the same format at the same time.
        name, burst = SOURCES[time.time_ns() // 20_000_000 % len(SOURCES)]
        if name != "-":
            with open(FOLDER / name / f"{NAME}.{os.getpid()}", "ab", buffering=0) as file:
                file.write(burst())
        time.sleep(0.02 - time.time() % 0.02)
        bursts -= 1


def task(_: int) -> None:
    work(50)


def main() -> None:
    count = int(PROCESSES)
    if MODE == "pool":
        with multiprocessing.Pool(count, load, maxtasksperchild=3) as pool:
            while os.path.exists(FOLDER / "go"):
                pool.map(task, range(count), chunksize=1)
        return
    if MODE == "preload":
        load()
        for _, burst in SOURCES:
            burst()
    children = []
    for _ in range(count - 1):
        child = os.fork()
        if child == 0:
            children.clear()
            break
        children.append(child)
    if not SOURCES:
        load()
    work()
    statuses = [os.waitpid(child, 0)[1] for child in children]
    if any(statuses):
        sys.exit("a child failed")


if __name__ == "__main__":
    main()

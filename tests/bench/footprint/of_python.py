"""The size of a package, or the memory of an id: `of_python.py size DISTRIBUTION`, `of_python.py memory MODULE`."""

from __future__ import annotations

import importlib
import importlib.metadata
import sys
import tracemalloc

IDS = 100_000


def size(distribution: str) -> int:
    """The size of the installed files, without compiled bytecode."""
    files = importlib.metadata.files(distribution) or []
    return sum(file.locate().stat().st_size for file in files if file.suffix != ".pyc")


def memory(module: str) -> float:
    package = importlib.import_module(module)
    make = getattr(package, "uuid7", None) or package.uuid4
    # The first id allocates shared memory, which is not counted.
    make()
    ids: list[object] = [None] * IDS
    tracemalloc.start()
    for at in range(IDS):
        ids[at] = make()
    return tracemalloc.get_traced_memory()[0] / IDS


what, name = sys.argv[1:]
print(size(name) if what == "size" else memory(name))

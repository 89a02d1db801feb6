"""Checks the extension with Python's sqlite3: `checks.py EXTENSION MODULE...`. Prints a line for each check."""

from __future__ import annotations

import sys
import traceback
from importlib import import_module
from pathlib import Path

# `-I` omits this folder from the path, since its modules could hide packages.
sys.path.append(str(Path(__file__).resolve().parent))


def main() -> int:
    failed = 0
    for name_of_module in sys.argv[2:]:
        for check in import_module(name_of_module).CHECKS:
            name = f"{name_of_module}: {check.__name__.replace('_', ' ')}"
            try:
                check()
            except Exception as error:
                failed += 1
                place = traceback.extract_tb(error.__traceback__)[-1].lineno
                print(f"not ok {name}: line {place}: {error!r}", flush=True)
            else:
                print(f"ok {name}", flush=True)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())

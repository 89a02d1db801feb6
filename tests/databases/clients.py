"""The Python in which parts talk to servers: the wheel, and the drivers of `clients.txt`."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import NoReturn

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "drivers" / "python"))

import environment  # noqa: E402


def become(program: Path) -> NoReturn:
    """Goes on as this program of that Python, with the same arguments."""
    wheel = environment.wheel()
    python = environment.installed("database-clients", sys.executable, wheel, lists=[HERE / "clients.txt"])
    os.execv(python, [str(python), "-B", str(program), *sys.argv[1:]])

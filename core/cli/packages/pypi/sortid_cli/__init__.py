"""The command `sortid`, a program in this folder."""

from __future__ import annotations

import os
import subprocess
import sys


def path() -> str:
    """Returns the program's path."""
    name = "sortid.exe" if os.name == "nt" else "sortid"
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), name)


def main() -> int:
    """Runs the program with this process's arguments, in place of this process if the system allows that."""
    command = [path(), *sys.argv[1:]]
    if os.name != "nt":
        os.execv(command[0], command)
    return subprocess.call(command)

"""The interpreters that run the tests, and their environments."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import environment
from environment import FRAMES, FRAMEWORKS, MAPPERS, OLDEST, QUICK, TESTING


def chosen() -> list[str]:
    """This interpreter, or with SORTID_TESTS=all every one found."""
    return [sys.executable] if QUICK else found()


def found() -> list[str]:
    """One interpreter of each supported version of Python on this machine."""
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    folders = [*os.environ.get("PATH", "").split(os.pathsep), *map(str, sorted(versions.glob("*/bin")))]
    names = [Path(sys.executable)]
    names += [file for folder in folders for file in sorted(Path(folder).glob("python3*"))]
    by_version: dict[tuple[str, ...], str] = {}
    for name in names:
        if re.fullmatch(r"python3(\.\d+)?t?", name.name) or name == names[0]:
            version = version_of(name)
            if version and tuple(map(int, version[:2])) >= OLDEST:
                by_version.setdefault(version, str(name))
    return [by_version[version] for version in sorted(by_version, key=lambda version: int(version[1]))]


def version_of(interpreter: Path) -> tuple[str, ...] | None:
    """Major and minor number of a CPython with the global lock that can create environments; else None."""
    code = (
        "import sys, sysconfig, venv;"
        "assert sys.implementation.name == 'cpython' and not sysconfig.get_config_var('Py_GIL_DISABLED');"
        "print(*sys.version_info[:2])"
    )
    answer = subprocess.run([interpreter, "-I", "-c", code], capture_output=True, text=True)
    return tuple(answer.stdout.split()) if answer.returncode == 0 else None


def prepared(interpreter: str, *, everything: bool = False) -> tuple[str, list[str], list[Path]]:
    """Name and requirements of the test environment; `everything` adds mypy, data frames, mappers and frameworks."""
    version = version_of(Path(interpreter))
    if version is None:
        environment.not_run(f"{interpreter} is not a CPython with the global lock that has venv")
    name = f"test-{'.'.join(version)}"
    if everything:
        return f"{name}-all", [*TESTING, "mypy"], [FRAMES, MAPPERS, FRAMEWORKS]
    return name, TESTING, []


def has_everything(interpreter: str) -> bool:
    """Whether the tests with this interpreter include data frames, mappers and frameworks, half a gigabyte."""
    return not QUICK and interpreter == sys.executable


def fetched(interpreter: str, *, everything: bool = False) -> Path:
    """The test environment, with or without the package; its interpreter."""
    name, requirements, lists = prepared(interpreter, everything=everything)
    return environment.prepared(name, interpreter, *requirements, lists=lists)


def installed(interpreter: str, *, everything: bool = False) -> Path:
    """The test environment with the wheel; its interpreter."""
    name, requirements, lists = prepared(interpreter, everything=everything)
    return environment.installed(name, interpreter, environment.wheel(), *requirements, lists=lists)

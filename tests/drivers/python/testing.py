"""The test environments of this interpreter; `tests/runtimes` creates those of others."""

from __future__ import annotations

import sys
from pathlib import Path

import environment
from environment import FRAMES, FRAMEWORKS, MAPPERS, TESTING


def required(everything: bool) -> tuple[str, list[str], list[Path]]:
    """Name and requirements of an environment; `everything` adds mypy, data frames, mappers and frameworks."""
    name = "test-{}.{}".format(*sys.version_info)
    if everything:
        return f"{name}-all", [*TESTING, "mypy"], [FRAMES, MAPPERS, FRAMEWORKS]
    return name, TESTING, []


def fetched(*, everything: bool = False) -> Path:
    """The environment, with or without the package; its interpreter."""
    name, requirements, lists = required(everything)
    return environment.prepared(name, sys.executable, *requirements, lists=lists)


def installed(*, everything: bool = False) -> Path:
    """The environment with the wheel; its interpreter."""
    name, requirements, lists = required(everything)
    return environment.installed(name, sys.executable, environment.wheel(), *requirements, lists=lists)

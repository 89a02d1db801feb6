"""The shared vectors, for parts that compare them with a database's results."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[2] / "tests" / "vectors"))

from reference import vectors


@cache
def by_format() -> dict[str, list[dict[str, Any]]]:
    """Returns the cases of every format, except those with options or a type's prefix, which SQL does not support."""
    found: dict[str, list[dict[str, Any]]] = {}
    for _, format, case in vectors.cases():
        has_prefix = "prefix" in case and case["op"] in ("at", "range", "generate")
        if not case.get("options") and not has_prefix:
            found.setdefault(format, []).append(case)
    return found


def cases(*operations: str) -> list[tuple[str, dict[str, Any]]]:
    """Returns the cases of these operations, each with its format."""
    return [(format, case) for format, all in by_format().items() for case in all if case["op"] in operations]

"""How a program tells its checks."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import Any

failures: list[str] = []


def check(what: str, body: Callable[[], Any], expected: Any = True) -> None:
    """Compares the result of a call; an exception fails the check."""
    try:
        result = body()
        holds, why = bool(result == expected), f"{result!r}, expected {expected!r}"
    except Exception:
        holds, why = False, " ".join(traceback.format_exc().split())
    if not holds:
        failures.append(what)
    print(f"ok {what}" if holds else f"not ok {what}: {why}", flush=True)

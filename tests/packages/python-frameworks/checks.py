"""Functions that print the results of checks."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import Any

failures: list[str] = []

USER = "user_01fwhe4ydgfk1shh6w1g60eecf"
# The errors for the text `nonsense`, and for USER as an order id.
NO_ID = 'invalid_length: "nonsense" is not a valid uuid7: 8 bytes, expected 36'
NO_ORDER = f'wrong_prefix: "{USER}" is not a valid order id: expected the prefix "order"'


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

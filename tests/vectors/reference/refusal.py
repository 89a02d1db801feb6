"""Errors: the correct answer to a request without a result."""

from __future__ import annotations


class Refusal(Exception):
    """An error code, the offset of the first invalid byte, if any, and the texts generated before it."""

    def __init__(self, code: str, offset: int | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.offset = offset
        self.texts: list[str] | None = None


class Unanswerable(Exception):
    """A request that depends on something outside the reference's model, such as a state file."""

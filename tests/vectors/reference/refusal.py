"""Refusals: what a correct library answers to a request that has no result."""

from __future__ import annotations


class Refusal(Exception):
    """An error code, the offset of the first bad byte if the text has one, the texts made before it."""

    def __init__(self, code: str, offset: int | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.offset = offset
        self.texts: list[str] | None = None


class Unanswerable(Exception):
    """The request needs something the reference does not model, such as a state file."""

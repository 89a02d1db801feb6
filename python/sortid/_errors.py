"""The exceptions. Their codes and messages are the core's."""

from __future__ import annotations

from os import strerror as _strerror


class Error(Exception):
    """What every error of this package is.

    `code` is its name, the same in every language, `number` the code's number; `offset` the byte of the text that is to
    blame, if one is; `subject` the option, field or argument that is, if one is; `made` how many leading ids of a fill
    are valid; `row` which row of a column is refused.
    """

    row: int | None = None

    def __init__(
        self,
        message: str,
        code: str = "",
        number: int = 0,
        offset: int | None = None,
        subject: str | None = None,
        made: int | None = None,
    ) -> None:
        # Not OSError's, which would read other things into the arguments.
        BaseException.__init__(self, message, code, number, offset, subject, made)
        # Who makes an exception like one of ours, as Polars does, has the message alone, which begins with the code.
        self.code = code or message.partition(":")[0]
        self.number = number
        self.offset = offset
        self.subject = subject
        self.made = made

    def __str__(self) -> str:
        return str(self.args[0])


class ParseError(Error, ValueError):
    """What was given is refused: a text, bytes, fields, a time, an option."""


class GeneratorError(Error, RuntimeError):
    """A generator cannot make an id."""


class StoreError(Error, OSError):
    """A state file cannot be used.

    `filename` is its path, as `subject` is; `errno` and `strerror` are the system's, where it was the system that
    refused.
    """

    def __init__(
        self,
        message: str,
        code: str = "",
        number: int = 0,
        offset: int | None = None,
        subject: str | None = None,
        made: int | None = None,
        errno: int | None = None,
    ) -> None:
        super().__init__(message, code, number, offset, subject, made)
        # Of these a copy is made.
        self.args = (*self.args, errno)
        self.filename = subject
        self.errno = errno
        self.strerror = None if errno is None else _strerror(errno)


for _error in (Error, ParseError, GeneratorError, StoreError):
    _error.__module__ = "sortid"
del _error

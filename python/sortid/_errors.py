"""The exceptions, with the codes and messages of the core."""

from __future__ import annotations

from os import strerror as _strerror


class Error(Exception):
    """Base class of all errors of this package.

    `code` is the name of the error, the same in every language, `number` its number. `offset` is
    the offset of the invalid byte in the text, `subject` the name of the invalid option, field or
    argument. `made` is the number of leading ids of a fill that are valid, `row` the index of the
    invalid row of a column.
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
        # Not `OSError.__init__`, which interprets the arguments as `errno`, `strerror` and
        # `filename`.
        BaseException.__init__(self, message, code, number, offset, subject, made)
        # Polars creates exceptions of the same class from the message alone, which begins with the
        # code.
        self.code = code or message.partition(":")[0]
        self.number = number
        self.offset = offset
        self.subject = subject
        self.made = made

    def __str__(self) -> str:
        return str(self.args[0])


class ParseError(Error, ValueError):
    """Raised for invalid text, bytes, fields, times and options."""


class GeneratorError(Error, RuntimeError):
    """Raised if no id can be generated."""


class StoreError(Error, OSError):
    """Raised if a state file or a lease file cannot be used.

    `filename` is its path, the same as `subject`; `errno` and `strerror` are those of a failed
    system call.
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
        # `copy` and `pickle` pass `args` to the constructor.
        self.args = (*self.args, errno)
        self.filename = subject
        self.errno = errno
        self.strerror = None if errno is None else _strerror(errno)


for _error in (Error, ParseError, GeneratorError, StoreError):
    _error.__module__ = "sortid"
del _error

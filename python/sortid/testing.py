"""A clock and a seed for tests, which replace the system's for the functions of the package.

>>> import sortid
>>> from sortid.testing import freeze
>>> with freeze("2026-01-01T00:00:00Z"):
...     print(sortid.uuid7().datetime)
2026-01-01 00:00:00+00:00

They affect `sortid.uuid7()`, `Uuid7.now()`, `Uuid7.at(time)` and the like in all threads, but not a
`Generator` that the program creates. Ids of one time count up; the same seed and the same calls
give the same ids. If the time goes back, ids may repeat.

The process has one clock. Scopes nest within a thread; a thread that begins a scope waits until no
other thread has one. Not for production: the first use prints a warning on standard error.
"""

from __future__ import annotations

import functools
import inspect
import threading
import unittest
from collections.abc import Callable
from datetime import datetime, timedelta
from types import TracebackType
from typing import Any, Self, TypeVar

from sortid import Timestamp, _sortid

__all__ = ["TestClock", "follow", "freeze"]

_F = TypeVar("_F", bound=Callable[..., Any])

# The active scopes, innermost last.
_scopes: list[TestClock] = []
_lock = threading.Lock()


def freeze(time: datetime | Timestamp | str, *, seed: bytes | None = None) -> TestClock:
    """A clock that is frozen at `time` until `set` or `advance` moves it.

    A text is in the format of ISO 8601, with a time zone; a date alone is its midnight in UTC.
    `seed` is 32 bytes from which nodes, counters and random bits are drawn.
    """
    return TestClock(functools.partial(_sortid.TestClock.freeze, _instant(time), seed))


def follow(*, seed: bytes | None = None) -> TestClock:
    """A clock that calls `time.time_ns()` for each id, which packages such as freezegun and
    time-machine replace.

    If that fails, `sys.unraisablehook` receives the exception, and the id has the time of the
    previous one, or 1970.
    """
    return TestClock(functools.partial(_sortid.TestClock.follow, seed))


def _instant(time: datetime | Timestamp | str) -> datetime | Timestamp:
    if not isinstance(time, str):
        return time
    parsed = datetime.fromisoformat(f"{time}T00:00:00Z" if len(time) == len("2026-01-01") else time)
    if parsed.tzinfo is None:
        raise ValueError(f"{time!r} has no time zone: append Z for UTC")
    return parsed


class TestClock:
    """A scope of `freeze` or `follow`: a context manager, and a decorator.

    It decorates functions, coroutine functions and classes: each method whose name begins with
    `test`, and each test of a `unittest.TestCase` with its `setUp` and `tearDown`.

    Errors on entry: `not_applicable` while a generator with a state file or lease file is open.
    """

    # Prevents pytest from collecting this class.
    __test__ = False

    def __init__(self, make: Callable[[], _sortid.TestClock]) -> None:
        self._make = make
        self._clock = make()
        self._has_ended = False

    def set(self, time: datetime | Timestamp | str) -> None:
        """Sets the time, which may be earlier. Raises `RuntimeError` outside the scope, or for `follow`."""
        self._clock.set(_instant(time))

    def advance(self, by: timedelta) -> None:
        """Moves the time forward. Raises `RuntimeError` outside the scope, or for `follow`."""
        self._clock.advance(by)

    def __enter__(self) -> Self:
        self._clock.start()
        with _lock:
            self._has_ended = False
            _scopes.append(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # Scopes of two coroutines may overlap: an outer scope ends after the inner one.
        with _lock:
            self._has_ended = True
            while _scopes and _scopes[-1]._has_ended:
                _scopes.pop()._clock.end()

    def __call__(self, function: _F) -> _F:
        """Decorates a function: each call runs in a scope of its own. Decorates the tests of a class."""
        if isinstance(function, type):
            tests = (name for name in dir(function) if name.startswith("test"))
            for name in ["run"] if issubclass(function, unittest.TestCase) else tests:
                if callable(method := getattr(function, name)):
                    setattr(function, name, self(method))
            return function
        if inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function):
            raise TypeError("a generator function cannot be decorated: use `with` in it")
        if inspect.iscoroutinefunction(function):

            @functools.wraps(function)
            async def run_async(*args: Any, **kwargs: Any) -> Any:
                with TestClock(self._make):
                    return await function(*args, **kwargs)

            return run_async  # type: ignore[return-value]

        @functools.wraps(function)
        def run(*args: Any, **kwargs: Any) -> Any:
            with TestClock(self._make):
                return function(*args, **kwargs)

        return run  # type: ignore[return-value]

"""A clock and a seed for tests, which the functions of the package use instead of the system's.

>>> import sortid
>>> from sortid import Timestamp
>>> from sortid.testing import freeze
>>> with freeze(Timestamp(1700000000)):
...     sortid.uuid7().unix_ms
1700000000000

They apply to `sortid.uuid7()`, `new_id()`, `new_id_at()` and the like in all threads, not to a `Generator` that the
program makes. Ids of one time count up; with the same seed and the same calls they are the same. If the time goes back,
ids may repeat.

There is one clock for the process. Scopes nest within a thread; a thread that begins one waits until no other thread
has one. Not for production: a message on standard error says so once.
"""

from __future__ import annotations

import functools
import inspect
import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from types import TracebackType
from typing import Any, Self, TypeVar

from sortid import Timestamp, _sortid

__all__ = ["TestClock", "follow", "freeze"]

_F = TypeVar("_F", bound=Callable[..., Any])

# The scopes, the innermost last.
_scopes: list[TestClock] = []
_lock = threading.Lock()


def freeze(time: datetime | Timestamp, *, seed: bytes | None = None) -> TestClock:
    """A clock that stands still at `time` until `set` or `advance` moves it.

    `seed` has 32 bytes: node, counters and random bits are drawn from it.
    """
    return TestClock(functools.partial(_sortid.TestClock.freeze, time, seed))


def follow(*, seed: bytes | None = None) -> TestClock:
    """A clock that reads `time.time_ns()` for each id, which packages such as freezegun and time-machine replace.

    If that raises, `sys.unraisablehook` gets the exception, and the id the time of the last one, at first 1970.
    """
    return TestClock(functools.partial(_sortid.TestClock.follow, seed))


class TestClock:
    """A scope of `freeze` or `follow`: a context manager, and a decorator of functions and coroutine functions.

    Errors at its begin: `not_applicable` while a generator with a state file or lease file is open.
    """

    # Else pytest collects it in each module that imports it.
    __test__ = False

    def __init__(self, make: Callable[[], _sortid.TestClock]) -> None:
        self._make = make
        self._clock = make()
        self._has_ended = False

    def set(self, time: datetime | Timestamp) -> None:
        """Sets the time, also to an earlier one. `RuntimeError` outside of the scope, or for `follow`."""
        self._clock.set(time)

    def advance(self, by: timedelta) -> None:
        """Moves the time forward. `RuntimeError` outside of the scope, or for `follow`."""
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
        # Of two coroutines in one thread, the outer one may end first: its scope lasts until the inner one's end.
        with _lock:
            self._has_ended = True
            while _scopes and _scopes[-1]._has_ended:
                _scopes.pop()._clock.end()

    def __call__(self, function: _F) -> _F:
        """Decorates a function: each call has its own scope."""
        if isinstance(function, type):
            raise TypeError("a class cannot be decorated: use self.enterContext(…) in setUp")
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

"""A lease file without an agent: kept over a connection of your own, of psycopg 3, asyncpg or redis-py.

>>> from sortid.lease import Lease
>>> with Lease("/run/orders/tid", "orders", "tid", connection, thread=True):  # doctest: +SKIP
...     generator = sortid.Generator(sortid.Tid, lease_file="/run/orders/tid")

The namespace is made by `sortid lease create`. The connection is the lease's alone: what else runs on it would hold
renewals up.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import os
import re
import socket
import threading
import time
from collections.abc import Generator, Iterable
from os import PathLike
from types import TracebackType
from typing import Any, TypeAlias

from sortid import Format, Id
from sortid._sortid import LeaseSession

__all__ = ["AsyncLease", "Lease"]

_Cells: TypeAlias = list[str | None]
_Statements: TypeAlias = list[tuple[str, list[Any]]]
_Turns: TypeAlias = Generator[tuple[int, _Statements], _Cells, float]

_NUMBERED = re.compile(r"\$(\d+)")
# The wait of a new namespace does not count. This is the interval between two requests.
_AGAIN_S = 4.0
# How long the end waits for a server that does not answer.
_AWAY_S = 5.0


class _Kept:
    """What both have: the session, and what is known of it."""

    error: BaseException | None = None
    """What went wrong last; the lease goes on by itself when it is over."""

    def __init__(
        self,
        file: str | PathLike[str],
        namespace: str,
        format: type[Id] | Format | str,
        connection: Any,
        *,
        wait_s: float = 60.0,
        **options: Any,
    ) -> None:
        self._asked = (file, namespace, format)
        self._options = options
        self._connection = connection
        self._wait_s = wait_s
        self._session: LeaseSession | None = None
        self._pid = 0
        self._due = math.inf
        self._until = 0.0

    @property
    def node(self) -> int | None:
        """The node that the file has now; `None` where its stretch is over, or was never granted."""
        grant = self._session.grant if self._session and self._is_here() else None
        return grant[0] if grant else None

    @property
    def until_ms(self) -> int | None:
        """The end of its stretch, in Unix milliseconds: ids lie before it."""
        grant = self._session.grant if self._session and self._is_here() else None
        return grant[1] if grant else None

    @property
    def refused(self) -> str | None:
        """Why the last request came to nothing: `quiet`, `exhausted`, `clocks`, `superseded`, `run_out`, `unknown`,
        `silence`; `None` where it did not.
        """
        refused = self._session.refused if self._session and self._is_here() else None
        return refused[0] if refused else None

    @property
    def due_s(self) -> float:
        """In how many seconds there is something to do again: 0 where there is now, without end where never."""
        return max(0.0, self._due - time.monotonic()) if self._is_here() else math.inf

    def _is_here(self) -> bool:
        """A forked child has no part in it."""
        return os.getpid() == self._pid

    def _open(self) -> None:
        if self._session is not None:
            raise RuntimeError("the lease is kept already")
        server = "redis" if hasattr(self._connection, "execute_command") else "postgres"
        holder = f"{socket.gethostname()}, process {os.getpid()}"
        self._session = LeaseSession(*self._asked, server, holder, self._options)
        self._pid = os.getpid()
        self._until = time.monotonic() + self._wait_s

    def _turns(self) -> _Turns:
        """What is to be run, one after the other; in how many seconds there is more."""
        if self._session is None:
            raise RuntimeError("the lease is not kept")
        while True:
            turn = self._session.ask()
            if isinstance(turn, int):
                # What is over has nothing to do.
                wait_s = turn / 1000 if turn < 1 << 62 else math.inf
                self._due = time.monotonic() + wait_s
                return wait_s
            try:
                cells = yield turn
            except BaseException:
                self._session.fail()
                raise
            self._session.hear(cells)

    def _patience(self, wait_s: float) -> float:
        """How long to wait for the first node."""
        now = time.monotonic()
        why, later_ms = (self._session.refused if self._session else None) or ("silence", 0)
        if why == "quiet":
            self._until = max(self._until, now + later_ms / 1000 + _AGAIN_S)
        if now >= self._until:
            about = f", for {math.ceil(later_ms / 1000)} s perhaps" if later_ms > 0 else ""
            raise TimeoutError(f"{self._asked[1]}: no node in time: {why}{about}")
        return min(wait_s, self._until - now)


class Lease(_Kept):
    """Keeps a lease file over a connection of psycopg 3 or redis-py, as long as a `with` lasts; then the node is free.

    The block begins when there is a node. Somebody has to call `renew` in good time: a thread, by `thread=True`, or
    you. What is not renewed ends: ids are refused then, `lease_expired`, until it is.

    `options` are the generator options that move time or node: `epoch_unix_ms`, `machine_bits`, ….
    """

    def __init__(
        self,
        file: str | PathLike[str],
        namespace: str,
        format: type[Id] | Format | str,
        connection: Any,
        *,
        wait_s: float = 60.0,
        thread: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(file, namespace, format, connection, wait_s=wait_s, **options)
        self._is_threaded = thread
        self._thread: threading.Thread | None = None
        self._ends = threading.Event()
        self._lock = threading.Lock()

    def renew(self) -> float:
        """Does what there is to do, if anything; in how many seconds there is more: a second, as a rule.

        What the connection raises is raised, and tried again by the next call.
        """
        if self._pid and not self._is_here():
            return math.inf
        with self._lock:
            turns = self._turns()
            try:
                pause_ms, statements = next(turns)
                while True:
                    time.sleep(pause_ms / 1000)
                    try:
                        cells = _run(self._connection, statements)
                    except BaseException as error:
                        turns.throw(error)
                        raise
                    pause_ms, statements = turns.send(cells)
            except StopIteration as done:
                wait_s: float = done.value
                return wait_s

    def __enter__(self) -> Lease:
        self._open()
        try:
            wait_s = self.renew()
            while self.node is None:
                time.sleep(self._patience(wait_s))
                wait_s = self.renew()
        except BaseException:
            self.close()
            raise
        if self._is_threaded:
            self._ends.clear()
            self._thread = threading.Thread(target=self._keep, args=(wait_s,), name="sortid-lease", daemon=True)
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Gives the node back: ids of the file are refused within a second. Where the server is away it runs out."""
        session = self._session
        if session is None or not self._is_here():
            return
        self._ends.set()
        thread, self._thread = self._thread, None
        if thread is not None:
            thread.join(_AWAY_S)
        session.release()
        if thread is None or not thread.is_alive():
            try:
                self.renew()
            except Exception as error:
                self.error = error
        self._session = None

    def _keep(self, wait_s: float) -> None:
        while not self._ends.wait(wait_s):
            try:
                wait_s, self.error = self.renew(), None
            except Exception as error:
                wait_s, self.error = 0.25, error


class AsyncLease(_Kept):
    """Keeps a lease file over a connection of asyncpg or redis.asyncio, or an asynchronous one of psycopg 3.

    While an `async with` lasts, a task of the event loop renews it (`task`). A loop that is blocked for longer
    than a stretch renews too late: then ids are refused, `lease_expired`, until it goes on.
    """

    task: asyncio.Task[None] | None = None
    """The task that renews; it ends with the block."""

    async def renew(self) -> float:
        """Does what there is to do, if anything; in how many seconds there is more."""
        if self._pid and not self._is_here():
            return math.inf
        turns = self._turns()
        try:
            pause_ms, statements = next(turns)
            while True:
                if pause_ms:
                    await asyncio.sleep(pause_ms / 1000)
                try:
                    cells = await _run_async(self._connection, statements)
                except BaseException as error:
                    turns.throw(error)
                    raise
                pause_ms, statements = turns.send(cells)
        except StopIteration as done:
            wait_s: float = done.value
            return wait_s

    async def __aenter__(self) -> AsyncLease:
        self._open()
        try:
            wait_s = await self.renew()
            while self.node is None:
                await asyncio.sleep(self._patience(wait_s))
                wait_s = await self.renew()
        except BaseException:
            await self.close()
            raise
        self.task = asyncio.create_task(self._keep(wait_s))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Gives the node back: ids of the file are refused within a second. Where the server is away it runs out."""
        session = self._session
        if session is None or not self._is_here():
            return
        if self.task is not None:
            self.task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.task
            self.task = None
        session.release()
        try:
            await self.renew()
        except Exception as error:
            self.error = error
        self._session = None

    async def _keep(self, wait_s: float) -> None:
        while True:
            await asyncio.sleep(wait_s)
            try:
                wait_s, self.error = await self.renew(), None
            except Exception as error:
                wait_s, self.error = 0.25, error


def _run(connection: Any, statements: _Statements) -> _Cells:
    """Runs statements in one transaction, or the one command; what the last of them answers."""
    if hasattr(connection, "execute_command"):
        ((command, words),) = statements
        return _cells(connection.execute_command(command, *words))
    _must_be_idle(connection.info.transaction_status != 0)
    with connection.transaction(), connection.cursor() as cursor:
        for text, values in statements:
            cursor.execute(*_named(text, values), prepare=False)
        return _columns(cursor.pgresult)


async def _run_async(connection: Any, statements: _Statements) -> _Cells:
    """The same as a coroutine."""
    if hasattr(connection, "execute_command"):
        ((command, words),) = statements
        return _cells(await connection.execute_command(command, *words))
    if hasattr(connection, "acquire"):
        async with connection.acquire() as one:
            return await _run_async(one, statements)
    if hasattr(connection, "fetch"):
        _must_be_idle(connection.is_in_transaction())
        async with connection.transaction():
            for text, values in statements:
                rows = await connection.fetch(text, *values)
        return _cells(cell for row in rows for cell in row)
    _must_be_idle(connection.info.transaction_status != 0)
    async with connection.transaction(), connection.cursor() as cursor:
        for text, values in statements:
            await cursor.execute(*_named(text, values), prepare=False)
        return _columns(cursor.pgresult)


def _must_be_idle(is_in_transaction: bool) -> None:
    """What is granted within another transaction could be taken back with it."""
    if is_in_transaction:
        raise RuntimeError("the connection is in a transaction: a lease wants one of its own")


def _named(text: str, values: list[Any]) -> tuple[str, dict[str, Any]]:
    """A statement as psycopg has it: parameters have names."""
    return _NUMBERED.sub(r"%(p\1)s", text), {f"p{nth}": value for nth, value in enumerate(values, 1)}


def _columns(result: Any) -> _Cells:
    """A result's columns, whatever the connection makes of rows."""
    rows, columns = range(result.ntuples), range(result.nfields)
    return _cells(result.get_value(row, column) for row in rows for column in columns)


def _cells(values: Iterable[object]) -> _Cells:
    return [_text(value) for value in values]


def _text(value: object) -> str | None:
    if isinstance(value, bytes):
        return value.decode(errors="replace")
    return None if value is None else str(value)

"""Lease files without an agent: the program renews them over connections of psycopg 3, asyncpg or
redis-py.

>>> from sortid.lease import Lease
>>> with Lease("/run/orders/tid", "orders", "tid", lambda: psycopg.connect(), thread=True):  # doctest: +SKIP
...     generator = sortid.Generator(sortid.Tid, lease_file="/run/orders/tid")

`sortid lease create` creates the namespace. The lease opens its connection itself, or takes one
from a pool. After an error it closes the connection and opens another, so it survives a restart of
the server and a changed password.
"""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import logging
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
_Exchange: TypeAlias = Generator[tuple[int, _Statements], _Cells, float]

_LOG = logging.getLogger("sortid.lease")
_NUMBERED = re.compile(r"\$(\d+)")
# The quiet period of a new namespace, plus this interval of two requests, does not count towards
# `wait_s`.
_GRACE_S = 4.0
# Timeout of `close` if the server does not respond.
_CLOSE_S = 5.0
# The pause after an error.
_PAUSE_S = 0.25
# Timeout of connecting and a request together.
_REPLY_S = 10.0
# Timeout of a request after its connection was closed.
_CANCEL_S = 1.0
# The largest number of requests that may be stuck at once, in a callable or a connection.
_MOST_STUCK = 8


class _BaseLease:
    """The session and its state, for both classes."""

    error: BaseException | None = None
    """The last error; `None` after a successful renewal."""

    def __init__(
        self,
        file: str | PathLike[str],
        namespace: str,
        format: type[Id] | Format | str,
        connect: Any,
        *,
        wait_s: float = 60.0,
        **options: Any,
    ) -> None:
        _must_reconnect(connect)
        self._target = (file, namespace, format)
        self._options = options
        self._connect = connect
        # The lease's own connection; `None` with a pool.
        self._own: Any = None
        self._is_active = False
        self._replaced = 0
        self._wait_s = wait_s
        self._session: LeaseSession | None = None
        self._pid = 0
        self._due = math.inf
        self._until = 0.0

    @property
    def node(self) -> int | None:
        """The current node; `None` if the lease has expired, or was never granted."""
        grant = self._session.grant if self._session and self._is_own_process() else None
        return grant[0] if grant else None

    @property
    def until_ms(self) -> int | None:
        """The end of the lease in Unix milliseconds; all ids have earlier times."""
        grant = self._session.grant if self._session and self._is_own_process() else None
        return grant[1] if grant else None

    @property
    def refused(self) -> str | None:
        """Why the last request failed: `quiet`, `exhausted`, `clocks`, `superseded`, `run_out`,
        `unknown`, `silence`; `None` if it succeeded.
        """
        refused = self._session.refused if self._session and self._is_own_process() else None
        return refused[0] if refused else None

    @property
    def due_s(self) -> float:
        """Seconds until the next renewal: 0 if it is due, infinity if there is none."""
        return max(0.0, self._due - time.monotonic()) if self._is_own_process() else math.inf

    def _is_own_process(self) -> bool:
        """Whether this process opened the lease; false in a forked child."""
        return os.getpid() == self._pid

    def _must_be_new(self) -> None:
        if self._session is not None:
            raise RuntimeError("the lease is already active")

    def _open(self) -> None:
        client = self._own if self._own is not None else self._connect
        server = "redis" if _is_redis(client) else "postgres"
        holder = f"{socket.gethostname()}, process {os.getpid()}"
        self._session = LeaseSession(*self._target, server, holder, self._options)
        self._replaced = 0
        self._pid = os.getpid()
        self._until = time.monotonic() + self._wait_s

    def _exchange(self) -> _Exchange:
        """Yields statements with the milliseconds to wait before them; returns the seconds until the next renewal."""
        session = self._session
        if session is None:
            raise RuntimeError("the lease is not active: use `with`")
        try:
            return (yield from self._exchange_with(session))
        except Exception as error:
            # An inactive lease does not retry.
            if self._is_active and str(self.error) != str(error):
                _LOG.warning("%s: %s; trying again until it succeeds", self._target[1], error or repr(error))
            self.error = error
            raise

    def _exchange_with(self, session: LeaseSession) -> _Exchange:
        while True:
            step = session.next_step()
            if session.replaced != self._replaced:
                self._replaced = session.replaced
                _LOG.warning(
                    "%s: %s was removed, replaced or damaged (then renamed to %s.damaged), and a new file was created; "
                    "restart programs that have the old file open: they fail with store_io",
                    self._target[1],
                    *(os.fsdecode(self._target[0]),) * 2,
                )
            if isinstance(step, int):
                # A released session returns 2^62 or more: no renewal.
                wait_s = step / 1000 if step < 1 << 62 else math.inf
                self._due = time.monotonic() + wait_s
                return wait_s
            try:
                cells = yield step
            except BaseException:
                session.fail()
                raise
            session.process_result(cells)
            grant = session.grant
            if self.error is not None and grant is not None and session.refused is None:
                _LOG.warning("%s: continues with node %s", self._target[1], grant[0])
                self.error = None

    def _wait_for_first(self, wait_s: float) -> float:
        """Seconds until the next request for the first node; raises a `TimeoutError` after `wait_s`."""
        now = time.monotonic()
        reason, later_ms = (self._session.refused if self._session else None) or ("silence", 0)
        if reason == "quiet":
            self._until = max(self._until, now + later_ms / 1000 + _GRACE_S)
        if now >= self._until:
            about = f", for up to {math.ceil(later_ms / 1000)} s" if later_ms > 0 else ""
            raise TimeoutError(f"{self._target[1]}: no node within the time limit: {reason}{about}")
        return min(wait_s, self._until - now)


class _Request(threading.Thread):
    """A request in its own thread, so that neither a silent server nor a blocking callable blocks the lease."""

    def __init__(self, connect: Any, own: Any, statements: _Statements) -> None:
        super().__init__(name="sortid-lease-request", daemon=True)
        self._connect, self._statements = connect, statements
        self.connection = own
        self.cells: _Cells = []
        self.error: BaseException | None = None
        self.is_late = False

    def run(self) -> None:
        try:
            if hasattr(self._connect, "getconn"):
                with self._connect.connection() as self.connection:
                    self._send()
                return
            if self.connection is None:
                self.connection = self._connect() if callable(self._connect) else self._connect
                _must_reconnect_by(self.connection)
            self._send()
        except BaseException as error:
            self.error = error
        if (self.error is not None or self.is_late) and callable(self._connect):
            with contextlib.suppress(Exception):
                self.connection.close()

    def _send(self) -> None:
        if self._statements and not self.is_late:
            self.cells = _run(self.connection, self._statements)


class Lease(_BaseLease):
    """Renews a lease file over connections of psycopg 3 or redis-py, until the end of a `with`
    block frees the node.

    `connect` is a callable that returns a new connection, such as `lambda: psycopg.connect(…)`, a
    pool of psycopg, or a client of redis-py, which reconnects itself. Each request runs in its own
    thread, for at most 10 s.

    The block begins once a node is granted. Call `renew` when it is due, or pass `thread=True`.
    After the lease has expired, generators raise `lease_expired` until it is renewed. Errors are
    logged (`logging`, `sortid.lease`).

    `options` are the generator options for the layout of time and node: `epoch_unix_ms`,
    `machine_bits`, ….
    """

    def __init__(
        self,
        file: str | PathLike[str],
        namespace: str,
        format: type[Id] | Format | str,
        connect: Any,
        *,
        wait_s: float = 60.0,
        thread: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(file, namespace, format, connect, wait_s=wait_s, **options)
        self._is_threaded = thread
        self._thread: threading.Thread | None = None
        self._ends = threading.Event()
        self._lock = threading.Lock()
        self._stuck: list[_Request] = []

    def renew(self) -> float:
        """Renews if that is due. Returns the seconds until the next renewal, usually one second.

        Raises the errors of the connection; the next call tries again.
        """
        if self._pid and not self._is_own_process():
            return math.inf
        with self._lock:
            exchange = self._exchange()
            try:
                pause_ms, statements = next(exchange)
                while True:
                    time.sleep(pause_ms / 1000)
                    try:
                        cells = self._run(statements)
                    except BaseException as error:
                        exchange.throw(error)
                        raise
                    pause_ms, statements = exchange.send(cells)
            except StopIteration as done:
                wait_s: float = done.value
                return wait_s

    def _run(self, statements: _Statements) -> _Cells:
        """Connects if necessary, and runs the statements, if any."""
        self._stuck = [request for request in self._stuck if request.is_alive()]
        if len(self._stuck) >= _MOST_STUCK:
            raise TimeoutError(f"{_MOST_STUCK} requests are stuck in `connect` or their connections")
        request = _Request(self._connect, self._own, statements)
        self._own = None
        try:
            request.start()
            request.join(_REPLY_S)
        finally:
            if request.is_alive():
                request.is_late = True
                self._stuck.append(request)
                _cut(request.connection)
        if request.is_late:
            raise TimeoutError(f"no reply within {_REPLY_S:g} s; the connection was closed")
        if request.error is not None:
            raise request.error
        if callable(self._connect):
            self._own = request.connection
        return request.cells

    def __enter__(self) -> Lease:
        self._must_be_new()
        if callable(self._connect):
            self._run([])
        try:
            self._open()
            wait_s = self.renew()
            while self.node is None:
                time.sleep(self._wait_for_first(wait_s))
                wait_s = self.renew()
        except BaseException:
            self.close()
            raise
        self._is_active = True
        if self._is_threaded:
            self._ends.clear()
            self._thread = threading.Thread(
                target=self._renew_until_closed, args=(wait_s,), name="sortid-lease", daemon=True
            )
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Releases the node: generators on the file fail within a second. Without a server, the lease expires."""
        session = self._session
        if session is None:
            self._close_own()
            return
        if not self._is_own_process():
            return
        self._ends.set()
        thread, self._thread = self._thread, None
        if thread is not None:
            thread.join(_CLOSE_S)
        session.release()
        if thread is None or not thread.is_alive():
            with contextlib.suppress(Exception):
                self.renew()
        self._session, self._is_active = None, False
        self._close_own()

    def _close_own(self) -> None:
        own, self._own = self._own, None
        if own is not None:
            with contextlib.suppress(Exception):
                own.close()

    def _renew_until_closed(self, wait_s: float) -> None:
        while not self._ends.wait(wait_s):
            try:
                wait_s = self.renew()
            except Exception:
                # `_exchange` has stored and logged the error.
                wait_s = _PAUSE_S


class AsyncLease(_BaseLease):
    """Renews a lease file over connections of asyncpg, redis.asyncio, or asynchronous ones of
    psycopg 3.

    `connect` is a callable whose result is awaited, such as `lambda: asyncpg.connect(…)`, a pool of
    asyncpg or psycopg, or a client of redis.asyncio, which reconnects itself. The timeout of a
    request is 10 s.

    During an `async with` block, a task of the event loop renews it (`task`). If the loop is
    blocked until the lease has expired, generators raise `lease_expired` until it is renewed.
    """

    task: asyncio.Task[None] | None = None
    """The task that renews the lease until the block ends."""

    # The connection of the running request.
    _used: Any = None

    async def renew(self) -> float:
        """Renews if that is due. Returns the seconds until the next renewal."""
        if self._pid and not self._is_own_process():
            return math.inf
        exchange = self._exchange()
        try:
            pause_ms, statements = next(exchange)
            while True:
                if pause_ms:
                    await asyncio.sleep(pause_ms / 1000)
                try:
                    cells = await self._run(statements)
                except BaseException as error:
                    exchange.throw(error)
                    raise
                pause_ms, statements = exchange.send(cells)
        except StopIteration as done:
            wait_s: float = done.value
            return wait_s

    async def _run(self, statements: _Statements) -> _Cells:
        """Connects if necessary, and runs the statements, if any."""
        request = asyncio.ensure_future(self._request(statements))
        is_done = False
        try:
            done, _ = await asyncio.wait({request}, timeout=_REPLY_S)
            is_done = bool(done)
        finally:
            if not is_done:
                request.add_done_callback(lambda late: late.cancelled() or late.exception())
                if self._used is not None:
                    # Closed first, because cancelling a request may wait for the server.
                    _cut(self._used)
                    await asyncio.wait({request}, timeout=_CANCEL_S)
                request.cancel()
            if not is_done or request.cancelled() or request.exception():
                own, self._own = self._own, None
                _cut(own)
        if not is_done:
            raise TimeoutError(f"no reply within {_REPLY_S:g} s; the connection was closed")
        return request.result()

    async def _request(self, statements: _Statements) -> _Cells:
        connect, self._used = self._connect, None
        if hasattr(connect, "getconn") or hasattr(connect, "acquire"):
            acquired = connect.connection() if hasattr(connect, "getconn") else connect.acquire()
            async with acquired as self._used:
                return await _run_async(self._used, statements) if statements else []
        if not callable(connect):
            self._used = connect
        else:
            if self._own is None:
                opened = connect()
                self._own = await opened if inspect.isawaitable(opened) else opened
                _must_reconnect_by(self._own)
            self._used = self._own
        return await _run_async(self._used, statements) if statements else []

    async def __aenter__(self) -> AsyncLease:
        self._must_be_new()
        if callable(self._connect):
            await self._run([])
        try:
            self._open()
            wait_s = await self.renew()
            while self.node is None:
                await asyncio.sleep(self._wait_for_first(wait_s))
                wait_s = await self.renew()
        except BaseException:
            await self.close()
            raise
        self._is_active = True
        self.task = asyncio.create_task(self._renew_until_closed(wait_s))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Releases the node: generators on the file fail within a second. Without a server, the lease expires."""
        session = self._session
        if session is None:
            await self._close_own()
            return
        if not self._is_own_process():
            return
        if self.task is not None:
            self.task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.task
            self.task = None
        session.release()
        with contextlib.suppress(Exception):
            await self.renew()
        self._session, self._is_active = None, False
        await self._close_own()

    async def _close_own(self) -> None:
        own, self._own = self._own, None
        if own is None:
            return
        with contextlib.suppress(Exception):
            await asyncio.wait_for(own.aclose() if hasattr(own, "aclose") else own.close(), _CLOSE_S)

    async def _renew_until_closed(self, wait_s: float) -> None:
        while True:
            await asyncio.sleep(wait_s)
            try:
                wait_s = await self.renew()
            except Exception:
                # `_exchange` has stored and logged the error.
                wait_s = _PAUSE_S


def _is_redis(client: Any) -> bool:
    return hasattr(client, "execute_command")


def _must_reconnect(connect: Any) -> None:
    """Rejects a single connection, which cannot reconnect after a restart of the server."""
    if not (callable(connect) or _is_redis(connect) or hasattr(connect, "getconn") or hasattr(connect, "acquire")):
        raise TypeError(
            f"{type(connect).__name__} cannot connect again after a restart of the server: pass a callable that "
            "returns a new connection, such as `lambda: psycopg.connect(…)` or `lambda: asyncpg.connect(…)`, a pool, "
            "or a client of Redis"
        )


def _must_reconnect_by(connection: Any) -> None:
    if hasattr(connection, "getconn") or hasattr(connection, "acquire"):
        raise TypeError("the callable returned a pool: pass the pool itself")


def _cut(connection: Any) -> None:
    """Closes the connection, so that a pending request fails."""
    with contextlib.suppress(Exception):
        if hasattr(connection, "terminate"):
            # asyncpg
            connection.terminate()
        elif not _is_redis(connection):
            # psycopg: shut down, not closed, because another thread may use the descriptor
            with socket.socket(fileno=os.dup(connection.fileno())) as shared:
                shared.shutdown(socket.SHUT_RDWR)
        elif not inspect.iscoroutinefunction(connection.execute_command):
            connection.connection_pool.disconnect()


def _run(connection: Any, statements: _Statements) -> _Cells:
    """Runs statements in one transaction, or one Redis command; returns the cells of the last result."""
    if _is_redis(connection):
        ((command, words),) = statements
        return _cells(connection.execute_command(command, *words))
    _must_be_idle(connection.info.transaction_status != 0)
    with connection.transaction(), connection.cursor() as cursor:
        for text, values in statements:
            cursor.execute(*_named(text, values), prepare=False)
        return _columns(cursor.pgresult)


async def _run_async(connection: Any, statements: _Statements) -> _Cells:
    """`_run` as a coroutine."""
    if _is_redis(connection):
        ((command, words),) = statements
        return _cells(await connection.execute_command(command, *words))
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
    """Rejects a connection in a transaction, whose rollback would undo the grant."""
    if is_in_transaction:
        raise RuntimeError("the connection is in a transaction: a lease needs its own transactions")


def _named(text: str, values: list[Any]) -> tuple[str, dict[str, Any]]:
    """Converts a statement to psycopg's syntax: named parameters, and doubled percent signs."""
    return _NUMBERED.sub(r"%(p\1)s", text.replace("%", "%%")), {f"p{nth}": value for nth, value in enumerate(values, 1)}


def _columns(result: Any) -> _Cells:
    """The cells of a result, independent of the connection's row factory."""
    rows, columns = range(result.ntuples), range(result.nfields)
    return _cells(result.get_value(row, column) for row in rows for column in columns)


def _cells(values: Iterable[object]) -> _Cells:
    return [_text(value) for value in values]


def _text(value: object) -> str | None:
    if isinstance(value, bytes):
        return value.decode(errors="replace")
    return None if value is None else str(value)

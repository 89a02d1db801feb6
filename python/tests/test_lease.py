"""Leases without an agent, with a simulated server; `leases/tests` has tests with real servers."""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sortid import lease as leases
from sortid.lease import AsyncLease, Lease

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")

NODE = 16
PATIENCE_S = 60.0


class Unreachable(Exception):
    """Raised if the server is unreachable."""


class Server:
    """A simulated Redis with the namespace `orders`, which grants its only node to every request."""

    # Renewals are due within a second.
    stretch_ms = 2000

    def __init__(self) -> None:
        self.is_away = False
        # Cleared while the server accepts requests without replying.
        self.replies = threading.Event()
        self.replies.set()
        self.opened = 0
        self.closed = 0

    def connect(self) -> Client:
        if self.is_away:
            raise Unreachable("the server is unreachable")
        self.opened += 1
        return Client(self)

    def answer(self, command: str, words: tuple[Any, ...]) -> list[Any]:
        if command == "HMGET":
            return ["tid", NODE, 1, self.stretch_ms, 1, 0, "first"]
        arguments = [str(word) for word in words[3:]]
        now = int(arguments[6]) if arguments[0] != "close" else 0
        if arguments[0] == "close":
            return ["closed", now]
        begin = now if arguments[0] == "take" else int(arguments[11])
        return ["granted", 0, begin, now + self.stretch_ms, 1, now]


class Client:
    """A connection to the server, which breaks at the first error."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.is_broken = False

    def execute_command(self, command: str, *words: Any) -> list[Any]:
        self.server.replies.wait()
        if self.server.is_away or self.is_broken:
            self.is_broken = True
            raise Unreachable("the connection was lost")
        return self.server.answer(command, words)

    def close(self) -> None:
        self.server.closed += 1


class AsyncClient(Client):
    async def execute_command(self, command: str, *words: Any) -> list[Any]:  # type: ignore[override]
        while not self.server.replies.is_set():
            await asyncio.sleep(0.01)
        return super().execute_command(command, *words)

    async def aclose(self) -> None:
        self.close()


@pytest.fixture
def server() -> Server:
    return Server()


def waits_for(what: Callable[[], object]) -> None:
    until = time.monotonic() + PATIENCE_S
    while not what():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_lease_survives_a_server_restart(tmp_path: Path, server: Server, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "sortid.lease")
    with Lease(tmp_path / "l", "orders", "tid", server.connect, thread=True) as lease:
        assert lease.node == NODE
        server.is_away = True
        waits_for(lambda: isinstance(lease.error, Unreachable) and "unreachable" in str(lease.error))
        # The error remains until the next renewal succeeds.
        waits_for(lambda: lease.node is None)
        assert isinstance(lease.error, Unreachable)
        server.is_away = False
        waits_for(lambda: lease.node == NODE and lease.error is None)
        assert server.opened == 2
    assert server.closed == 2
    messages = [record.getMessage() for record in caplog.records]
    assert sum("the server is unreachable" in line for line in messages) == 1, messages
    assert messages[-1] == f"orders: continues with node {NODE}"


def test_blocking_callable_does_not_block_the_lease(
    tmp_path: Path, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends = threading.Event()
    blocks = False

    def connect() -> Client:
        if blocks:
            ends.wait()
        return server.connect()

    monkeypatch.setattr(leases, "_MOST_STUCK", 2)
    with Lease(tmp_path / "l", "orders", "tid", connect, thread=True) as lease:
        monkeypatch.setattr(leases, "_REPLY_S", 0.01)
        blocks = server.is_away = True
        waits_for(lambda: "are stuck" in str(lease.error))
        monkeypatch.setattr(leases, "_REPLY_S", 10.0)
        blocks = server.is_away = False
        ends.set()
        waits_for(lambda: lease.node == NODE and lease.error is None)


def test_async_lease_survives_a_server_restart(tmp_path: Path, server: Server) -> None:
    is_silent = False

    async def connect() -> AsyncClient:
        if is_silent:
            await asyncio.Event().wait()
        server.connect()
        return AsyncClient(server)

    async def becomes(what: Callable[[], object]) -> None:
        until = time.monotonic() + PATIENCE_S
        while not what():
            assert time.monotonic() < until
            await asyncio.sleep(0.01)

    async def kept(monkeypatch: pytest.MonkeyPatch) -> None:
        nonlocal is_silent
        async with AsyncLease(tmp_path / "l", "orders", "tid", connect) as lease:
            server.is_away = True
            await becomes(lambda: isinstance(lease.error, Unreachable))
            monkeypatch.setattr(leases, "_REPLY_S", 0.01)
            server.is_away, is_silent = False, True
            await becomes(lambda: isinstance(lease.error, TimeoutError))
            monkeypatch.setattr(leases, "_REPLY_S", 10.0)
            is_silent = False
            await becomes(lambda: lease.node == NODE and lease.error is None)

    with pytest.MonkeyPatch.context() as monkeypatch:
        asyncio.run(kept(monkeypatch))


@pytest.mark.parametrize("is_silent", [False, True])
@pytest.mark.parametrize("is_async", [False, True])
def test_lease_opens_and_closes_without_a_server(
    tmp_path: Path, server: Server, monkeypatch: pytest.MonkeyPatch, is_silent: bool, is_async: bool
) -> None:
    def fail(is_failing: bool) -> None:
        monkeypatch.setattr(leases, "_REPLY_S", 0.01 if is_failing else 10.0)
        server.is_away = is_failing and not is_silent
        if is_failing and is_silent:
            server.replies.clear()
        else:
            server.replies.set()

    async def connect() -> AsyncClient:
        server.connect()
        return AsyncClient(server)

    async def kept(ends_without: bool) -> None:
        """Opens and closes a lease."""
        if is_async:
            async with AsyncLease(tmp_path / "l", "orders", "tid", connect) as asynchronous:
                fail(ends_without)
            assert asynchronous.node is None
        else:
            with Lease(tmp_path / "l", "orders", "tid", server.connect, thread=True) as lease:
                fail(ends_without)
            assert lease.node is None

    fail(True)
    with pytest.raises((Unreachable, TimeoutError)):
        asyncio.run(kept(False))
    fail(False)
    asyncio.run(kept(True))
    # The earlier leases have released the file.
    fail(False)
    asyncio.run(kept(False))


def test_single_connection_is_rejected(tmp_path: Path) -> None:
    for kind in (Lease, AsyncLease):
        with pytest.raises(TypeError, match=r"lambda: psycopg\.connect"):
            kind(tmp_path / "l", "orders", "tid", object())


def test_psycopg_statement_has_the_same_text() -> None:
    statement = "SELECT $1::bigint % 7, $2, $1"
    text, values = leases._named(statement, [3, None])
    assert text % {"p1": "$1", "p2": "$2"} == statement
    assert values == {"p1": 3, "p2": None}


@pytest.mark.parametrize("damage", ["empty", "short", "bit"])
def test_damaged_file_is_renamed(tmp_path: Path, server: Server, caplog: pytest.LogCaptureFixture, damage: str) -> None:
    path = tmp_path / "l"
    with Lease(path, "orders", "tid", server.connect):
        pass
    whole = path.read_bytes()
    damaged = {"empty": b"", "short": whole[:4096], "bit": whole[:40] + bytes([whole[40] ^ 1]) + whole[41:]}[damage]
    path.write_bytes(damaged)
    with Lease(path, "orders", "tid", server.connect) as lease:
        assert lease.node == NODE
    assert (tmp_path / "l.damaged").read_bytes() == damaged
    assert "l.damaged" in caplog.text

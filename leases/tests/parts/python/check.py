"""Tests leases with every Python client of the server."""

from __future__ import annotations

import asyncio
import math
import os
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import sortid
from sortid.lease import AsyncLease, Lease

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import hole

FOLDER = Path(sys.argv[1])
SOCKET = os.environ.get("REDIS_SOCKET")
# The namespaces' lease term.
STRETCH_S = 3.0
PATIENCE_S = 30.0
failed: list[str] = []


def check(name: str, is_so: object, why: object = "") -> None:
    if not is_so:
        failed.append(name)
    print(f"ok {name}" if is_so else f"not ok {name}: {why}", flush=True)


@contextmanager
def sync() -> Iterator[Any]:
    if SOCKET:
        import redis

        client = redis.Redis(unix_socket_path=SOCKET)
        yield client
        client.close()
    else:
        import psycopg
        from psycopg.rows import dict_row

        # Leases must work with any row factory.
        yield lambda: psycopg.connect(row_factory=dict_row)


def asynchronous() -> dict[str, Callable[[], Any]]:
    """Returns functions that connect, by client."""

    @asynccontextmanager
    async def of_redis() -> AsyncIterator[Any]:
        import redis.asyncio

        client = redis.asyncio.Redis(unix_socket_path=SOCKET, decode_responses=True)
        yield client
        await client.aclose()

    @asynccontextmanager
    async def of_psycopg() -> AsyncIterator[Any]:
        import psycopg

        yield lambda: psycopg.AsyncConnection.connect(autocommit=True)

    @asynccontextmanager
    async def of_asyncpg() -> AsyncIterator[Any]:
        import asyncpg

        yield asyncpg.connect

    @asynccontextmanager
    async def of_pool() -> AsyncIterator[Any]:
        import asyncpg

        async with asyncpg.create_pool(min_size=1, max_size=1) as pool:
            yield pool

    @asynccontextmanager
    async def of_psycopgs_pool() -> AsyncIterator[Any]:
        import psycopg_pool

        async with psycopg_pool.AsyncConnectionPool(min_size=1, max_size=1, open=False) as pool:
            yield pool

    if SOCKET:
        return {"redis.asyncio": of_redis}
    return {
        "asyncpg": of_asyncpg,
        "a pool of asyncpg": of_pool,
        "psycopg's asynchronous one": of_psycopg,
        "an asynchronous pool of psycopg": of_psycopgs_pool,
    }


def generator(file: Path) -> sortid.Generator[sortid.Tid]:
    return sortid.Generator(sortid.Tid, lease_file=file, max_lead_ms=1)


def node_of(ids: sortid.Generator[sortid.Tid]) -> int:
    """Returns the node in the next id."""
    return ids.next().fields["clock_id"]


def code(of: Callable[[], object]) -> str:
    """Returns the code of the error that a function raises."""
    try:
        of()
    except sortid.Error as error:
        return error.code
    return "nothing"


def waited(what: Callable[[], bool]) -> bool:
    """Waits for a condition while other threads run. Returns whether it became true in time."""
    until = time.monotonic() + PATIENCE_S
    while not what():
        if time.monotonic() > until:
            return False
        time.sleep(0.001)
    return True


async def becomes(what: Callable[[], bool]) -> bool:
    """Waits for a condition while the event loop runs. Returns whether it became true in time."""
    until = time.monotonic() + PATIENCE_S
    while not what():
        if time.monotonic() > until:
            return False
        await asyncio.sleep(0.1)
    return True


def is_over(ids: sortid.Generator[sortid.Tid]) -> bool:
    """Waits until ids fail with lease_expired. Reserved ids, for at most a second, are still generated."""
    return waited(lambda: code(ids.next) == "lease_expired")


def renewed_by_a_thread(connection: Any) -> None:
    file = FOLDER / "thread"
    with Lease(file, "orders", sortid.Tid, connection, thread=True) as lease:
        ids, until_ms = generator(file), lease.until_ms
        nodes = {node_of(ids) for _ in range(100)}
        check("ids have the node of the lease", nodes == {lease.node} and lease.node in (1, 2, 3), nodes)
        is_renewed = waited(lambda: (lease.until_ms or 0) > (until_ms or 0) + 1000 * STRETCH_S)
        check("renewed", is_renewed, lease.error)
        check("ids continue", waited(lambda: code(ids.next) == "nothing" and node_of(ids) == lease.node))
        check(
            "a second lease on a file fails",
            code(lambda: Lease(file, "orders", "tid", connection).__enter__()) == "store_locked",
        )
    check("the node is released", lease.node is None and is_over(ids))


def renewed_by_hand(connection: Any) -> None:
    file = FOLDER / "hand"
    with Lease(file, "orders", "tid", connection) as lease:
        ids = generator(file)
        check("no renewal is due", 0 < lease.renew() <= STRETCH_S and 0 < lease.due_s <= STRETCH_S, lease.due_s)
        ids.next()
        time.sleep(STRETCH_S)
        check(
            "a lease without renewal expires",
            code(ids.next) == "lease_expired" and lease.node is None and lease.due_s == 0,
        )
        lease.renew()
        check("renew returns the node", node_of(ids) == lease.node)
    check("a closed lease has no more ids", is_over(ids))


def silent() -> None:
    """A proxy accepts all data and never replies."""
    proxy = hole.beside()
    where = {"host": "127.0.0.1", "port": proxy.port, "connect_timeout": 5}
    with ExitStack() as ends:
        if SOCKET:
            import redis

            connects: dict[str, Any] = {"redis-py": redis.Redis(port=proxy.port)}
        else:
            import psycopg
            import psycopg_pool

            pool = psycopg_pool.ConnectionPool(kwargs=where, min_size=1, max_size=1, open=False)
            connects = {
                "psycopg": lambda: psycopg.connect(**where),
                "a pool of psycopg": ends.enter_context(pool),
            }
        for name, connect in connects.items():
            closed = proxy.closed
            with Lease(FOLDER / f"silent-{name.replace(' ', '-')}", "orders", "tid", connect, thread=True) as lease:
                proxy.is_silent.set()
                check(f"{name}: silent: closed", waited(lambda: proxy.closed > closed), lease.error)  # noqa: B023
                check(f"{name}: silent: reported", waited(lambda: isinstance(lease.error, TimeoutError)), lease.error)
                proxy.is_silent.clear()
                goes_on = waited(lambda: lease.node is not None and lease.error is None)
                check(f"{name}: silent: recovers", goes_on, lease.error)


async def silent_to_tasks() -> None:
    proxy = hole.beside()
    async with AsyncExitStack() as ends:
        connects: dict[str, Any] = {}
        if SOCKET:
            import redis.asyncio

            connects["redis.asyncio"] = redis.asyncio.Redis(port=proxy.port)
        else:
            import asyncpg
            import psycopg
            import psycopg_pool

            where = {"host": "127.0.0.1", "port": proxy.port}
            pool = asyncpg.create_pool(**where, min_size=1, max_size=1, timeout=5)
            in_time = {**where, "connect_timeout": 5}
            other = psycopg_pool.AsyncConnectionPool(kwargs=in_time, min_size=1, max_size=1, open=False)
            connects["asyncpg"] = lambda: asyncpg.connect(**where)
            connects["a pool of asyncpg"] = await ends.enter_async_context(pool)
            connects["psycopg's asynchronous one"] = lambda: psycopg.AsyncConnection.connect(**where)
            connects["an asynchronous pool of psycopg"] = await ends.enter_async_context(other)
        for name, connect in connects.items():
            closed = proxy.closed
            async with AsyncLease(FOLDER / f"silent-{name.replace(' ', '-')}", "orders", "tid", connect) as lease:
                proxy.is_silent.set()
                check(f"{name}: silent: closed", await becomes(lambda: proxy.closed > closed), lease.error)  # noqa: B023
                is_told = await becomes(lambda: isinstance(lease.error, TimeoutError))
                check(f"{name}: silent: reported", is_told, lease.error)
                proxy.is_silent.clear()
                goes_on = await becomes(lambda: lease.node is not None and lease.error is None)
                check(f"{name}: silent: recovers", goes_on, lease.error)


def forked(connection: Any) -> None:
    file = FOLDER / "forked"
    with Lease(file, "orders", "tid", connection, thread=True) as lease:
        ids, read, write = generator(file), *os.pipe()
        child = os.fork()
        if child == 0:
            has_nothing = lease.renew() == math.inf and lease.node is None and lease.due_s == math.inf
            # The child generates ids from the file, like any process.
            node = node_of(ids)
            lease.close()
            os.write(write, f"{has_nothing} {node}".encode())
            os._exit(0)
        os.waitpid(child, 0)
        report = os.read(read, 100).decode()
        check("a child has no lease", report == f"True {lease.node}", report)
        check("the parent continues", node_of(ids) == lease.node and lease.renew() > 0)


def refused(connection: Any) -> None:
    with Lease(FOLDER / "one", "few", "tid", connection) as lease:
        check("gets the only node", lease.node == 7, lease.node)
        try:
            with sync() as other, Lease(FOLDER / "two", "few", "tid", other, wait_s=0.5):
                error_text = "it has one"
        except TimeoutError as error:
            error_text = str(error)
        check("reports exhausted nodes", "exhausted" in error_text, error_text)
    with Lease(FOLDER / "two", "few", "tid", connection, wait_s=0.5) as lease:
        check("gets a released node at once", lease.node == 7, lease.node)
    none = code(lambda: Lease(FOLDER / "none", "none", "tid", connection).__enter__())
    check("a missing namespace is rejected", none == "invalid_option", none)
    other = code(lambda: Lease(FOLDER / "other", "orders", "timeid", connection).__enter__())
    check("a namespace of another format is rejected", other == "store_foreign", other)
    option = code(lambda: Lease(FOLDER / "option", "orders", "tid", connection, node=3).__enter__())
    check("an assigned node is rejected", option == "invalid_option", option)


def within_a_transaction(connect: Callable[[], Any]) -> None:
    with connect() as connection:
        connection.execute("SELECT 1")
        try:
            with Lease(FOLDER / "inside", "orders", "tid", lambda: connection):
                error_text = "it took a node"
        except RuntimeError as error:
            error_text = str(error)
        check("a connection within a transaction is rejected", "transaction" in error_text, error_text)


def restarted(connect: Callable[[], Any]) -> None:
    """The server closes the connection of a lease, which opens another one."""
    with Lease(FOLDER / "restarted", "orders", "tid", connect, thread=True) as lease, connect() as other:
        until_ms, node = lease.until_ms or 0, lease.node
        others = "pid <> pg_backend_pid() AND state = 'idle'"
        other.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")
        other.rollback()
        check("the error is reported", waited(lambda: lease.error is not None), lease.error)
        is_renewed = waited(lambda: (lease.until_ms or 0) > until_ms + 1000 * STRETCH_S and lease.error is None)
        check("renewed by another connection", is_renewed and lease.node is not None, (lease.error, node))


async def renewed_by_a_task(name: str, connect: Callable[[], Any]) -> None:
    file = FOLDER / name.replace(" ", "-")
    async with connect() as connection:
        async with AsyncLease(file, "orders", "tid", connection) as lease:
            ids, until_ms = generator(file), lease.until_ms
            check(f"{name}: has a node", node_of(ids) == lease.node, lease.node)
            is_renewed = await becomes(lambda: (lease.until_ms or 0) > (until_ms or 0) + 1000 * STRETCH_S)
            check(f"{name}: renewed", is_renewed, lease.error)
            # Blocking the event loop blocks the renewal.
            time.sleep(STRETCH_S)
            check(f"{name}: expires in a blocked loop", code(ids.next) == "lease_expired", lease.node)
            goes_on = await becomes(lambda: code(ids.next) == "nothing" and node_of(ids) == lease.node)
            check(f"{name}: renews afterwards", goes_on, lease.error)
            inside = lease.task
        check(f"{name}: its task has ended", inside is not None and inside.done() and lease.task is None)
        check(f"{name}: releases the node", is_over(ids))


def main() -> int:
    with sync() as connection:
        renewed_by_a_thread(connection)
        renewed_by_hand(connection)
        forked(connection)
        refused(connection)
        if not SOCKET:
            within_a_transaction(connection)
            restarted(connection)
    silent()
    asyncio.run(silent_to_tasks())
    for name, connect in asynchronous().items():
        asyncio.run(renewed_by_a_task(name, connect))
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())

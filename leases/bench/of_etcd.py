#!/usr/bin/env python3
"""Measures leases in etcd, which syncs every write. Starts its own server, with the programs of the
wrapper.

Records the renewal of an agent from its connection, and repeats it. Each request writes the
unchanged row, so that the next comparison succeeds.
"""

from __future__ import annotations

import base64
import json
import os
import random
import re
import socket
import subprocess
import tempfile
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import rows
import server
import turns
from member import ALONE
from turns import Side

TOOLS = Path(os.environ["SORTID_PROGRAMS"])
AGENT = rows.PROGRAMS / "sortid-lease"
NODES = range(1024)
# Per connection.
REQUESTS = 100
REQUEST = re.compile(rb"content-length: (\d+)\r\n(?:[^\r]+\r\n)*\r\n", re.I)


def encoded(what: str, body: object) -> bytes:
    text = json.dumps(body, separators=(",", ":")).encode()
    head = (f"POST /v3/kv/{what} HTTP/1.1", "Host: bench", "Content-Type: application/json")
    return "\r\n".join((*head, f"Content-Length: {len(text)}", "", "")).encode() + text


def in_base64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def answered(there: socket.socket, request: bytes) -> bytes:
    """Sends a request. Returns the reply, which must have status 200."""
    there.sendall(request)
    reply = b""
    while not (found := REQUEST.search(reply)) or len(reply) < found.end() + int(found[1]):
        more = there.recv(1 << 16)
        if not more:
            break
        reply += more
    if not reply.startswith(b"HTTP/1.1 200"):
        raise RuntimeError(f"request failed: {reply!r}")
    return reply


def request_once(port: int, request: bytes) -> bytes:
    """Connects, and sends a request. Returns the reply."""
    with socket.create_connection(("127.0.0.1", port)) as there:
        return answered(there, request)


def is_ready(port: int) -> bool:
    try:
        return b'"cluster_id"' in request_once(port, encoded("range", {"key": in_base64("sortid")}))
    except (OSError, RuntimeError):
        return False


def busy(port: int, requests: list[bytes]) -> Side:
    """Measures the nanoseconds per request, with a connection for each client."""

    def client() -> None:
        with socket.create_connection(("127.0.0.1", port)) as there:
            for _ in range(REQUESTS):
                answered(there, random.choice(requests))

    def work() -> None:
        with ThreadPoolExecutor(rows.CLIENTS) as clients:
            for done in [clients.submit(client) for _ in range(rows.CLIENTS)]:
                done.result()

    return lambda: turns.timed(work, REQUESTS * rows.CLIENTS)


def agent(address: str, *words: object) -> None:
    command = [str(word) for word in (AGENT, *words)]
    env = {**os.environ, "SORTID_LEASE_STORE": address}
    subprocess.run(command, env=env, stderr=subprocess.DEVNULL, check=True)


def renewal(port: int, folder: Path) -> dict[str, Any]:
    """Returns the renewal that an agent sends: its first transaction that compares two values."""
    sent = bytearray()
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def passed_on(one: socket.socket, other: socket.socket, keep: Callable[[bytes], object]) -> None:
            while data := one.recv(1 << 16):
                keep(data)
                other.sendall(data)
            other.shutdown(socket.SHUT_WR)

        def between() -> None:
            here, _ = listener.accept()
            with here, socket.create_connection(("127.0.0.1", port)) as there:
                back = threading.Thread(target=passed_on, args=(there, here, lambda _heard: None))
                back.start()
                passed_on(here, there, sent.extend)
                back.join()

        address = f"etcd+http://127.0.0.1:{port}"
        times = ("--stretch", "3s", "--margin", "5s")
        lease = ("--namespace", "renewed", "--format", "tid", "--lease-file", folder / "renewed")
        agent(address, "create", "renewed", "--format", "tid", "--new", *times)
        threading.Thread(target=between, daemon=True).start()
        address = f"etcd+http://127.0.0.1:{listener.getsockname()[1]}"
        agent(address, "run", *lease, "--", "sleep", "3")
    heads = REQUEST.finditer(bytes(sent))
    bodies = [json.loads(sent[head.end() : head.end() + int(head[1])]) for head in heads]
    targets = ["VALUE", "VALUE"]
    found = [body for body in bodies if [one["target"] for one in body.get("compare", ())] == targets]
    if not found:
        raise RuntimeError(f"no renewal: {bodies}")
    return dict(found[0])


def renewals(port: int, one: dict[str, Any]) -> list[bytes]:
    """Returns the renewal for each node, whose row it compares."""
    record, row = (compared["value"] for compared in one["compare"])
    request_once(port, encoded("put", {"key": one["compare"][0]["key"], "value": record}))
    renewals = []
    for node in NODES:
        key = in_base64(f"sortid/renewed/n/{node:05}")
        request_once(port, encoded("put", {"key": key, "value": row}))
        compared = [one["compare"][0], {**one["compare"][1], "key": key}]
        put = {"request_put": {"key": key, "value": row}}
        failure = [{"request_range": {"key": key}} for key in (one["compare"][0]["key"], key)]
        renewals.append(encoded("txn", {"compare": compared, "success": [put], "failure": failure}))
    if b'"succeeded":true' not in request_once(port, renewals[5]):
        raise RuntimeError("a renewal failed")
    return renewals


def main() -> None:
    owner = server.Owner("etcd")
    server.HOME.mkdir(parents=True, exist_ok=True)
    with server.folder() as data, tempfile.TemporaryDirectory(prefix="sortid-") as sockets, rows.folder() as files:
        owner.folder(data)
        owner.folder(sockets)
        port = server.free_port()
        url = f"http://127.0.0.1:{port}"
        listen = ("--listen-client-urls", url, "--advertise-client-urls", url)
        command = [*owner.prefix, TOOLS / "etcd", "--data-dir", data, *listen, *ALONE]
        with server.running(command, sockets, dict(os.environ), lambda: is_ready(port)):
            first = rows.first_id(f"etcd+{url}", Path(files))
            one = renewal(port, Path(files))
            row = one["compare"][1]["value"]
            keys = [in_base64(f"sortid/cheapest/n/{node:05}") for node in NODES]
            cheapest = [encoded("put", {"key": key, "value": row}) for key in keys]
            rows.measure(
                "etcd",
                subprocess.run([TOOLS / "etcd", "--version"], capture_output=True, text=True).stdout.split()[2],
                (first, rows.floor(lambda: request_once(port, cheapest[5]))),
                (busy(port, renewals(port, one)), busy(port, cheapest)),
                "put of a row by the same gateway",
                0.41,
            )


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Measures leases in a Redis that syncs every write. Starts its own server, with the programs of the wrapper."""

from __future__ import annotations

import hashlib
import os
import re
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import rows
import server
from turns import Side

TOOLS = Path(os.environ["SORTID_PROGRAMS"])
SCRIPT = os.environ["SORTID_SCRIPT"]
ONE_HSET = "return redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])"
REQUESTS = 4000
SYNCED = ("--save", "", "--appendonly", "yes", "--appendfsync", "always")


def encoded(words: tuple[object, ...]) -> bytes:
    """Encodes a command."""
    texts = [str(word).encode() for word in words]
    return b"*%d\r\n" % len(texts) + b"".join(b"$%d\r\n%s\r\n" % (len(text), text) for text in texts)


def request_once(path: Path, *words: object) -> bytes:
    """Connects, and sends a command. Returns the reply."""
    with socket.socket(socket.AF_UNIX) as there:
        there.connect(str(path))
        there.sendall(encoded(words))
        return there.recv(1 << 16)


def busy(path: Path, words: Callable[[], tuple[object, ...]]) -> Side:
    """Measures the nanoseconds per command with redis-benchmark."""
    program = [TOOLS / "redis-benchmark", "-s", path, "-c", rows.CLIENTS, "-n", REQUESTS, "-r", 1000, "-q"]

    def once() -> float:
        command = [*program, *words()]
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=True)
        found = re.findall(r"([\d.]+) requests per second", done.stdout)
        return 1e9 / float(found[-1])

    return once


def main() -> None:
    owner = server.Owner("redis")
    server.HOME.mkdir(parents=True, exist_ok=True)
    with server.folder() as data, tempfile.TemporaryDirectory(prefix="sortid-") as sockets, rows.folder() as files:
        owner.folder(data)
        owner.folder(sockets)
        path = Path(sockets, "redis")
        plain = ["--port", "0", "--unixsocket", path, "--unixsocketperm", "777", *SYNCED, "--dir", data]
        command = [*owner.prefix, TOOLS / "redis-server", *plain]
        with server.running(command, data, dict(os.environ), path.exists, signal.SIGTERM):
            for script in (SCRIPT, ONE_HSET):
                request_once(path, "SCRIPT", "LOAD", script)
            first = rows.first_id(f"redis+unix://{path}", Path(files))
            renewal = ("EVALSHA", sha1(SCRIPT), 1, "sortid:{renewed}", "renew", "tid", 0, 1024, 30_000, 30_000)
            # Rows with unexpired leases of the holder.
            request_once(path, "EVALSHA", sha1(SCRIPT), *renewal[2:4], "create", *renewal[5:10], 0, "", "new")
            for node in range(1024):
                request_once(path, "HSET", "sortid:{renewed}", f"n{node}", f"{rows.LATE_MS} 7 1 - - - bench")
            given = ("bench", "7", "__rand_int__", "7", rows.LATE_MS, 1, "-")

            def renewals() -> tuple[object, ...]:
                return (*renewal, round(time.time() * 1000), *given)

            answer = request_once(path, *(5 if word == "__rand_int__" else word for word in renewals()))
            if b"granted" not in answer:
                raise RuntimeError(f"a renewal failed: {answer!r}")
            version = re.findall(rb"redis_version:(\S+)", request_once(path, "INFO", "server"))[0].decode()
            cheapest = ("EVALSHA", sha1(ONE_HSET), 1, "sortid:{cheapest}", "n__rand_int__", "x" * 60)
            rows.measure(
                "redis",
                version,
                (first, rows.floor(lambda: request_once(path, "HSET", "pairs", "field", "value"))),
                (busy(path, renewals), busy(path, lambda: cheapest)),
                "EVALSHA of one HSET",
                0.52,
            )


def sha1(script: str) -> str:
    return hashlib.sha1(script.encode(), usedforsecurity=False).hexdigest()


if __name__ == "__main__":
    main()

"""Redis without persistence: a killed server loses all data."""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import server
import servers
from lease_agent import run, until
from servers import Fault, Wait

WORD = secrets.token_hex(16)
TOOLS = Path(os.environ["SORTID_PROGRAMS"])


class Node:
    """A server at a port of loopback."""

    def __init__(self, folder: Path, port: int, of: int | None = None) -> None:
        self.port, owner = port, server.Owner("redis")
        plain = ["--port", port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder]
        plain += ["--requirepass", WORD, "--masterauth", WORD, "--repl-diskless-sync-delay", "0"]
        plain += ["--replicaof", f"127.0.0.1 {of}"] if of else []
        command = [str(word) for word in [*owner.prefix, TOOLS / "redis-server", *plain]]
        log = (folder / f"redis-{port}.log").open("ab")
        self.process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        log.close()
        if not until(lambda: self.cli("PING") == "PONG"):
            raise RuntimeError("redis-server does not start")

    def cli(self, *words: object) -> str:
        return run(TOOLS / "redis-cli", "-p", self.port, *words, env={"REDISCLI_AUTH": WORD}).stdout.strip()

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


class Servers(servers.Servers):
    close_word = b"\r\nclose\r\n"

    def begin(self) -> int:
        server.Owner("redis").folder(str(self.folder))
        self.node = Node(self.folder, servers.free_port())
        return self.node.port

    def address(self, port: int) -> str:
        return f"redis://:{WORD}@127.0.0.1:{port}"

    def owners_address(self) -> str:
        return self.address(self.node.port)

    def faults(self) -> dict[str, Fault]:
        return {
            "killed without persistence": self.forget,
            "replica promoted": lambda wait: self.promote(wait, 0.9),
            "emptied": lambda _wait: self.empty(),
        }

    def empty(self) -> None:
        self.node.cli("FLUSHALL")

    def forget(self, wait: Wait, meanwhile: Callable[[], None] = lambda: None) -> None:
        self.away()
        meanwhile()
        wait(0.3)
        self.back()

    def promote(self, wait: Wait, beside_seconds: float, meanwhile: Callable[[], None] = lambda: None) -> None:
        new = Node(self.folder, servers.free_port(), self.node.port)
        if not until(lambda: "master_link_status:up" in new.cli("INFO", "replication")):
            raise RuntimeError("a replica does not follow")
        # From here on it misses writes.
        new.cli("REPLICAOF", "127.0.0.1", "1")
        wait(1.0)
        began = time.monotonic()
        new.cli("REPLICAOF", "NO", "ONE")
        self.beside(new.port, began, beside_seconds, wait, meanwhile, self.node.kill)
        self.node = new

    def away(self) -> None:
        self.node.kill()

    def back(self) -> None:
        self.node = Node(self.folder, self.node.port)

    def pid(self) -> int:
        return self.node.process.pid

    def end(self) -> None:
        self.node.kill()

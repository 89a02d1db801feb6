"""Shared code of the parts that run `sortid-lease`: running the agent, and tests of every store.

A part implements `Store`, which queries its server for rows. The agent gets the store's address
from its environment.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path

from hole import Hole

# Contains `server`, the shared code of the wrappers.
sys.path.append(str(Path(__file__).resolve().parents[2] / "databases" / "tests"))

import server

AGENT = server.TARGET / "debug" / "sortid-lease"
failed: list[str] = []


def check(name: str, is_so: bool, why: object = "") -> None:
    if not is_so:
        failed.append(name)
    print(f"ok {name}" if is_so else f"not ok {name}: {why}", flush=True)


def run(
    *command: object, env: dict[str, str] | None = None, patience_seconds: float = 120
) -> subprocess.CompletedProcess[str]:
    """Runs a command to its end."""
    words = [str(word) for word in command]
    whole = {**os.environ, **(env or {})}
    return subprocess.run(words, env=whole, capture_output=True, text=True, timeout=patience_seconds)


def until(what: Callable[[], bool], patience_seconds: float = 60) -> bool:
    """Waits for a condition. Returns whether it became true in time."""
    patience = time.monotonic() + patience_seconds
    while not what():
        if time.monotonic() > patience:
            return False
        time.sleep(0.05)
    return True


def end(*holders: subprocess.Popen[str]) -> list[str]:
    """Terminates agents. Returns their standard error."""
    for one in holders:
        one.send_signal(signal.SIGTERM)
    return [one.communicate(timeout=60)[1] for one in holders]


def holder(address: str, namespace: str, file: Path, *command: object, wait: str = "60s") -> subprocess.Popen[str]:
    """Starts an agent with a program, for the store at an address."""
    words = (AGENT, "run", "--namespace", namespace, "--format", "tid", "--lease-file", file, "--wait", wait, "--")
    env = {**os.environ, "SORTID_LEASE_STORE": address}
    arguments = [str(word) for word in (*words, *command)]
    return subprocess.Popen(arguments, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def new_stderr(one: subprocess.Popen[str]) -> str:
    """Returns the unread part of a program's standard error."""
    assert one.stderr
    os.set_blocking(one.stderr.fileno(), False)
    try:
        return os.read(one.stderr.fileno(), 1 << 16).decode()
    except BlockingIOError:
        return ""
    finally:
        os.set_blocking(one.stderr.fileno(), True)


def built(*crates: str, into: Path = server.TARGET, flags: str | None = None) -> bool:
    """Builds the agent and the crates in these folders, with compiler flags into a separate target folder."""
    env = {} if flags is None else {"RUSTFLAGS": flags}
    for crate in ("leases/agent", *crates):
        where = ("--manifest-path", server.ROOT / crate / "Cargo.toml", "--target-dir", into)
        done = run("cargo", "build", "-q", *where, env=env, patience_seconds=3600)
        if done.returncode != 0:
            print(f"not ok build: {done.stderr}")
            return False
    server.HOME.mkdir(parents=True, exist_ok=True)
    return True


class Store(ABC):
    """A server with the namespace `orders`."""

    # The password, which no process list may show.
    word: str

    @abstractmethod
    def address(self) -> str:
        """Returns its address, with the password."""

    @abstractmethod
    def rows(self) -> object:
        """Returns the rows of the nodes, for display."""

    @abstractmethod
    def held_count(self) -> int:
        """Returns the number of granted and unreleased nodes."""

    @abstractmethod
    def renewed(self) -> int:
        """Returns the total number of grants."""

    @abstractmethod
    def move(self, name: str) -> None:
        """Changes the recorded server of the namespace, as if another one had served it."""

    def maker(self) -> str:
        """Returns the address for creating namespaces."""
        return self.address()

    def lease(self, *words: object, at: str | None = None) -> subprocess.CompletedProcess[str]:
        return run(AGENT, *words, env={"SORTID_LEASE_STORE": at or self.address()})

    def holder(
        self, file: Path, *command: object, wait: str = "60s", namespace: str = "orders"
    ) -> subprocess.Popen[str]:
        """Starts an agent with a program."""
        return holder(self.address(), namespace, file, *command, wait=wait)

    def grants(self, folder: Path) -> None:
        """Three agents get three nodes, a fourth one waits, and releases free all nodes."""
        both = [self.holder(folder / name, "sleep", "600") for name in "ab"]
        check("two agents get nodes at once", until(lambda: self.held_count() == 2), self.rows())
        third = self.holder(folder / "c", "sleep", "600")
        check("a third agent gets a node", until(lambda: self.held_count() == 3), self.rows())
        fourth = self.holder(folder / "d", "true", wait="2s")
        log = fourth.communicate(timeout=60)[1]
        check("a fourth agent gets no node", fourth.returncode == 125 and "all 3 nodes are held" in log, log)
        done = self.lease("status", "--namespace", "orders", "--json")
        check("status", done.returncode == 0 and done.stdout.count("process") == 3, done.stdout + done.stderr)
        commands = [Path(f"/proc/{one.pid}/cmdline").read_bytes() for one in (*both, third)]
        check("no password in arguments", all(self.word.encode() not in command for command in commands))
        before = self.renewed()
        check("renewed", until(lambda: self.renewed() >= before + 3), self.rows())
        end(*both, third)
        check("released", self.held_count() == 0, self.rows())

    def late(self, folder: Path) -> None:
        """An expired lease is renewed for a margin, but not if another server may have served since."""
        self.overdue(folder, "guarded", lambda: self.lease("guard", "--namespace", "guarded"))
        self.overdue(folder, "moved", lambda: self.move("moved"))

    def silent(self, folder: Path, server: Callable[[], socket.socket]) -> None:
        """A proxy accepts all data and never replies: the agent closes the connection, and reports it."""
        create = ("create", "silent", "--format", "tid", "--new", "--stretch", "15s", "--margin", "60s")
        done = self.lease(*create, at=self.maker())
        check("silent: created", done.returncode == 0, done.stderr)
        hole = Hole(server)
        command = ("sleep", "600")

        def begun(name: str) -> subprocess.Popen[str]:
            return holder(self.through(hole.port), "silent", folder / name, *command)

        one, ending = begun("silent"), begun("silent-ending")

        def counted() -> int:
            status = json.loads(self.lease("status", "--namespace", "silent", "--json").stdout)
            return sum(row["count"] for row in status["nodes"])

        check("silent: renewed", until(lambda: counted() > 3), counted())
        hole.is_silent.set()
        late = begun("silent-late")
        end(ending)
        check("silent: an agent can end", ending.returncode == 128 + signal.SIGTERM, ending.returncode)
        check("silent: requests get no reply", until(lambda: hole.swallowed > 0), hole.swallowed)
        check("silent: agent closes the connection", until(lambda: hole.closed > 0), hole.closed)
        before = counted()
        hole.is_silent.clear()
        check("silent: renewed again", until(lambda: counted() > before), counted())
        started = ("status", "--lease-file", folder / "silent-late")
        check("silent: waiting agent has a lease", until(lambda: self.lease(*started).returncode == 0))
        log, begins = end(one, late)
        check("silent: waiting agent has reported it", "waiting for it" in begins, begins)
        check(
            "silent: agent has reported it once",
            str(hole.port) in log and log.count("continues with node") <= 2,
            log,
        )

    def word_rotated(self, folder: Path, new_word: str, change: Callable[[], object]) -> None:
        new = {folder / "address": self.address().replace(self.word, new_word)}
        self.rotated(folder, "rotated", self.address(), change, new)

    def rotated(
        self, folder: Path, name: str, address: str, change: Callable[[], object], new: dict[Path, str]
    ) -> None:
        """A password or a certificate changes, then `--store-file` or the files that it names: the agent recovers."""
        create = ("create", name, "--format", "tid", "--new", "--stretch", "15s", "--margin", "60s")
        done = self.lease(*create, at=self.maker())
        check(f"{name}: created", done.returncode == 0, done.stderr)
        source, metrics = folder / "address", folder / f"{name}-metrics"
        source.write_text(address)
        words = ("run", "--namespace", name, "--format", "tid", "--lease-file", folder / name)
        words += ("--store-file", source, "--metrics", metrics)
        command = [str(word) for word in (AGENT, *words)]
        one = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

        def outcome(part: str) -> int:
            text = metrics.read_text() if metrics.exists() else ""
            return sum(int(line.split()[-1]) for line in text.splitlines() if part in line and line[0] != "#")

        check(f"{name}: renewed", until(lambda: outcome('"renew",outcome="granted"') > 0), outcome("renew"))
        change()
        refused = until(lambda: outcome('outcome="no_answer"') + outcome('outcome="not_sent"') > 0)
        check(f"{name}: requests fail", refused, metrics.read_text())
        for file, text in new.items():
            file.write_text(text[: len(text) // 2])
        before = outcome('outcome="granted"')
        time.sleep(1)
        for file, text in new.items():
            file.write_text(text)
        check(
            f"{name}: requests succeed again", until(lambda: outcome('outcome="granted"') > before), metrics.read_text()
        )
        check(f"{name}: reload is counted", outcome("store_reloads_total") > 0, metrics.read_text())
        (log,) = end(one)
        check(
            f"{name}: reload is reported",
            "trying the new ones" in log and "continues with node" in log,
            log,
        )

    def through(self, port: int) -> str:
        """Returns the address through a proxy on loopback."""
        raise NotImplementedError

    def overdue(self, folder: Path, name: str, meanwhile: Callable[[], object]) -> None:
        """Stops an agent until its lease has expired. It renews the lease, but not a second time after `meanwhile`."""
        create = ("create", name, "--format", "tid", "--new", "--stretch", "1s", "--margin", "600s")
        done = self.lease(*create, at=self.maker())
        check(f"{name}: created", done.returncode == 0, done.stderr)

        def known() -> tuple[int, int, int]:
            """Returns the node, its number of grants, and the time since the end of its lease, in milliseconds."""
            status = json.loads(self.lease("status", "--namespace", name, "--json").stdout)
            (row,) = status["nodes"] or [{"node": -1, "count": 0, "until_ms": 0}]
            return row["node"], row["count"], status["now_ms"] - row["until_ms"]

        one = self.holder(folder / name, "sleep", "600", namespace=name)
        check(f"{name}: held", until(lambda: known()[1] > 1), known())

        def paused(meanwhile: Callable[[], object]) -> tuple[int, int]:
            one.send_signal(signal.SIGSTOP)
            # Two seconds, since etcd's clock counts whole seconds.
            check(f"{name}: expired", until(lambda: known()[2] > 2000), known())
            node, count, _ = known()
            meanwhile()
            one.send_signal(signal.SIGCONT)
            return node, count

        node, count = paused(lambda: None)
        check(f"{name}: renewed", until(lambda: known()[1] > count and known()[2] < 0), known())
        check(f"{name}: the same node", known()[0] == node, known())
        _, count = paused(meanwhile)
        log = ""

        def is_expired() -> bool:
            nonlocal log
            log += new_stderr(one)
            return "expired before it was renewed" in log

        until(lambda: is_expired() or known()[1] > count)
        check(f"{name}: not renewed", is_expired() and known()[1] == count, log)
        end(one)

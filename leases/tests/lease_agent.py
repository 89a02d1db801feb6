"""What the parts that run `sortid-lease` beside servers share: its runs, and the cases that every store has.

A part says how to query its server for rows, by `Store`; the agent itself finds the store through its environment.
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

# What starts servers of every kind.
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
    """A command to its end."""
    words = [str(word) for word in command]
    whole = {**os.environ, **(env or {})}
    return subprocess.run(words, env=whole, capture_output=True, text=True, timeout=patience_seconds)


def until(what: Callable[[], bool], patience_seconds: float = 60) -> bool:
    """Whether it becomes so."""
    patience = time.monotonic() + patience_seconds
    while not what():
        if time.monotonic() > patience:
            return False
        time.sleep(0.05)
    return True


def end(*holders: subprocess.Popen[str]) -> list[str]:
    """Their output, after the request to end."""
    for one in holders:
        one.send_signal(signal.SIGTERM)
    return [one.communicate(timeout=60)[1] for one in holders]


def holder(address: str, namespace: str, file: Path, *command: object, wait: str = "60s") -> subprocess.Popen[str]:
    """A program that runs with a lease of the store at an address."""
    words = (AGENT, "run", "--namespace", namespace, "--format", "tid", "--lease-file", file, "--wait", wait, "--")
    env = {**os.environ, "SORTID_LEASE_STORE": address}
    asked = [str(word) for word in (*words, *command)]
    return subprocess.Popen(asked, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def heard(one: subprocess.Popen[str]) -> str:
    """What a program has said of its errors since the last time, and nothing has read."""
    assert one.stderr
    os.set_blocking(one.stderr.fileno(), False)
    try:
        return os.read(one.stderr.fileno(), 1 << 16).decode()
    except BlockingIOError:
        return ""
    finally:
        os.set_blocking(one.stderr.fileno(), True)


def built(*crates: str, into: Path = server.TARGET, flags: str | None = None) -> bool:
    """Builds the agent and other crates, by their folders; with flags of the compiler's in a folder of its own."""
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

    # The word that no list of processes may show.
    word: str

    @abstractmethod
    def address(self) -> str:
        """Its address, with the word."""

    @abstractmethod
    def rows(self) -> object:
        """What is written down of the nodes, for people."""

    @abstractmethod
    def held(self) -> int:
        """How many nodes are granted and not given back."""

    @abstractmethod
    def renewed(self) -> int:
        """How often nodes were granted, all together."""

    @abstractmethod
    def move(self, name: str) -> None:
        """Changes which server the namespace was last served by, as a copy of it has."""

    def maker(self) -> str:
        """The address at which namespaces are created."""
        return self.address()

    def lease(self, *words: object, at: str | None = None) -> subprocess.CompletedProcess[str]:
        return run(AGENT, *words, env={"SORTID_LEASE_STORE": at or self.address()})

    def holder(
        self, file: Path, *command: object, wait: str = "60s", namespace: str = "orders"
    ) -> subprocess.Popen[str]:
        """A program that runs with a lease."""
        return holder(self.address(), namespace, file, *command, wait=wait)

    def grants(self, folder: Path) -> None:
        """With three nodes: two at once, each with its own; a third; a fourth has to wait; then all are free."""
        both = [self.holder(folder / name, "sleep", "600") for name in "ab"]
        check("two at once", until(lambda: self.held() == 2), self.rows())
        third = self.holder(folder / "c", "sleep", "600")
        check("a third", until(lambda: self.held() == 3), self.rows())
        fourth = self.holder(folder / "d", "true", wait="2s")
        told = fourth.communicate(timeout=60)[1]
        check("no fourth", fourth.returncode == 125 and "all 3 nodes are held" in told, told)
        done = self.lease("status", "--namespace", "orders", "--json")
        check("status", done.returncode == 0 and done.stdout.count("process") == 3, done.stdout + done.stderr)
        commands = [Path(f"/proc/{one.pid}/cmdline").read_bytes() for one in (*both, third)]
        check("no word in arguments", all(self.word.encode() not in command for command in commands))
        before = self.renewed()
        check("renewed", until(lambda: self.renewed() >= before + 3), self.rows())
        end(*both, third)
        check("given back", self.held() == 0, self.rows())

    def late(self, folder: Path) -> None:
        """A lease that is over is renewed for a margin, but not if the server may be another one since."""
        self.overdue(folder, "guarded", lambda: self.lease("guard", "--namespace", "guarded"))
        self.overdue(folder, "moved", lambda: self.move("moved"))

    def silent(self, folder: Path, server: Callable[[], socket.socket]) -> None:
        """What is between agent and server acknowledges everything and is silent: the agent leaves it, and says so."""
        made = ("create", "silent", "--format", "tid", "--new", "--stretch", "15s", "--margin", "60s")
        done = self.lease(*made, at=self.maker())
        check("silent: made", done.returncode == 0, done.stderr)
        hole = Hole(server)
        command = ("sleep", "600")

        def begun(name: str) -> subprocess.Popen[str]:
            return holder(self.through(hole.port), "silent", folder / name, *command)

        one, ending = begun("silent"), begun("silent-ending")

        def counted() -> int:
            told = json.loads(self.lease("status", "--namespace", "silent", "--json").stdout)
            return sum(row["count"] for row in told["nodes"])

        check("silent: renewed", until(lambda: counted() > 3), counted())
        hole.is_silent.set()
        late = begun("silent-late")
        end(ending)
        check("silent: one has ended", ending.returncode == 128 + signal.SIGTERM, ending.returncode)
        check("silent: swallowed", until(lambda: hole.swallowed > 0), hole.swallowed)
        check("silent: left", until(lambda: hole.closed > 0), hole.closed)
        before = counted()
        hole.is_silent.clear()
        check("silent: renewed again", until(lambda: counted() > before), counted())
        started = ("status", "--lease-file", folder / "silent-late")
        check("silent: one has started", until(lambda: self.lease(*started).returncode == 0))
        told, begins = end(one, late)
        check("silent: it has waited", "waiting for it" in begins, begins)
        check("silent: told", str(hole.port) in told and told.count("continues with node") <= 2, told)

    def word_rotated(self, folder: Path, new_word: str, change: Callable[[], object]) -> None:
        new = {folder / "address": self.address().replace(self.word, new_word)}
        self.rotated(folder, "rotated", self.address(), change, new)

    def rotated(
        self, folder: Path, name: str, address: str, change: Callable[[], object], new: dict[Path, str]
    ) -> None:
        """A password or a certificate changes, then `--store-file` or the files that it names: the agent goes on."""
        made = ("create", name, "--format", "tid", "--new", "--stretch", "15s", "--margin", "60s")
        done = self.lease(*made, at=self.maker())
        check(f"{name}: made", done.returncode == 0, done.stderr)
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
        check(f"{name}: refused", refused, metrics.read_text())
        for file, text in new.items():
            file.write_text(text[: len(text) // 2])
        before = outcome('outcome="granted"')
        time.sleep(1)
        for file, text in new.items():
            file.write_text(text)
        check(f"{name}: goes on", until(lambda: outcome('outcome="granted"') > before), metrics.read_text())
        check(f"{name}: counted", outcome("store_reloads_total") > 0, metrics.read_text())
        (told,) = end(one)
        check(f"{name}: told", "trying the new ones" in told and "continues with node" in told, told)

    def through(self, port: int) -> str:
        """The address of a proxy on loopback."""
        raise NotImplementedError

    def overdue(self, folder: Path, name: str, meanwhile: Callable[[], object]) -> None:
        """The lease of a stopped agent ends: first alone, then `meanwhile`, after which it is not renewed."""
        made = ("create", name, "--format", "tid", "--new", "--stretch", "1s", "--margin", "600s")
        done = self.lease(*made, at=self.maker())
        check(f"{name}: made", done.returncode == 0, done.stderr)

        def known() -> tuple[int, int, int]:
            """Its node, how often it was granted, and for how long its lease is over, in milliseconds."""
            told = json.loads(self.lease("status", "--namespace", name, "--json").stdout)
            (row,) = told["nodes"] or [{"node": -1, "count": 0, "until_ms": 0}]
            return row["node"], row["count"], told["now_ms"] - row["until_ms"]

        one = self.holder(folder / name, "sleep", "600", namespace=name)
        check(f"{name}: held", until(lambda: known()[1] > 1), known())

        def paused(meanwhile: Callable[[], object]) -> tuple[int, int]:
            one.send_signal(signal.SIGSTOP)
            # By the clock of any server: etcd's has whole seconds.
            check(f"{name}: over", until(lambda: known()[2] > 2000), known())
            node, count, _ = known()
            meanwhile()
            one.send_signal(signal.SIGCONT)
            return node, count

        node, count = paused(lambda: None)
        check(f"{name}: renewed", until(lambda: known()[1] > count and known()[2] < 0), known())
        check(f"{name}: the same node", known()[0] == node, known())
        _, count = paused(meanwhile)
        told = ""

        def is_expired() -> bool:
            nonlocal told
            told += heard(one)
            return "expired before it was renewed" in told

        until(lambda: is_expired() or known()[1] > count)
        check(f"{name}: not renewed", is_expired() and known()[1] == count, told)
        end(one)

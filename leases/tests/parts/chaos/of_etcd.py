"""etcd: kills, restored snapshots with `guard`, also while the old server still runs; and a cluster
of three members.

The agents apply the rules, so that only the comparison can be replaced in their requests. To
disable the floor, `guard` is skipped after a restore; to disable the margin, the record is changed.
"""

from __future__ import annotations

import base64
import json
import os
import secrets
import signal
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import lease_agent
import member
import server
import servers
from crowd import NAMESPACE
from lease_agent import run, until
from servers import Fault, Wait, free_port

WORD = secrets.token_hex(16)
TOOLS = Path(os.environ["SORTID_PROGRAMS"])
RECORD = f"sortid/{NAMESPACE}/ns"
# Cheap passwords, since agents authenticate at the start and after each failure.
CHEAP = ("--bcrypt-cost", "4")


def in_base64(text: bytes) -> list[bytes]:
    """Returns the base64 of a text inside a longer one for each offset, without letters that share bits with others."""
    before = [base64.b64encode(b" " * nth + text) for nth in range(3)]
    return [found[(8 * nth + 5) // 6 : (8 * (nth + len(text))) // 6] for nth, found in enumerate(before)]


NO_GRANT = in_base64(b'"grant":null')


class Member:
    """A server with its data. `cluster` determines its identity, also after a restore of its snapshot."""

    def __init__(self, folder: Path, cluster: Sequence[str], peer_port: int) -> None:
        self.folder, self.cluster, self.peer_port = folder, cluster, peer_port
        self.port, self.owner = free_port(), server.Owner("etcd")
        folder.mkdir(mode=0o700)
        self.owner.folder(str(folder))
        self.process: subprocess.Popen[bytes] | None = None

    def begin(self) -> None:
        url = f"http://127.0.0.1:{self.port}"
        listen = ("--listen-client-urls", url, "--advertise-client-urls", url, *CHEAP)
        peers = ("--listen-peer-urls", f"http://127.0.0.1:{self.peer_port}", *self.cluster)
        command = [*self.owner.prefix, TOOLS / "etcd", "--data-dir", self.folder / "data", *listen, *peers]
        with self.folder.with_suffix(".log").open("ab") as log:
            self.process = subprocess.Popen(command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def waited_for(self) -> None:
        if not until(self.is_ready):
            raise RuntimeError(f"{self.folder} does not start")

    def start(self) -> None:
        self.begin()
        self.waited_for()

    def is_ready(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/health", timeout=5) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def kill(self) -> None:
        if self.process:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()

    def ctl(self, *words: object) -> str:
        where = {"ETCDCTL_API": "3", "ETCDCTL_ENDPOINTS": f"http://127.0.0.1:{self.port}"}
        done = run(TOOLS / "etcdctl", *words, env={**where, "ETCDCTL_USER": f"root:{WORD}"})
        if done.returncode != 0:
            raise RuntimeError(done.stderr)
        return done.stdout

    def status(self) -> dict[str, Any]:
        statuses: list[dict[str, Any]] = json.loads(self.ctl("endpoint", "status", "--write-out", "json"))
        return dict(statuses[0]["Status"])

    def number(self) -> str:
        return f"{self.status()['header']['member_id']:x}"

    def leads(self) -> bool:
        """Whether it is ready and the leader."""
        status = self.status() if self.is_ready() else {}
        return bool(status) and status["leader"] == status["header"]["member_id"]

    def asks_for_words(self) -> None:
        """Enables authentication, with the rights of the guide."""
        for name in ("root", "agent"):
            self.ctl("user", "add", f"{name}:{WORD}")
        self.ctl("role", "add", "lease")
        self.ctl("role", "grant-permission", "lease", "readwrite", "--prefix", f"sortid/{NAMESPACE}/")
        self.ctl("user", "grant-role", "agent", "lease")
        self.ctl("user", "grant-role", "root", "root")
        self.ctl("auth", "enable")


class Servers(servers.Servers):
    """A cluster of one. A restored server has the same cluster id at another port."""

    least_margin_ms = 5000
    apart_seconds = 16
    clock_ms = 500

    def begin(self) -> int:
        server.Owner("etcd").folder(str(self.folder))
        self.members: list[Member] = []
        self.node = self.member()
        self.node.start()
        self.node.asks_for_words()
        return self.node.port

    def member(self) -> Member:
        self.members.append(Member(self.folder / f"member{len(self.members)}", member.CLUSTER, free_port()))
        return self.members[-1]

    def closes(self, sent: bytes) -> bool:
        """Whether the request writes a row without a grant."""
        return any(word in sent.partition(b'"success"')[2] for word in NO_GRANT)

    def address(self, port: int) -> str:
        return f"etcd+http://agent:{WORD}@127.0.0.1:{port}"

    def owners_address(self) -> str:
        return self.address(self.node.port)

    def create(self, *words: object) -> None:
        super().create(*words)
        if self.rule == "margin":
            self.has_margin(self.node, 1)

    def has_margin(self, node: Member, margin_ms: int) -> None:
        """Changes the record by hand, since agents reject such a short margin."""
        record: dict[str, Any] = json.loads(node.ctl("get", RECORD, "--print-value-only"))
        node.ctl("put", RECORD, json.dumps(record | {"margin_ms": margin_ms}))
        self.left_out += 1

    def faults(self) -> dict[str, Fault]:
        return {
            "killed": self.killed,
            "snapshot restored": self.forget,
            "snapshot restored while the old server runs": lambda wait: self.promote(wait, 0.9),
        }

    def killed(self, wait: Wait) -> None:
        self.away()
        wait(0.3)
        self.back()

    def put_back(self) -> Member:
        """Starts another server from a snapshot of this one."""
        new = self.member()
        snapshot = new.folder / "snapshot"
        self.node.ctl("snapshot", "save", snapshot)
        snapshot.chmod(0o644)
        restore = (TOOLS / "etcdctl", "snapshot", "restore", snapshot, "--data-dir", new.folder / "data")
        command = [*new.owner.prefix, *restore, "--name", "default", *member.CLUSTER]
        server.prepared(command, str(new.folder), {**os.environ, "ETCDCTL_API": "3"})
        new.start()
        return new

    def guard(self, new: Member) -> None:
        """Runs `guard` before agents reach the server, as in the guide."""
        if self.rule == "floor":
            self.left_out += 1
            return
        if self.rule == "margin":
            self.has_margin(new, self.least_margin_ms)
        words = ("guard", "--namespace", NAMESPACE)
        done = run(lease_agent.AGENT, *words, env={"SORTID_LEASE_STORE": self.address(new.port)})
        if done.returncode != 0:
            raise RuntimeError(done.stderr)
        if self.rule == "margin":
            self.has_margin(new, 1)

    def forget(self, wait: Wait, meanwhile: Callable[[], None] = lambda: None) -> None:
        # Prepare it in advance, so that holders' leases have not expired.
        new = self.put_back()
        wait(4.0)
        self.away()
        meanwhile()
        self.guard(new)
        self.lead(new.port)
        self.node = new

    def promote(self, wait: Wait, beside_seconds: float, meanwhile: Callable[[], None] = lambda: None) -> None:
        new = self.put_back()
        wait(1.0)
        began = time.monotonic()
        self.guard(new)
        self.beside(new.port, began, beside_seconds, wait, meanwhile, self.node.kill)
        self.node = new

    def away(self) -> None:
        self.node.kill()

    def back(self) -> None:
        self.node.start()

    def pid(self) -> int:
        return self.node.process.pid if self.node.process else 0

    def end(self) -> None:
        for one in self.members:
            one.kill()


class Members(Servers):
    """A cluster of three, of which agents know two members. It loses no data, so there is no grace period."""

    apart_seconds = 8

    def address(self, port: int) -> str:
        sides = [side.port for side in self.proxy.sides] if self.proxy else []
        others = (f",127.0.0.1:{other}" for other in sides if port in sides and other != port)
        return super().address(port) + "".join(others)

    def begin(self) -> int:
        server.Owner("etcd").folder(str(self.folder))
        peers = {f"m{nth}": free_port() for nth in range(3)}
        urls = {name: f"http://127.0.0.1:{port}" for name, port in peers.items()}
        cluster = ("--initial-cluster", ",".join(f"{name}={url}" for name, url in urls.items()))
        own = {name: ("--name", name, "--initial-advertise-peer-urls", url, *cluster) for name, url in urls.items()}
        self.members = [Member(self.folder / name, own[name], port) for name, port in peers.items()]
        self.back()
        self.node = self.members[0]
        self.node.asks_for_words()
        return self.node.port

    def faults(self) -> dict[str, Fault]:
        return {
            "leader killed": lambda wait: self.lost(wait, self.leader()),
            "leader moved": self.moved,
            "follower killed": lambda wait: self.lost(wait, self.followers()[0]),
            "all killed": self.killed,
        }

    def leader(self) -> Member:
        """Waits for a leader, and returns it."""
        found: list[Member] = []

        def is_found() -> bool:
            found[:] = [one for one in self.members if one.leads()]
            return bool(found)

        if not until(is_found):
            raise RuntimeError("no leader")
        return found[0]

    def followers(self) -> list[Member]:
        leader = self.leader()
        return [one for one in self.members if one is not leader]

    def lost(self, wait: Wait, gone: Member) -> None:
        """Kills a member, whose agents use another one until it is back."""
        left = next(one for one in self.members if one is not gone)
        self.lead(gone.port, 0)
        self.lead(left.port, 1)
        wait(1.0)
        gone.kill()
        wait(4.0)
        gone.start()

    def moved(self, wait: Wait) -> None:
        """Moves the leader during renewals. Agents continue with the members that they know."""
        for _ in range(5):
            leader, follower = self.leader(), self.followers()[0]
            leader.ctl("move-leader", follower.number())
            wait(0.5)

    def away(self) -> None:
        for one in self.members:
            one.kill()

    def back(self) -> None:
        for one in self.members:
            one.begin()
        for one in self.members:
            one.waited_for()

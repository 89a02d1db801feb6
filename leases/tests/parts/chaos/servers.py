"""The interface for faults of lease servers. `of_NAME.py` implements `Servers` for each of them."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path

import lease_agent
from lease_agent import run
from proxy import Proxy
from server import free_port as free_port

# Continues the other faults for this number of seconds.
Wait = Callable[[float], None]
Fault = Callable[[Wait], None]


class Servers(ABC):
    """The current server, and its replacements."""

    # The bytes that identify a request to release a node, unless `closes` is overridden.
    close_word: bytes
    # The shortest supported margin.
    least_margin_ms = 1
    # The time between two faults, which includes the grace period and some takes.
    apart_seconds = 9
    # The maximum error of its clock.
    clock_ms = 0

    def __init__(self, folder: Path, sockets: Path) -> None:
        """Uses a folder for data, and one with a short path for sockets, both accessible to the servers' user."""
        self.folder, self.sockets = folder, sockets
        self.proxy: Proxy | None = None
        # The longest time with two primaries.
        self.longest_beside = 0.0
        # The rule to disable, and how often it was disabled here.
        self.rule: str | None = None
        self.left_out = 0

    def closes(self, sent: bytes) -> bool:
        """Whether it is a request to release a node."""
        return self.close_word in sent

    @abstractmethod
    def begin(self) -> int:
        """Starts the first server. Returns its port."""

    @abstractmethod
    def address(self, port: int) -> str:
        """Returns the agents' address for a port."""

    @abstractmethod
    def owners_address(self) -> str:
        """Returns the address for creating namespaces."""

    @abstractmethod
    def faults(self) -> dict[str, Fault]:
        """Returns its faults, by name."""

    @abstractmethod
    def forget(self, wait: Wait, meanwhile: Callable[[], None] = lambda: None) -> None:
        """Replaces the server by one with older data or none. Calls `meanwhile` while no server runs."""

    @abstractmethod
    def promote(self, wait: Wait, beside_seconds: float, meanwhile: Callable[[], None] = lambda: None) -> None:
        """Promotes a stale replica for one side, while the old server serves the other side for this time."""

    @abstractmethod
    def away(self) -> None:
        """Stops the server."""

    @abstractmethod
    def back(self) -> None:
        """Starts the server again."""

    @abstractmethod
    def pid(self) -> int:
        """Returns the server's process id."""

    @abstractmethod
    def end(self) -> None:
        """Stops all servers."""

    def create(self, *words: object) -> None:
        created = run(lease_agent.AGENT, "create", *words, env={"SORTID_LEASE_STORE": self.owners_address()})
        lease_agent.check("the namespace", created.returncode == 0, created.stderr)

    def lead(self, port: int, *sides: int) -> None:
        if self.proxy:
            self.proxy.lead(port, *sides)

    def beside(
        self,
        port: int,
        began: float,
        seconds: float,
        wait: Wait,
        meanwhile: Callable[[], None],
        end: Callable[[], None],
    ) -> None:
        """Connects one side to the server at a port, and both once that has run for this time."""
        self.lead(port, 1)
        meanwhile()
        wait(began + seconds - time.monotonic())
        end()
        self.longest_beside = max(self.longest_beside, time.monotonic() - began)
        self.lead(port, 0)

"""What a server of leases must be able to suffer. A file for each: `of_NAME.py` has its `Servers`."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path

import lease_agent
from lease_agent import run
from proxy import Proxy
from server import free_port as free_port

# Goes on with all else for so many seconds.
Wait = Callable[[float], None]
Fault = Callable[[Wait], None]


class Servers(ABC):
    """The one that serves, and those that take its place."""

    # By these bytes a request is known that gives a node back, or else by `closes`.
    close_word: bytes
    # The shortest margin that it bears.
    least_margin_ms = 1
    # Between two faults there is time for takes, behind the quiet time.
    apart_seconds = 9
    # So wrong agents may read its clock.
    clock_ms = 0

    def __init__(self, folder: Path, sockets: Path) -> None:
        """With a folder for data, and one with a short path. Whoever the servers run as must reach both."""
        self.folder, self.sockets = folder, sockets
        self.proxy: Proxy | None = None
        # How long the old of two primaries lived on, at most.
        self.longest_beside = 0.0
        # A rule that is to be left out, and how often it was left out here.
        self.rule: str | None = None
        self.left_out = 0

    def closes(self, sent: bytes) -> bool:
        """Whether it is a request that gives a node back."""
        return self.close_word in sent

    @abstractmethod
    def begin(self) -> int:
        """Starts the first one; its port."""

    @abstractmethod
    def address(self, port: int) -> str:
        """The agents' address of what listens at a port."""

    @abstractmethod
    def owners_address(self) -> str:
        """The address of who may make a namespace."""

    @abstractmethod
    def faults(self) -> dict[str, Fault]:
        """All that can befall it, by name."""

    @abstractmethod
    def forget(self, wait: Wait, meanwhile: Callable[[], None] = lambda: None) -> None:
        """It ends, and another is in its place that knows less, or nothing; something happens while nobody serves."""

    @abstractmethod
    def promote(self, wait: Wait, beside_seconds: float, meanwhile: Callable[[], None] = lambda: None) -> None:
        """A replica that lags behind begins to serve one side; for so long the old one serves the other side."""

    @abstractmethod
    def away(self) -> None:
        """Nobody serves."""

    @abstractmethod
    def back(self) -> None:
        """It serves again."""

    @abstractmethod
    def pid(self) -> int:
        """The process that serves."""

    @abstractmethod
    def end(self) -> None:
        """All are gone."""

    def create(self, *words: object) -> None:
        made = run(lease_agent.AGENT, "create", *words, env={"SORTID_LEASE_STORE": self.owners_address()})
        lease_agent.check("the namespace", made.returncode == 0, made.stderr)

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
        """What listens at a port serves one side beside the old one, for so long since it began; then both."""
        self.lead(port, 1)
        meanwhile()
        wait(began + seconds - time.monotonic())
        end()
        self.longest_beside = max(self.longest_beside, time.monotonic() - began)
        self.lead(port, 0)

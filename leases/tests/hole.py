"""A proxy on loopback that can become silent: it then accepts data, and forwards nothing."""

from __future__ import annotations

import contextlib
import os
import socket
import threading
from collections.abc import Callable


class Hole:
    """A proxy in background threads, in front of a server that `connect` connects to."""

    def __init__(self, connect: Callable[[], socket.socket]) -> None:
        self.connect = connect
        self.is_silent = threading.Event()
        # The number of silenced connections, and of those that the client has closed.
        self.swallowed = 0
        self.closed = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self.listener.getsockname()[1])
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self) -> None:
        while True:
            client, _ = self.listener.accept()
            server = self.connect()
            for pair in ((client, server, True), (server, client, False)):
                threading.Thread(target=self.pass_on, args=pair, daemon=True).start()

    def pass_on(self, source: socket.socket, sink: socket.socket, is_client: bool) -> None:
        """Forwards bytes. A connection with traffic during silence remains silent."""
        is_swallowed = False
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 16):
                if self.is_silent.is_set() and not is_swallowed:
                    is_swallowed = True
                    self.swallowed += is_client
                if not is_swallowed:
                    sink.sendall(data)
        if is_swallowed:
            self.closed += is_client
            return
        with contextlib.suppress(OSError):
            sink.shutdown(socket.SHUT_WR)


def beside() -> Hole:
    """Starts a proxy in front of the server in the environment."""
    path = os.environ.get("REDIS_SOCKET") or f"{os.environ['PGHOST']}/.s.PGSQL.{os.environ['PGPORT']}"

    def connect() -> socket.socket:
        there = socket.socket(socket.AF_UNIX)
        there.connect(path)
        return there

    return Hole(connect)

"""PostgreSQL: immediate shutdowns, promotions of an asynchronous standby, and restored backups."""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import lease_agent
import server
import servers
from lease_agent import run, until
from servers import Fault, Wait

WORD = secrets.token_hex(16)
TOOLS = Path(os.environ["SORTID_PROGRAMS"])
# md5 passwords: with SCRAM, forty debug builds that connect at once take seconds.
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "fsync": "off",
    "max_connections": "250",
    "wal_keep_size": "64MB",
    "password_encryption": "md5",
}


class Cluster:
    """A data folder, with or without a running server."""

    def __init__(self, folder: Path, sockets: Path, port: int) -> None:
        self.folder, self.sockets, self.port = folder, sockets, port
        self.owner = server.Owner("postgres")
        folder.mkdir(mode=0o700)
        self.owner.folder(str(folder))
        self.process: subprocess.Popen[bytes] | None = None

    def prepare(self, *command: object) -> None:
        server.prepared([str(word) for word in (*self.owner.prefix, *command)], str(self.folder), dict(os.environ))

    def start(self) -> None:
        status = self.folder / "postmaster.pid"
        status.unlink(missing_ok=True)
        settings = {**SETTINGS, "unix_socket_directories": self.sockets, "port": self.port}
        flags = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        command = [str(word) for word in (*self.owner.prefix, TOOLS / "postgres", "-D", self.folder, *flags)]
        with self.folder.with_suffix(".log").open("ab") as log:
            self.process = subprocess.Popen(command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        if not until(lambda: status.exists() and "ready" in status.read_text()):
            raise RuntimeError(f"{self.folder} does not start")

    def stop(self) -> None:
        """Stops the server immediately, like a crash."""
        if self.process:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait()

    def sql(self, text: str) -> str:
        where = ("-h", self.sockets, "-p", self.port, "-U", "sortid", "-d", "postgres")
        done = run(TOOLS / "psql", *where, "-qAtX", "-c", text)
        if done.returncode != 0:
            raise RuntimeError(done.stderr)
        return done.stdout.strip()


class Servers(servers.Servers):
    close_word = b"SET until_ms = $4::bigint, grant_id = 0"

    def begin(self) -> int:
        for path in (self.folder, self.sockets):
            server.Owner("postgres").folder(str(path))
        self.clusters = 0
        self.node = self.cluster(servers.free_port())
        auth = ("--auth-local=trust", "--auth-host=md5")
        self.node.prepare(
            TOOLS / "initdb", "-D", self.node.folder, "-U", "sortid", "-E", "UTF8", "--no-locale", "--no-sync", *auth
        )
        self.node.start()
        self.node.sql(f"CREATE ROLE agent LOGIN PASSWORD '{WORD}'")
        self.node.sql(f"ALTER ROLE sortid PASSWORD '{WORD}'")
        self.node.sql(run(lease_agent.AGENT, "schema", "postgres", "--role", "agent").stdout)
        return self.node.port

    def cluster(self, port: int) -> Cluster:
        self.clusters += 1
        return Cluster(self.folder / f"data{self.clusters}", self.sockets, port)

    def backup(self, port: int, *more: str) -> Cluster:
        """Copies the current data, for a server at this port."""
        copy = self.cluster(port)
        where = ("-h", self.sockets, "-p", self.node.port, "-U", "sortid")
        copy.prepare(
            TOOLS / "pg_basebackup", *where, "-D", copy.folder, "-c", "fast", "-X", "stream", "--no-sync", *more
        )
        return copy

    def address(self, port: int) -> str:
        return f"postgres://agent:{WORD}@127.0.0.1:{port}/postgres"

    def owners_address(self) -> str:
        return f"postgres://sortid:{WORD}@127.0.0.1:{self.node.port}/postgres"

    def faults(self) -> dict[str, Fault]:
        return {
            "stopped immediately": self.stopped,
            "standby promoted": lambda wait: self.promote(wait, 0.9),
            "backup restored": self.forget,
        }

    def stopped(self, wait: Wait) -> None:
        self.away()
        wait(0.3)
        self.back()

    def forget(self, wait: Wait, meanwhile: Callable[[], None] = lambda: None) -> None:
        # Prepare it in advance, so that holders' leases have not expired.
        copy = self.backup(servers.free_port())
        copy.start()
        wait(4.0)
        self.away()
        meanwhile()
        self.lead(copy.port)
        self.node = copy

    def promote(self, wait: Wait, beside_seconds: float, meanwhile: Callable[[], None] = lambda: None) -> None:
        new = self.backup(servers.free_port(), "-R")
        new.start()
        # From here on it misses writes.
        new.sql("ALTER SYSTEM SET primary_conninfo = ''")
        new.sql("SELECT pg_reload_conf()")
        wait(1.0)
        new.sql("SELECT pg_promote(false)")
        began = time.monotonic()
        while new.sql("SELECT pg_is_in_recovery()") == "t":
            began = time.monotonic()
        self.beside(new.port, began, beside_seconds, wait, meanwhile, self.node.stop)
        self.node = new

    def away(self) -> None:
        self.node.stop()

    def back(self) -> None:
        self.node.start()

    def pid(self) -> int:
        return self.node.process.pid if self.node.process else 0

    def end(self) -> None:
        self.node.stop()

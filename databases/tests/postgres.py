"""Shared code of the PostgreSQL wrappers, one for each release.

PGHOST, PGPORT, PGUSER and PGDATABASE name the server's socket. Clients without sockets, such as the
JVM's, connect to 127.0.0.1 at the same port, with PGPASSWORD. PATH contains psql and pg_dump.
SORTID_PROGRAMS is the folder of the server's programs; if it is set already, the server runs from
there. SORTID_SETTINGS may contain additional settings of the server, a line NAME=VALUE each.
"""

from __future__ import annotations

import glob
import os
import secrets
import shutil
import signal
import tempfile
from collections.abc import Callable
from pathlib import Path

import server

# By default, a server keeps up to a gigabyte of old WAL files.
SMALL = {"min_wal_size": "64MB", "max_wal_size": "64MB"}


def version_of(folder: Path) -> int:
    """Returns the version in the path of a folder such as `/usr/lib/postgresql/15/bin`."""
    return int(folder.parent.name) if folder.parent.name.isdecimal() else 0


def here(root: Path) -> Path | None:
    """Returns the newest folder with the server's programs."""
    found = shutil.which("initdb") if root == Path("/") else None
    folders = [Path(found).resolve().parent] if found else []
    folders = folders or [Path(folder) for folder in glob.glob(f"{root}/usr/lib/postgresql/*/bin")]
    folders = [folder for folder in folders if (folder / "initdb").exists() and (folder / "postgres").exists()]
    return max(folders, key=version_of, default=None)


def is_ready(data: str) -> bool:
    """Returns whether the server's status file says that it is ready."""
    try:
        return Path(data, "postmaster.pid").read_text().splitlines()[7].strip() == "ready"
    except (OSError, IndexError):
        return False


def serve(command: list[str], had: Callable[[], Path], libraries: Callable[[], dict[str, str]]) -> int:
    """Runs the command with a server from SORTID_PROGRAMS, or else from the folder that `had` returns."""
    given = os.environ.get("SORTID_PROGRAMS")
    tools = Path(given) if given else had()
    env = {**os.environ, **libraries()}
    owner, password, port = server.Owner("postgres"), secrets.token_hex(16), server.free_port()
    # A socket's path must be short.
    with server.folder() as data, tempfile.TemporaryDirectory(prefix="sortid-") as sockets:
        owner.folder(data)
        owner.folder(sockets)
        word = Path(sockets, "password")
        word.write_text(password)
        word.chmod(0o644)
        initdb = [tools / "initdb", "-D", data, "-U", "sortid", "-E", "UTF8", "--no-locale", "--no-sync"]
        initdb += ["--auth-local=trust", "--auth-host=scram-sha-256", f"--pwfile={word}"]
        server.prepared([*owner.prefix, *initdb], data, env)
        word.unlink()
        settings = {"listen_addresses": "127.0.0.1", "unix_socket_directories": sockets, "fsync": "off", "port": port}
        settings |= SMALL
        settings |= dict(line.split("=", 1) for line in os.environ.get("SORTID_SETTINGS", "").splitlines())
        flags = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        started = [*owner.prefix, tools / "postgres", "-D", data, *flags]
        # SIGINT is PostgreSQL's fast shutdown, which does not wait for clients.
        with server.running(started, data, env, lambda: is_ready(data), signal.SIGINT):
            client = {"PGHOST": sockets, "PGPORT": str(port), "PGUSER": "sortid", "PGDATABASE": "postgres"}
            client |= {
                "PGPASSWORD": password,
                "SORTID_PROGRAMS": str(tools),
                **server.in_front([tools], "PATH"),
                **libraries(),
                # The same name for every release.
                "SORTID_DATABASE": "postgresql",
            }
            return server.beside(command, client)

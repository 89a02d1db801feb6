"""A second server: a standby of the first one, and one upgraded from it by pg_upgrade."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from database import MADE, ROOT, Row, one, refused
from storing import PROGRAMS, explained

sys.path.insert(0, str(ROOT / "databases" / "tests"))

import postgres
import server

# The programs of the later release, if there is one.
NEWER = Path(os.environ.get("SORTID_NEWER", PROGRAMS))
TIME_LIMIT_SECONDS = 60


def owner() -> server.Owner:
    return server.Owner("postgres")


def as_owner(*command: str | Path, cwd: str) -> None:
    done = subprocess.run([*owner().prefix, *command], cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@contextmanager
def running(data: str, sockets: str, programs: Path = PROGRAMS) -> Iterator[psycopg.Connection[Row]]:
    """Runs a server with these data on its own socket. Yields a connection."""
    settings = {"listen_addresses": "", "unix_socket_directories": sockets, "port": "5432", **postgres.SMALL}
    flags = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
    with open(Path(sockets) / "log", "w") as log:
        started = subprocess.Popen(
            [*owner().prefix, programs / "postgres", "-D", data, *flags], cwd=sockets, stdout=log, stderr=log
        )
    try:
        end = time.monotonic() + TIME_LIMIT_SECONDS
        while True:
            try:
                connection = psycopg.connect(host=sockets, port=5432, autocommit=True)
                break
            except psycopg.OperationalError:
                assert started.poll() is None, "the server does not start"
                assert time.monotonic() < end, "the server is not ready"
                time.sleep(0.1)
        with connection:
            yield connection
    finally:
        started.send_signal(2)
        started.wait()


@contextmanager
def folder() -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="sortid-") as made:
        yield owner().folder(made)


def standby_generates_no_ids() -> None:
    with folder() as home:
        data = f"{home}/data"
        as_owner(PROGRAMS / "pg_basebackup", "-D", data, "-R", "-c", "fast", cwd=home)
        with running(data, home) as standby:
            assert one(standby, "SELECT pg_is_in_recovery()") is True
            for name in MADE:
                assert refused(standby, f"SELECT sortid_new_{name}()")[0] == "55000", name
            assert one(standby, "SELECT id::text FROM kept_tid LIMIT 1")


def pg_upgrade_keeps_types_and_indexes() -> None:
    """Upgrades a cluster to the later release, or if there is none, to the same one."""
    with folder() as home:
        old, new = f"{home}/old", f"{home}/new"
        as_owner(PROGRAMS / "pg_basebackup", "-D", old, "-c", "fast", cwd=home)
        with running(old, home) as before:
            made = "SELECT sortid_min_ksuid(timestamptz '2024-01-01Z' + n * interval '1 s') AS id"
            before.execute(f"CREATE TABLE upgraded AS {made} FROM generate_series(1, 5000) n".encode())
            before.execute("CREATE INDEX upgraded_id ON upgraded (id)")
            before.execute("VACUUM ANALYZE upgraded")
            plan = explained(before, "SELECT id FROM upgraded WHERE sortid_time(id) >= now()")
            before_upgrade = one(before, "SELECT string_agg(id::text, ' ' ORDER BY id) FROM kept_xid")
        as_owner(NEWER / "initdb", "-D", new, "-U", "sortid", "-E", "UTF8", "--no-locale", "--no-sync", cwd=home)
        upgrade: list[str | Path] = ["-b", PROGRAMS, "-B", NEWER, "-d", old, "-D", new, "-U", "sortid", "-s", home]
        as_owner(NEWER / "pg_upgrade", *upgrade, cwd=home)
        with running(new, home, NEWER) as after:
            after.execute("VACUUM ANALYZE upgraded")
            again = explained(after, "SELECT id FROM upgraded WHERE sortid_time(id) >= now()")
            assert again == plan, (again, plan)
            assert "Index Cond: (id >= sortid_first_ksuid(now(), false))" in plan, plan
            assert one(after, "SELECT string_agg(id::text, ' ' ORDER BY id) FROM kept_xid") == before_upgrade
            after.execute("SET enable_seqscan = off")
            assert one(after, "SELECT count(*) FROM upgraded WHERE sortid_time(id) <= '2024-01-01 00:01Z'") == 60


if not shutil.which("setpriv") and os.geteuid() == 0:
    print("NOT RUN: no setpriv, and PostgreSQL does not run as root", flush=True)
    sys.exit(77)

#!/usr/bin/env python3
"""Measures leases in the wrapper's PostgreSQL, which syncs every write."""

from __future__ import annotations

import os
import re
import socket
import struct
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import rows
from turns import Side

TOOLS = Path(os.environ["SORTID_PROGRAMS"])
HOST, PORT = os.environ["PGHOST"], os.environ["PGPORT"]
# Per connection.
TRANSACTIONS = 150
# The parameters of a renewal, in order, for a row with an unexpired lease of the holder.
GIVEN = ("'renewed'", ":node", "'{7}'", "7", str(rows.LATE_MS), "1", "CLOCK", "NULL", "'bench'")
ONE_ROW = "UPDATE sortid_lease_node SET renewed_ms = renewed_ms + 1 WHERE name = 'cheapest' AND node = :node"
NAMESPACE = """INSERT INTO sortid_lease_namespace VALUES ('{0}', 'tid', 0, 1023, 30000, 30000, 0, '');
INSERT INTO sortid_lease_node SELECT '{0}', node, {1}, 7, 1, 0, 0 FROM generate_series(0, 1023) node;"""


def psql(text: str) -> str:
    done = subprocess.run([TOOLS / "psql", "-qAtX", "-c", text], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def renewal() -> str:
    clock = str(round(time.time() * 1000))
    return re.sub(r"\$(\d)", lambda found: GIVEN[int(found[1]) - 1].replace("CLOCK", clock), os.environ["SORTID_RENEW"])


def busy(statement: Callable[[], str], folder: Path) -> Side:
    """Measures the nanoseconds per statement with pgbench."""
    script = folder / "script.sql"
    flags = ["-n", "-M", "extended", "-c", rows.CLIENTS, "-j", 1, "-t", TRANSACTIONS, "-f", script]
    command = [str(word) for word in (TOOLS / "pgbench", *flags, "postgres")]

    def once() -> float:
        script.write_text(f"\\set node random(0, 1023)\n{statement()};\n")
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return 1e9 / float(re.findall(r"tps = ([\d.]+)", done.stdout)[-1])

    return once


def message(kind: bytes, body: bytes) -> bytes:
    return kind + struct.pack(">i", len(body) + 4) + body


def pair() -> None:
    """Connects, and runs an update."""
    with socket.socket(socket.AF_UNIX) as there:
        there.connect(f"{HOST}/.s.PGSQL.{PORT}")
        there.sendall(message(b"", struct.pack(">i", 196608) + b"user\0sortid\0database\0postgres\0\0"))
        await_ready(there)
        there.sendall(message(b"Q", ONE_ROW.replace(":node", "5").encode() + b"\0"))
        await_ready(there)


def await_ready(there: socket.socket) -> None:
    """Reads replies until the server is ready for the next query."""
    with there.makefile("rb") as answers:
        while True:
            kind, length = struct.unpack(">ci", answers.read(5))
            answers.read(length - 4)
            if kind == b"E":
                raise RuntimeError("the server returned an error")
            if kind == b"Z":
                return


def main() -> None:
    psql(os.environ["SORTID_SCHEMA"])
    for name in ("renewed", "cheapest"):
        psql(NAMESPACE.format(name, rows.LATE_MS))
    renewed = psql(renewal().replace(":node", "5"))
    if not renewed.startswith(str(rows.LATE_MS)):
        raise RuntimeError(f"a renewal failed: {renewed!r}")
    with rows.folder() as files:
        address = f"postgres://sortid@{quote(HOST, safe='')}:{PORT}/postgres"
        rows.measure(
            "postgresql",
            psql("SHOW server_version").split()[0],
            (rows.first_id(address, Path(files)), rows.floor(pair)),
            (busy(renewal, Path(files)), busy(lambda: ONE_ROW, Path(files))),
            "UPDATE of one row",
            0.64,
        )


if __name__ == "__main__":
    main()

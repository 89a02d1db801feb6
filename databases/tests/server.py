"""Shared code of the wrappers in this folder. Each starts a server, runs a command, and stops the
server.

SORTID_DATABASE is the server's name; the wrapper documents the other variables. The programs are
the machine's, or packages of a registry, unpacked below the target folder. The data are there as
well, and are removed at the end. A server never runs as root. It listens on a private socket, or on
loopback with a random password. The exit status is the command's, or 77 with `NOT RUN: REASON` if
no server is available.
"""

from __future__ import annotations

import errno
import glob
import os
import pwd
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NoReturn

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
TARGET = Path(os.environ.get("SORTID_TARGET", ROOT / "target"))
NAME = Path(sys.argv[0]).name
HOME = TARGET / "databases" / NAME
PACKAGES = HOME / "packages"
LOG = HOME / "log"
NOT_RUN = 77
TIME_LIMIT_SECONDS = 60
# Less free space counts as a full disk, as does this message in a server's log.
LEAST_MB = 16
FULL = os.strerror(errno.ENOSPC)
ENDS = {signal.SIGTERM, signal.SIGHUP, signal.SIGINT}


def not_run(reason: str) -> NoReturn:
    print(f"NOT RUN: {reason}", flush=True)
    sys.exit(NOT_RUN)


def report_full_disk(words: str = "") -> None:
    """Prints a failed check if the disk is full, which errors seldom report. Call it before the data are removed."""
    free = shutil.disk_usage(HOME).free >> 20
    if LOG.exists():
        words += LOG.read_text(errors="replace")
    if free < LEAST_MB or FULL in words:
        print(f"not ok room: the disk is full: {NAME} has its data below {HOME}; {free} MB are left", flush=True)


def main(serve: Callable[[list[str]], int]) -> NoReturn:
    """Runs a wrapper: `serve` starts the server and runs the command in the arguments."""
    command = sys.argv[1:]
    if not command:
        print(sys.modules["__main__"].__doc__, file=sys.stderr)
        sys.exit(2)
    for ending in ENDS:
        signal.signal(ending, lambda number, _frame: sys.exit(128 + number))
    HOME.mkdir(parents=True, exist_ok=True)
    LOG.unlink(missing_ok=True)
    try:
        sys.exit(serve(command))
    except (OSError, subprocess.CalledProcessError) as error:
        report_full_disk(str(error))
        raise


def beside(command: list[str], client: Mapping[str, str]) -> int:
    """Runs the command with the client's variables. Returns its status."""
    return subprocess.run(command, env={**os.environ, "SORTID_DATABASE": NAME, **client}).returncode


def folder() -> tempfile.TemporaryDirectory[str]:
    """Creates a temporary data folder."""
    return tempfile.TemporaryDirectory(dir=HOME)


def in_front(folders: Sequence[str | Path], variable: str) -> dict[str, str]:
    """Returns a path variable with these folders prepended."""
    known = os.environ.get(variable)
    return {variable: os.pathsep.join([*map(str, folders), *([known] if known else [])])} if folders else {}


def programs(here: Callable[[Path], Path | None], *packages: str) -> Path:
    """Returns the folder that `here` finds on the machine, or else in Debian's packages, which it unpacks if absent."""
    found = here(Path("/")) or here(PACKAGES)
    if found is None:
        unpack(packages)
        found = here(PACKAGES)
    if found is None:
        shutil.rmtree(PACKAGES)
        not_run(f"the system's packages have no {NAME}")
    return found


def unpack(packages: Sequence[str]) -> None:
    """Unpacks Debian packages, with their missing dependencies."""
    if not shutil.which("apt-get") or not shutil.which("dpkg-deb"):
        not_run(f"no {NAME} on this machine: install the package {packages[0]}")

    def wanted() -> list[str]:
        install = ["apt-get", "install", "--simulate", "--no-install-recommends", *packages]
        answer = subprocess.run(install, capture_output=True, text=True)
        return re.findall(r"^Inst (\S+)", answer.stdout, re.M)

    names = wanted()
    if not names and os.geteuid() == 0:
        subprocess.run(["apt-get", "update", "-qq"], stdout=sys.stderr)
        names = wanted()
    with tempfile.TemporaryDirectory(dir=HOME) as got, tempfile.TemporaryDirectory(dir=HOME) as extracted:
        download = ["apt-get", "download", "-qq", *names]
        if not names or subprocess.run(download, cwd=got, stdout=sys.stderr).returncode != 0:
            not_run(f"no {NAME} on this machine, and no package of it is available")
        for package in glob.glob(f"{got}/*.deb"):
            subprocess.run(["dpkg-deb", "--extract", package, extracted], check=True)
        # Copy at the end: the next run would take a partial folder for a complete one.
        shutil.rmtree(PACKAGES, ignore_errors=True)
        shutil.copytree(extracted, PACKAGES, symlinks=True)


def libraries() -> dict[str, str]:
    """Returns the library path of unpacked programs."""
    found = sorted({str(Path(library).parent) for library in glob.glob(f"{PACKAGES}/usr/lib/*-linux-*/*.so*")})
    return in_front(found, "LD_LIBRARY_PATH")


def free_port() -> int:
    """Returns a free port on loopback.

    It is below the range from which the system assigns ports, so that it is still free when the
    server starts.
    """
    ports = Path("/proc/sys/net/ipv4/ip_local_port_range")
    assigned = int(ports.read_text().split()[0]) if ports.exists() else 32_768
    for _ in range(100):
        port = secrets.randbelow(10_000) + assigned - 10_000 if assigned > 20_000 else 0
        with suppress(OSError), socket.create_server(("127.0.0.1", port)) as listener:
            return int(listener.getsockname()[1])
    raise OSError("no port is free on loopback")


def python_packages(requirements: Path) -> dict[str, str]:
    """Installs packages from PyPI below the target folder. Returns the PYTHONPATH for them."""
    sys.path.insert(0, str(ROOT / "tests" / "drivers" / "python"))
    import environment

    python = environment.required(f"database-{NAME}", requirements)
    return in_front(glob.glob(f"{python.parents[1]}/lib/python*/site-packages"), "PYTHONPATH")


class Owner:
    """The user of a server: the current one, or for root, the server's own user or nobody."""

    def __init__(self, own: str) -> None:
        self.prefix = ["setpriv", "--pdeathsig", "INT"] if shutil.which("setpriv") else []
        self.entry = pwd.getpwuid(os.geteuid())
        if os.geteuid() != 0:
            return
        if not self.prefix:
            not_run(f"{NAME} does not run as root, and there is no setpriv")
        names = {entry.pw_name: entry for entry in pwd.getpwall()}
        entry = names.get(own) or names.get("nobody")
        if entry is None:
            not_run(f"{NAME} does not run as root, and there is neither {own} nor nobody")
        self.entry = entry
        self.prefix += [f"--reuid={entry.pw_uid}", f"--regid={entry.pw_gid}", "--clear-groups"]

    def folder(self, path: str) -> str:
        """Makes the user the owner of a folder, which must be accessible to that user."""
        if os.geteuid() == 0:
            os.chown(path, self.entry.pw_uid, self.entry.pw_gid)
        if subprocess.run([*self.prefix, "test", "-w", path]).returncode != 0:
            not_run(f"the server's user {self.entry.pw_name} has no access to {path}")
        return path

    def file(self, path: Path, text: str) -> Path:
        """Writes a file that only the owner can read."""
        path.write_text(text)
        path.chmod(0o600)
        if os.geteuid() == 0:
            os.chown(path, self.entry.pw_uid, self.entry.pw_gid)
        return path


def prepared(command: Sequence[str | Path], data: str, env: Mapping[str, str]) -> None:
    """Runs a command that prepares a server's data. Exits with its output on failure."""
    prepared_run = subprocess.run(command, env=env, cwd=data, capture_output=True, text=True)
    if prepared_run.returncode != 0:
        print(prepared_run.stdout, prepared_run.stderr, file=sys.stderr)
        report_full_disk(prepared_run.stderr)
        sys.exit(1)


@contextmanager
def running(
    command: Sequence[str | Path],
    data: str,
    env: Mapping[str, str],
    ready: Callable[[], bool],
    end: signal.Signals = signal.SIGTERM,
) -> Iterator[None]:
    """Runs a server within the `with` block."""
    with open(LOG, "w") as log:
        server = subprocess.Popen(command, env=env, cwd=data, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    try:
        deadline = time.monotonic() + TIME_LIMIT_SECONDS
        while not ready():
            if server.poll() is not None or time.monotonic() > deadline:
                print(f"the server does not start: see {LOG}", file=sys.stderr)
                sys.exit(1)
            time.sleep(0.05)
        yield
    finally:
        server.send_signal(end)
        server.wait()
        report_full_disk()

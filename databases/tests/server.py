"""What the wrappers beside this file share: each runs a command beside a server of its own, which ends with it.

The command gets the server's name in SORTID_DATABASE, and finds it as every client does; its wrapper says how.
Programs are the machine's, or else packages of a registry, unpacked below the target folder; data lie there, too, and
are gone with the command. A server never runs as root, and listens on a socket that nobody else reaches, or on loopback
with a password drawn for the run. The status is the command's, or 77 with `NOT RUN: why` if no server is available.
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
PATIENCE_SECONDS = 60
# What is left if nothing can be written any more, and what a server says then.
LEAST_MB = 16
FULL = os.strerror(errno.ENOSPC)
ENDS = {signal.SIGTERM, signal.SIGHUP, signal.SIGINT}


def not_run(why: str) -> NoReturn:
    print(f"NOT RUN: {why}", flush=True)
    sys.exit(NOT_RUN)


def told_if_full(words: str = "") -> None:
    """A failed check if there is no room: what fails for want of it seldom says so itself. Before the data are gone."""
    free = shutil.disk_usage(HOME).free >> 20
    if LOG.exists():
        words += LOG.read_text(errors="replace")
    if free < LEAST_MB or FULL in words:
        print(f"not ok room: the disk is full: {NAME} has its data below {HOME}; {free} MB are left", flush=True)


def main(serve: Callable[[list[str]], int]) -> NoReturn:
    """What a wrapper is: the command of its own arguments, beside what `serve` starts."""
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
        told_if_full(str(error))
        raise


def beside(command: list[str], client: Mapping[str, str]) -> int:
    """The command's status, run with what a client needs to know."""
    return subprocess.run(command, env={**os.environ, "SORTID_DATABASE": NAME, **client}).returncode


def folder() -> tempfile.TemporaryDirectory[str]:
    """For data; it goes with the `with`."""
    return tempfile.TemporaryDirectory(dir=HOME)


def in_front(folders: Sequence[str | Path], variable: str) -> dict[str, str]:
    """A variable that names folders, with these before those that it names already."""
    known = os.environ.get(variable)
    return {variable: os.pathsep.join([*map(str, folders), *([known] if known else [])])} if folders else {}


def programs(here: Callable[[Path], Path | None], *packages: str) -> Path:
    """What `here` finds below a root: the machine's, or that of Debian's packages, which are unpacked if need be."""
    found = here(Path("/")) or here(PACKAGES)
    if found is None:
        unpack(packages)
        found = here(PACKAGES)
    if found is None:
        shutil.rmtree(PACKAGES)
        not_run(f"the system's packages have no {NAME}")
    return found


def unpack(packages: Sequence[str]) -> None:
    """Debian's packages, and of those that they need what the machine has not."""
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
    with tempfile.TemporaryDirectory(dir=HOME) as got, tempfile.TemporaryDirectory(dir=HOME) as made:
        download = ["apt-get", "download", "-qq", *names]
        if not names or subprocess.run(download, cwd=got, stdout=sys.stderr).returncode != 0:
            not_run(f"no {NAME} on this machine, and no package of it is available")
        for package in glob.glob(f"{got}/*.deb"):
            subprocess.run(["dpkg-deb", "--extract", package, made], check=True)
        # Whole or not at all: the next run would take a part for the whole.
        shutil.rmtree(PACKAGES, ignore_errors=True)
        shutil.copytree(made, PACKAGES, symlinks=True)


def libraries() -> dict[str, str]:
    """Where unpacked programs find their libraries."""
    found = sorted({str(Path(library).parent) for library in glob.glob(f"{PACKAGES}/usr/lib/*-linux-*/*.so*")})
    return in_front(found, "LD_LIBRARY_PATH")


def free_port() -> int:
    """Returns a free port on loopback.

    It is below the range from which the system assigns ports, so that it is still free when the server starts.
    """
    ports = Path("/proc/sys/net/ipv4/ip_local_port_range")
    assigned = int(ports.read_text().split()[0]) if ports.exists() else 32_768
    for _ in range(100):
        port = secrets.randbelow(10_000) + assigned - 10_000 if assigned > 20_000 else 0
        with suppress(OSError), socket.create_server(("127.0.0.1", port)) as listener:
            return int(listener.getsockname()[1])
    raise OSError("no port is free on loopback")


def python_packages(requirements: Path) -> dict[str, str]:
    """Where this Python finds packages of PyPI that lie below the target folder and nowhere else."""
    sys.path.insert(0, str(ROOT / "tests" / "drivers" / "python"))
    import environment

    python = environment.required(f"database-{NAME}", requirements)
    return in_front(glob.glob(f"{python.parents[1]}/lib/python*/site-packages"), "PYTHONPATH")


class Owner:
    """Who a server runs as: ourselves, or for root somebody without rights, its own user if there is one."""

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
        """A folder of the owner's, who must be able to reach it."""
        if os.geteuid() == 0:
            os.chown(path, self.entry.pw_uid, self.entry.pw_gid)
        if subprocess.run([*self.prefix, "test", "-w", path]).returncode != 0:
            not_run(f"{self.entry.pw_name}, as whom the server would run, cannot reach {path}")
        return path

    def file(self, path: Path, text: str) -> Path:
        """A file that the owner alone reads."""
        path.write_text(text)
        path.chmod(0o600)
        if os.geteuid() == 0:
            os.chown(path, self.entry.pw_uid, self.entry.pw_gid)
        return path


def prepared(command: Sequence[str | Path], data: str, env: Mapping[str, str]) -> None:
    """Runs what makes a server's first data; ends with its words if it cannot."""
    made = subprocess.run(command, env=env, cwd=data, capture_output=True, text=True)
    if made.returncode != 0:
        print(made.stdout, made.stderr, file=sys.stderr)
        told_if_full(made.stderr)
        sys.exit(1)


@contextmanager
def running(
    command: Sequence[str | Path],
    data: str,
    env: Mapping[str, str],
    ready: Callable[[], bool],
    end: signal.Signals = signal.SIGTERM,
) -> Iterator[None]:
    """While a server runs; nothing of it remains."""
    with open(LOG, "w") as log:
        server = subprocess.Popen(command, env=env, cwd=data, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    try:
        patience = time.monotonic() + PATIENCE_SECONDS
        while not ready():
            if server.poll() is not None or time.monotonic() > patience:
                print(f"the server does not start: see {LOG}", file=sys.stderr)
                sys.exit(1)
            time.sleep(0.05)
        yield
    finally:
        server.send_signal(end)
        server.wait()
        told_if_full()

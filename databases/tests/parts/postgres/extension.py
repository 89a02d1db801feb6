"""Builds the extension below the target folder, and creates a copy of the server's tree with it.

A server only finds extensions relative to its programs. Therefore the programs are copied, and the
other folders consist of links.
"""

from __future__ import annotations

import glob
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parents[4]
TARGET = Path(os.environ.get("SORTID_TARGET", ROOT / "target"))
HOME = TARGET / "databases" / "postgres"
NOT_RUN = 77


def not_run(reason: str) -> NoReturn:
    print(f"NOT RUN: {reason}", flush=True)
    sys.exit(NOT_RUN)


def config_value(program: Path, *arguments: str) -> str:
    return subprocess.run([program, *arguments], capture_output=True, text=True, check=True).stdout.strip()


def major(config: Path) -> str:
    """Returns the server's major version, which is part of folder names: objects of one version do not fit another."""
    return config_value(config, "--version").split()[1].split(".")[0]


def headers(config: Path) -> Path:
    """Returns the folder of the server's headers: the machine's, or those of Debian's package."""
    there = Path(config_value(config, "--includedir-server"))
    if (there / "postgres.h").exists():
        return there
    release = major(config)
    unpacked = HOME / f"headers-{release}"
    wanted = unpacked / "usr/include/postgresql" / release / "server"
    if not (wanted / "postgres.h").exists():
        with tempfile.TemporaryDirectory(dir=HOME) as folder:
            download = ["apt-get", "download", "-qq", f"postgresql-server-dev-{release}"]
            if not shutil.which("apt-get") or subprocess.run(download, cwd=folder, stdout=sys.stderr).returncode != 0:
                not_run(f"no headers of PostgreSQL {release}, and no package of them is available")
            for package in glob.glob(f"{folder}/*.deb"):
                subprocess.run(["dpkg-deb", "--extract", package, unpacked], check=True)
    return wanted


def libsortid() -> Path:
    """Installs libsortid as a user would. Returns the folder of its pkg-config file."""
    prefix = TARGET / "c" / "prefix"
    install: list[str | Path] = ["cargo", "run", "--quiet", "--package", "sortid-install", "--", "--prefix", prefix]
    subprocess.run(install, cwd=ROOT, check=True, stdout=sys.stderr)
    return prefix / "lib" / "pkgconfig"


def library(programs: Path) -> Path:
    """Returns the path of the extension for a server."""
    return HOME / f"extension-{major(programs / 'pg_config')}" / "sortid.so"


def build(config: Path) -> list[str | Path]:
    """Compiles the extension in a copy of its folder. Returns the make command for further targets."""
    generate = ["cargo", "run", "--quiet", "--profile", "suite", "--package", "sortid-generate"]
    subprocess.run([*generate, "--", "postgres"], cwd=ROOT, check=True, stdout=sys.stderr)
    sources = HOME / f"extension-{major(config)}"
    # Skip objects that may belong to another server.
    built = shutil.ignore_patterns("*.o", "*.so", "results")
    shutil.copytree(ROOT / "databases" / "postgres", sources, ignore=built, dirs_exist_ok=True)
    os.environ["PKG_CONFIG_PATH"] = str(libsortid())
    make: list[str | Path] = ["make", "--silent", "-C", sources, f"PG_CONFIG={config}"]
    # Without LLVM, and with headers from another folder.
    make += ["with_llvm=no", f"includedir_server={headers(config)}", "COPT=-Werror"]
    subprocess.run(make, check=True, stdout=sys.stderr)
    return make


def linked(there: Path, here: Path, real: str | None = None) -> None:
    """Creates a folder of links to the entries of another one. The entry `real` becomes a folder of links, too."""
    shutil.rmtree(here, ignore_errors=True)
    here.mkdir(parents=True)
    for entry in there.iterdir():
        if entry.name == real:
            linked(entry, here / entry.name)
        else:
            (here / entry.name).symlink_to(entry)


def server_with_extension(programs: Path) -> tuple[Path, list[str | Path]]:
    """Creates a server with the extension. Returns its program folder, and the make command for further targets."""
    HOME.mkdir(parents=True, exist_ok=True)
    config = programs / "pg_config"
    if not config.exists() or not shutil.which("make"):
        not_run("pg_config and make are required")
    make = build(config)
    libraries, share = Path(config_value(config, "--pkglibdir")), Path(config_value(config, "--sharedir"))
    root, tree = os.path.commonpath([programs, libraries, share]), HOME / f"tree-{major(config)}"
    copied, *others = (tree / folder.relative_to(root) for folder in (programs, libraries, share))
    shutil.rmtree(copied, ignore_errors=True)
    shutil.copytree(programs, copied)
    linked(libraries, others[0])
    linked(share, others[1], "extension")
    with tempfile.TemporaryDirectory(dir=HOME) as installed:
        subprocess.run([*make, "install", f"DESTDIR={installed}"], check=True, stdout=sys.stderr)
        shutil.copytree(f"{installed}{root}", tree, dirs_exist_ok=True)
    return copied, make


@contextmanager
def state_folder() -> Iterator[str]:
    """Creates a temporary folder for state files, writable for the server's user."""
    with tempfile.TemporaryDirectory(prefix="sortid-") as folder:
        if os.geteuid() == 0:
            names = {entry.pw_name: entry for entry in pwd.getpwall()}
            owner = names.get("postgres") or names["nobody"]
            os.chown(folder, owner.pw_uid, owner.pw_gid)
        yield folder

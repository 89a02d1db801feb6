"""Builds the extension as a user would, with its Makefile and an installed libsortid, and finds programs to load it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parents[4]
TARGET = Path(os.environ.get("SORTID_TARGET", ROOT / "target"))
HOME = TARGET / "databases" / "sqlite"
PREFIX = HOME / "prefix"
CRATE = ROOT / "databases" / "tests" / "parts" / "sqlite-hosts" / "rust" / "Cargo.toml"
WARNINGS = "-Wall -Wextra -Wpedantic -Wshadow -Wundef -Wconversion -Werror"
# A sqlite3 module that can load extensions, if Python's own cannot.
MODULE = "pysqlite3-binary==0.5.4.post2"
NOT_RUN = 77


def not_run(reason: str) -> NoReturn:
    print(f"NOT RUN: {reason}", flush=True)
    sys.exit(NOT_RUN)


def run(*command: str | Path, **variables: str) -> str:
    """Runs a command. Returns its standard output; standard error is inherited."""
    done = subprocess.run(command, env={**os.environ, **variables}, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        print(f"not ok {' '.join(map(str, command[:3]))}: exit code {done.returncode}", flush=True)
        sys.exit(1)
    return done.stdout


def prefix() -> dict[str, str]:
    """Installs libsortid. Returns the PKG_CONFIG_PATH for it."""
    for tool in ("cargo", "cc", "make", "pkg-config"):
        if not shutil.which(tool):
            not_run(f"{tool} is not installed")
    install = ["cargo", "run", "--quiet", "--manifest-path", ROOT / "Cargo.toml", "--package", "sortid-install", "--"]
    run(*install, "--prefix", PREFIX, CARGO_TARGET_DIR=str(TARGET))
    return {"PKG_CONFIG_PATH": str(PREFIX / "lib" / "pkgconfig")}


def amalgamation() -> Path:
    """Returns the folder with SQLite's source and headers, from a crate."""
    metadata = run("cargo", "metadata", "--quiet", "--format-version", "1", "--locked", "--manifest-path", CRATE)
    for package in json.loads(metadata)["packages"]:
        if package["name"] == "libsqlite3-sys":
            return Path(package["manifest_path"]).parent / "sqlite3"
    raise SystemExit("not ok libsqlite3-sys: the crate is missing")


def headers() -> str:
    """Returns the compiler's options for SQLite's headers, or "" if the machine has them."""
    words = ["cc", "-E", "-include", "sqlite3ext.h", "-x", "c", os.devnull]
    has_them = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0
    return "" if has_them else f"-I{amalgamation()}"


def built(*words: str, name: str = "shared") -> Path:
    """Rebuilds the extension with these Makefile variables. Returns its path."""
    folder = HOME / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    makefile = ROOT / "databases" / "sqlite" / "Makefile"
    make = ["make", "--silent", "-f", makefile, f"OUT={folder}", f"WARNINGS={WARNINGS}"]
    run(*make, f"SQLITE_CFLAGS={headers()}", *words, **prefix())
    return folder / "sortid_sqlite.so"


def python() -> Path | str:
    """Returns a Python whose SQLite can load extensions: this one, the system's, or one with pysqlite3."""
    loads = "import sqlite3; sqlite3.connect(':memory:').enable_load_extension(True)"
    for name in (sys.executable, "/usr/bin/python3"):
        if Path(name).exists() and subprocess.run([name, "-c", loads], stderr=subprocess.DEVNULL).returncode == 0:
            return name
    home = HOME / "python"
    if not (home / "done").exists():
        venv.create(home, clear=True, with_pip=True)
        pip = [home / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", MODULE]
        if subprocess.run(pip, stdout=sys.stderr).returncode != 0:
            not_run(f"no Python here can load SQLite extensions, and pip has no {MODULE}")
        (home / "done").touch()
    return home / "bin" / "python"

"""What the doors of released binaries share: they are built as for a release, and looked at by the system's tools."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import hardening

HERE = Path(__file__).resolve().parent
ROOT = Path(os.environ.setdefault("SORTID_REPO", str(HERE.parents[2])))
TARGET_DIR = Path(os.environ.setdefault("SORTID_TARGET", str(ROOT / "target")))
NOT_RUN = 77
GNU, MUSL, APPLE = "x86_64-unknown-linux-gnu", "x86_64-unknown-linux-musl", "aarch64-apple-darwin"
# What is promised of every binary: the oldest C library that it runs with; and of every library and wheel: its size.
GLIBC = "2.17"
SIZE_LIMIT = int((ROOT / "ffi-c" / "size-limit").read_text())
# Of the system alone: nothing that a user must install.
LIBRARIES = {
    GNU: {"libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1", "ld-linux-x86-64.so.2"},
    MUSL: {"libc.so"},
}

failures: list[str] = []


def check(what: str, holds: bool, why: object = "") -> bool:
    """Tells one check."""
    if not holds:
        failures.append(what)
    print(f"ok {what}" if holds else f"not ok {what}: {' '.join(str(why).split())[-600:]}", flush=True)
    return holds


def not_run(why: str) -> None:
    """Ends the door where something is unavailable."""
    print(f"NOT RUN: {why}")
    sys.exit(NOT_RUN)


def done() -> None:
    """Ends the door."""
    sys.exit(bool(failures))


def ran(*command: str | Path, **options: object) -> subprocess.CompletedProcess[str]:
    """A command's end, and all that it said."""
    words = [str(word) for word in command]
    both = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT} | options
    return subprocess.run(words, text=True, **both)  # type: ignore[call-overload,no-any-return]


def judged(what: str, *command: str | Path, **options: object) -> bool:
    """A check that is another program."""
    answer = ran(*command, **options)
    return check(what, answer.returncode == 0, f"{answer.returncode}: {answer.stdout}")


def installed(program: str, package: str) -> bool:
    """Whether a program is installed; root installs its package of Debian."""
    if not shutil.which(program) and os.geteuid() == 0 and shutil.which("apt-get"):
        ran("apt-get", "update", "-qq", stdout=sys.stderr, stderr=None)
        install = ["apt-get", "install", "-qq", "-y", "--no-install-recommends", package]
        ran(*install, stdout=sys.stderr, stderr=None)
    return shutil.which(program) is not None


def fetched(what: str, *command: str | Path) -> str:
    """The last line of a program that fetches something, which may be nowhere available."""
    # What it says besides goes to the log of the door.
    answer = ran(*command, stderr=None)
    if answer.returncode == NOT_RUN:
        not_run(answer.stdout.removeprefix("NOT RUN: ").strip())
    if not check(f"{what} is fetched", answer.returncode == 0, answer.stdout):
        done()
    return (answer.stdout.splitlines() or [""])[-1]


def folder(name: str) -> Path:
    """An empty folder of a door."""
    made = TARGET_DIR / "packages" / name
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir(parents=True)
    return made


def released(part: str, target: str = GNU) -> list[Path]:
    """The files of a part, built as for a release, the one that all have first."""
    settings = dict(os.environ)
    if target != GNU:
        # One with the sources of its standard library: of the others there may be that for this machine alone.
        foreign = TARGET_DIR / "emulators"
        fetched("a compiler with sources", ROOT / "tests" / "emulators" / "fetch", foreign, "source")
        settings |= {"RUSTC": str(foreign / "bin" / "rustc"), "RUSTDOC": str(foreign / "bin" / "rustdoc")}
    answer = ran(ROOT / "release" / "build", target, part, stderr=None, env=settings)
    if not check(f"the {part} is built for {target}", answer.returncode == 0, answer.returncode):
        done()
    return [Path(line) for line in answer.stdout.splitlines()]


def is_modest(file: Path, target: str = GNU, fetched: Path | None = None) -> None:
    """Checks that a library, or what is fetched with it, is small, and that the library asks little of a system."""
    size = (fetched or file).stat().st_size
    check(f"its {size} bytes are less than {SIZE_LIMIT}", size < SIZE_LIMIT)
    needed = libraries_of(file)
    check("it needs the system's libraries alone", needed and needed <= LIBRARIES[target], needed)
    if target == GNU:
        runs_with_old_glibc(file)
    names_no_folder(file)
    is_hardened(file)


def is_hardened(file: Path) -> None:
    """Checks how a program or library is linked, and what it exports."""
    if not hardening.holds(file, hardening.kind_of(file), file.name):
        failures.append(file.name)


def libraries_of(file: Path) -> set[str]:
    """The libraries that a binary loads."""
    return set(re.findall(r"\(NEEDED\).*\[(.*)\]", ran("readelf", "--dynamic", "--wide", file).stdout))


def runs_with_old_glibc(file: Path) -> None:
    """Checks the versions of glibc's symbols in a binary."""
    wanted = set(re.findall(r"GLIBC_([0-9.]+)", ran("objdump", "-T", file).stdout))
    newest = max((tuple(map(int, version.split("."))) for version in wanted), default=())
    told = ".".join(map(str, newest))
    oldest = tuple(map(int, GLIBC.split(".")))
    check(f"the newest glibc that it asks for is {told}", () < newest <= oldest, sorted(wanted))


def names_no_folder(file: Path) -> None:
    """Checks that no path of this machine is in a file, or in a member of a zip archive."""
    if zipfile.is_zipfile(file):
        with zipfile.ZipFile(file) as archive:
            contents = {name: archive.read(name) for name in archive.namelist()}
    else:
        contents = {file.name: file.read_bytes()}
    cargo = os.environ.get("CARGO_HOME", Path.home() / ".cargo")
    folders = {f"{folder}/".encode() for folder in (ROOT, TARGET_DIR, Path.home(), cargo)}
    found = [name for name, content in contents.items() if any(folder in content for folder in folders)]
    check(f"{file.name} names no folder of this machine", contents and not found, found)


def compiler(target: str) -> list[str | Path]:
    """A compiler of C for a target: the linker's, once something was released."""
    os.environ["ZIG_GLOBAL_CACHE_DIR"] = str(TARGET_DIR / "released" / "linker-cache")
    return [TARGET_DIR / "released" / "tools" / "bin" / "python", "-m", "ziglang", "cc", "-target", target]


def loader(what: str, release: str, package: str, at: str) -> Path:
    """The loader of a C library that a release of Debian has."""
    return Path(fetched(what, HERE / "libc", release, package, at, TARGET_DIR / "packages" / "released-libc"))

"""Builds binaries as for a release, and examines them with system tools."""

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
# The oldest supported C library, and the size limit of libraries and wheels.
GLIBC = "2.17"
SIZE_LIMIT = int((ROOT / "ffi-c" / "size-limit").read_text())
# System libraries, which no user has to install.
LIBRARIES = {
    GNU: {"libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1", "ld-linux-x86-64.so.2"},
    MUSL: {"libc.so"},
}

failures: list[str] = []


def check(what: str, holds: bool, why: object = "") -> bool:
    """Prints the result of a check."""
    if not holds:
        failures.append(what)
    print(f"ok {what}" if holds else f"not ok {what}: {' '.join(str(why).split())[-600:]}", flush=True)
    return holds


def not_run(why: str) -> None:
    """Exits because something is unavailable."""
    print(f"NOT RUN: {why}")
    sys.exit(NOT_RUN)


def done() -> None:
    """Exits with 1 if a check failed."""
    sys.exit(bool(failures))


def ran(*command: str | Path, **options: object) -> subprocess.CompletedProcess[str]:
    """Runs a command; returns its exit status and combined output."""
    words = [str(word) for word in command]
    both = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT} | options
    return subprocess.run(words, text=True, **both)  # type: ignore[call-overload,no-any-return]


def judged(what: str, *command: str | Path, **options: object) -> bool:
    """A check that runs another program."""
    answer = ran(*command, **options)
    return check(what, answer.returncode == 0, f"{answer.returncode}: {answer.stdout}")


def installed(program: str, package: str) -> bool:
    """Whether a program is installed; as root, tries to install its Debian package."""
    if not shutil.which(program) and os.geteuid() == 0 and shutil.which("apt-get"):
        ran("apt-get", "update", "-qq", stdout=sys.stderr, stderr=None)
        install = ["apt-get", "install", "-qq", "-y", "--no-install-recommends", package]
        ran(*install, stdout=sys.stderr, stderr=None)
    return shutil.which(program) is not None


def fetched(what: str, *command: str | Path) -> str:
    """Runs a downloading program; returns its last line of output, or exits if unavailable."""
    # Standard error goes to the log.
    answer = ran(*command, stderr=None)
    if answer.returncode == NOT_RUN:
        not_run(answer.stdout.removeprefix("NOT RUN: ").strip())
    if not check(f"{what} is fetched", answer.returncode == 0, answer.stdout):
        done()
    return (answer.stdout.splitlines() or [""])[-1]


def folder(name: str) -> Path:
    """Creates an empty folder for a test."""
    made = TARGET_DIR / "packages" / name
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir(parents=True)
    return made


def released(part: str, target: str = GNU) -> list[Path]:
    """Builds a part as for a release, and returns its files; the first one is in all builds."""
    settings = dict(os.environ)
    if target != GNU:
        # A toolchain with the standard library's sources: others may lack foreign targets.
        foreign = TARGET_DIR / "emulators"
        fetched("a toolchain with sources", ROOT / "tests" / "emulators" / "fetch", foreign, "source")
        settings |= {"RUSTC": str(foreign / "bin" / "rustc"), "RUSTDOC": str(foreign / "bin" / "rustdoc")}
    answer = ran(ROOT / "release" / "build", target, part, stderr=None, env=settings)
    if not check(f"the {part} is built for {target}", answer.returncode == 0, answer.returncode):
        done()
    return [Path(line) for line in answer.stdout.splitlines()]


def is_modest(file: Path, target: str = GNU, fetched: Path | None = None) -> None:
    """Checks the size of a library, or of its package, and its system requirements."""
    size = (fetched or file).stat().st_size
    check(f"its {size} bytes are less than {SIZE_LIMIT}", size < SIZE_LIMIT)
    needed = libraries_of(file)
    check("it needs only system libraries", needed and needed <= LIBRARIES[target], needed)
    if target == GNU:
        runs_with_old_glibc(file)
    names_no_folder(file)
    is_hardened(file)


def is_hardened(file: Path) -> None:
    """Checks how a program or library is linked, and its exports."""
    if not hardening.holds(file, hardening.kind_of(file), file.name):
        failures.append(file.name)


def libraries_of(file: Path) -> set[str]:
    """The libraries that a binary loads."""
    return set(re.findall(r"\(NEEDED\).*\[(.*)\]", ran("readelf", "--dynamic", "--wide", file).stdout))


def runs_with_old_glibc(file: Path) -> None:
    """Checks the versions of the glibc symbols that a binary needs."""
    wanted = set(re.findall(r"GLIBC_([0-9.]+)", ran("objdump", "-T", file).stdout))
    newest = max((tuple(map(int, version.split("."))) for version in wanted), default=())
    told = ".".join(map(str, newest))
    oldest = tuple(map(int, GLIBC.split(".")))
    check(f"the newest glibc that it needs is {told}", () < newest <= oldest, sorted(wanted))


def names_no_folder(file: Path) -> None:
    """Checks that neither a file nor a member of a zip archive contains a path of this machine."""
    if zipfile.is_zipfile(file):
        with zipfile.ZipFile(file) as archive:
            contents = {name: archive.read(name) for name in archive.namelist()}
    else:
        contents = {file.name: file.read_bytes()}
    cargo = os.environ.get("CARGO_HOME", Path.home() / ".cargo")
    folders = {f"{folder}/".encode() for folder in (ROOT, TARGET_DIR, Path.home(), cargo)}
    found = [name for name, content in contents.items() if any(folder in content for folder in folders)]
    check(f"{file.name} contains no path of this machine", contents and not found, found)


def compiler(target: str) -> list[str | Path]:
    """The C compiler for a target; available after a release build."""
    os.environ["ZIG_GLOBAL_CACHE_DIR"] = str(TARGET_DIR / "released" / "linker-cache")
    return [TARGET_DIR / "released" / "tools" / "bin" / "python", "-m", "ziglang", "cc", "-target", target]


def loader(what: str, release: str, package: str, at: str) -> Path:
    """Returns the path of the loader of a Debian release's C library."""
    return Path(fetched(what, HERE / "libc", release, package, at, TARGET_DIR / "packages" / "released-libc"))

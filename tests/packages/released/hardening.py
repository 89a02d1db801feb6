"""Checks that an ELF file has read-only relocations, no executable stack, only its own exports."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

# The names that each kind of file may export.
EXPORTS = {
    "sortid": r"(?!)",
    "sortid-lease": r"(?!)",
    "libsortid.so": r"sortid_\w+",
    "libsortid_lease.so": r"sortid_\w+",
    "libsortid_uniffi.so": r"((uniffi|ffi)_)?sortid_\w+|Java_sortid_\w+|UNIFFI_META_(NAMESPACE_)?SORTID\w*",
    "python": r"PyInit__sortid",
    "node": r"napi_register_module_v1",
    "postgres": r"Pg_magic_func|_PG_init|(pg_finfo_)?sortid_pg_\w+",
    "sqlite": r"sqlite3_sortidsqlite_init",
}
PROGRAMS = ("sortid", "sortid-lease")
# The SQLite extension searches for libsortid beside itself and where it was installed.
WITH_FOLDERS = ("sqlite",)


def kind_of(file: Path) -> str:
    """The key of `EXPORTS` for a built or released file."""
    if file.name.startswith(("_sortid.", "lib_sortid.")):
        return "python"
    return "node" if file.suffix == ".node" or file.name.startswith("libsortid_node") else file.name


def read(file: Path, *options: str) -> str:
    """The output of readelf."""
    command = ["readelf", "--wide", *options, str(file)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def exported(file: Path) -> set[str]:
    """Returns the names of the exported functions and objects."""
    rows = [line.split() for line in read(file, "--dyn-syms").splitlines()]
    rows = [row for row in rows if len(row) >= 8 and row[4] in ("GLOBAL", "WEAK", "UNIQUE") and row[6] != "UND"]
    return {row[7].split("@")[0] for row in rows}


def weaknesses(file: Path, kind: str) -> list[str]:
    """Returns the weaknesses of a file; empty if hardened."""
    header = read(file, "--file-header")
    segments = {line.split()[0]: line.split() for line in read(file, "--program-headers").splitlines() if line.split()}
    dynamic = read(file, "--dynamic")
    flags = " ".join(re.findall(r"\((?:FLAGS|FLAGS_1)\)\s+(.*)", dynamic))
    found = []
    if "GNU_RELRO" not in segments:
        found.append("no GNU_RELRO: relocations remain writable")
    if not re.search(r"\b(BIND_NOW|NOW)\b", flags):
        found.append("no BIND_NOW: the global offset table remains writable")
    stack = segments.get("GNU_STACK")
    if stack is None or any("E" in word for word in stack[6:-1]):
        found.append("GNU_STACK: the stack is executable")
    if "(TEXTREL)" in dynamic or re.search(r"\bTEXTREL\b", flags):
        found.append("TEXTREL: relocations modify code at startup")
    if kind not in WITH_FOLDERS and re.search(r"\((RPATH|RUNPATH)\)", dynamic):
        found.append("RUNPATH: libraries load from a folder of the build machine")
    if kind in PROGRAMS and not ("DYN (" in header and re.search(r"\bPIE\b", flags)):
        found.append("no PIE: its load address is fixed")
    foreign = sorted(name for name in exported(file) if not re.fullmatch(EXPORTS[kind], name))
    if foreign:
        found.append(f"exports {', '.join(foreign[:5])}")
    return found


def holds(file: Path, kind: str, what: str) -> bool:
    """Prints the check of a file, or that it was skipped without readelf."""
    if shutil.which("readelf") is None:
        print(f"left out {what}: readelf is missing", flush=True)
        return True
    found = weaknesses(file, kind)
    print(f"not ok {what} is hardened: {'; '.join(found)}" if found else f"ok {what} is hardened", flush=True)
    return not found

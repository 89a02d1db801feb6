"""Archives that depend on their contents alone: sorted names, no owners, one date."""

from __future__ import annotations

import base64
import gzip
import hashlib
import os
import stat
import tarfile
import time
import zipfile
from pathlib import Path

from targets import environment

# The modification time of every file.
DATE = int(os.environ.get("SOURCE_DATE_EPOCH", environment.FIRST_OF_ZIP))


def _mode(file: Path) -> int:
    return 0o755 if file.stat().st_mode & stat.S_IXUSR else 0o644


def tar_gz(folder: Path, archive: Path, below: str) -> Path:
    """Packs a folder's files under the name `below`; returns the archive."""
    with (
        archive.open("wb") as out,
        gzip.GzipFile(filename="", mode="wb", fileobj=out, mtime=DATE) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar,
    ):
        for file in sorted(folder.rglob("*")):
            entry = tarfile.TarInfo(f"{below}/{file.relative_to(folder).as_posix()}")
            entry.mtime = DATE
            if file.is_symlink():
                entry.type, entry.linkname, entry.mode = tarfile.SYMTYPE, os.readlink(file), 0o777
                tar.addfile(entry)
            elif file.is_file():
                entry.size, entry.mode = file.stat().st_size, _mode(file)
                with file.open("rb") as source:
                    tar.addfile(entry, source)
    return archive


def zipped(folder: Path, archive: Path, below: str = "") -> Path:
    """Packs a folder's files into a zip archive, under the name `below` if given; returns the archive."""
    prefix = f"{below}/" if below else ""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for file in sorted(file for file in folder.rglob("*") if file.is_file()):
            entry = zipfile.ZipInfo(prefix + file.relative_to(folder).as_posix(), time.gmtime(DATE)[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix, whose modes these are
            entry.external_attr = (stat.S_IFREG | _mode(file)) << 16
            packed.writestr(entry, file.read_bytes())
    return archive


def wheel(folder: Path, info: str, archive: Path) -> Path:
    """Packs the files of a wheel, whose metadata is in the folder `info`, and lists them there; returns the wheel."""
    lines = []
    for file in sorted(file for file in folder.rglob("*") if file.is_file()):
        content = file.read_bytes()
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{file.relative_to(folder).as_posix()},sha256={digest},{len(content)}\n")
    (folder / info / "RECORD").write_text("".join(lines) + f"{info}/RECORD,,\n")
    return zipped(folder, archive)


def checksums(folder: Path) -> Path:
    """Writes the checksums of all other files in a folder, which has no folders."""
    sums = folder / "SHA256SUMS"
    files = sorted(file for file in folder.iterdir() if file != sums)
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    sums.write_text("".join(lines))
    return sums

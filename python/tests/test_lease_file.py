"""Lease files: errors of a file without a lease, and of options that exclude one.

The suite tests for all languages at once that generators stay within the lease.
"""

from __future__ import annotations

import os
import sys
import zlib
from pathlib import Path
from typing import Any

import pytest
from conftest import NOON, refusal
from sortid import Format, Generator, ParseError, StoreError

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs state files, which Windows lacks")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A lease file without a grant."""
    path = tmp_path / "ids.lease"
    Generator("tid", state_file=path).close()
    record = bytearray(path.read_bytes())
    # Differs from a state file in the version and the width of the node: docs/lease-file.md.
    record[8], record[83] = 2, 10
    record[96:120] = bytes(24)
    record[508:512] = zlib.crc32(record[:508]).to_bytes(4, "little")
    path.write_bytes(record)
    return path


def test_file_without_a_grant_is_an_error(file: Path) -> None:
    for path in (file, str(file), os.fsencode(file)):
        generator = Generator("tid", lease_file=path, clock="manual")
        with pytest.raises(StoreError) as error:
            generator.next_at(NOON)
        assert (error.value.code, error.value.filename) == ("lease_expired", str(file))
        assert isinstance(error.value, OSError)
        generator.close()
    assert "lease_file" in Format("tid").options


def test_lease_and_state_files_are_not_interchangeable(file: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreError) as error:
        Generator("tid", state_file=file)
    assert error.value.code == "store_foreign"
    plain = tmp_path / "plain"
    Generator("tid", state_file=plain).close()
    with pytest.raises(StoreError) as error:
        Generator("tid", lease_file=plain)
    assert error.value.code == "store_foreign"
    with pytest.raises(StoreError) as error:
        Generator("tid", lease_file=tmp_path / "none")
    assert error.value.code == "store_io"
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    ("format", "options", "subject"),
    [
        ("tid", {"node": 1}, "node"),
        ("tid", {"seed": bytes(32)}, "seed"),
        ("tid", {"state_file": "plain"}, "state_file"),
        ("tid", {"on_rollback": "reset"}, "on_rollback"),
        ("uid11_xid", {}, "lease_file"),
    ],
)
def test_excluded_options_are_rejected(file: Path, format: str, options: dict[str, Any], subject: str) -> None:
    with pytest.raises(ParseError) as error:
        Generator(format, lease_file=file, **options)
    refusal("invalid_option", error)
    assert error.value.subject == subject


def test_invalid_path_is_rejected() -> None:
    with pytest.raises(TypeError):
        Generator("tid", lease_file=5)
    for path in ("", b"a\0b"):
        with pytest.raises(ParseError) as error:
            Generator("tid", lease_file=path)
        assert error.value.subject == "lease_file"

"""`python -m sortid`."""

from __future__ import annotations

import subprocess
import sys

import pytest
import sortid


def command(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-I", "-m", "sortid", *arguments]
    return subprocess.run(line, input=given, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("name", [format.value for format in sortid.Format])
def test_new(name: str) -> None:
    answer = command("new", name, "-n", "3")
    assert (answer.returncode, answer.stderr) == (0, "")
    texts = answer.stdout.splitlines()
    assert len(set(texts)) == 3
    assert all(sortid.is_valid(text, name) for text in texts)


def test_new_without_arguments() -> None:
    assert sortid.is_valid(command("new").stdout.strip(), "uuid7")
    assert command("new", "tid", "-n", "0").stdout == ""
    assert len(command("new", "uuid7", "-n", "25000").stdout.splitlines()) == 25_000


def test_inspect() -> None:
    answer = command("inspect", "3jzfcijpj2z2a")
    assert (answer.returncode, answer.stderr) == (0, "")
    assert "3jzfcijpj2z2a: tid, 2023-06-30T15:03:01.887007+00:00" in answer.stdout
    assert "timeid" in answer.stdout
    texts = [str(sortid.new(format)) for format in sortid.Format]
    answer = command("inspect", given="\n".join(texts) + "\n")
    assert answer.returncode == 0
    assert all(format.value in answer.stdout for format in sortid.Format)
    assert "without a time" in answer.stdout


def test_inspect_what_is_no_id() -> None:
    answer = command("inspect", "3jzfcijpj2z21", "3jzfcijpj2z2a")
    assert answer.returncode == 1
    assert "no format accepts" in answer.stderr
    assert "invalid_character" in answer.stderr
    assert "tid" in answer.stdout


def test_times_beyond_python() -> None:
    late = str(sortid.Id.from_fields({"unix_ts_ms": 2**48 - 1}, "uuid7"))
    assert "281474976710.655000000 seconds since 1970" in command("inspect", late).stdout


@pytest.mark.parametrize("arguments", [[], ["fry"], ["new", "uuid4"], ["new", "-n", "-1"], ["new", "-n", "x"]])
def test_wrong_arguments(arguments: list[str]) -> None:
    answer = command(*arguments)
    assert answer.returncode == 2
    assert "usage: " in answer.stderr
    assert "Traceback" not in answer.stderr


def test_version_and_help() -> None:
    assert command("--version").stdout == f"sortid {sortid.__version__}\n"
    assert "new" in command("--help").stdout


def test_a_reader_who_has_read_enough() -> None:
    line = [sys.executable, "-I", "-m", "sortid", "new", "tid", "-n", "1000000"]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0

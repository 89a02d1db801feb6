"""`python -m sortid`."""

from __future__ import annotations

import subprocess
import sys

import pytest
import sortid
from conftest import MADE


def command(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-I", "-m", "sortid", *arguments]
    return subprocess.run(line, input=given, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("name", [format.value for format in MADE])
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
    texts = [str(sortid.new(format)) for format in MADE] + ["2ed6657d-e927-568b-95e1-2665a8aea6a2"]
    answer = command("inspect", given="\n".join(texts) + "\n")
    assert answer.returncode == 0
    assert all(format.value in answer.stdout for format in sortid.Format)
    assert "without a time" in answer.stdout


def test_the_prefix_of_a_type() -> None:
    texts = command("new", "uuid7", "--type", "order", "-n", "3").stdout.splitlines()
    assert [sortid.PrefixedFormat("order", "uuid7").is_valid(text) for text in texts] == [True] * 3
    said = command("inspect", texts[0]).stdout.splitlines()
    assert said[0].startswith(f"{texts[0]}: uuid7, 20")
    assert said[1].split() == ["prefix", "order"]
    for wrong in (["uuid7", "--type", "Order"], ["push_id", "--type", "order"]):
        answer = command("new", *wrong)
        assert (answer.returncode, answer.stdout) == (1, "")
        assert answer.stderr.startswith("error: ")


def test_the_kind_of_a_uuid() -> None:
    said = command("inspect", "2ed6657d-e927-568b-95e1-2665a8aea6a2").stdout
    assert said.startswith("2ed6657d-e927-568b-95e1-2665a8aea6a2: any_uuid, version_5\n")


def test_inspect_what_is_no_id() -> None:
    answer = command("inspect", "3jzfcijpj2z21", "3jzfcijpj2z2a")
    assert answer.returncode == 1
    assert "no format accepts" in answer.stderr
    assert "invalid_character" in answer.stderr
    assert "tid" in answer.stdout


def test_times_beyond_python() -> None:
    late = str(sortid.Id.from_fields({"unix_ts_ms": 2**48 - 1}, "uuid7"))
    assert "281474976710.655000000 seconds since 1970" in command("inspect", late).stdout


@pytest.mark.parametrize("arguments", [[], ["fry"], ["new", "any_uuid"], ["new", "-n", "-1"], ["new", "-n", "x"]])
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

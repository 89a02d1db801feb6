"""Expected results from the core: the vectors, the command, and the Rust driver."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import edges
import walk

COMMAND = os.environ["SORTID_COMMAND"]
DRIVER = os.environ["SORTID_DRIVER"]
US = 1_000_000


@dataclass(frozen=True)
class Reading:
    """An id's bytes and text, and its time in microseconds since 1970; or the known parts of an invalid one."""

    hex: str
    text: str
    is_id: bool
    us: int | None


def sortid(*arguments: str) -> str | None:
    """Returns the output of the command, or None if it rejects the arguments."""
    ran = subprocess.run([COMMAND, *arguments], capture_output=True, text=True)
    if ran.returncode not in (0, 2) or "invalid value" in ran.stderr:
        raise SystemExit(f"sortid {arguments}: {ran.stderr}")
    return ran.stdout if ran.returncode == 0 else None


@cache
def driver() -> subprocess.Popen[str]:
    """The program that answers requests with the core, one per line."""
    return subprocess.Popen([DRIVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")


def read(name: str, **given: str) -> Reading | None:
    """Reads an input with the core. Returns None if it is not an id."""
    pipes = driver()
    assert pipes.stdin is not None
    assert pipes.stdout is not None
    pipes.stdin.write(json.dumps({"id": 0, "format": name, **given}) + "\n")
    pipes.stdin.flush()
    answer = json.loads(pipes.stdout.readline()).get("ok")
    return None if answer is None else reading(answer)


@cache
def of_bytes(name: str, hexed: str) -> Reading | None:
    """The id with these bytes."""
    return read(name, op="from_bytes", hex=hexed)


@cache
def of_text(name: str, text: str) -> Reading | None:
    """The id whose canonical text this is."""
    found = read(name, op="parse", text=text)
    return found if found is not None and found.text == text else None


@cache
def formats() -> list[dict[str, Any]]:
    return [json.loads(line) for line in (sortid("formats", "--json") or "").splitlines()]


def cases(name: str) -> list[dict[str, Any]]:
    return walk.by_format()[name]


def micros(unix: dict[str, Any]) -> int:
    return int(unix["seconds"]) * US + int(unix["nanos"]) // 1000


def reading(answer: dict[str, Any]) -> Reading:
    unix = answer["unix"]
    return Reading(answer["hex"], answer["text"], True, unix and micros(unix))


@cache
def readings(name: str, length: int) -> list[Reading]:
    """Returns ids and invalid bytes of the vectors, and edge cases of a format."""
    found: dict[str, Reading] = {}
    for case in cases(name):
        if case["op"] == "from_bytes" and "error" in case and len(case["hex"]) == 2 * length:
            found[case["hex"].lower()] = Reading(case["hex"].lower(), "", False, None)
        expect = case.get("expect") or {}
        if case["op"] in ("parse", "from_bytes") and {"hex", "text", "unix"} <= expect.keys():
            found[expect["hex"]] = reading(expect)
    for hexed in edges.values(length):
        found.setdefault(hexed, of_bytes(name, hexed) or Reading(hexed, "", False, None))
    return list(found.values())


@cache
def bad_texts(name: str) -> list[str]:
    """Returns the invalid texts of the vectors that all servers can receive."""
    texts = {case["text"] for case in cases(name) if case["op"] == "parse" and "error" in case}
    return sorted(
        text for text in texts if text.isascii() and text.isprintable() and "\\" not in text and "'" not in text
    )


@cache
def times(name: str, length: int) -> list[int]:
    """Returns the vectors' times in microseconds since 1970, and one before and after each."""
    about = {0, *(micros(case["unix"]) for case in cases(name) if case["op"] == "at")}
    about |= {reading.us for reading in readings(name, length) if reading.us is not None}
    return sorted({us + beside for us in about for beside in (-1, 0, 1)})


@dataclass(frozen=True)
class Bound:
    """An end of a tick."""

    hex: str
    text: str


@cache
def bounds(name: str, us: int) -> tuple[Bound, Bound] | None:
    """Returns the smallest and the largest id of the tick of a time, or None if out of range."""
    seconds, rest = divmod(us, US)
    text = [unix(seconds, rest * 1000 + nanos) for nanos in (0, 1)]
    output = sortid("range", name, f"--from={text[0]}", f"--to={text[1]}", "--json")
    if output is None:
        return None
    answer = json.loads(output)
    return Bound(**answer["min"]), Bound(**answer["max"])


def unix(seconds: int, nanos: int) -> str:
    """Formats a time for the command: the sign applies to the whole number."""
    whole = seconds * 1_000_000_000 + nanos
    sign = "-" if whole < 0 else ""
    seconds, nanos = divmod(abs(whole), 1_000_000_000)
    return f"@{sign}{seconds}.{nanos:09}"


@cache
def pack(name: str, database: str, kind: str) -> dict[str, Any] | None:
    """Returns the SQL of a format by part, or None if the database does not support it."""
    output = sortid("sql", name, "--db", database, "--type", kind, "--table", "edges", "--json")
    return None if output is None else json.loads(output)

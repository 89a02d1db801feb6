"""The counts of checks, and shared helpers."""

import itertools
import time
from collections.abc import Iterable, Sequence
from typing import Any

from sortid import AnyId, Generator, Id, ParseError

COUNT = 200
FIRST_NS = 1_721_407_246_480_310_789
MINUTE_NS = 60_000_000_000
passed = failed = 0


def check(what: str, holds: bool) -> None:
    """Counts a check, and prints it if it fails."""
    global passed, failed
    passed, failed = passed + holds, failed + (not holds)
    if not holds:
        print("failed:", what)


def is_now(ns: int) -> bool:
    return abs(time.time_ns() - ns) < MINUTE_NS


def instants_ns() -> list[int]:
    """Instants at odd fractions of a second."""
    return [FIRST_NS + step * 86_399_049_999_997 for step in range(COUNT)]


def ours(name: str) -> list[Id]:
    """Consecutive ids of sortid."""
    generator = Generator(name)
    return [next(generator) for _ in range(COUNT)]


def reads(text: str, name: str, raw: bytes, fields: dict[str, int], ns: int) -> Id:
    """Compares our reading of their canonical text with their values."""
    read = AnyId(text, name)
    check(f"{name} {text} is {read}", str(read) == text and bytes(read) == raw)
    told = {field: read.fields[field] for field in fields}
    check(f"the fields of {text}: {told}, {fields}", told == fields)
    check(f"the time of {text}: {read.unix_ns}, {ns}", read.unix_ns == ns)
    return read


def in_order(who: str, run: Sequence[Any]) -> None:
    """Checks that a sequence is strictly increasing in their order."""
    for one, other in itertools.pairwise(run):
        check(f"the order of {who}: {one}, {other}", one < other)


def same_order(who: str, read: Iterable[tuple[Any, Id]]) -> None:
    """Checks that both packages sort the ids in the same order."""
    in_order(who, [id for _, id in sorted(read, key=lambda pair: pair[0])])


def refused(text: str, name: str, code: str, offset: int | None = None) -> None:
    """Checks that sortid rejects a text that their package accepts."""
    try:
        check(f"{text} is {AnyId(text, name)!r}", False)
    except ParseError as error:
        check(f"{text}: {error.code} at {error.offset}", (error.code, error.offset) == (code, offset))

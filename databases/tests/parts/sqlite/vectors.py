"""Runs every format's vectors in SQLite, except those with options, which the functions do not have."""

from __future__ import annotations

from collections import Counter
from typing import Any

from asked import INTEGERS, Value, asked, connected, expect, refused
from walk import cases

# The operations that exist in SQL.
OPERATIONS = ("parse", "from_bytes", "is_valid", "at", "range", "compare")
NANOS = {"s": 10**9, "ms": 10**6, "us": 10**3, "ns": 1}

connection = connected()
# Formats with signed integers.
SIGNED = {"timeid"}


def ask(sql: str, *values: Value) -> Any:
    return asked(connection, f"SELECT {sql}", *values)


def nanos(unix: dict[str, Any]) -> int:
    return int(unix["seconds"]) * 10**9 + int(unix["nanos"])


def read(format: str, given: Value, case: dict[str, Any]) -> None:
    """Checks all functions with a text, bytes or an integer."""
    what = (format, case["name"], given)
    if "error" in case:
        for function in ("text", "blob", "int", "time"):
            refused(ask(f"sortid_{function}(?1, ?2)", given, format), case["error"], case.get("offset"), *what)
        expect(ask("sortid_valid(?1, ?2)", given, format), 0, *what)
        return
    wanted = case["expect"]
    expect(ask("sortid_valid(?1, ?2)", given, format), 1, *what)
    if "text" in wanted:
        expect(ask("sortid_text(?1, ?2)", given, format), wanted["text"], *what)
    if "hex" in wanted:
        data = bytes.fromhex(wanted["hex"])
        expect(ask("sortid_blob(?1, ?2)", given, format), data, *what)
        integer = ask("sortid_int(?1, ?2)", given, format)
        number = int.from_bytes(data, signed=format in SIGNED)
        if len(data) != 8:
            refused(integer, "not_applicable", None, *what)
        elif number in INTEGERS:
            expect(integer, number, *what)
        else:
            refused(integer, "out_of_range", None, *what)
    if "unix" in wanted:
        times(format, given, wanted["unix"], what)


def times(format: str, given: Value, unix: dict[str, Any] | None, what: tuple[Any, ...]) -> None:
    for unit, size in NANOS.items():
        answer = ask("sortid_time(?1, ?2, ?3)", given, format, unit)
        if unix is None:
            refused(answer, "not_applicable", None, *what)
        elif nanos(unix) // size in INTEGERS:
            expect(answer, nanos(unix) // size, unit, *what)
        else:
            refused(answer, "timestamp_out_of_range", None, unit, *what)


def bounds(format: str, lower: int, upper: int, case: dict[str, Any]) -> None:
    """Checks bounds for times in nanoseconds, in all units that represent the times exactly."""
    for unit, size in NANOS.items():
        for function, instant in (("min", lower), ("max", upper)):
            if instant % size or instant // size not in INTEGERS:
                continue
            answer = ask(f"sortid_{function}(?1, ?2, 'text', ?3)", format, instant // size, unit)
            if "error" in case:
                refused(answer, case["error"], None, format, case["name"])
            elif format == "timeid" and instant // 1000 == -1:
                # A range may begin or end next to the tick without ids.
                refused(answer, "timestamp_out_of_range", None, case["name"])
            else:
                expect(answer, case["expect"][function], format, case["name"])


def is_integer(format: str, text: str) -> bool:
    """Whether an INTEGER can represent the id of a 64-bit format."""
    return int.from_bytes(ask("sortid_blob(?1, ?2)", text, format), signed=format in SIGNED) in INTEGERS


def compared(format: str, case: dict[str, Any], sorts: dict[str, bool]) -> int:
    """Compares two ids in each kind that sorts. Returns the number of these kinds."""
    kinds = [kind for kind in ("text", "blob") if sorts[kind]] + ["int"] * (sorts["bits"] == 64)
    for kind in kinds:
        sql = f"(a > b) - (a < b) FROM (SELECT sortid_{kind}(?1, ?3) AS a, sortid_{kind}(?2, ?3) AS b)"
        answer = ask(sql, case["a"], case["b"], format)
        if "error" in case:
            refused(answer, case["error"], case.get("offset"), format, case["name"])
        elif kind == "int" and not all(is_integer(format, case[name]) for name in "ab"):
            refused(answer, "out_of_range", None, format, case["name"])
        else:
            expect(answer, case["expect"]["order"], format, kind, case["name"])
    return len(kinds)


def answer(format: str, case: dict[str, Any], sorts: dict[str, Any]) -> bool:
    match case["op"]:
        case "parse":
            read(format, case["text"], case)
        case "from_bytes":
            data = bytes.fromhex(case["hex"])
            read(format, data, case)
            number = int.from_bytes(data, signed=format in SIGNED)
            if len(data) == 8 and number in INTEGERS:
                read(format, number, case)
        case "is_valid":
            expect(ask("sortid_valid(?1, ?2)", case["text"], format), int(case["expect"]["valid"]), case["name"])
        case "at":
            bounds(format, nanos(case["unix"]), nanos(case["unix"]), case)
        case "range":
            # An empty interval, or one with only invalid ends, cannot be tested with two functions.
            if "error" in case and case["error"] != "not_applicable":
                return False
            bounds(format, nanos(case["from"]), nanos(case["to"]) - 1, case)
        case "compare":
            return compared(format, case, sorts) > 0
    return True


def results_match_the_vectors() -> None:
    counts: Counter[str] = Counter()
    known = {format: case["expect"] for format, case in cases("formats")}
    for format, case in cases(*OPERATIONS):
        of = known[format]
        sorts = {"text": of["text_sorts"], "blob": of["bytes_sort"], "bits": of["bits"]}
        counts[case["op"]] += answer(format, case, sorts)
    if len(known) < 35 or any(counts[op] < 100 for op in OPERATIONS):
        raise AssertionError(f"too few answers: {counts}")


CHECKS = (results_match_the_vectors,)

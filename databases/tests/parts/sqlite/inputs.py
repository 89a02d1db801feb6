"""Invalid ids, formats and times are errors with a reason."""

from __future__ import annotations

import random

from asked import Refused, Value, asked, connected, expect, refused, sqlite3
from walk import cases

FUNCTIONS = {
    "sortid_new": ("uuid7", "text"),
    "sortid_time": ("3jzfcijpj2z2a", "tid", "ms"),
    "sortid_min": ("tid", 0, "text", "ms"),
    "sortid_max": ("tid", 0, "text", "ms"),
    "sortid_text": ("3jzfcijpj2z2a", "tid"),
    "sortid_blob": ("3jzfcijpj2z2a", "tid"),
    "sortid_int": ("3jzfcijpj2z2a", "tid"),
    "sortid_valid": ("3jzfcijpj2z2a", "tid"),
}
TOP = 2**63 - 1
ROUNDS = 20_000

connection = connected()


def call(function: str, *values: Value) -> object:
    marks = ", ".join("?" * len(values))
    return asked(connection, f"SELECT {function}({marks})", *values)


def null_argument_returns_null() -> None:
    for function, values in FUNCTIONS.items():
        expect(isinstance(call(function, *values), Refused), False, function)
        for place in range(len(values)):
            expect(call(function, *values[:place], None, *values[place + 1 :]), None, function, place)


def wrong_argument_count_is_an_error() -> None:
    for function, values in FUNCTIONS.items():
        for given in ((), (*values, 1)):
            expect(str(call(function, *given)), f"wrong number of arguments to function {function}()")


def errors_contain_code_and_offset() -> None:
    refused(call("sortid_time", "3jzfcijpj2z21", "tid"), "invalid_character", 12)
    refused(call("sortid_time", "3jzfcijpj2z2", "tid"), "invalid_length", 12)
    refused(call("sortid_time", "é" * 13, "tid"), "invalid_length", 26)
    refused(call("sortid_time", "3jzfcijpj2\0z2", "tid"), "invalid_character", 10)
    refused(call("sortid_time", b"", "tid"), "invalid_length", 0)
    refused(call("sortid_time", bytes(9), "tid"), "invalid_length", 9)
    refused(call("sortid_time", 1.5, "tid"), "not_applicable")
    refused(call("sortid_time", 5, "uuid7"), "not_applicable")
    refused(call("sortid_time", -1, "tid"), "out_of_range")
    refused(call("sortid_text", bytes(16), "uuid7"), "invalid_variant")
    refused(call("sortid_time", "3jzfcijpj2z2a", "tid", "h"), "invalid_option")
    refused(call("sortid_time", "3jzfcijpj2z2a", "tid", 1), "invalid_option")
    refused(call("sortid_new", "uuid7", "TEXT"), "invalid_option")
    refused(call("sortid_new", "uuid7", "text\0"), "invalid_option")
    refused(call("sortid_new", "any_uuid"), "not_applicable")
    refused(call("sortid_new", "uuid7", "int"), "not_applicable")
    refused(call("sortid_int", "00000000-0000-7000-8000-000000000000", "uuid7"), "not_applicable")
    for format in ("", "TID", "tid ", "tid\0", 1, b"tid", 1.0, "x" * 100_000):
        for function, values in FUNCTIONS.items():
            place = values.index("uuid7" if function == "sortid_new" else "tid")
            refused(call(function, *values[:place], format, *values[place + 1 :]), "unknown_format", None, function)
    expect(call("sortid_min", "uuid7", 1_700_000_000_123.0), call("sortid_min", "uuid7", 1_700_000_000_123))
    expect(call("sortid_min", "timeid", -5.0, "int"), call("sortid_min", "timeid", -5, "int"))
    for time in (0.5, 1_700_000_000_123.25, 2.0**53, -(2.0**53), float("inf"), 1e300, "0", b"0"):
        refused(call("sortid_min", "tid", time), "invalid_option", None, time)
    for time in (-1, TOP, -TOP - 1):
        for unit in ("s", "ms", "us", "ns"):
            if (time, unit) != (TOP, "ns"):
                refused(call("sortid_max", "uuid7", time, "text", unit), "timestamp_out_of_range", None, time, unit)
    refused(asked(connection, "SELECT sortid_use('/no/path')"), "null_argument")


def ids_above_the_largest_integer_are_rejected() -> None:
    """Ids above the largest INTEGER, half of a format that uses all 64 bits, never become other ids."""
    top, next = TOP.to_bytes(8), (TOP + 1).to_bytes(8)
    expect(call("sortid_int", top, "uid11_fullrand"), TOP)
    expect(call("sortid_blob", TOP, "uid11_fullrand"), top)
    refused(call("sortid_int", next, "uid11_fullrand"), "out_of_range")
    refused(call("sortid_text", -1, "uid11_fullrand"), "out_of_range")
    expect(call("sortid_valid", -1, "uid11_fullrand"), 0)
    refused(call("sortid_new", "uid11_fullrand", "int"), "not_applicable")
    # uid11_xid exceeds the largest INTEGER from 2081 on; its bytes sort throughout.
    refused(call("sortid_min", "uid11_xid", 4_102_444_800_000, "int"), "out_of_range")
    expect(isinstance(call("sortid_min", "uid11_xid", 4_102_444_800_000, "blob"), bytes), True)
    # timeid is signed.
    expect(call("sortid_blob", -TOP - 1, "timeid"), next)
    expect(call("sortid_int", next, "timeid"), -TOP - 1)
    expect(call("sortid_time", -2048, "timeid", "ns"), -2000)


def format_may_differ_in_each_row() -> None:
    """SQLite caches the format number only for constant arguments."""
    sql = "SELECT group_concat(sortid_time(column1, column2), ' ') FROM (VALUES {})"
    rows = "('3jzfcijpj2z2a', 'tid'), (x'018bcfe5687b70008000000000000000', 'uuid7'), ('3jzfcijpj2z2a', 'tid')"
    expect(asked(connection, sql.format(rows)), "1688137381887 1700000000123 1688137381887")
    one_id = "SELECT group_concat(sortid_valid('3jzfcijpj2z2a', column1)) FROM (VALUES ('tid'), ('uuid7'), ('tid'))"
    expect(asked(connection, one_id), "1,0,1")
    refused(asked(connection, sql.format(f"{rows}, ('3jzfcijpj2z2a', 'uuid7')")), "invalid_length", 13)


def times_beyond_integer_are_rejected() -> None:
    """An INTEGER of nanoseconds reaches from 1677 to 2262, uuid6 from 1582 to 5236."""
    for sign in (1, -1):
        last = call("sortid_min", "uuid6", sign * 9_223_372_036_854_775, "text", "us")
        next = call("sortid_min", "uuid6", sign * 9_223_372_036_854_776, "text", "us")
        expect(call("sortid_time", last, "uuid6", "ns"), sign * 9_223_372_036_854_775_000)
        refused(call("sortid_time", next, "uuid6", "ns"), "timestamp_out_of_range")
        expect(call("sortid_time", next, "uuid6", "us"), sign * 9_223_372_036_854_776)


def random_input_returns_an_id_or_an_error() -> None:
    """Random texts, bytes and numbers, and changed ids: all functions agree, and round trips return the input."""
    formats = [format for format, _ in cases("formats")]
    draw = random.Random(19)
    examples = {name: [case["text"] for of, case in cases("parse") if of == name] for name in formats}

    def value(format: str) -> Value:
        size = draw.choice((0, 1, 7, 8, 12, 15, 16, 20, 21, 36, 4096))
        match draw.randrange(6):
            case 0:
                return draw.randbytes(size)
            case 1:
                return "".join(chr(draw.choice((draw.randrange(128), draw.randrange(0xD800)))) for _ in range(size))
            case 2:
                return draw.randrange(-(2**63), 2**63) >> draw.randrange(64)
            case 3:
                return draw.choice((0.0, -1.5, 1e308, float("inf"), draw.random()))
            case 4:
                text = list(draw.choice(examples[format]) or "x")
                text[draw.randrange(len(text))] = chr(draw.randrange(256))
                return "".join(text)
        return draw.choice(examples[format])

    taken = 0
    for _ in range(ROUNDS):
        format = draw.choice(formats)
        given = value(format)
        valid = call("sortid_valid", given, format)
        text, data = call("sortid_text", given, format), call("sortid_blob", given, format)
        expect((isinstance(text, Refused), isinstance(data, Refused)), (not valid, not valid), format, given)
        call("sortid_int", given, format)
        call("sortid_time", given, format, draw.choice(("s", "ms", "us", "ns")))
        call(
            "sortid_min",
            format,
            draw.randrange(-(2**63), 2**63) >> draw.randrange(64),
            draw.choice(("text", "blob", "int")),
        )
        if valid:
            taken += 1
            expect(call("sortid_text", data, format), text)
            expect(call("sortid_blob", text, format), data)
    expect(ROUNDS // 20 < taken < ROUNDS // 2, True, taken)


def database_encoding_changes_nothing() -> None:
    for encoding in ("UTF-16le", "UTF-16be"):
        other = connected()
        other.execute(f"PRAGMA encoding = '{encoding}'")
        other.execute("CREATE TABLE t (id TEXT DEFAULT (sortid_new('tid')), v)")
        other.execute("INSERT INTO t (v) VALUES (1)")
        expect(asked(other, "SELECT sortid_valid(id, 'tid') FROM t"), 1)
        refused(asked(other, "SELECT sortid_time('3jzfcijpj2z2é', 'tid')"), "invalid_length", 14)


CHECKS = (
    null_argument_returns_null,
    wrong_argument_count_is_an_error,
    errors_contain_code_and_offset,
    ids_above_the_largest_integer_are_rejected,
    format_may_differ_in_each_row,
    times_beyond_integer_are_rejected,
    random_input_returns_an_id_or_an_error,
    database_encoding_changes_nothing,
)
if sqlite3.sqlite_version_info < (3, 31):
    raise SystemExit(f"not ok SQLite {sqlite3.sqlite_version} is older than 3.31")

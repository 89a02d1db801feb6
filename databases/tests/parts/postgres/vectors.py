"""Runs the shared vectors in the server."""

from __future__ import annotations

import random
from typing import Any

import database
import psycopg
from database import TIMED, TYPES, cases, connect, instant, one, read, refused, text, time_of, type_of

# SQLSTATE by the library's error code. Other errors differ here, or do not occur for texts.
STATES = {
    "invalid_length": "22P02",
    "invalid_character": "22P02",
    "invalid_variant": "22P02",
    "invalid_version": "22P02",
    "out_of_range": "22003",
    "timestamp_out_of_range": "22008",
}
# The last microsecond of a timestamptz, and the first.
LAST, FIRST = 9_224_318_015_999_999_999, -210_866_803_200_000_000


def microseconds(time: dict[str, Any]) -> int:
    return int(time["seconds"]) * 1_000_000 + int(time["nanos"]) // 1000


def is_sent(case: dict[str, Any]) -> bool:
    """Whether the client can send the text: it has no zero byte."""
    return all("\0" not in str(case.get(member, "")) for member in ("text", "a", "b"))


def texts_parse_like_the_vectors() -> None:
    connection, count = connect(), 0
    for name, case in cases("parse"):
        if not is_sent(case):
            continue
        count += 1
        value = read(name)
        if "error" in case:
            state, detail = refused(connection, f"SELECT {value}", case["text"])
            assert state == STATES[case["error"]], (name, case, state)
            assert detail.startswith(f"{case['error']}: "), (name, case, detail)
            if case["error"] == "invalid_character" and "offset" in case:
                assert f" at byte {case['offset']}" in detail, (name, case, detail)
            continue
        expected = case["expect"]
        bytes_of = f"{value}::bytea" if name in TYPES else f"uuid_send({value})"
        query = f"SELECT {text(name, value)}, encode({bytes_of}, 'hex')"
        found = connection.execute(query.encode(), [case["text"], case["text"]]).fetchone()
        assert found is not None
        wanted = (expected.get("text", found[0]), expected.get("hex", found[1]))
        assert found == wanted, (name, case, found)
        if expected.get("unix") is not None and name in TIMED and FIRST <= microseconds(expected["unix"]) <= LAST:
            query = f"SELECT (extract(epoch FROM {time_of(name)}({value})) * 1000000)::numeric(40, 0)"
            assert one(connection, query, case["text"]) == microseconds(expected["unix"]), (name, case)
    assert count > 2000, count


def validity_matches_the_vectors() -> None:
    connection = connect()
    for name, case in cases("is_valid"):
        if is_sent(case):
            assert one(connection, f"SELECT sortid_valid_{name}(%s::text)", case["text"]) == case["expect"]["valid"], (
                name,
                case,
            )


def bytes_match_the_vectors() -> None:
    connection = connect()
    for name, case in cases("from_bytes"):
        if name in TYPES:
            cast = f"%s::bytea::sortid_{name}"
        elif len(case["hex"]) == 32:
            cast = "encode(%s, 'hex')::uuid"
        else:
            continue
        given = bytes.fromhex(case["hex"])
        if "error" in case:
            query = f"SELECT {text(name, cast)}" if name not in TYPES else f"SELECT {cast}"
            state, detail = refused(connection, query, given)
            assert state in ("22P03", "22P02", "22003"), (name, case, state)
            assert case["error"] in detail, (name, case, detail)
        else:
            found = one(connection, f"SELECT {text(name, cast)}", given)
            assert found == case["expect"].get("text", found), (name, case)


def order_matches_the_vectors() -> None:
    connection = connect()
    for name, case in cases("compare"):
        # Formats stored as uuid sort by bytes or have no order.
        if "error" not in case:
            value = read(name)
            query = f"SELECT ({value} > {value})::int - ({value} < {value})::int"
            found = one(connection, query, case["a"], case["b"], case["a"], case["b"])
            assert found == case["expect"]["order"], (name, case, found)


def bounds_match_the_vectors() -> None:
    connection = connect()
    for name, case in cases("at"):
        if name not in TIMED or case["unix"]["nanos"] % 1000 or not FIRST <= microseconds(case["unix"]) <= LAST:
            continue
        time = instant(microseconds(case["unix"]))
        for edge in ("min", "max"):
            if "error" in case:
                state, detail = refused(connection, f"SELECT sortid_{edge}_{name}({time})")
                assert state == "22008", (name, case, state)
                assert detail.startswith(f"{name}: {case.get('message', case['error'])}"), (name, case, detail)
            else:
                found = one(connection, f"SELECT {text(name, f'sortid_{edge}_{name}({time})')}")
                assert found == case["expect"][edge], (name, case, found)


def bounds_select_like_times() -> None:
    """A comparison by time selects the same ids as its bounds: for each vector, near its time and far away."""
    connection = connect()
    for name in TIMED:
        read_back = [case for of, case in cases("parse") if of == name and "expect" in case]
        known = {case["text"]: case["expect"].get("reserved", False) for case in read_back}
        connection.execute(f"CREATE TABLE known (id {type_of(name)}, reserved boolean)".encode())
        rows = ", ".join(f"({read(name)}, {reserved})" for reserved in known.values())
        connection.execute(f"INSERT INTO known VALUES {rows}".encode(), list(known))
        own = f"{time_of(name)}(id)::timestamptz"
        first, last, function = f"sortid_first_{name}", f"sortid_last_{name}", f"sortid_time_is_{name}"
        if name in ("flake", "lexical_uuid"):
            # Their times continue beyond the last timestamptz.
            connection.execute(f"DELETE FROM known WHERE id > {first}('infinity')".encode())
        units = "VALUES (interval '-1 microsecond'), ('0'), ('1 microsecond'), ('-1 second'), ('1 second')"
        times = f"SELECT {own} + unit.column1 FROM known, ({units}) unit"
        times += " UNION VALUES (timestamptz '-infinity'), ('infinity')"
        for sign, bound in (
            (">=", f"id >= {first}(t)"),
            (">", f"id >= {first}(t, true)"),
            ("<=", f"id <= {last}(t)"),
            ("<", f"id <= {last}(t, true)"),
            ("=", f"id >= {first}(t) AND id <= {last}(t)"),
        ):
            # A bound may select additional reserved ids, or the last id before them, but never too
            # few.
            expected, found = f"({own} {sign} t)", f"coalesce({bound}, false)"
            edge = f"id IN ({first}('infinity'), {last}('-infinity'))"
            extra = f"{found} AND NOT {expected} AND NOT reserved AND {edge} IS NOT TRUE"
            # The top bit of a tid is not part of its time: the planner uses no index for upper
            # bounds of tids.
            missing = f"{expected} AND NOT {found}" + (" AND NOT reserved" if name == "tid" else "")
            wrong = f"{expected} <> {function}(id, '{sign}', t) OR {missing} OR {extra}"
            query = f"SELECT id::text || ' ' || t FROM known, ({times}) of(t) WHERE {wrong} UNION ALL SELECT '' LIMIT 1"
            assert one(connection, query) == "", (name, sign, one(connection, query))
        connection.execute(b"DROP TABLE known")


def random_input_never_ends_a_session() -> None:
    """Any text and bytes are an id or an error, and the session survives."""
    randoms, connection = random.Random(15), connect()
    known = [case["text"] for _, case in cases("parse") if is_sent(case)]
    symbols = "0123456789abcdefzZ-_ é\U0001f600\n"
    for _turn in range(20_000 if database.IS_LONG else 1_500):
        name = randoms.choice(database.FORMATS)
        given = randoms.choice(known)
        for _ in range(randoms.randrange(3)):
            place = randoms.randrange(len(given) + 1)
            given = (
                given[:place]
                + randoms.choice(symbols) * randoms.choice((1, 1, 1, 400))
                + given[place + randoms.randrange(2) :]
            )
        try:
            connection.execute(f"SELECT {text(name, read(name))}".encode(), [given])
        except psycopg.Error as error:
            assert error.sqlstate in ("22P02", "22003"), (name, given, error)
        if name in TYPES:
            raw = randoms.randbytes(randoms.choice((0, 7, 8, 8, 12, 15, 16, 20, 21)))
            try:
                binary(connection, name, raw)
            except psycopg.Error as error:
                assert error.sqlstate in ("22P03", "22003"), (name, raw, error)
    assert not connection.closed


def binary(connection: psycopg.Connection[database.Row], name: str, raw: bytes) -> bytes:
    """Sends bytes in binary format, and returns the server's copy."""
    number = one(connection, f"SELECT 'sortid_{name}'::regtype::oid")
    result = connection.pgconn.exec_params(b"SELECT $1", [raw], [number], [1], 1)
    if result.status != psycopg.pq.ExecStatus.TUPLES_OK:
        state = result.error_field(psycopg.pq.DiagnosticField.SQLSTATE) or b"none"
        raise psycopg.errors.lookup(state.decode())(str(result.error_message))
    value = result.get_value(0, 0)
    assert value == raw, (name, raw, value)
    return raw

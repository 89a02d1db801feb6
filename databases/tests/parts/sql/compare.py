"""Compares times, bounds and checks of every format in every column type with the expected results."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import edges
import expected
from reference.answer import answer
from servers import SERVERS, Refused, Server
from tables import tables


class Checks:
    """The number of checks, and the failures."""

    MOST = 3

    def __init__(self) -> None:
        self.count, self.wrong = 0, list[str]()

    def equal(self, what: str, found: object, wanted: object) -> None:
        self.count += 1
        # Some servers return integers as texts.
        if str(found) != str(wanted):
            self.wrong.append(f"{what}: {found}, not {wanted}")

    def fails(self, what: str, ask: Callable[[], object], *words: str) -> None:
        """Checks that `ask` fails with an error that contains all of these words."""
        self.count += 1
        try:
            self.wrong.append(f"{what}: {ask()}, expected an error")
        except Refused as error:
            if any(word not in str(error) for word in words):
                self.wrong.append(f"{what}: {error}, not {words}")

    def expect(self, what: str, ask: Callable[[], object], wanted: object) -> None:
        try:
            self.equal(what, ask(), wanted)
        except Refused as error:
            self.wrong.append(f"{what}: {error}")


# The longest tick.
SECOND_US = 1_000_000


def in_range(server: Server, us: int) -> bool:
    return server.range[0] <= us <= server.range[1]


class Column:
    """A format in a type of a server."""

    def __init__(self, server: Server, format: dict[str, Any], kind: str, parts: dict[str, Any]) -> None:
        self.server, self.kind, self.parts = server, kind, parts
        self.name: str = format["name"]
        self.length: int = format["bits"] // 8
        notes = " ".join(parts["notes"])
        self.flipped, self.plain = "minus 2^63" in notes, "top bit set" in notes
        self.signed = kind == "bigint" and self.name == "timeid"

    def value(self, hexed: str, text: str) -> str:
        return self.server.value(self.kind, self.flipped, self.signed, hexed, text)

    def stored(self, hexed: str, text: str) -> str | int:
        """Returns the server's representation of an id."""
        if self.kind != "bigint":
            return text if self.kind == "text" else hexed
        integer = int(hexed, 16)
        if self.signed and integer >> 63:
            integer -= 1 << 64
        return integer - (1 << 63) if self.flipped else integer

    def is_valid(self, value: str) -> bool:
        """Evaluates the check constraint, whose result is 0, 1 or a boolean."""
        result = self.server.check(self.parts, value)
        if result not in (0, 1):
            raise Refused(f"neither true nor false: {result}")
        return bool(result)

    def ids(self, checks: Checks) -> None:
        for reading in expected.readings(self.name, self.length):
            if not self.fits(reading) or (self.kind == "text" and not reading.text):
                continue
            value, parts = self.value(reading.hex, reading.text), self.parts
            if "check" in parts:
                checks.expect(f"check of {reading.hex}", partial(self.is_valid, value), reading.is_id)
            if reading.is_id and "text" in parts:
                self.written(checks, reading, value)
            if reading.us is None or not reading.is_id or "time" not in parts:
                continue
            ask = partial(self.server.time, self.name, parts, value)
            if in_range(self.server, reading.us):
                checks.expect(f"time of {reading.hex}", ask, reading.us)
            else:
                checks.fails(f"time of {reading.hex}", ask)
        for text in self.texts() if self.kind == "text" else []:
            is_id = expected.of_text(self.name, text) is not None
            checks.expect(f"check of {text!r}", partial(self.accepts, self.value("", text)), is_id)
        self.shapes(checks)
        self.bits(checks)

    def shapes(self, checks: Checks) -> None:
        """The check is false, not an error, for values of another length, alone and in rows with an id."""
        if self.kind not in ("binary", "text") or not self.server.any_length or "check" not in self.parts:
            return
        right = self.right()
        if self.kind == "binary":
            wrong = [self.value(hexed, "") for hexed in ("", right.hex[:2], right.hex[:-2], f"{right.hex}00")]
        else:
            wrong = [self.value("", text) for text in ("", right.text[:-1], f"{right.text}0")]
        for value in wrong:
            checks.expect(f"check of {value}", partial(self.is_valid, value), False)
        values = [self.value(right.hex, right.text), *wrong]
        checks.expect("check of an id beside others", partial(self.server.passing, self.parts, values), 1)

    def right(self) -> expected.Reading:
        all = expected.readings(self.name, self.length)
        return next(reading for reading in all if reading.is_id and self.fits(reading))

    def bits(self, checks: Checks) -> None:
        """Counts the valid ids among those with one bit inverted."""
        if "check" not in self.parts or self.kind == "text":
            return
        all = [expected.of_bytes(self.name, hexed) for hexed in edges.flipped(self.right().hex)]
        values = [self.value(hexed, "") for hexed in edges.flipped(self.right().hex)]
        if self.plain:
            all, values = all[:63], values[:63]
        wanted = sum(reading is not None for reading in all)
        checks.expect("check of inverted bits", partial(self.server.passing, self.parts, values), wanted)

    def fits(self, reading: expected.Reading | None) -> bool:
        """Whether the column can contain the id."""
        return reading is not None and not (self.plain and int(reading.hex, 16) >> 63)

    def texts(self) -> list[str]:
        """Returns valid and invalid texts."""
        found = {*edges.texts(self.right().text), *expected.bad_texts(self.name)}
        return sorted(found | {reading.text for reading in expected.readings(self.name, self.length)})

    def written(self, checks: Checks, reading: expected.Reading, value: str) -> None:
        """Checks the server's text of an id, and the id that it parses from the text."""
        name, parts = self.name, self.parts
        checks.expect(f"text of {reading.hex}", partial(self.server.text, name, parts, value), "x" + reading.text)
        parse = partial(self.server.parse, name, parts, self.kind)
        checks.expect(f"parse of {reading.text}", partial(parse, reading.text), self.stored(reading.hex, reading.text))

    def parses(self, checks: Checks) -> None:
        """The server parses canonical texts of ids that fit, and rejects all others, even if the core accepts them."""
        for text in self.texts():
            reading = expected.of_text(self.name, text)
            ask = partial(self.server.parse, self.name, self.parts, self.kind, text)
            if reading is not None and self.fits(reading):
                checks.expect(f"parse of {text!r}", ask, self.stored(reading.hex, reading.text))
            else:
                # A server may reject other characters before it calls the function.
                is_plain = text.isascii() and "\0" not in text
                checks.fails(f"parse of {text!r}", ask, *(self.server.refusal(self.name) if is_plain else ()))

    def nulls(self, checks: Checks) -> None:
        """Functions return NULL for NULL."""
        for part in ("time", "text", "parse", "min", "max"):
            if part in self.parts:
                ask = partial(self.server.of_null, self.name, self.parts, part)
                checks.expect(f"{part} of NULL", ask, None)

    def rows(self, checks: Checks) -> None:
        """A table accepts the ids that fit, and nothing else."""
        self.server.run("DROP TABLE IF EXISTS edges")
        self.server.run(self.parts["table"])
        for value, wanted in self.edges():
            checks.equal(f"row of {value}", self.server.takes(f"INSERT INTO edges (id) VALUES ({value})"), wanted)
        self.server.run("DROP TABLE edges")

    def edges(self) -> Iterator[tuple[str, bool]]:
        """Yields values for a row, each with whether it is an id that fits."""
        if self.kind == "text":
            texts = [text for text in self.texts() if not (self.server.trims and text.endswith(" "))]
            yield from ((self.value("", text), expected.of_text(self.name, text) is not None) for text in texts)
        elif self.kind == "bigint":
            yield from self.integers()
        else:
            for hexed in edges.values(self.length):
                yield self.value(hexed, ""), expected.of_bytes(self.name, hexed) is not None
        if self.server.is_strict and not (self.kind == "bigint" and self.server.makes_keys):
            yield "NULL", False
        yield from ((value, False) for value in self.server.others)

    def integers(self) -> Iterator[tuple[str, bool]]:
        is_unsigned = self.parts["type"] in ("BIGINT UNSIGNED", "UBIGINT", "UInt64")
        first, last = (0, (1 << 64) - 1) if is_unsigned else (-(1 << 63), (1 << 63) - 1)
        for integer in edges.INTS:
            fits = first <= integer <= last
            if fits or self.server.is_strict:
                bits = integer + (1 << 63) if self.flipped else integer % (1 << 64)
                is_id = fits and self.fits(expected.of_bytes(self.name, f"{bits:016x}"))
                yield self.server.integer(integer), is_id

    def accepts(self, value: str) -> bool:
        """Whether a table would accept the value: an error counts as a false check."""
        try:
            return self.is_valid(value)
        except Refused:
            return False

    def bounds(self, checks: Checks) -> None:
        for us in expected.times(self.name, self.length):
            if not in_range(self.server, us):
                continue
            wanted = expected.bounds(self.name, us)
            for nth, end in enumerate(("min", "max")):
                ask = partial(self.server.bound, self.name, end, self.parts, self.kind, us)
                if wanted is None:
                    checks.fails(f"{end} of {us}", ask)
                else:
                    checks.expect(f"{end} of {us}", ask, self.stored(wanted[nth].hex, wanted[nth].text))
            if wanted is not None and us > self.server.range[0] + SECOND_US:
                for bound in wanted:
                    back = partial(self.begins, self.value(bound.hex, bound.text), wanted)
                    checks.expect(f"the tick of {bound.text}", back, True)
        self.beyond(checks)

    def keyed(self, checks: Checks) -> None:
        """Checks the ids of the vectors' keys, at times in the server's range."""
        for case in expected.cases(self.name):
            key, namespace = case.get("key", ""), case.get("namespace", "")
            # Keys are texts, which cannot contain zero bytes in PostgreSQL.
            if case["op"] != "keyed" or {"hex", "secret"} & case.keys() or "\0" in key + namespace:
                continue
            us, server = expected.micros(case["unix"]), self.server
            if not in_range(server, us):
                continue
            unix = {"seconds": us // SECOND_US, "nanos": us % SECOND_US * 1000}
            found = answer({**case, "format": self.name, "unix": unix}).get("ok")
            call = f"{self.name}_keyed({server.instant(us)}, {server.given(key)}, {server.given(namespace)})"
            ask = partial(server.made, self.kind, call)
            wanted = expected.of_text(self.name, found["text"]) if isinstance(found, dict) else None
            if wanted is None:
                checks.fails(case["name"], ask)
            else:
                checks.expect(case["name"], ask, self.stored(wanted.hex, wanted.text))

    def begins(self, value: str, wanted: object) -> bool:
        """Whether the server's time of a bound is the first microsecond of the tick."""
        us = int(self.server.time(self.name, self.parts, value))
        return expected.bounds(self.name, us) == wanted and expected.bounds(self.name, us - 1) != wanted

    def beyond(self, checks: Checks) -> None:
        """The last tick in the server's range has a time, the next one is an error."""
        last = self.server.range[1]
        bounds, after = expected.bounds(self.name, last), expected.bounds(self.name, last + 1)
        if bounds is not None:
            back = partial(self.begins, self.value(bounds[1].hex, bounds[1].text), bounds)
            checks.expect("the last tick", back, True)
        if after is not None and after != bounds:
            value = self.value(after[0].hex, after[0].text)
            checks.fails("one tick beyond", partial(self.server.time, self.name, self.parts, value))


def main() -> int:
    server = SERVERS[os.environ["SORTID_DATABASE"]]()
    name = server.dialect
    failed = False
    for format in expected.formats():
        checks, kinds = Checks(), []
        for kind in ("uuid", "bigint", "text", "binary"):
            parts = expected.pack(format["name"], name, kind)
            if parts is None:
                continue
            kinds.append(kind)
            try:
                # Load twice: a script must replace its own functions and those of the previous
                # type.
                server.load(format["name"], parts)
                server.load(format["name"], parts)
            except Refused as error:
                checks.wrong.append(f"{kind}: {error}")
                continue
            column = Column(server, format, kind, parts)
            before = len(checks.wrong)
            column.ids(checks)
            column.nulls(checks)
            column.rows(checks)
            if "parse" in parts:
                column.parses(checks)
            if "min" in parts:
                column.bounds(checks)
            if "keyed" in parts:
                column.keyed(checks)
            checks.wrong[before:] = [f"{kind}: {reason}" for reason in checks.wrong[before:]]
        what = f"{format['name']} as {', '.join(kinds)}: {checks.count} answers"
        failed |= bool(checks.wrong) or not kinds
        for reason in checks.wrong[: Checks.MOST]:
            print(f"not ok {format['name']}: {reason}", flush=True)
        if not checks.wrong:
            print(f"ok {what}" if kinds else f"not ok {format['name']}: no column type", flush=True)
    for what, reason in tables(name, server):
        failed |= reason is not None
        print(f"ok {what}" if reason is None else f"not ok {what}: {reason}", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())

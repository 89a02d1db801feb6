"""Thousands of ids of a format, the same in every run, in their order."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

import sortid
from sortid import AnyId, Format, Generator, Id, Timestamp

# Fewer in the default run of the suite.
COUNT = 2_000 if os.environ.get("SORTID_TESTS") == "quick" else 10_000
# Includes times before 1970, for signed formats, and times with the top bit of 42-bit milliseconds.
FIRST, LAST = -300_000_000, 4_100_000_000
WORD = 1 << 64


def generated(format: Format, randoms: random.Random) -> Iterator[Id]:
    """Yields two ids for each of many times from the format's whole range, so that all bits vary."""
    if not format.can_generate:
        while True:
            yield AnyId.from_bytes(randoms.randbytes(format.byte_length), format)
    generator = Generator(format, clock="manual", seed=randoms.randbytes(32))
    ids = list[Id]()
    for time in sorted(randoms.randrange(FIRST * 1000, LAST * 1000) for _ in range(3 * COUNT)):
        # The range of some formats is smaller.
        with suppress(sortid.Error):
            ids += [generator.next_at(Timestamp.from_unix_ms(time)) for _ in range(2)]
    yield from randoms.sample(ids, len(ids))


def twin(id: Id) -> Id | None:
    """Returns another id of the format whose text differs only in case."""
    try:
        other = AnyId.parse(str(id).swapcase(), id.format)
    except sortid.Error:
        return None
    return other if other != id and str(other) != str(id) else None


@dataclass
class Sample:
    """The ids of a format, in their order."""

    format: Format

    @cached_property
    def ids(self) -> list[Id]:
        randoms = random.Random(self.format.name)
        source, found = generated(self.format, randoms), set[Id]()
        while len(found) < COUNT - 1:
            found.add(next(source))
        twins = filter(None, map(twin, sorted(found)))
        found.add(next((other for other in twins if other not in found), None) or next(source))
        if len(found) != COUNT:
            raise SystemExit(f"{self.format.name}: {len(found)} ids")
        return sorted(found)

    def fits(self, kind: str) -> bool:
        """Whether a column of this kind can contain the ids."""
        return {"integer": 64, "signed": 64, "uuid": 128, "wide": 128}.get(kind, self.format.bits) == self.format.bits

    def values(self, kind: str) -> list[str]:
        """The ids as values of a column of this kind, in the ids' order. Bytes are hexadecimal digits."""
        ids = self.ids
        match kind:
            case "text":
                return list(map(str, ids))
            case "bytes":
                return [id.bytes.hex() for id in ids]
            case "uuid":
                digits = (id.bytes.hex() for id in ids)
                return [f"{d[:8]}-{d[8:12]}-{d[12:16]}-{d[16:20]}-{d[20:]}" for d in digits]
            case "integer" | "wide":
                return [str(id.int) for id in ids]
            case "signed":
                below = 0 if self.format.is_signed else WORD // 2
                return [str(id.int - below) for id in ids]
            case _:
                raise ValueError(kind)

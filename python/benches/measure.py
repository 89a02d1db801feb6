"""Compares sortid with its peers, in alternating rounds of one process.

Prints the medians, a row of JSON for each comparison. `--quick` runs fewer rounds, `--only TEXT`
only the rows whose name has the text, `--columns` columns instead of the other rows.
"""

from __future__ import annotations

import argparse
import gc
import importlib.metadata
import json
import platform
import statistics
import subprocess
import sys
import time
import uuid
from collections.abc import Callable
from typing import Any, NamedTuple

import bson
import c_uuid_v7
import fastuuid
import ksuid
import numpy
import orjson
import polars
import sortid
import sqlalchemy
import typeid
import ulid
import ulid_transform
import uuid_utils
import uuid_utils.compat
from pydantic import TypeAdapter
from sortid import AnyId
from sortid.sqlalchemy import IdColumn

UNROLLED = 10
COLUMN = 1_000_000


class Side(NamedTuple):
    """A statement, and the names it uses."""

    statement: str
    names: dict[str, Any]

    def timer(self, unrolled: int) -> Callable[[int], float]:
        """A function that runs the statement repeatedly, and returns the nanoseconds of one run."""
        body = "\n        ".join([self.statement] * unrolled)
        # As parameters, names are local, so that the time excludes the look-up of globals.
        names = ", ".join(f"{name}={name}" for name in self.names)
        source = f"""
def timer(rounds, clock, *, {names}):
    begun = clock()
    for _ in range(rounds):
        {body}
    return (clock() - begun) / (rounds * {unrolled})
"""
        scope: dict[str, Any] = dict(self.names)
        exec(source, scope)
        timer = scope["timer"]
        return lambda rounds: timer(rounds, time.perf_counter_ns)


class Import(NamedTuple):
    """The first import of a module, in a new process each time."""

    module: str

    def timer(self, _unrolled: int) -> Callable[[int], float]:
        """A function that starts processes, and returns the nanoseconds of one import."""
        timed = f"from time import perf_counter_ns as now; begun = now(); import {self.module}; print(now() - begun)"
        command = [sys.executable, "-I", "-c", timed]

        def once() -> int:
            return int(subprocess.run(command, check=True, capture_output=True).stdout)

        return lambda rounds: sum(once() for _ in range(rounds)) / rounds


class Row(NamedTuple):
    """A comparison of sortid with a peer."""

    what: str
    ours: Side | Import
    peer: str
    package: str | None
    theirs: Side | Import
    demand: float | None
    calls: int
    ids: int = 1

    def rounds(self, quick: bool) -> int:
        """The number of rounds, fewer for columns, whose rounds are long."""
        return (5 if quick else 15) if self.ids > 1 else (11 if quick else 101)

    def timers(self) -> list[Callable[[int], float]]:
        """The timers of both sides, which return the nanoseconds of a statement."""
        unrolled = UNROLLED if self.ids == 1 else 1
        return [side.timer(unrolled) for side in (self.ours, self.theirs)]


TEXT = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
MANY = 10_000
TID, UUID7 = sortid.Format.tid, sortid.Format.uuid7


def one(statement: str, **names: Any) -> Side:
    return Side(statement, names)


def rows() -> list[Row]:
    """All rows. Rounds of tids are short, because each id moves the tick a microsecond ahead of the clock."""
    numbers, raw = numpy.empty(MANY, numpy.uint64), numpy.empty(MANY, "V16")
    tids, uuids = sortid.Generator(TID, max_lead_ms=60_000), sortid.Generator(UUID7)
    id, known = AnyId.parse(TEXT, UUID7), uuid_utils.UUID(TEXT)
    new_tid, new_uuid7 = one("str(tid())", str=str, tid=sortid.tid), one("uuid7()", uuid7=sortid.uuid7)
    new_text = one("str(uuid7())", str=str, uuid7=sortid.uuid7)
    bulk = one("uuid7_bulk(count)", uuid7_bulk=fastuuid.uuid7_bulk, count=MANY)
    loop = one("[str(uuid7()) for _ in range(count)]", str=str, uuid7=uuid_utils.uuid7, range=range, count=MANY)
    into_numbers = one("fill(numbers)", fill=tids.fill, numbers=numbers)
    into_raw = one("fill(raw)", fill=uuids.fill, raw=raw)
    parse = one("parse(text, format)", parse=sortid.parse, text=TEXT, format=UUID7)
    theirs = {
        "uuid4": one("uuid4()", uuid4=uuid_utils.uuid4),
        "uuid7": one("uuid7()", uuid7=uuid_utils.uuid7),
        "uuid7 text": one("str(uuid7())", str=str, uuid7=uuid_utils.uuid7),
        "compat": one("uuid7()", uuid7=uuid_utils.compat.uuid7),
        "parse": one("UUID(text)", UUID=uuid_utils.UUID, text=TEXT),
        "str": one("str(id)", str=str, id=known),
    }
    return [
        Row("str(tid())", new_tid, "str(uuid_utils.uuid7())", "uuid-utils", theirs["uuid7 text"], 0.6, 500),
        Row("str(tid())", new_tid, "uuid_utils.uuid4()", "uuid-utils", theirs["uuid4"], None, 500),
        Row("uuid7()", new_uuid7, "uuid_utils.uuid7()", "uuid-utils", theirs["uuid7"], 0.45, 1000),
        Row(
            "uuid7().uuid",
            one("uuid7().uuid", uuid7=sortid.uuid7),
            "uuid_utils.compat.uuid7()",
            "uuid-utils",
            theirs["compat"],
            0.25,
            500,
        ),
        Row("parse a UUID", parse, "uuid_utils.UUID(text)", "uuid-utils", theirs["parse"], 0.50, 1000),
        Row(
            "10 000 uuid7 as list of str",
            one("next_texts(count)", next_texts=uuids.next_texts, count=MANY),
            "uuid_utils.uuid7, loop",
            "uuid-utils",
            loop,
            0.25,
            1,
        ),
        Row("10 000 tid into NumPy uint64", into_numbers, "fastuuid.uuid7_bulk", "fastuuid", bulk, 0.02, 1),
        Row("10 000 uuid7 into NumPy V16", into_raw, "fastuuid.uuid7_bulk", "fastuuid", bulk, 0.02, 1),
        Row(
            "str(uuid7())",
            new_text,
            "str(uuid.uuid4())",
            None,
            one("str(uuid4())", str=str, uuid4=uuid.uuid4),
            None,
            200,
        ),
        Row(
            "str(uuid7())",
            new_text,
            "str(c_uuid_v7.uuid7())",
            "c-uuid-v7",
            one("str(uuid7())", str=str, uuid7=c_uuid_v7.uuid7),
            None,
            500,
        ),
        Row(
            "str(uid11_xid())",
            one("str(xid())", str=str, xid=sortid.uid11_xid),
            "ulid_transform.ulid_now()",
            "ulid-transform",
            one("ulid_now()", ulid_now=ulid_transform.ulid_now),
            None,
            500,
        ),
        Row(
            "str(scru160())",
            one("str(scru160())", str=str, scru160=sortid.scru160),
            "str(ULID())",
            "python-ulid",
            one("str(ULID())", str=str, ULID=ulid.ULID),
            None,
            200,
        ),
        Row("parse a UUID", parse, "uuid.UUID(text)", None, one("UUID(text)", UUID=uuid.UUID, text=TEXT), None, 200),
        Row("str of a uuid7", one("str(id)", str=str, id=id), "str(UUID)", "uuid-utils", theirs["str"], None, 1000),
        Row(
            "hash of a uuid7",
            one("hash(id)", hash=hash, id=id),
            "hash(UUID)",
            "uuid-utils",
            one("hash(id)", hash=hash, id=known),
            1.0,
            1000,
        ),
    ]


def systems() -> list[Row]:
    """The rows of formats other than UUIDs, compared with packages for these formats."""
    peers = [
        ("ulid", sortid.ulid, "ULID()", "python-ulid", ulid.ULID, "01ARZ3NDEKTSV4RRFFQ69G5FAV", "from_str"),
        ("ksuid", sortid.ksuid, "Ksuid()", "svix-ksuid", ksuid.Ksuid, "0ujtsYcgvSTl8PAuAdqWYSMnLOv", "from_base62"),
        ("object_id", sortid.object_id, "ObjectId()", "pymongo", bson.ObjectId, "507c7f79bcf86cd7994f6c0e", None),
    ]
    made = []
    for name, ours, call, package, theirs, text, reader in peers:
        format = sortid.Format(name)
        read = theirs if reader is None else getattr(theirs, reader)
        known, other = AnyId.parse(text, format), read(text)
        pairs = [
            (f"{name}()", one("new()", new=ours), call, one("new()", new=theirs)),
            (
                f"str({name}())",
                one("str(new())", str=str, new=ours),
                f"str({call})",
                one("str(new())", str=str, new=theirs),
            ),
            (
                f"parse of {name}",
                one("parse(text, format)", parse=sortid.parse, text=text, format=format),
                f"{call[:-2]}, from text",
                one("read(text)", read=read, text=text),
            ),
            (
                f"str of {name}",
                one("str(id)", str=str, id=known),
                f"str({call[:-2]})",
                one("str(id)", str=str, id=other),
            ),
        ]
        # Half of the time of the last row is the call of `str` itself.
        demands = [0.3, 0.3, 0.3, None]
        made += [
            Row(what, ours, peer, package, theirs, demand, 200)
            for (what, ours, peer, theirs), demand in zip(pairs, demands, strict=True)
        ]
    return made


def around() -> list[Row]:
    """The rows of imports, TypeIDs, and ids in other packages, compared with UUIDs there."""
    id = sortid.Uuid7(TEXT)
    known, prefixed = id.uuid, sortid.IdType("order", id.format).parse(id)
    other = typeid.TypeID.from_string(str(prefixed))
    quoted = f'"{TEXT}"'.encode()

    def validated(kind: Any) -> Side:
        return one("validate(text)", validate=TypeAdapter(kind).validate_json, text=quoted)

    def written(kind: Any, value: Any) -> Side:
        return one("dump(value)", dump=TypeAdapter(kind).dump_json, value=value)

    ours = one("dumps(value, default=str)", dumps=orjson.dumps, str=str, value={"id": id})
    theirs = one("dumps(value)", dumps=orjson.dumps, value={"id": known})
    selected = "SQLAlchemy, a row of SQLite"
    return [
        Row("import", Import("sortid"), "import uuid_utils", "uuid-utils", Import("uuid_utils"), 1.0, 1),
        Row(
            "str of a TypeID",
            one("str(id)", str=str, id=prefixed),
            "str(TypeID)",
            "typeid-python",
            one("str(id)", str=str, id=other),
            1.0,
            1000,
        ),
        Row("pydantic, from JSON", validated(sortid.Uuid7), "uuid.UUID", "pydantic", validated(uuid.UUID), 1.15, 500),
        Row(
            "pydantic, to JSON",
            written(sortid.Uuid7, id),
            "uuid.UUID",
            "pydantic",
            written(uuid.UUID, known),
            1.05,
            500,
        ),
        Row("orjson, default=str", ours, "uuid.UUID", "orjson", theirs, 1.7, 500),
        Row(
            selected,
            read(IdColumn(sortid.Uuid7), id),
            "Uuid",
            "sqlalchemy",
            read(sqlalchemy.Uuid(), known),
            1.0,
            1,
            MANY,
        ),
    ]


def read(kind: Any, id: Any) -> Side:
    """Reads a table of equal ids."""
    engine, metadata = sqlalchemy.create_engine("sqlite://"), sqlalchemy.MetaData()
    table = sqlalchemy.Table("ids", metadata, sqlalchemy.Column("id", kind))
    connection = engine.connect()
    metadata.create_all(connection)
    connection.execute(table.insert(), [{"id": id}] * MANY)
    return one("execute(rows).all()", execute=connection.execute, rows=sqlalchemy.select(table))


def columns() -> list[Row]:
    """The rows of columns of UUIDs version 7, whose times are read."""
    texts = sortid.Generator(UUID7).next_texts(COLUMN)
    series = polars.Series(texts)
    by_hand = one("[UUID(text).int >> 80 for text in texts]", UUID=uuid.UUID, texts=texts)

    def sliced(ids: polars.Series) -> polars.Series:
        digits = ids.str.slice(0, 8) + ids.str.slice(9, 4)
        return digits.str.to_integer(base=16).cast(polars.Datetime("ms", "UTC"))

    ours = one("Series(times(ids, format))", Series=polars.Series, times=sortid.times, ids=series, format=UUID7)
    assert ours.names["Series"](sortid.times(series, UUID7)).to_list() == sliced(series).to_list()
    hand, polars_own = "UUID(text).int >> 80, loop", "slices of text in Polars"
    rows = [
        ("list of str to list of times", texts, hand, None, by_hand, 0.05),
        ("NumPy S36 to times", numpy.array(texts, "S36"), hand, None, by_hand, 0.02),
    ]
    statement = "times(ids, format)"
    made = [
        Row(what, one(statement, times=sortid.times, ids=ids, format=UUID7), peer, package, theirs, demand, 1, COLUMN)
        for what, ids, peer, package, theirs, demand in rows
    ]
    polars_row = Row(
        "Polars texts to datetime",
        ours,
        polars_own,
        "polars",
        one("sliced(ids)", sliced=sliced, ids=series),
        0.25,
        1,
        COLUMN,
    )
    return [*made, polars_row]


def measure(row: Row, rounds: int) -> dict[str, Any]:
    """Measures both sides, and returns the medians."""
    sides = row.timers()
    taken: list[list[float]] = [[], []]
    for side in sides:
        side(row.calls)
    gc.collect()
    gc.disable()
    for nth in range(rounds):
        for side in (0, 1) if nth % 2 else (1, 0):
            taken[side].append(sides[side](row.calls) / row.ids)
    gc.enable()
    version = platform.python_version() if row.package is None else importlib.metadata.version(row.package)
    ours, theirs = (statistics.median(times) for times in taken)
    return {
        "what": row.what,
        "ours_ns": round(ours, 2),
        "peer": row.peer,
        "peer_version": version,
        "peer_ns": round(theirs, 2),
        "demand": row.demand,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--columns", action="store_true")
    args = parser.parse_args()
    for row in columns() if args.columns else rows() + systems() + around():
        if args.only in row.what:
            print(json.dumps(measure(row, row.rounds(args.quick))), flush=True)


if __name__ == "__main__":
    main()

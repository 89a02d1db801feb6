"""BSON ids of pymongo."""

from datetime import UTC, datetime

import bson
from bson import ObjectId
from harness import COUNT, check, in_order, instants_ns, is_now, ours, reads, refused, same_order
from sortid import AnyId, Id


def read_of(theirs: ObjectId) -> tuple[ObjectId, Id]:
    raw = theirs.binary
    seconds = int(theirs.generation_time.timestamp())
    fields = {
        "timestamp_s": seconds,
        "random": int.from_bytes(raw[4:9]),
        "counter": int.from_bytes(raw[9:]),
    }
    return theirs, reads(str(theirs), "object_id", raw, fields, seconds * 1_000_000_000)


def check_all() -> None:
    theirs = [read_of(ObjectId()) for _ in range(COUNT)]
    for _, read in theirs:
        check(f"the time of {read}", is_now(read.unix_ns))
    for ns in instants_ns():
        time = datetime.fromtimestamp(ns // 1_000_000_000, UTC)
        bound = ObjectId.from_datetime(time)
        theirs.append(read_of(bound))
        check(f"the first id of {time}: {bound}", str(AnyId.min_at(time, "object_id")) == str(bound))
    same_order("pymongo", theirs)

    made = []
    for id in ours("object_id"):
        read, again = read_of(ObjectId(str(id)))
        check(f"ours by pymongo: {id}", ObjectId.is_valid(str(id)) and again == id and is_now(id.unix_ns))
        # Through a BSON document, which stores twelve bytes.
        stored = bson.decode(bson.encode({"_id": read}))["_id"]
        check(f"ours in BSON: {id}", AnyId.from_bytes(stored.binary, "object_id") == id)
        made.append(read)
    in_order("ours by pymongo", made)

    # Earlier versions accepted twelve characters as twelve bytes; both packages accept upper case.
    refused("abcdefghijkl", "object_id", "invalid_length", 12)
    check("pymongo rejects twelve characters", not ObjectId.is_valid("abcdefghijkl"))
    upper = "507F1F77BCF86CD799439011"
    check("both read upper case", str(ObjectId(upper)) == str(AnyId(upper, "object_id")))

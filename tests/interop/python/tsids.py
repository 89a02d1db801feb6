"""Ids of tsidpy."""

from harness import COUNT, FIRST_NS, check, in_order, instants_ns, is_now, ours, reads, refused, same_order
from sortid import Generator, Id, Timestamp
from tsidpy import TSID, TSID_EPOCH, TSIDGenerator

EPOCH_MS = int(TSID_EPOCH)
COUNTER_BITS = 12


def read_of(theirs: TSID) -> tuple[TSID, Id]:
    ms = int(theirs.timestamp)
    fields = {"timestamp_ms": ms - EPOCH_MS, "random": theirs.random}
    read = reads(str(theirs), "tsid", theirs.to_bytes(), fields, ms * 1_000_000)
    check(f"the integer of {theirs}", int(read) == theirs.number)
    check(f"the decimal of {theirs}", read.forms["decimal"] == theirs.to_string("d"))
    return theirs, read


def check_all() -> None:
    theirs = []
    for ns in instants_ns():
        since = ns // 1_000_000 - EPOCH_MS
        # Its generator only uses the current time: builds its bits for each instant.
        theirs += [read_of(TSID(since << 22 | 42 << COUNTER_BITS | count)) for count in (5, 6)]
        check(f"the time of {theirs[-1][1]}", theirs[-1][1].unix_ms == ns // 1_000_000)
    same_order("tsidpy", theirs)
    generator = TSIDGenerator(node=1023)
    made_there = [read_of(generator.create()) for _ in range(COUNT)]
    for read, id in made_there:
        check(f"the time and node of {read}", is_now(id.unix_ns) and read.random >> COUNTER_BITS == 1023)
    in_order("tsidpy", [id for _, id in made_there])

    made = []
    for id in ours("tsid"):
        read, again = read_of(TSID.from_string(str(id)))
        same = again == id and TSID.from_string(id.forms["decimal"], "d") == read
        check(f"ours by tsidpy: {id}", same and is_now(id.unix_ns))
        made.append(read)
    in_order("ours by tsidpy", made)
    with Generator("tsid", node=5, node_bits=20, clock="manual") as ours_with_node:
        id = ours_with_node.next_at(Timestamp.from_unix_ns(FIRST_NS))
        check(f"the node of {id}", TSID.from_string(str(id)).random >> 2 == 5)

    # The package decodes characters outside the alphabet as similar digits, or as another id.
    ones = "0Il1H8Q1MMZR0"
    check(f"tsidpy reads {ones}", str(TSID.from_string(ones)) == "0111H8Q1MMZR0")
    refused(ones, "tsid", "invalid_character", 1)
    wrong = TSID.from_string("01221H8Q1MMUR")
    check(f"tsidpy reads 01221H8Q1MMUR: {wrong}", str(wrong) != "01221H8Q1MMUR")
    refused("01221H8Q1MMUR", "tsid", "invalid_character", 11)
    # It truncates larger values to their lower 64 bits.
    check("tsidpy truncates to 64 bits", TSID.from_string("G000000000000").number == 0)
    refused("G000000000000", "tsid", "out_of_range")

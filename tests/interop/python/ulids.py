"""Ids of python-ulid."""

from harness import check, in_order, instants_ns, is_now, ours, reads, refused, same_order
from sortid import Id
from ulid import ULID, ULIDGenerator


def read_of(theirs: ULID, ms: int) -> tuple[ULID, Id]:
    fields = {"timestamp_ms": ms, "randomness": int.from_bytes(theirs.bytes[6:])}
    read = reads(str(theirs), "ulid", bytes(theirs), fields, ms * 1_000_000)
    check(f"the integer of {theirs}", int(read) == int(theirs))
    check(f"the UUID of {theirs}", read.forms["uuid"] == str(theirs.to_uuid()))
    return theirs, read


def check_all() -> None:
    generator = ULIDGenerator()
    theirs = []
    for ns in instants_ns():
        ms = ns // 1_000_000
        # The second id of a millisecond increments the first.
        theirs += [read_of(generator.generate(ms), ms) for _ in range(2)]
    in_order("python-ulid", [read for _, read in theirs])
    same_order("python-ulid", theirs)

    made = []
    for id in ours("ulid"):
        read = ULID.from_str(str(id))
        same = bytes(read) == bytes(id) and read.milliseconds == id.unix_ms
        check(f"ours by python-ulid: {id}", same and read.hex == id.hex and is_now(id.unix_ns))
        made.append(read)
    in_order("ours by python-ulid", made)

    # Both reject texts that other packages accept.
    for text, code, offset in (
        ("8ZZZZZZZZZZZZZZZZZZZZZZZZZ", "out_of_range", None),
        ("01ARZ3NDEKTSV4RRFFQ69G5FAI", "invalid_character", 25),
        ("01ARZ3NDEK-TSV4RRFFQ69G5FAV", "invalid_length", 27),
    ):
        try:
            check(f"python-ulid accepts {text}: {ULID.from_str(text)}", False)
        except ValueError:
            refused(text, "ulid", code, offset)

"""Ids of svix-ksuid."""

from datetime import UTC, datetime

from harness import check, in_order, instants_ns, is_now, ours, reads, refused, same_order
from ksuid import Ksuid
from sortid import Id

EPOCH = 1_400_000_000


def read_of(theirs: Ksuid) -> tuple[Ksuid, Id]:
    payload = theirs.payload
    fields = {
        "timestamp_s": theirs.timestamp - EPOCH,
        "payload_hi": int.from_bytes(payload[:8]),
        "payload_lo": int.from_bytes(payload[8:]),
    }
    return theirs, reads(str(theirs), "ksuid", bytes(theirs), fields, theirs.timestamp * 1_000_000_000)


def check_all() -> None:
    theirs = []
    for ns in instants_ns():
        seconds = ns // 1_000_000_000
        made = Ksuid(datetime.fromtimestamp(seconds, UTC))
        check(f"the time of {made}", made.timestamp == seconds)
        theirs.append(read_of(made))
    same_order("svix-ksuid", theirs)

    read = []
    for id in ours("ksuid"):
        made, again = read_of(Ksuid.from_base62(str(id)))
        check(f"ours by svix-ksuid: {id}", again == id and is_now(id.unix_ns))
        read.append(made)
    in_order("ours by svix-ksuid", read)

    # The package ignores the length of a text; it writes 27 characters.
    for text in ("0ujtsYcgvSTl8PAuAdqWYSMnLO", "1", f"0{'0' * 26}1"):
        check(f"svix-ksuid reads {text}", len(str(Ksuid.from_base62(text))) == 27)
        refused(text, "ksuid", "invalid_length", len(text))
    # It raises different built-in errors for invalid input.
    for text, code, offset in (
        ("0ujtsYcgvSTl8PAuAdqWYSMnLO!", "invalid_character", 26),
        ("aWgEPTl1tmebfsQzFP4bxwgy80W", "out_of_range", None),
    ):
        try:
            check(f"svix-ksuid accepts {text}: {Ksuid.from_base62(text)}", False)
        except (ValueError, OverflowError):
            refused(text, "ksuid", code, offset)

"""Ids of scru128 and scru64, the reference implementations of their specifications."""

from harness import COUNT, check, in_order, instants_ns, is_now, ours, reads, refused, same_order
from scru64 import DefaultCounterMode, Scru64Generator, Scru64Id
from scru128 import Scru128Generator, Scru128Id
from sortid import AnyId, Generator, Id

TOLERANCE_MS = 10_000


def scru128_of(theirs: Scru128Id) -> tuple[Scru128Id, Id]:
    fields = {
        "timestamp_ms": theirs.timestamp,
        "counter_hi": theirs.counter_hi,
        "counter_lo": theirs.counter_lo,
        "entropy": theirs.entropy,
    }
    raw = int(theirs).to_bytes(16)
    return theirs, reads(str(theirs), "scru128", raw, fields, theirs.timestamp * 1_000_000)


def scru64_of(theirs: Scru64Id) -> tuple[Scru64Id, Id]:
    fields = {"timestamp_256ms": theirs.timestamp, "node_ctr": theirs.node_ctr}
    raw = int(theirs).to_bytes(8)
    return theirs, reads(str(theirs), "scru64", raw, fields, theirs.timestamp * 256_000_000)


def check_scru128() -> None:
    generator = Scru128Generator()
    theirs = []
    for ns in instants_ns():
        ms = ns // 1_000_000
        # The second id of a millisecond increments the first.
        theirs += [scru128_of(generator.generate_or_reset_core(ms, TOLERANCE_MS)) for _ in range(2)]
        check(f"the time of {theirs[-1][1]}", theirs[-1][1].unix_ms == ms)
    in_order("scru128", [read for _, read in theirs])
    same_order("scru128", theirs)
    check("the time of scru128's", is_now(scru128_of(generator.generate())[1].unix_ns))

    made = []
    for id in ours("scru128"):
        read, again = scru128_of(Scru128Id.from_str(str(id)))
        check(f"ours by scru128: {id}", again == id and int(read) == int(id) and is_now(id.unix_ns))
        made.append(read)
    in_order("ours by scru128", made)


def check_scru64() -> None:
    # Half of the counter is initially unused: at its end the time would advance.
    generator = Scru64Generator("42/8", counter_mode=DefaultCounterMode(1))
    theirs = []
    for ns in instants_ns():
        ms = ns // 1_000_000
        theirs += [scru64_of(generator.generate_or_reset_core(ms, TOLERANCE_MS)) for _ in range(2)]
        id = theirs[-1][1]
        check(f"the time of {id}", id.fields["timestamp_256ms"] == ms // 256 and id.fields["node_ctr"] >> 16 == 42)
    in_order("scru64", [read for _, read in theirs])
    same_order("scru64", theirs)

    for node_id, node_bits in ((42, 8), (1, 1), (1023, 10)):
        made = []
        with Generator("scru64", node=node_id, node_bits=node_bits) as generator_of_ours:
            for id in (next(generator_of_ours) for _ in range(COUNT)):
                read, again = scru64_of(Scru64Id.from_str(str(id)))
                same = again == id and read.node_ctr >> (24 - node_bits) == node_id
                check(f"ours by scru64: {id}", same and is_now(id.unix_ns))
                made.append(read)
        in_order("ours by scru64", made)


def check_all() -> None:
    check_scru128()
    check_scru64()
    upper = "036Z968FU2TUGY7SVKFZNEWKK"
    check("both read upper case", str(Scru128Id.from_str(upper)) == str(AnyId(upper, "scru128")))

    # Both reject these texts.
    for text, name, code, offset in (
        ("f5lxx1zz5pnorynqglhzmsp34", "scru128", "out_of_range", None),
        ("0372hg16csmsm50l8dik-vukc", "scru128", "invalid_character", 20),
        ("0372hg16csmsm50l8dikcvuk", "scru128", "invalid_length", 24),
        ("0u375nxqh5c_", "scru64", "invalid_character", 11),
        ("0u375nxqh5c", "scru64", "invalid_length", 11),
    ):
        read = Scru128Id.from_str if name == "scru128" else Scru64Id.from_str
        try:
            check(f"{name} accepts {text}: {read(text)}", False)
        except ValueError:
            refused(text, name, code, offset)
    # A line terminator is invalid in an id.
    line = f"{upper}\n"
    check(f"scru128 takes {line!r}", int(Scru128Id.from_str(line)) == int(AnyId(upper, "scru128")))
    refused(line, "scru128", "invalid_length", 26)

"""Ids of uuid_utils, of the draft-era uuid7 and of the standard library."""

import importlib
import uuid

import sortid
import uuid_utils
from harness import COUNT, check, is_now
from sortid import AnyId

# The function of the same name hides the module.
draft = importlib.import_module("uuid_extensions.uuid7")
FIRST_NS = 1_721_407_246_000_000_000


def check_all() -> None:
    for make, name in ((uuid_utils.uuid7, "uuid7"), (uuid_utils.uuid6, "uuid6")):
        for _ in range(COUNT):
            theirs = make()
            read = AnyId(str(theirs), name)
            same = str(read) == str(theirs) and bytes(read) == theirs.bytes
            check(f"uuid_utils.{name} {theirs}", same and read.unix_ms == theirs.timestamp and is_now(read.unix_ns))

            ours = getattr(sortid, name)()
            read = uuid_utils.UUID(str(ours))
            same = read.bytes == bytes(ours) == uuid.UUID(str(ours)).bytes
            check(
                f"ours by uuid_utils, {name} {ours}",
                same and f"uuid{read.version}" == name and read.timestamp == ours.unix_ms,
            )
    for step in range(COUNT):
        # The package rounds down to 24 bits of a second, steps of 59.6 ns.
        ns = FIRST_NS + step * 49_999_997
        read = AnyId(draft.uuid7(ns, as_type="str"), "uuid7_draft01")
        check(f"uuid7 of the draft at {ns}: {read}", 0 <= ns - read.unix_ns <= 60)
        check(f"uuid7 of the draft {read} has no current time as uuid7", not is_now(AnyId(str(read), "uuid7").unix_ns))
        # The package reads 38 of our fraction's 86 bits.
        ours = sortid.uuid7_draft01()
        check(f"ours by uuid7 of the draft {ours}", 0 <= ours.unix_ns - draft.timestamp_ns(str(ours)) <= 1)

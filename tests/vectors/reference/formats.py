"""Every format as data: rulings sections 1 and 2, rulings 16 sections 1 to 5, rulings more sections 1 and 2."""

from __future__ import annotations

from .model import MS, SECOND, Clock, Counter, Field, Format, FractionClock, Layout, Mark, Node, TimeIdClock
from .texts import (
    BASE32_HEX,
    BASE32_SORTABLE,
    BASE36,
    BASE58,
    BASE62,
    BASE64_PUSH,
    BASE64_URL,
    DECIMAL,
    HEX,
    TYPEID,
    Cuid,
    Flake,
    FlakeIdgen,
    LexicalUuid,
    Positional,
    Scru160,
    Sid,
    TimeId,
    Tsid,
    Ulid,
    Unpadded,
    Uuid,
)

US = 1000
XID_EPOCH = 1_321_009_871_111 * MS
GREGORIAN = -12_219_292_800 * SECOND
TIMED = ("max_lead_ms", "on_exhausted", "rollback_tolerance_ms", "on_rollback", "state_file", "allow_other_owner")
EPOCH = ("epoch_unix_ms", "epoch")
MACHINE = ("node", "machine_id", "machine_bits", "lease_file", "node_from_env")
CASSIE = "twitter/cassie f6da4e0"
# The bytes of the time, most significant first.
ELASTIC_TIME = tuple((8 * at, 8) for at in (5, 4, 3, 2, 12, 14))
K_ORDERED_TIME = ((0, 32), (88, 8), (104, 8))
ROUTED_TIME = ((0, 32), (120, 8), (136, 8))
DRAFT = "draft-peabody-01"


def fields(*described: tuple[str, int] | tuple[None, int]) -> tuple[Field, ...]:
    """Consecutive fields, as (name, bits); a pair without a name is skipped."""
    found, first = [], 0
    for name, width in described:
        if name is not None:
            found.append(Field(name, ((first, width),)))
        first += width
    return tuple(found)


def ticks(first: int, width: int, unit_ns: int, epoch_ns: int = 0, start: int = 0, last: int | None = None) -> Clock:
    """A clock in one span; by default its last tick is the largest number of the span."""
    return Clock(((first, width),), unit_ns, epoch_ns, start, (1 << width) - 1 if last is None else last)


def uuid_marks(version: int) -> tuple[Mark, ...]:
    """Variant and version, in the order in which parsing checks them (rulings, section 3)."""
    return Mark(((64, 2),), 2, "invalid_variant"), Mark(((48, 4),), version, "invalid_version")


def top_bit(*firsts: int) -> tuple[Mark, ...]:
    """Bits that are zero in every valid id."""
    return tuple(Mark(((first, 1),), 0, "out_of_range") for first in firsts)


def comb(name: str, unit: str) -> tuple[Field, ...]:
    """The fields of a UUID: 48 bits before the version, 12 and 62 after it."""
    second, third = ("custom_b", "custom_c") if name == "custom_a" else ("rand_a", "rand_b")
    return Field(name, ((0, 48),)), Field(unit or second, ((52, 12),)), Field(third, ((66, 62),))


UUID = Uuid()
UUID7_COUNTER = Counter(((52, 12), (66, 30)), "random", 41)
SECONDS_NODE_COUNTER = Layout(ticks(0, 32, SECOND), Counter(((72, 24),), "random", 23), Node(((32, 40),), 40))
GREGORIAN_1 = Clock(((52, 12), (32, 16), (0, 32)), 100, GREGORIAN, 0, (1 << 60) - 1)
GREGORIAN_6 = Clock(((0, 48), (52, 12)), 100, GREGORIAN, 0, (1 << 60) - 1)
MSSQL_ORDER = ((80, 48), (64, 16), (56, 8), (48, 8), (40, 8), (32, 8), (24, 8), (16, 8), (8, 8), (0, 8))

FORMATS = (
    Format(
        1, "tid", 64, Positional(BASE32_SORTABLE, 13, 64),
        fields(("reserved", 1), ("timestamp_us", 53), ("clock_id", 10)),
        Layout(ticks(1, 53, US), node=Node(((54, 10),), 10)),
        "atproto TID specification",
        reserved=((((0, 1),), 1, 1),),
        options=(*TIMED, "node", "clock_id", "lease_file", "node_from_env", "node_claim"), is_found=True,
    ),
    Format(
        2, "timeid", 64, TimeId(),
        (Field("timestamp_us", ((0, 54),), signed=True), Field("node", ((54, 10),))),
        Layout(TimeIdClock(((0, 54),), US, 0, -(1 << 53), (1 << 53) - 1, signed=True), node=Node(((54, 10),), 5)),
        "draft-goldman-tid",
        text_sorts=False, bytes_sort=False,
        options=(*TIMED, "node", "lease_file", "node_from_env", "node_claim"), is_found=True,
    ),
    Format(
        3, "uid11_xid", 64, Positional(BASE58, 11, 64),
        fields(("timestamp_ms", 42), ("random", 22)),
        Layout(ticks(0, 42, MS, XID_EPOCH), permuted=((42, 22),), resets=False, reset_is_safe=False),
        "uid11 specification 1.0",
        options=(*TIMED, "order"),
    ),
    Format(
        4, "uid11_fullrand", 64, Positional(BASE58, 11, 64),
        fields(("random", 64)),
        Layout(random=((0, 64),)),
        "uid11 specification 1.0",
    ),
    Format(
        5, "uid11_snowish", 64, Positional(BASE58, 11, 64),
        fields((None, 1), ("timestamp_ms", 41), ("machine", 10), ("sequence", 12)),
        Layout(ticks(1, 41, MS, XID_EPOCH), Counter(((52, 12),), "random", 11), Node(((42, 10),), 10)),
        "uid11 specification 1.0",
        marks=top_bit(0),
        options=(*TIMED, *EPOCH, "node", "machine", "lease_file", "node_from_env", "node_claim"),
    ),
    Format(
        6, "uid11_ts_seq_rand", 64, Positional(BASE58, 11, 64),
        fields(("timestamp_ms", 42), ("sequence", 12), ("random", 10)),
        Layout(
            ticks(0, 42, MS, XID_EPOCH), Counter(((42, 12),), "zero"), random=((54, 10),), resets=False,
            reset_is_safe=False,
        ),
        "uid11 specification 1.0",
        options=(*TIMED, *EPOCH),
    ),
    Format(
        7, "uuid6", 128, UUID,
        (Field("timestamp", ((0, 48), (52, 12))), Field("clock_seq", ((66, 14),)), Field("node", ((80, 48),))),
        Layout(GREGORIAN_6, Counter(((66, 14),), "kept", 13), random=((80, 48),)),
        f"{DRAFT} 4.3, RFC 9562 5.6",
        marks=uuid_marks(6), suffix=TYPEID,
        options=(*TIMED, *MACHINE), is_found=True,
    ),
    Format(
        8, "uuid7_draft01", 128, UUID,
        (
            Field("unixts", ((0, 36),)), Field("subsec_a", ((36, 12),)), Field("subsec_b", ((52, 12),)),
            Field("subsec_seq_node", ((66, 62),)),
        ),
        Layout(
            FractionClock((), US, 0, 0, (1 << 36) * 1_000_000 - 1), Counter(((66, 14),), "zero"),
            random=((80, 48),), never_zero=True,
        ),
        f"{DRAFT} 4.4",
        marks=uuid_marks(7), suffix=TYPEID,
        options=(*TIMED, *MACHINE, "precision"), is_found=True,
    ),
    Format(
        9, "uuid7", 128, UUID, comb("unix_ts_ms", ""),
        Layout(ticks(0, 48, MS), UUID7_COUNTER, random=((96, 32),)),
        "RFC 9562 5.7",
        marks=uuid_marks(7), suffix=TYPEID,
        options=(*TIMED, *MACHINE, "precision"), is_found=True,
    ),
    Format(
        10, "uuid8", 128, UUID, comb("custom_a", ""),
        Layout(),
        f"{DRAFT} 4.5",
        marks=uuid_marks(8), suffix=TYPEID,
        options=(*TIMED, *EPOCH, *MACHINE[1:], "timestamp_bits", "unit_ns", "node"), is_found=True,
    ),
    Format(
        11, "scru160", 160, Scru160(),
        fields(("timestamp_ms", 48), ("counter", 16), ("random16", 16), ("random80", 80)),
        Layout(
            ticks(0, 48, MS, 0, 1, (1 << 48) - 2), Counter(((48, 16),), "random", 15), random=((64, 16), (80, 80)),
        ),
        "SCRU160 v0.1.0",
        reserved=((((0, 48),), 0, 0), (((0, 48),), (1 << 48) - 1, (1 << 48) - 1)),
        options=(
            *TIMED, "usage", "counter_bits", "counter_seed_bits", "node", "node_id", "node_bits", "lease_file",
            "node_from_env",
        ),
        is_found=True,
    ),
    Format(
        12, "lexical_uuid", 128, LexicalUuid(),
        fields(("timestamp_us", 64), ("worker", 64)),
        Layout(ticks(0, 64, US, last=(1 << 63) - 1), node=Node(((64, 64),), 64)),
        CASSIE,
        reserved=((((0, 1),), 1, 1),), only_likely=True,
        options=(*TIMED, "node", "lease_file", "node_from_env"),
    ),
    Format(
        13, "snowflake", 64, Unpadded(DECIMAL, 64, (1 << 63) - 1),
        fields((None, 1), ("timestamp_ms", 41), ("datacenter", 5), ("worker", 5), ("sequence", 12)),
        Layout(ticks(1, 41, MS, 1_288_834_974_657 * MS), Counter(((52, 12),), "random", 11), Node(((42, 10),), 10)),
        "twitter/snowflake b3f6a3c",
        marks=top_bit(0), text_sorts=False, prefixes=False, likely_from=1_288_834_974 + 30 * 86400,
        options=(
            *TIMED, *EPOCH, "node", "machine", "datacenter", "worker", "lease_file", "node_from_env", "node_claim",
        ),
    ),
    Format(
        14, "flake", 128, Flake(),
        fields(("timestamp_ms", 64), ("worker", 48), ("sequence", 16)),
        Layout(ticks(0, 64, MS), Counter(((112, 16),), "zero"), Node(((64, 48),), 48, always=1 << 40)),
        "boundary/flake 15c933a",
        text_sorts=False, prefixes=False, only_likely=True,
        options=(*TIMED, "node", "lease_file", "node_from_env"),
    ),
    Format(
        15, "sharding_id", 64, Unpadded(DECIMAL, 64, (1 << 64) - 1),
        fields(("timestamp_ms", 41), ("shard", 13), ("sequence", 10)),
        Layout(
            ticks(0, 41, MS, 1_314_220_021_721 * MS, last=(1 << 40) - 1), Counter(((54, 10),), "random", 9),
            Node(((41, 13),), 13),
        ),
        "Instagram Engineering, Sharding & IDs at Instagram",
        reserved=((((0, 1),), 1, 1),), text_sorts=False, prefixes=False, likely_from=1_314_220_021 + 30 * 86400,
        options=(*TIMED, *EPOCH, "node", "shard", "lease_file", "node_from_env", "node_claim"),
    ),
    Format(
        16, "ksuid", 160, Positional(BASE62, 27, 160),
        fields(("timestamp_s", 32), ("payload_hi", 64), ("payload_lo", 64)),
        Layout(
            ticks(0, 32, SECOND, 1_400_000_000 * SECOND), Counter(((32, 64),), "random", 64), random=((96, 64),),
        ),
        "segmentio/ksuid bf376a7",
        likely_from=1_400_000_000 + 30 * 86400,
        options=TIMED, is_found=True,
    ),
    Format(
        17, "elasticflake", 120, Positional(BASE64_URL, 20, 120),
        fields(("timestamp_ms", 48), ("node", 48), ("sequence", 24)),
        Layout(ticks(0, 48, MS), Counter(((96, 24),), "random", 23), Node(((48, 48),), 48)),
        "ppearcy/elasticflake dd71c21",
        text_sorts=False, has_prefixed=False,
        options=(*TIMED, "node", "lease_file", "node_from_env"),
    ),
    Format(
        18, "flake_idgen", 64, FlakeIdgen(),
        fields(("timestamp_ms", 42), ("datacenter", 5), ("worker", 5), ("counter", 12)),
        Layout(ticks(0, 42, MS), Counter(((52, 12),), "random", 11), Node(((42, 10),), 10)),
        "T-PWK/flake-idgen fcd6a2f",
        text_sorts=False, prefixes=False,
        options=(
            *TIMED, *EPOCH, "node", "machine", "datacenter", "worker", "lease_file", "node_from_env", "node_claim",
        ),
    ),
    Format(
        19, "sonyflake", 64, Unpadded(DECIMAL, 64, (1 << 63) - 1),
        fields((None, 1), ("timestamp_10ms", 39), ("sequence", 8), ("machine", 16)),
        Layout(ticks(1, 39, 10 * MS, 1_409_529_600_000 * MS), Counter(((40, 8),), "zero"), Node(((48, 16),), 16)),
        "sony/sonyflake 848d664",
        marks=top_bit(0), text_sorts=False, prefixes=False, likely_from=1_412_121_600,
        options=(*TIMED, *EPOCH, "node", "machine", "lease_file", "node_from_env", "node_claim"),
    ),
    Format(
        20, "ordered_uuid", 128, UUID, comb("timestamp_10us", ""),
        Layout(ticks(0, 48, 10 * US), UUID7_COUNTER, random=((96, 32),)),
        "ramsey/uuid 4.6.0 documentation",
        marks=uuid_marks(4), only_likely=True, suffix=TYPEID,
        options=(*TIMED, *MACHINE),
    ),
    Format(
        21, "comb_guid", 128, UUID, comb("unix_ts_ms", ""),
        Layout(ticks(0, 48, MS), UUID7_COUNTER, random=((96, 32),)),
        "richardtallent/RT.Comb 2759820",
        marks=uuid_marks(4), only_likely=True, suffix=TYPEID,
        options=(*TIMED, *MACHINE),
    ),
    Format(
        22, "ulid", 128, Ulid(),
        fields(("timestamp_ms", 48), ("randomness", 80)),
        Layout(ticks(0, 48, MS), Counter(((48, 80),), "random", 80)),
        "ulid/spec d0c7170",
        options=(*TIMED, "as_uuid7"), is_found=True,
    ),
    Format(
        23, "sid", 128, Sid(),
        fields((None, 1), ("timestamp_ns", 63), (None, 1), ("random", 63)),
        Layout(ticks(1, 63, 1), Counter(((65, 63),), "random", 63)),
        "chilts/sid 660e947",
        marks=top_bit(0, 64),
        options=TIMED,
    ),
    Format(
        24, "push_id", 120, Positional(BASE64_PUSH, 20, 120),
        fields(("timestamp_ms", 48), ("random", 72)),
        Layout(ticks(0, 48, MS), Counter(((48, 72),), "random", 72)),
        "Firebase, The 2^120 Ways to Ensure Unique Identifiers",
        has_prefixed=False,
        options=TIMED,
    ),
    Format(
        25, "xid", 96, Positional(BASE32_HEX, 20, 96, spare=4),
        fields(("timestamp_s", 32), ("machine", 24), ("pid", 16), ("counter", 24)),
        SECONDS_NODE_COUNTER,
        "rs/xid efa678f",
        options=(*TIMED, "node", "lease_file", "node_from_env"), is_found=True,
    ),
    Format(
        26, "object_id", 96, Positional(HEX, 24, 96, any_case=True),
        fields(("timestamp_s", 32), ("random", 40), ("counter", 24)),
        SECONDS_NODE_COUNTER,
        "mongodb/specifications bson-objectid",
        options=(*TIMED, "node", "lease_file", "node_from_env"), is_found=True,
    ),
    Format(
        27, "cuid", 128, Cuid(),
        (
            Field("timestamp_ms", ((2, 42),), below=36**8), Field("counter", ((44, 21),), below=36**4),
            Field("fingerprint", ((65, 21),), below=36**4), Field("random", ((86, 42),), below=36**8),
        ),
        Layout(
            ticks(2, 42, MS, 0, 36**7, 36**8 - 1), Counter(((44, 21),), "random", 20, below=36**4),
            Node(((65, 21),), 21, below=36**4), random=((86, 42),), random_below=36**8,
        ),
        "ericelliott/cuid 215b27b",
        marks=(Mark(((0, 2),), 0, "out_of_range"),), reserved=((((2, 42),), 0, 36**7 - 1),),
        options=(*TIMED, "node", "lease_file", "node_from_env"), is_found=True,
    ),
    Format(
        28, "comb_mssql", 128, UUID,
        (
            Field("rand_a", ((0, 48),)), Field("rand_b", ((52, 12),)), Field("rand_c", ((66, 14),)),
            Field("unix_ts_ms", ((80, 48),)),
        ),
        Layout(ticks(80, 48, MS), Counter(((66, 14), (56, 8)), "random", 21), random=((0, 48), (52, 4))),
        "richardtallent/RT.Comb 2759820",
        marks=uuid_marks(4), text_sorts=False, bytes_sort=False, order=(MSSQL_ORDER,), prefixes=False,
        only_likely=True, suffix=TYPEID,
        options=TIMED,
    ),
    Format(
        29, "uuid1", 128, UUID,
        (
            Field("timestamp", ((52, 12), (32, 16), (0, 32))), Field("clock_seq", ((66, 14),)),
            Field("node", ((80, 48),)),
        ),
        Layout(GREGORIAN_1, Counter(((66, 14),), "kept", 13), random=((80, 48),)),
        "RFC 9562 5.1",
        marks=uuid_marks(1), text_sorts=False, bytes_sort=False, order=(GREGORIAN_1.spans, ((64, 64),)),
        prefixes=False, suffix=TYPEID,
        options=(*TIMED, *MACHINE), is_found=True,
    ),
    Format(
        30, "uuid4", 128, UUID,
        (Field("random_a", ((0, 48),)), Field("random_b", ((52, 12),)), Field("random_c", ((66, 62),))),
        Layout(random=((0, 48), (52, 12), (66, 62))),
        "RFC 9562 5.4",
        marks=uuid_marks(4), text_sorts=False, bytes_sort=False, suffix=TYPEID, is_found=True,
    ),
    Format(
        31, "any_uuid", 128, UUID,
        fields(("high", 64), ("low", 64)),
        Layout(),
        "RFC 9562 4",
        text_sorts=False, bytes_sort=False, is_made=False, suffix=TYPEID, is_found=True,
    ),
    Format(
        32, "mastodon", 64, Unpadded(DECIMAL, 64, (1 << 64) - 1),
        fields(("timestamp_ms", 48), ("sequence", 16)),
        Layout(
            ticks(0, 48, MS, last=(1 << 47) - 1), Counter(((48, 16),), "random", 15), resets=False,
            reset_is_safe=False,
        ),
        "mastodon/mastodon 0486db9",
        reserved=((((0, 1),), 1, 1),), text_sorts=False, prefixes=False,
        options=TIMED,
    ),
    Format(
        33, "tsid", 64, Tsid(),
        fields(("timestamp_ms", 42), ("random", 22)),
        Layout(ticks(0, 42, MS, 1_577_836_800_000 * MS), Counter(((52, 12),), "random", 11), Node(((42, 10),), 10)),
        "f4b6a3/tsid-creator 5.2.6",
        likely_from=1_580_428_800,
        options=(*TIMED, *EPOCH, "node", "node_bits", "lease_file", "node_from_env", "node_claim"),
    ),
    Format(
        34, "scru128", 128, Positional(BASE36, 25, 128, any_case=True),
        fields(("timestamp_ms", 48), ("counter_hi", 24), ("counter_lo", 24), ("entropy", 32)),
        Layout(ticks(0, 48, MS, 0, 1, (1 << 48) - 2), Counter(((48, 48),), "random", 47), random=((96, 32),)),
        "scru128/spec v2.1.1",
        reserved=((((0, 48),), 0, 0), (((0, 48),), (1 << 48) - 1, (1 << 48) - 1)),
        options=TIMED,
    ),
    Format(
        35, "scru64", 64, Positional(BASE36, 12, 64, any_case=True),
        (Field("timestamp_256ms", ((1, 39),), below=3**24), Field("node_ctr", ((40, 24),))),
        Layout(
            ticks(1, 39, 256 * MS, 0, 1, 3**24 - 2), Counter(((50, 14),), "random", 13), Node(((40, 10),), 10),
        ),
        "scru64/spec v1.0.0",
        marks=top_bit(0), below=36**12, reserved=((((1, 39),), 0, 0), (((1, 39),), 3**24 - 1, 3**24 - 1)),
        only_likely=True,
        options=(*TIMED, "node", "node_id", "node_bits", "lease_file", "node_from_env", "node_claim"),
    ),
    Format(
        36, "elasticsearch_id", 120, Positional(BASE64_URL, 20, 120),
        (
            Field("timestamp_ms", ELASTIC_TIME), Field("node", ((48, 48),)),
            Field("sequence", ((8, 8), (104, 8), (0, 8))),
        ),
        Layout(Clock(ELASTIC_TIME, MS, 0, 0, (1 << 48) - 1)),
        "elastic/elasticsearch 891db0d",
        text_sorts=False, bytes_sort=False, has_bounds=False, likely_from=1_496_275_200, only_likely=True,
        is_made=False, has_prefixed=False, is_found=True,
    ),
    Format(
        37, "custom64", 64, Unpadded(DECIMAL, 64, (1 << 64) - 1),
        fields(("custom", 64)),
        Layout(),
        "sortid's own; presets name published layouts",
        text_sorts=False, prefixes=False, only_likely=True,
        options=(
            *TIMED, *EPOCH, "node", "lease_file", "node_from_env", "node_claim", "preset", "field_order",
            "timestamp_bits", "node_bits", "sequence_bits", "unit_ns",
        ),
    ),
    Format(
        38, "elasticsearch_k_ordered", 120, Positional(BASE64_URL, 20, 120),
        (
            Field("timestamp_ms", K_ORDERED_TIME), Field("node", ((32, 48),)),
            Field("sequence", ((80, 8), (96, 8), (112, 8))),
        ),
        Layout(Clock(K_ORDERED_TIME, MS, 0, 0, (1 << 48) - 1)),
        "elastic/elasticsearch 1116d7d",
        text_sorts=False, bytes_sort=False, has_bounds=False, likely_from=1_704_067_200, only_likely=True,
        is_made=False, has_prefixed=False, is_found=True,
    ),
    Format(
        39, "elasticsearch_routed", 152, Positional(BASE64_URL, 26, 152, spare=4),
        (
            Field("timestamp_ms", ROUTED_TIME), Field("node", ((32, 48),)),
            Field("sequence", ((80, 8), (128, 8), (144, 8))),
            Field("routing_hash", ((112, 8), (104, 8), (96, 8), (88, 8))),
        ),
        Layout(Clock(ROUTED_TIME, MS, 0, 0, (1 << 48) - 1)),
        "elastic/elasticsearch 1116d7d",
        text_sorts=False, bytes_sort=False, has_bounds=False, likely_from=1_704_067_200, only_likely=True,
        is_made=False, has_prefixed=False, is_found=True,
    ),
)  # fmt: skip
BY_NAME = {format.name: format for format in FORMATS}

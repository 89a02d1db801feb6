"""The closed list of options (rulings section 6, rulings 16 section 6, rulings more sections 2 and 5).

An option that the format lacks, or a value that it does not allow, is `invalid_option`, never ignored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .model import Format
from .refusal import Refusal

I64_MIN, I64_MAX = -(1 << 63), (1 << 63) - 1
U64_MAX = (1 << 64) - 1
EVERY = ("clock", "seed", "allow_fork")
READING = (
    "epoch_unix_ms",
    "epoch",
    "timestamp_bits",
    "unit_ns",
    "precision",
    "preset",
    "field_order",
    "sequence_bits",
)
NODES = ("clock_id", "node", "machine", "datacenter", "worker", "shard", "machine_id", "node_id")
# The options of formats without `node` that have the same effect.
OWN_NODES = ("clock_id", "machine", "shard", "machine_id", "node_id")
EPOCHS = {
    "twitter": 1_288_834_974_657,
    "discord": 1_420_070_400_000,
    "instagram": 1_314_220_021_721,
    "linkedin": 0,
    "unix": 0,
    "sonyflake_v2": 1_735_689_600_000,
}


def integer(low: int, high: int) -> Callable[[object], int]:
    """An integer within these bounds, as a number or as decimal digits."""

    def parse(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, (int, str)):
            raise Refusal("invalid_option")
        try:
            number = int(value)
        except ValueError:
            raise Refusal("invalid_option") from None
        if not low <= number <= high:
            raise Refusal("invalid_option")
        return number

    return parse


def word(*words: str) -> Callable[[object], str]:
    """One of these words."""

    def parse(value: object) -> str:
        if not isinstance(value, str) or value not in words:
            raise Refusal("invalid_option")
        return value

    return parse


def flag(value: object) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise Refusal("invalid_option")
    return value


def tolerance(value: object) -> int | None:
    """Milliseconds; `None` for `unlimited`."""
    return None if value == "unlimited" else integer(0, U64_MAX)(value)


def path(value: object) -> str:
    """A file name."""
    if not isinstance(value, str):
        raise Refusal("invalid_option")
    return value


def seed(value: object) -> bytes:
    """32 bytes as hexadecimal digits."""
    try:
        found = bytes.fromhex(path(value))
    except ValueError:
        raise Refusal("invalid_option") from None
    if len(found) != 32:
        raise Refusal("invalid_option")
    return found


PARSERS: dict[str, Callable[[object], object]] = {
    "clock": word("system", "manual"),
    "seed": seed,
    "allow_fork": flag,
    "max_lead_ms": integer(0, U64_MAX),
    "on_exhausted": word("advance", "error"),
    "rollback_tolerance_ms": tolerance,
    "on_rollback": word("reset", "error"),
    "state_file": path,
    "allow_other_owner": flag,
    "lease_file": path,
    "node_from_env": flag,
    "node_claim": word("required", "drawn"),
    "clock_id": integer(0, 1023),
    "machine": integer(0, 65535),
    "datacenter": integer(0, 31),
    "worker": integer(0, 31),
    "shard": integer(0, 8191),
    "node": integer(0, U64_MAX),
    "node_id": integer(0, U64_MAX),
    "node_bits": integer(0, 32),
    "machine_id": integer(0, 65535),
    "machine_bits": integer(1, 16),
    "order": word("random", "monotonic"),
    "precision": word("ms", "us", "ns"),
    "as_uuid7": flag,
    "usage": word("default", "microsecond"),
    "counter_bits": integer(0, 16),
    "counter_seed_bits": integer(0, 31),
    "epoch_unix_ms": integer(I64_MIN, I64_MAX),
    "epoch": word(*EPOCHS),
    "timestamp_bits": integer(1, 64),
    "unit_ns": integer(1, U64_MAX),
    "preset": word("sonyflake_v2", "uid_generator", "yitter", "cockroachdb", "tiktok", "discord", "simpleflake"),
    "field_order": word("node_sequence", "sequence_node"),
    "sequence_bits": integer(0, 32),
}


def parsed(format: Format, given: Mapping[str, object] | None) -> dict[str, object]:
    """Validates the options one by one and together, and returns them by name."""
    found: dict[str, object] = {}
    for name, value in with_own_node(format, given or {}).items():
        known = name in format.options or (name in EVERY and format.is_made)
        if not known or name not in PARSERS:
            raise Refusal("invalid_option")
        found[name] = PARSERS[name](value)
    if "epoch" in found:
        if "epoch_unix_ms" in found:
            raise Refusal("invalid_option")
        found["epoch_unix_ms"] = EPOCHS[str(found.pop("epoch"))]
    judge_together(found)
    return found


def with_own_node(format: Format, given: Mapping[str, object]) -> Mapping[str, object]:
    """The options with `node` under the name that the format uses."""
    own = next((name for name in OWN_NODES if name in format.options), None)
    # A uuid8 has both options.
    if own is None or "node" not in given or format.name == "uuid8":
        return given
    if any(name in given for name in NODES if name != "node"):
        raise Refusal("invalid_option")
    return {own if name == "node" else name: value for name, value in given.items()}


def of_reading(format: Format, found: Mapping[str, object]) -> dict[str, object]:
    """The options that affect how a time is read. Only in custom64 does the node's width move the time."""
    reads = (*READING, "node_bits") if format.name == "custom64" else READING
    return {name: value for name, value in found.items() if name in reads}


def are_known(given: Mapping[str, object]) -> bool:
    """Whether all names are in the closed list."""
    return all(name in PARSERS for name in given)


def judge_together(found: Mapping[str, object]) -> None:
    """Checks options that exclude or require each other (R-GEN-7, R-LEASE-27, R-CLAIM-5, rulings 16 section 6)."""
    if "machine_bits" in found and "machine_id" not in found:
        raise Refusal("invalid_option")
    if ("datacenter" in found) != ("worker" in found) or ("datacenter" in found and "machine" in found):
        raise Refusal("invalid_option")
    if "node" in found and "machine_id" in found:
        raise Refusal("invalid_option")
    files = [name for name in ("state_file", "lease_file") if name in found]
    if files and found.get("on_rollback") == "reset":
        raise Refusal("invalid_option")
    if found.get("node_from_env") and any(name in found for name in (*NODES, "lease_file")):
        raise Refusal("invalid_option")
    unclaimed = any(name in found for name in (*NODES, "seed", "state_file", "lease_file"))
    if found.get("node_claim") == "required" and (unclaimed or found.get("clock") == "manual"):
        raise Refusal("invalid_option")
    if "lease_file" in found and any(name in found for name in (*NODES, "seed", "state_file")):
        raise Refusal("invalid_option")

"""The test cases of other projects, read from their sources, or rewritten if unpublished.

Each function yields results: whether sortid agrees in a case, or why it rejects the text.
"""

import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import sources
from sortid import AnyId, IdType, ParseError

MODULES = {
    "TypeID 0.3.0": ("go.jetify.com/typeid", "v1.3.0"),
    "atproto TID": ("github.com/bluesky-social/indigo", "v0.0.0-20260605210604-af2fec94f34c"),
    "google/uuid": ("github.com/google/uuid", "v1.6.0"),
    "gofrs/uuid": ("github.com/gofrs/uuid/v5", "v5.5.1"),
    "oklog/ulid": ("github.com/oklog/ulid/v2", "v2.1.2"),
    "rs/xid": ("github.com/rs/xid", "v1.6.0"),
    "MongoDB's Go driver": ("go.mongodb.org/mongo-driver/v2", "v2.10.0"),
}

Answers = Iterator[bool | str]

BRACES = "braces, which RFC 9562 lacks"
BARE_URN = "a URN without hyphens, which RFC 9562 lacks"


@dataclass
class Suite:
    name: str
    version: str
    answers: Answers


def reads(text: str, format: str, wanted: int | bytes | None = None, why: str | None = None) -> bool | str:
    """Whether a text is read as the value; otherwise why it is rejected."""
    try:
        id = AnyId(text, format)
    except ParseError:
        return why or False
    return wanted is None or wanted in (id.bytes, int.from_bytes(id.bytes))


def refuses(text: str, format: str) -> bool:
    try:
        AnyId(text, format)
    except ParseError:
        return True
    return False


def yaml(path: Path) -> Iterator[dict[str, str]]:
    """The entries of a list of flat mappings with quoted values."""
    for entry in path.read_text().split("\n- ")[1:]:
        yield dict(re.findall(r'^ *(\w+): "(.*)"$', entry, re.MULTILINE))


def typeids(folder: Path) -> Answers:
    for case in yaml(folder / "testdata/valid.yml"):
        type = IdType(case["prefix"], "any_uuid")
        yield str(type.parse(case["typeid"]).id) == case["uuid"]
        yield str(type.parse(AnyId(case["uuid"], "any_uuid"))) == case["typeid"]
    for case in yaml(folder / "testdata/invalid.yml"):
        prefix = case["typeid"].rpartition("_")[0]
        try:
            IdType(prefix, "any_uuid").parse(case["typeid"])
            yield False
        except ParseError:
            yield True


def tids(folder: Path) -> Answers:
    data = folder / "atproto/syntax/testdata"
    lists = [(data / f"tid_syntax_{name}.txt").read_text().splitlines() for name in ("valid", "invalid")]
    valid, invalid = ([line for line in lines if line and not line.startswith("#")] for lines in lists)
    yield from (reads(text, "tid") for text in valid)
    yield from (refuses(text, "tid") for text in invalid)


def google_uuids(folder: Path) -> Answers:
    source = (folder / "uuid_test.go").read_text()
    for text, version, variant, is_uuid in re.findall(r'\{"([^"]*)", (\d+), (\w+), (true|false)\}', source):
        if is_uuid == "false":
            yield refuses(text, "any_uuid")
            continue
        answer = reads(text, "any_uuid", why=BRACES if text.startswith("{") else None)
        if answer is True:
            kinds = {"Microsoft": "microsoft", "Future": "future", "Reserved": "ncs"}
            answer = AnyId(text, "any_uuid").kind == kinds.get(variant, f"version_{version}")
        yield answer


def gofrs_uuids(folder: Path) -> Answers:
    source = (folder / "codec_test.go").read_text()
    for text in re.findall(r'input: +"([^"]*)"', source):
        is_bare_urn = text.startswith("urn:") and "-" not in text
        yield reads(text, "any_uuid", why=BRACES if "{" in text else BARE_URN if is_bare_urn else None)
    invalid = source.split("invalidFromStringInputs = []string{")[1].split("\n}\n")[0]
    for text in re.findall(r'^\t"([^"]*)",', invalid, re.MULTILINE):
        yield refuses(text, "any_uuid")


def rust_uuids(folder: Path) -> Answers:
    source = (folder / "src/parser.rs").read_text().partition("mod tests")[2]
    valid, invalid = source.split("fn test_parse_invalid")[:2]
    for text in re.findall(r'parse_str\(\s*"([^"]*)"', valid):
        yield reads(text, "any_uuid", why=BRACES if text.startswith("{") else None)
    for text in re.findall(r'parse_str\(\s*"([^"]*)"\s*\),\s*Err', invalid):
        yield refuses(text, "any_uuid")


def ulids(folder: Path) -> Answers:
    source = (folder / "ulid_test.go").read_text()
    for text, error in re.findall(r'"([0-7Z8]\w{25})": +(nil|ulid\.\w+),', source):
        yield reads(text, "ulid") if error == "nil" else refuses(text, "ulid")
    base = re.search(r'base := "(\w{26})"', source)
    assert base is not None
    for at in range(26):
        for bad in "\u00ff\0":
            yield refuses(base[1][:at] + bad + base[1][at + 1 :], "ulid")
    ms, text = re.search(r'ts := uint64\((\d+)\).*?MustParse\("(\w+)"\)', source, re.DOTALL).groups()  # type: ignore[union-attr]
    yield AnyId(text, "ulid").unix_ms == int(ms)


def xids(folder: Path) -> Answers:
    source = (folder / "id_test.go").read_text()
    parts = r"ID\{([^}]*)\},\s+(\d+),\s+\[\]byte\{([^}]*)\},\s+(0x\w+),\s+(\d+),"
    for raw, seconds, machine, pid, counter in re.findall(parts, source):
        id = AnyId.from_bytes(bytes(int(byte, 16) for byte in raw.split(", ")), "xid")
        node = bytes(int(byte, 16) for byte in machine.split(", "))
        yield id.unix_ms == int(seconds) * 1000
        yield id.fields["machine"] == int.from_bytes(node)
        yield id.fields["pid"] == int(pid, 16)
        yield id.fields["counter"] == int(counter)
    for text in re.findall(r'FromString\("(9m\w+)"\)', source):
        yield reads(text, "xid", bytes.fromhex("4d88e15b60f486e428412dc9"))
    yield from (refuses(text, "xid") for text in ("invalid", "c6e52g2mrqcjl44hf179"))


def object_ids(folder: Path) -> Answers:
    source = (folder / "bson/objectid_test.go").read_text()
    for text, time in re.findall(r'"(\w{24})",\s+"([^"]*) \+0000 UTC"', source):
        yield AnyId(text, "object_id").datetime == datetime.fromisoformat(f"{time}+00:00")
    for time, head in re.findall(r'"([^"]*Z)",\s+"(\w{8})"', source):
        yield str(AnyId.min_at(datetime.fromisoformat(time), "object_id")).startswith(head)
    yield refuses("this is not a valid hex string!", "object_id")


def scru128s(folder: Path) -> Answers:
    source = (folder / "src/id.rs").read_text().partition("mod tests")[2]
    tops = {"MAX_UINT48": (1 << 48) - 1, "MAX_UINT32": (1 << 32) - 1, "MAX_UINT24": (1 << 24) - 1}
    for fields, text in re.findall(r'\(\s*\(([^()]*)\),\s*"(\w{25})",?\s*\)', source):
        ms, high, low, entropy = (tops.get(each) or int(each) for each in fields.split(", "))
        yield reads(text, "scru128", ms << 80 | high << 56 | low << 32 | entropy)
    invalid = source.split("let cases = [")[1].split("];")[0]
    for text in re.findall(r'\("([^"]*)", (?:Inv|inv|Out)', invalid):
        yield refuses(text.replace("\\t", "\t"), "scru128")


def scru64s(folder: Path) -> Answers:
    source = (folder / "src/test_cases.rs").read_text()
    ids = source.split("EXAMPLE_NODE_SPECS")[0]
    parts = r'text: "(\w+)",\s+num: (0x\w+),\s+timestamp: (\d+),\s+node_ctr: (\d+)'
    for text, num, timestamp, node_ctr in re.findall(parts, ids):
        fields = tuple(AnyId(text, "scru64").fields.values())
        yield reads(text, "scru64", int(num, 16)) and fields == (int(timestamp), int(node_ctr))


def svix_ksuids(folder: Path) -> Answers:
    for line in (folder / "tests/test_kuids.txt").read_text().splitlines():
        case = json.loads(line)
        id = AnyId(case["ksuid"], "ksuid")
        yield id.unix_ms == case["timestamp"] * 1000 and id.bytes[4:].hex() == case["payload"].lower()


def tsids() -> Answers:
    """`TsidBaseNTest` of tsid-creator for base 10: `Tsid.encode(10)` writes 20 digits."""
    dice = random.Random(1)
    for int in [0, (1 << 64) - 1, *(dice.getrandbits(64) for _ in range(1000))]:
        yield reads(f"{int:020}", "tsid", int)
    for text in ("", "0" * 21, "18446744073709551616", "99999999999999999999", "0000000000000000000x"):
        yield refuses(text, "tsid")


def all() -> list[Suite]:
    of_modules: dict[str, Callable[[Path], Answers]] = {
        "TypeID 0.3.0": typeids,
        "atproto TID": tids,
        "google/uuid": google_uuids,
        "gofrs/uuid": gofrs_uuids,
        "oklog/ulid": ulids,
        "rs/xid": xids,
        "MongoDB's Go driver": object_ids,
    }
    of_crates: dict[str, Callable[[Path], Answers]] = {
        "uuid": rust_uuids,
        "scru128": scru128s,
        "scru64": scru64s,
        "svix-ksuid": svix_ksuids,
    }
    suites = [
        Suite(name, MODULES[name][1].removeprefix("v0.0.0-"), answers(sources.module(*MODULES[name])))
        for name, answers in of_modules.items()
    ]
    for name, answers in of_crates.items():
        version, folder = sources.crate(name)
        suites.append(Suite(f"{name} (Rust)", version, answers(folder)))
    suites.append(Suite("tsid-creator, base 10", "5.2.6", tsids()))
    return suites

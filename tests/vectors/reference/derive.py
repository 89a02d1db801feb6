"""The mechanical cases of a vector file, derived from the description at its head.

`tests/suite/src/conformance/vectors/derive.rs` makes the same cases for the runner. A test there compares the two, so a
rule that is changed here is changed there too. README.md of the vectors lists the rules.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

Case = dict[str, object]
# The keys that describe a case and are not part of the question.
ABOUT = ("name", "expect", "error", "offset", "message", "source", "ruling", "_comment")
SECOND = {"seconds": "1721407246", "nanos": 480310000}
LATER = {"seconds": "1721407247", "nanos": 480310000}
SCRATCH = {"state_file": "{scratch}/never.state", "lease_file": "{scratch}/never.lease"}
# The options that a format may lack, each with a value that is valid if it has the option.
OPTIONS: dict[str, object] = {
    "max_lead_ms": 20,
    "on_exhausted": "advance",
    "rollback_tolerance_ms": 5000,
    "on_rollback": "error",
    "allow_other_owner": False,
    "node": 1,
    "node_from_env": True,
    "node_claim": "drawn",
    "datacenter": 1,
    "worker": 1,
    "machine_id": 1,
    "machine_bits": 4,
    "order": "random",
    "precision": "ms",
    "as_uuid7": True,
    "usage": "default",
    "counter_bits": 1,
    "counter_seed_bits": 1,
    "node_bits": 4,
    "epoch_unix_ms": 0,
    "timestamp_bits": 48,
    "unit_ns": 1000,
    "epoch": "unix",
    "preset": "yitter",
    "field_order": "node_sequence",
    "sequence_bits": 4,
    **SCRATCH,
}
READING = (
    "epoch_unix_ms",
    "timestamp_bits",
    "unit_ns",
    "precision",
    "epoch",
    "preset",
    "field_order",
    "sequence_bits",
)
WRONG_VALUES: tuple[tuple[str, object], ...] = (
    ("max_lead_ms", -1),
    ("on_exhausted", "wait"),
    ("rollback_tolerance_ms", -1),
    ("rollback_tolerance_ms", "forever"),
    ("on_rollback", "ignore"),
    ("node_claim", "claimed"),
)
BAD = (("!", "a bad character"), (" ", "a blank"), ("\n", "a newline"), ("\0", "a NUL"))
# Neighbours of the alphabets in ASCII, and look-alike characters.
NEIGHBOURS = "+,-./0189:=@AGIKLOUVWZ[_`agikloquvwz{~"
# Characters of two, three and four bytes; the second is a full-width digit.
WIDE = ("é", "\uff12", "😀")


def symbols(alphabet: str) -> set[str]:
    """The symbols of an alphabet in which `a-f` is a range; a hyphen at either end is a symbol."""
    found, at = set(), 0
    while at < len(alphabet):
        if alphabet[at + 1 : at + 2] == "-" and at + 2 < len(alphabet):
            found |= {chr(code) for code in range(ord(alphabet[at]), ord(alphabet[at + 2]) + 1)}
            at += 3
        else:
            found.add(alphabet[at])
            at += 1
    return found


def asked(case: Case, format: str) -> str:
    """The question of a case. Cases with the same question are duplicates."""
    question = {key: value for key, value in case.items() if key not in ABOUT}
    if "error" in case:
        question.pop("texts", None)
    return json.dumps({"format": format, **question}, sort_keys=True, ensure_ascii=False)


def cases(file: Case, names: list[str]) -> list[Case]:
    """The derived cases of a file, except those that it contains. `names` are the targets of conversions."""
    head, format, written = file.get("derive"), str(file["format"]), file["cases"]
    if not isinstance(head, dict) or not isinstance(written, list):
        return []
    seen, found = {asked(case, format) for case in written}, []
    for case in of_head(head, names):
        question = asked(case, format)
        if question not in seen:
            seen.add(question)
            found.append({**case, "name": f"derived: {case['name']}", "source": "derived from the head of the file"})
    return found


def of_head(head: dict[str, object], names: list[str]) -> Iterator[Case]:
    """Applies all rules in order."""
    texts, lengths = head["texts"], head["lengths"]
    assert isinstance(texts, list)
    assert isinstance(lengths, list)
    sample = str(texts[0]["text"])
    for entry in texts:
        yield from characters(str(entry["text"]), symbols(str(entry["alphabet"])))
        yield from wrong_lengths(str(entry["text"]), lengths)
    yield from refused_everywhere(sample, head)
    yield from spellings(sample, head)
    if head["prefixed"] is None:
        yield from no_prefixes(sample)
    else:
        yield from prefixes(sample, str(head["prefixed"]), lengths)
    yield from conversions(sample, head, names)
    yield from options(sample, head)


def characters(text: str, alphabet: set[str]) -> Iterator[Case]:
    """Texts with a character outside the alphabet at the first, middle and last place."""
    last = len(text) - 1

    def refused(name: str, changed: str, offset: int) -> Case:
        return {
            "name": f"{text}: {name}",
            "op": "parse",
            "text": changed,
            "error": "invalid_character",
            "offset": offset,
        }

    middle = len(text) // 2
    middle += text[middle] == "-"
    for place, at in (("first", 0), ("in the middle", middle), ("last", last)):
        for character, what in BAD:
            yield refused(f"{what} {place}", text[:at] + character + text[at + 1 :], at)
    for character in NEIGHBOURS:
        if character not in alphabet:
            yield refused(f"{character} last", text[:last] + character, last)
    for character in WIDE:
        size = len(character.encode())
        yield refused(f"{character} first, the right number of bytes", character + text[size:], 0)
        at = len(text) - size
        yield refused(f"{character} last, the right number of bytes", text[:at] + character, at)
    yield refused("two bad characters, the first is reported", text[:2] + "!" + text[3:last] + "!", 2)


def is_length(length: int, lengths: list[object]) -> bool:
    """Whether texts can have this length: `lengths` are numbers, or pairs of the shortest and the longest."""
    return any(
        length == entry if isinstance(entry, int) else isinstance(entry, list) and entry[0] <= length <= entry[1]
        for entry in lengths
    )


def wrong_lengths(text: str, lengths: list[object]) -> Iterator[Case]:
    """Texts that are one or two characters too long or too short, if that length is invalid."""
    for name, changed in (
        ("one character less", text[:-1]),
        ("one character more", text + text[-1]),
        ("a leading blank", " " + text),
        ("a trailing blank", text + " "),
        ("a trailing newline", text + "\n"),
        ("a trailing CR LF", text + "\r\n"),
        ("a trailing NUL", text + "\0"),
        ("é last, one byte too many", text[:-1] + "é"),
        ("nothing", ""),
        ("one character more, and none of the alphabet", "!" * (len(text) + 1)),
    ):
        if not is_length(len(changed.encode()), lengths):
            yield {"name": f"{text}: {name}", "op": "parse", "text": changed, "error": "invalid_length"}


def refused_everywhere(sample: str, head: dict[str, object]) -> Iterator[Case]:
    """An invalid text and an empty one, for every operation with a text."""
    bad, offset = sample[:-1] + "!", len(sample) - 1
    at: Case = {"error": "invalid_character", "offset": offset}
    yield {"name": "a bad text is not valid", "op": "is_valid", "text": bad, "expect": {"valid": False}}
    yield {"name": "the empty text is not valid", "op": "is_valid", "text": "", "expect": {"valid": False}}
    yield {"name": "forms of a bad text", "op": "forms", "text": bad, **at}
    yield {"name": "forms of the empty text", "op": "forms", "text": "", "error": "invalid_length"}
    yield {"name": "compare: the first text bad", "op": "compare", "a": bad, "b": sample, **at}
    yield {"name": "compare: the second text bad", "op": "compare", "a": sample, "b": bad, **at}
    yield {"name": "conversion of a bad text", "op": "convert", "text": bad, "to": "tid", **at}
    if head["time"] and head["made"]:
        given: Case = {"op": "after", "options": {}, "times": [SECOND]}
        yield {"name": "after a bad text", **given, "text": bad, **at}
        yield {"name": "after the empty text", **given, "text": "", "error": "invalid_length"}


def spellings(sample: str, head: dict[str, object]) -> Iterator[Case]:
    """The text unchanged, with surrounding blanks and with an invalid character; and forms of 16 bytes only."""
    strict: Case = {"text": sample, "corrections": []}
    blank: Case = {"text": sample, "corrections": ["whitespace"]}
    bad: Case = {"error": "invalid_character", "offset": len(sample) - 1}
    lenient = "parse_lenient"
    yield {"name": "canonical", "op": "parse_form", "text": sample, "form": "canonical", "expect": {"text": sample}}
    yield {"name": "lenient: strict", "op": lenient, "text": sample, "expect": strict}
    yield {"name": "lenient: blanks around", "op": lenient, "text": f" {sample}\r\n", "expect": blank}
    yield {"name": "lenient: a bad character", "op": lenient, "text": sample[:-1] + "!", **bad}
    yield {"name": "near: none", "op": "near_misses", "text": sample, "expect": {"misses": []}}
    known, texts, refused = head["conversions"], head["texts"], "not_applicable"
    assert isinstance(known, list)
    assert isinstance(texts, list)
    if "sql_server_uuid" not in known and not any(str(entry["text"]).startswith("urn:uuid:") for entry in texts):
        yield {"name": "no order guid", "op": "byte_order", "text": sample, "order": "guid", "error": refused}
        yield {"name": "no base58", "op": "parse_form", "text": "1" * 22, "form": "base58", "error": refused}


def prefixes(sample: str, suffix: str, lengths: list[object]) -> Iterator[Case]:
    """Prefixes of the format, followed by its sample `suffix`."""
    parse: Case = {"op": "prefixed_parse"}
    text: Case = {"op": "prefixed_text", "text": sample}
    both, none = {"prefix": "order", "id": sample}, {"prefix": "", "id": sample}
    wrong: Case = {"prefix": "order", "error": "wrong_prefix", "offset": 0}
    order, longest = f"order_{suffix}", "x" * 63
    yield {"name": "behind a prefix", **parse, "text": order, "expect": both}
    yield {"name": "behind an empty prefix", **parse, "text": suffix, "prefix": "", "expect": none}
    yield {"name": "another type", **parse, "text": f"user_{suffix}", **wrong}
    yield {"name": "gets a prefix", **text, "prefix": "order", "expect": {"text": order}}
    yield {"name": "gets the longest prefix", **text, "prefix": longest, "expect": {"text": f"{longest}_{suffix}"}}
    yield {"name": "gets the empty prefix", **text, "prefix": "", "expect": {"text": suffix}}
    yield {"name": "its prefix", "op": "prefix_of", "text": order, "expect": {"prefix": "order"}}
    if not is_length(len(suffix) + 1, lengths):
        too_long: Case = {"error": "invalid_length", "offset": len(order) + 1}
        yield {"name": "behind a prefix: one character more", **parse, "text": f"{order}0", **too_long}


def no_prefixes(sample: str) -> Iterator[Case]:
    """Prefixes of a format that cannot have any."""
    refused = "not_applicable"
    yield {"name": "takes no prefix", "op": "prefixed_parse", "text": f"order_{sample}", "error": refused}
    yield {"name": "gets no prefix", "op": "prefixed_text", "text": sample, "prefix": "order", "error": refused}
    yield {"name": "has no prefix", "op": "prefix_of", "text": sample, "expect": {"prefix": ""}}


def conversions(sample: str, head: dict[str, object], names: list[str]) -> Iterator[Case]:
    """Every conversion that the format lacks."""
    known = head["conversions"]
    assert isinstance(known, list)
    for name in names:
        if name not in known:
            yield {
                "name": f"no conversion to {name}",
                "op": "convert",
                "text": sample,
                "to": name,
                "error": "not_applicable",
            }
    yield {
        "name": "conversion to an unknown format",
        "op": "convert",
        "text": sample,
        "to": "nonsense",
        "error": "unknown_format",
    }


def options(sample: str, head: dict[str, object]) -> Iterator[Case]:
    """Options that the format lacks, values that no format allows, and mutually exclusive options."""
    own = head["options"]
    assert isinstance(own, list)
    # A format without a generator has no options; unknown names are still `invalid_option`.
    code = "invalid_option" if head["made"] else "not_applicable"
    generate: Case = {"op": "generate", "times": [SECOND], "count": 1}
    for name, value in OPTIONS.items():
        if name not in own:
            yield {"name": f"generate: no option {name}", **generate, "options": {name: value}, "error": code}
    for name in READING:
        if name not in own:
            given: Case = {"options": {name: OPTIONS[name]}, "error": "invalid_option"}
            yield {"name": f"parse: no option {name}", "op": "parse", "text": sample, **given}
            yield {"name": f"range: no option {name}", "op": "range", "from": SECOND, "to": LATER, **given}
    for name, value in OPTIONS.items():
        if name not in own and name not in READING:
            given = {"options": {name: value}, "error": "invalid_option"}
            yield {"name": f"parse: no option {name}", "op": "parse", "text": sample, **given}
    unknown: Case = {"options": {"colour": "blue"}, "error": "invalid_option"}
    yield {"name": "generate: an unknown option", **generate, **unknown}
    yield {"name": "threads: an unknown option", "op": "threads", "threads": 2, "per_thread": 5, **unknown}
    yield {"name": "after: an unknown option", "op": "after", "text": sample, "times": [SECOND], **unknown}
    refused = ["colour"] if head["made"] else ["colour", "clock"]
    for name, value in (("colour", "blue"), ("clock", "manual")):
        if name in refused:
            given = {"options": {name: value}, "error": "invalid_option"}
            yield {"name": f"parse: no option {name}", "op": "parse", "text": sample, **given}
            yield {"name": f"range: no option {name}", "op": "range", "from": SECOND, "to": LATER, **given}
    if head["time"]:
        yield from intervals()
    if not head["made"]:
        return
    for name, value in (("clock", "sundial"), ("allow_fork", "maybe")):
        yield {"name": f"generate: {name} {value}", **generate, "options": {name: value}, "error": code}
    yield {"name": "generate: a seed that is too short", **generate, "options": {}, "seed": "00", "error": code}
    yield {"name": "generate: the system clock with times", **generate, "options": {"clock": "system"}, "error": code}
    manual: Case = {"options": {"clock": "manual"}, "error": code}
    yield {"name": "generate: a manual clock without times", "op": "generate", "count": 1, **manual}
    yield {"name": "threads: a manual clock", "op": "threads", "threads": 2, "per_thread": 5, **manual}
    if head["time"]:
        yield {"name": "after: a manual clock without times", "op": "after", "text": sample, **manual}
    for name, value in WRONG_VALUES:
        if name in own:
            yield {"name": f"generate: {name} {value}", **generate, "options": {name: value}, "error": code}
            given = {"options": {name: value}, "error": code}
            yield {"name": f"parse: {name} {value}", "op": "parse", "text": sample, **given}
    # Parsing accepts the options of a generator.
    yield {"name": "parse: a manual clock", "op": "parse", "text": sample, "options": {"clock": "manual"}, "expect": {}}
    files = [name for name in SCRATCH if name in own]
    for name in files:
        given = {"options": {name: SCRATCH[name], "on_rollback": "reset"}, "error": code}
        yield {"name": f"generate: {name} and on_rollback reset", **generate, **given}
    if len(files) == len(SCRATCH):
        yield {"name": "generate: a state file and a lease file", **generate, "options": dict(SCRATCH), "error": code}


def intervals() -> Iterator[Case]:
    """Intervals that hold nothing."""
    for name, end in (("empty", SECOND), ("backwards", {**SECOND, "nanos": 480309999})):
        yield {"name": f"range: {name}", "op": "range", "from": SECOND, "to": end, "error": "invalid_option"}

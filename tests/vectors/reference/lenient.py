"""Lenient parsing, and likely ids for a rejected text (R-LEN, R-NEAR)."""

from __future__ import annotations

from . import ids, readings
from .formats import FORMATS
from .ids import Json
from .model import Format
from .refusal import Refusal
from .texts import DECIMAL, Codec, Unpadded

NAMES = ("whitespace", "quotes", "braces", "urn", "hyphens", "crockford", "case", "leading_zeros", "look_alikes")
LONGEST = 64
LOOK_ALIKES = (b"1IlLi", b"0Oo", b"2Zz", b"5Ss", b"8B", b"VUvu")
# Formats whose texts have hyphens as symbols, and those whose number ends at a hyphen.
HYPHEN_IS_SYMBOL = ("push_id", "elasticflake")
HYPHEN_SEPARATES = ("sid",)
CROCKFORDS = ("ulid", "tsid")
LOWER_CASE = ("tid", "timeid", "xid", "cuid")


def read(format: Format, raw: bytes) -> int | None:
    """The id of a text; `None` if it is invalid."""
    try:
        return ids.judged(format, format.text.decode(raw), raw)
    except Refusal:
        return None


def unwrapped(format: Format, raw: bytes) -> tuple[bytes, str] | None:
    """The text without one layer of delimiters."""
    trimmed = raw.strip(b" \t\n\f\r")
    if trimmed != raw:
        return trimmed, "whitespace"
    has_uuid = {"urn", "uuid"} & set(format.text.forms(0))
    if has_uuid and raw[:9].lower() == b"urn:uuid:":
        return raw[9:], "urn"
    if len(raw) >= 2 and raw[:1] == b"{" and raw[-1:] == b"}":
        return raw[1:-1], "braces"
    if len(raw) >= 2 and raw[:1] == raw[-1:] and raw[:1] in (b'"', b"'", b"`"):
        return raw[1:-1], "quotes"
    return None


def layout(raw: bytes) -> list[bool]:
    """The offsets of a text's hyphens."""
    return [byte == ord("-") for byte in raw]


def hyphens(format: Format, raw: bytes) -> bytes:
    """Inserts hyphens as in a form with the same number of other characters."""
    own: Codec = format.text
    if b"-" in (raw[:1], raw[-1:]) or format.name in HYPHEN_IS_SYMBOL:
        return raw
    if format.name in HYPHEN_SEPARATES and b"-" in raw:
        return raw
    bare, shapes = raw.replace(b"-", b""), []
    for form, text in own.forms(0).items():
        is_fixed = own.shortest == own.longest or len(text) > own.longest
        if form != "typeid" and is_fixed and len(text.replace("-", "")) == len(bare):
            shapes.append(text.encode())
    if not shapes or layout(raw) in [layout(shape) for shape in shapes]:
        return raw
    rest = iter(bare)
    return bytes(byte if byte == ord("-") else next(rest) for byte in shapes[0])


def crockford(format: Format, raw: bytes) -> bytes:
    """Replaces I and L by 1, and O by 0."""
    if format.name not in CROCKFORDS or len(raw) != format.text.longest:
        return raw
    return raw.translate(bytes.maketrans(b"IiLlOo", b"111100"))


def case(format: Format, raw: bytes) -> bytes:
    """Converts to lower case if the alphabet has no upper case. Decimal formats may have hexadecimal forms."""
    is_decimal = isinstance(format.text, Unpadded) and format.text.alphabet == DECIMAL
    return raw.lower() if format.name in (*LOWER_CASE, "sid") or is_decimal else raw


def zeros(format: Format, raw: bytes) -> bytes:
    """Removes leading zeros from a decimal number."""
    is_decimal = isinstance(format.text, Unpadded) and format.text.alphabet == DECIMAL
    stripped = raw.lstrip(b"0")
    if not is_decimal or (stripped and stripped[:1] not in (b"%d" % digit for digit in range(10))):
        return raw
    return stripped or raw[-1:]


STEPS = (("hyphens", hyphens), ("crockford", crockford), ("case", case), ("leading_zeros", zeros))


def corrected(format: Format, raw: bytes) -> tuple[int, set[str], bytes] | None:
    """The id of a rejected text after corrections, the corrections, and the corrected text."""
    done: set[str] = set()
    while (layer := unwrapped(format, raw)) is not None:
        raw = layer[0]
        done.add(layer[1])
        if (value := read(format, raw)) is not None:
            return value, done, raw
    if len(raw) > LONGEST:
        return None
    for name, step in STEPS:
        changed = step(format, raw)
        if changed != raw:
            raw = changed
            done.add(name)
            if (value := read(format, raw)) is not None:
                return value, done, raw
    return None


def told(format: Format, value: int, done: set[str]) -> Json:
    """An id and its corrections."""
    return {"text": format.text.encode(value), "corrections": [name for name in NAMES if name in done]}


def parse(format: Format, text: str) -> Json:
    """The id of a text, corrected if necessary; otherwise raises the error of strict parsing."""
    raw = text.encode("utf-8", "surrogatepass")
    try:
        return told(format, ids.parse(format, text), set())
    except Refusal:
        found = corrected(format, raw)
        if found is None:
            raise
        return told(format, found[0], found[1])


def is_likely(format: Format, value: int, raw: bytes) -> bool:
    """Whether an id is likely, and a reading that `inspect` returns for the text."""
    if readings.rank(format, value) == 0:
        is_timed = ids.time(format, value) is not None
        has_rules = bool(format.marks) or format.below is not None
        if format.name == "uid11_xid" or not (is_timed or has_rules):
            return False
    elif readings.rank(format, value) != 2 or ids.time(format, value) is not None or not format.marks:
        return False
    listed = readings.whole(raw.decode("utf-8", "surrogatepass"))
    return (format, value) in listed


def look_alike(format: Format, raw: bytes) -> tuple[int, set[str], bytes] | None:
    """The id after replacing up to three look-alike characters."""
    for _ in range(3):
        at = bad(format, raw)
        if at is None:
            return None
        alike = next((alike for alike in LOOK_ALIKES if raw[at] in alike), b"")
        for meant in alike:
            changed = raw[:at] + bytes([meant]) + raw[at + 1 :]
            if meant != raw[at] and bad(format, changed) != at:
                raw = changed
                break
        else:
            return None
        value = read(format, raw)
        if value is not None and is_likely(format, value, raw):
            return value, {"look_alikes"}, raw
    return None


def bad(format: Format, raw: bytes) -> int | None:
    """The offset of the first character that a format rejects."""
    try:
        ids.judged(format, format.text.decode(raw), raw)
    except Refusal as refusal:
        return refusal.offset if refusal.code == "invalid_character" else None
    return None


def near_misses(text: str) -> Json:
    """The likely ids of a text without a reading."""
    raw = text.encode("utf-8", "surrogatepass")
    misses: list[Json] = []
    if not readings.inspect(text)["readings"]:
        for format in FORMATS:
            found = corrected(format, raw)
            if found is None:
                found = look_alike(format, raw) if len(raw) <= 47 else None
            elif not is_likely(format, found[0], found[2]):
                continue
            if found is not None:
                misses.append({"format": format.name, **told(format, found[0], found[1])})
    return {"misses": misses}

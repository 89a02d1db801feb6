"""Codecs: each class formats and parses one shape of text.

A codec judges the length first, then the characters from left to right, then the range (rulings, section 3). Lengths
and offsets count bytes. `decode` takes bytes and returns a value; it raises `Refusal` otherwise.
"""

from __future__ import annotations

from .refusal import Refusal

BASE32_SORTABLE = "234567abcdefghijklmnopqrstuvwxyz"
BASE32_HEX = "0123456789abcdefghijklmnopqrstuv"
BASE36 = "0123456789abcdefghijklmnopqrstuvwxyz"
BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
BASE64_URL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
BASE64_PUSH = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
BASE64_SID = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~"
CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
DECIMAL = "0123456789"
HEX = "0123456789abcdef"


def number(raw: bytes, alphabet: str, start: int = 0, *, any_case: bool = False) -> int:
    """The number of these digits in the alphabet's base. `start` is the offset of the first one."""
    value = 0
    for at, byte in enumerate(raw):
        digit = alphabet.find(chr(byte)) if byte < 0x80 else -1
        if digit < 0 and any_case and byte < 0x80:
            digit = max(alphabet.find(chr(byte).lower()), alphabet.find(chr(byte).upper()))
        if digit < 0:
            raise Refusal("invalid_character", start + at)
        value = value * len(alphabet) + digit
    return value


def digits(value: int, alphabet: str, length: int) -> str:
    """The digits of a number in the alphabet's base, left-padded to this length."""
    text = ""
    while value or len(text) < length:
        value, digit = divmod(value, len(alphabet))
        text = alphabet[digit] + text
    return text


class Codec:
    """The base of all codecs. `longest` and `shortest` are lengths of the canonical text."""

    bits: int
    longest: int
    shortest: int

    def decode(self, raw: bytes) -> int:
        """The value of a text in any form that parsing accepts."""
        raise NotImplementedError

    def encode(self, value: int) -> str:
        """The canonical text."""
        raise NotImplementedError

    def forms(self, value: int) -> dict[str, str]:
        """All text forms."""
        return {"canonical": self.encode(value)}

    def canonical(self, raw: bytes) -> int:
        """The value of a text of canonical length."""
        if not self.shortest <= len(raw) <= self.longest:
            raise Refusal("invalid_length")
        return self.decode(raw)

    def prefix(self, raw: bytes) -> tuple[int, int]:
        """The smallest and the largest value whose text has this prefix, before the format's own limits."""
        raise Refusal("not_applicable")

    def offset(self, length: int, bit: int) -> int | None:
        """The offset of the character with this bit in a text of this length, for a UUID's fixed bits."""
        return None

    def in_range(self, value: int) -> int:
        """The value, if it fits."""
        if value >> self.bits:
            raise Refusal("out_of_range")
        return value


class Positional(Codec):
    """A number of fixed length in some base, followed by `spare` zero bits (uid11 3.3, R16-B62, R-B36, R16-B32X)."""

    def __init__(self, alphabet: str, length: int, bits: int, *, any_case: bool = False, spare: int = 0) -> None:
        self.alphabet, self.bits, self.any_case, self.spare = alphabet, bits, any_case, spare
        self.longest = self.shortest = length

    def decode(self, raw: bytes) -> int:
        if len(raw) != self.longest:
            raise Refusal("invalid_length")
        value = number(raw, self.alphabet, any_case=self.any_case)
        if value % (1 << self.spare):
            raise Refusal("out_of_range")
        return self.in_range(value >> self.spare)

    def encode(self, value: int) -> str:
        return digits(value << self.spare, self.alphabet, self.longest)

    def prefix(self, raw: bytes) -> tuple[int, int]:
        if not 1 <= len(raw) <= self.longest:
            raise Refusal("invalid_length")
        if len(raw) == self.longest:
            number(raw, self.alphabet, any_case=self.any_case)
            return (self.decode(raw),) * 2
        scale = len(self.alphabet) ** (self.longest - len(raw))
        low = number(raw, self.alphabet, any_case=self.any_case) * scale
        return low >> self.spare, low + scale - 1 >> self.spare


class Unpadded(Codec):
    """A number without padding: decimal, or base 62 in a flake (R16-DEC, R16-B62)."""

    def __init__(self, alphabet: str, bits: int, limit: int) -> None:
        self.alphabet, self.bits, self.limit = alphabet, bits, limit
        self.longest, self.shortest = len(digits(limit, alphabet, 1)), 1

    def decode(self, raw: bytes) -> int:
        if not self.shortest <= len(raw) <= self.longest:
            raise Refusal("invalid_length")
        zero = ord(self.alphabet[0])
        if len(raw) > 1 and raw[0] == zero and raw[1] < 0x80 and chr(raw[1]) in self.alphabet:
            raise Refusal("invalid_character", 0)
        value = number(raw, self.alphabet)
        if value > self.limit:
            raise Refusal("out_of_range")
        return value

    def encode(self, value: int) -> str:
        return digits(value, self.alphabet, 1)


class Flake(Unpadded):
    """Base 62, or 128 bits as 32 hexadecimal digits or as a UUID (R16-FLAKE)."""

    def __init__(self) -> None:
        super().__init__(BASE62, 128, (1 << 128) - 1)

    def decode(self, raw: bytes) -> int:
        return hyphenated(raw, UUID_HYPHENS, 32) if len(raw) in (32, 36) else super().decode(raw)

    def forms(self, value: int) -> dict[str, str]:
        text = digits(value, HEX, 32)
        return {"canonical": self.encode(value), "hex": text, "uuid": with_hyphens(text, UUID_HYPHENS)}


class FlakeIdgen(Unpadded):
    """Decimal, or `0x` and 1 to 16 hexadecimal digits (R16-IDGEN)."""

    def __init__(self) -> None:
        super().__init__(DECIMAL, 64, (1 << 64) - 1)

    def decode(self, raw: bytes) -> int:
        if not raw.startswith(b"0x"):
            return super().decode(raw)
        if not 3 <= len(raw) <= 18:
            raise Refusal("invalid_length")
        return number(raw[2:], HEX, 2, any_case=True)

    def canonical(self, raw: bytes) -> int:
        return super().decode(raw)

    def forms(self, value: int) -> dict[str, str]:
        return {"canonical": self.encode(value), "hex": f"0x{value:016x}"}


class Tsid(Positional):
    """13 Crockford digits, or 14 to 20 decimal ones, of which 20 may begin with zeros (R-TSID-1, R-TSID-2)."""

    def __init__(self) -> None:
        super().__init__(CROCKFORD, 13, 64, any_case=True)
        self.number = Unpadded(DECIMAL, 64, (1 << 64) - 1)

    def decode(self, raw: bytes) -> int:
        if not 14 <= len(raw) <= 20:
            return super().decode(raw)
        # Errors about the digits or the range of 20 digits take precedence over leading zeros.
        return self.in_range(number(raw, DECIMAL)) if len(raw) == 20 else self.number.decode(raw)

    def forms(self, value: int) -> dict[str, str]:
        return {"canonical": self.encode(value), "decimal": str(value)}


class Ulid(Positional):
    """26 Crockford digits, or the form of a UUID (R16-B32C)."""

    def __init__(self) -> None:
        super().__init__(CROCKFORD, 26, 128, any_case=True)

    def decode(self, raw: bytes) -> int:
        return hyphenated(raw, UUID_HYPHENS, 32) if len(raw) == 36 else super().decode(raw)

    def forms(self, value: int) -> dict[str, str]:
        return {"canonical": self.encode(value), "uuid": with_hyphens(digits(value, HEX, 32), UUID_HYPHENS)}


class Scru160(Positional):
    """32 base32hex digits in upper case, or 40 hexadecimal ones; parses any case (R-SCRU-1)."""

    def __init__(self) -> None:
        super().__init__(BASE32_HEX.upper(), 32, 160, any_case=True)

    def decode(self, raw: bytes) -> int:
        return number(raw, HEX, any_case=True) if len(raw) == 40 else super().decode(raw)

    def forms(self, value: int) -> dict[str, str]:
        return {"canonical": self.encode(value), "hex": digits(value, HEX, 40)}


UUID_HYPHENS = (8, 13, 18, 23)


def hyphenated(raw: bytes, hyphens: tuple[int, ...], count: int, start: int = 0) -> int:
    """A number of `count` hexadecimal digits, with hyphens at these offsets or none."""
    if len(raw) == count:
        return number(raw, HEX, start, any_case=True)
    plain = b""
    for at, byte in enumerate(raw):
        if at in hyphens:
            if byte != ord("-"):
                raise Refusal("invalid_character", start + at)
        else:
            number(bytes([byte]), HEX, start + at, any_case=True)
            plain += bytes([byte])
    return number(plain, HEX, any_case=True)


def with_hyphens(text: str, hyphens: tuple[int, ...]) -> str:
    """Inserts hyphens at these offsets of the result."""
    for at in hyphens:
        text = text[:at] + "-" + text[at:]
    return text


def hyphenated_prefix(
    raw: bytes, hyphens: tuple[int, ...], count: int, alphabet: str, any_case: bool
) -> tuple[int, int]:
    """The digits of a prefix and their number; hyphens are at the same offsets as in the full text, or absent."""
    has_hyphens = len(raw) > hyphens[0] and raw[hyphens[0]] == ord("-")
    if not 1 <= len(raw) <= count + (len(hyphens) if has_hyphens else 0):
        raise Refusal("invalid_length")
    value = length = 0
    for at, byte in enumerate(raw):
        if has_hyphens and at in hyphens:
            if byte != ord("-"):
                raise Refusal("invalid_character", at)
            continue
        value = value * len(alphabet) + number(bytes([byte]), alphabet, at, any_case=any_case)
        length += 1
    return value, length


class Hyphenated(Codec):
    """Hexadecimal digits with hyphens (R-UUID-1, R16-LEX)."""

    def __init__(self, hyphens: tuple[int, ...]) -> None:
        self.bits, self.hyphens = 128, hyphens
        self.longest = self.shortest = 32 + len(hyphens)

    def encode(self, value: int) -> str:
        return with_hyphens(digits(value, HEX, 32), self.hyphens)

    def prefix(self, raw: bytes) -> tuple[int, int]:
        return self.begins(raw, self.hyphens)

    def begins(self, raw: bytes, hyphens: tuple[int, ...]) -> tuple[int, int]:
        value, length = hyphenated_prefix(raw, hyphens, 32, HEX, True)
        left = 4 * (32 - length)
        return value << left, (value + 1 << left) - 1


class LexicalUuid(Hyphenated):
    """8-4-4-16 digits; also parses 8-4-4-4-12, and 32 without hyphens (R16-LEX)."""

    def __init__(self) -> None:
        super().__init__((8, 13, 18))

    def decode(self, raw: bytes) -> int:
        if len(raw) not in (32, 35, 36):
            raise Refusal("invalid_length")
        return hyphenated(raw, UUID_HYPHENS if len(raw) == 36 else self.hyphens, 32)

    def prefix(self, raw: bytes) -> tuple[int, int]:
        is_uuid = all(raw[at : at + 1] == b"-" for at in UUID_HYPHENS)
        return self.begins(raw, UUID_HYPHENS if is_uuid else self.hyphens)

    def forms(self, value: int) -> dict[str, str]:
        text = digits(value, HEX, 32)
        return {"canonical": self.encode(value), "compact": text, "uuid": with_hyphens(text, UUID_HYPHENS)}


class Uuid(Hyphenated):
    """36 characters, 32 without hyphens, or `urn:uuid:` and the 36 (R-UUID-1). `typeid` is output only."""

    URN = b"urn:uuid:"

    def __init__(self) -> None:
        super().__init__(UUID_HYPHENS)

    def decode(self, raw: bytes) -> int:
        if len(raw) not in (32, 36, 45):
            raise Refusal("invalid_length")
        start = len(raw) - 36 if len(raw) == 45 else 0
        for at in range(start):
            if raw[at : at + 1].lower() != self.URN[at : at + 1]:
                raise Refusal("invalid_character", at)
        return hyphenated(raw[start:], self.hyphens, 32, start)

    def forms(self, value: int) -> dict[str, str]:
        text = self.encode(value)
        return {
            "canonical": text,
            "compact": digits(value, HEX, 32),
            "urn": "urn:uuid:" + text,
            "typeid": TYPEID.encode(value),
        }

    def offset(self, length: int, bit: int) -> int | None:
        digit = bit // 4
        if length == 32:
            return digit
        hyphens = sum(at <= digit + count for count, at in enumerate(self.hyphens))
        return digit + hyphens + (9 if length == 45 else 0)


class TypeId(Positional):
    """The suffix of a TypeID: two zero bits and the 128 of a UUID, in lower case (R-PFX-3)."""

    def __init__(self) -> None:
        super().__init__(CROCKFORD.lower(), 26, 128)

    def offset(self, length: int, bit: int) -> int | None:
        return (bit + 2) // 5


TYPEID = TypeId()


class TimeId(Codec):
    """`TTTT-TTT-TTTT-CC`, or without hyphens: 55 bits of time, the sign twice, 10 bits of node (R-TIMEID-1, -2)."""

    HYPHENS = (4, 8, 13)

    def __init__(self) -> None:
        self.bits, self.longest, self.shortest = 64, 16, 16

    def decode(self, raw: bytes) -> int:
        if len(raw) not in (13, 16):
            raise Refusal("invalid_length")
        plain = b""
        for at, byte in enumerate(raw):
            if len(raw) == 16 and at in self.HYPHENS:
                if byte != ord("-"):
                    raise Refusal("invalid_character", at)
            else:
                number(bytes([byte]), BASE32_SORTABLE, at)
                plain += bytes([byte])
        return self.narrowed(number(plain, BASE32_SORTABLE))

    @staticmethod
    def narrowed(value: int) -> int:
        """The 64 bits, if the 65th repeats the sign."""
        if value >> 63 not in (0, 3):
            raise Refusal("out_of_range")
        return value & (1 << 64) - 1

    def bare(self, value: int) -> str:
        """The text without hyphens."""
        return digits(value | value >> 63 << 64, BASE32_SORTABLE, 13)

    def encode(self, value: int) -> str:
        return with_hyphens(self.bare(value), self.HYPHENS)

    def forms(self, value: int) -> dict[str, str]:
        return {"canonical": self.encode(value), "compact": self.bare(value)}

    def prefix(self, raw: bytes) -> tuple[int, int]:
        value, length = hyphenated_prefix(raw, self.HYPHENS, 13, BASE32_SORTABLE, False)
        left = 5 * (13 - length)
        return self.narrowed(value << left), self.narrowed((value + 1 << left) - 1)


class Sid(Codec):
    """Two halves of 63 bits in one of four bases, which the length selects (R16-SID)."""

    SHAPES = (("canonical", 19, DECIMAL), ("hex", 16, HEX), ("base32", 13, BASE32_HEX), ("base64", 11, BASE64_SID))
    TOP = (1 << 63) - 1

    def __init__(self) -> None:
        self.bits, self.longest, self.shortest = 128, 39, 39

    def decode(self, raw: bytes) -> int:
        for _, length, alphabet in self.SHAPES:
            if len(raw) == 2 * length + 1:
                high = number(raw[:length], alphabet)
                if raw[length] != ord("-"):
                    raise Refusal("invalid_character", length)
                low = number(raw[length + 1 :], alphabet, length + 1)
                if max(high, low) > self.TOP:
                    raise Refusal("out_of_range")
                return high << 64 | low
        raise Refusal("invalid_length")

    def forms(self, value: int) -> dict[str, str]:
        halves = value >> 64, value & (1 << 64) - 1
        return {
            name: "-".join(digits(half, alphabet, length) for half in halves) for name, length, alphabet in self.SHAPES
        }

    def encode(self, value: int) -> str:
        return self.forms(value)["canonical"]

    def prefix(self, raw: bytes) -> tuple[int, int]:
        if not 1 <= len(raw) <= self.longest:
            raise Refusal("invalid_length")
        high = number(raw[:19], DECIMAL)
        if raw[19:20] not in (b"", b"-"):
            raise Refusal("invalid_character", 19)
        low = number(raw[20:], DECIMAL, 20)
        bounds = []
        for value, left in ((high, 19 - len(raw[:19])), (low, 19 - len(raw[20:]))):
            smallest = value * 10**left
            if smallest > self.TOP:
                raise Refusal("out_of_range")
            bounds.append((smallest, min(smallest + 10**left - 1, self.TOP)))
        (high_min, high_max), (low_min, low_max) = bounds
        return high_min << 64 | low_min, high_max << 64 | low_max


class Cuid(Codec):
    """`c` and four groups of base 36 digits, each packed into as few bits as possible (R16-CUID, R16-CUID-F)."""

    GROUPS = ((8, 42), (4, 21), (4, 21), (8, 42))

    def __init__(self) -> None:
        self.bits, self.longest, self.shortest = 128, 25, 25

    def decode(self, raw: bytes) -> int:
        if len(raw) != 25:
            raise Refusal("invalid_length")
        if raw[:1] != b"c":
            raise Refusal("invalid_character", 0)
        number(raw[1:], BASE36, 1)
        value, at = 0, 1
        for length, bits in self.GROUPS:
            value = value << bits | number(raw[at : at + length], BASE36)
            at += length
        return value

    def encode(self, value: int) -> str:
        text = ""
        for length, bits in reversed(self.GROUPS):
            text = digits(value & (1 << bits) - 1, BASE36, length) + text
            value >>= bits
        return "c" + text

    def prefix(self, raw: bytes) -> tuple[int, int]:
        if not 1 <= len(raw) <= 25:
            raise Refusal("invalid_length")
        left = 25 - len(raw)
        return self.decode(raw + b"0" * left), self.decode(raw + b"z" * left)

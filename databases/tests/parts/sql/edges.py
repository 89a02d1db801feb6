"""Edge cases of formats and columns, for which the core and the servers must agree."""

from __future__ import annotations

INTS = (-(1 << 63), -1, 0, 1, (1 << 63) - 1, 1 << 63, (1 << 64) - 1, 1 << 64)
# Letters and digits that a comparison without case, or of digits, could confuse with `0`, `k` and
# `s`.
NOT_ASCII = "éK\u017f\u0663\uff10"
# Symbols of some alphabets but not of others.
SYMBOLS = "-08AZ_gz~"


def values(length: int) -> list[str]:
    """Returns bytes in hexadecimal: all zeros, all ones, and both with the first or last bit inverted."""
    bits = 8 * length
    ones, top = (1 << bits) - 1, 1 << bits - 1
    return [f"{value:0{2 * length}x}" for value in (0, 1, ones, ones - 1, top, top - 1)]


def flipped(hexed: str) -> list[str]:
    """Returns the same bytes with one bit inverted, for each bit."""
    value = int(hexed, 16)
    return [f"{value ^ 1 << bit:0{len(hexed)}x}" for bit in range(4 * len(hexed))]


def texts(right: str) -> list[str]:
    """Returns texts similar to the canonical text of an id."""
    found = {"", "-1", "+1", "1e3", "1.0", "0x1", "00", *map(str, INTS)}
    found |= {right, right.upper(), right.lower(), right.swapcase()}
    # Of other lengths.
    found |= {right[:-1], right[1:], f"0{right}", f"{right}0", right + right}
    for blank in ("\0", "\n", "\r", "\t", " "):
        found |= {right + blank, blank + right, right[:-1] + blank, f"{right}{blank}and more"}
    # Other spellings.
    found |= {right.replace("-", ""), "{" + right + "}", f"urn:uuid:{right}", f"{right[:8]}-{right[8:]}"}
    # The first and the last symbol, the digits of a UUID's version and variant, and the middle.
    for at in {0, len(right) // 2, len(right) - 1, *(at for at in (14, 19) if at < len(right))}:
        found |= {right[:at] + symbol + right[at + 1 :] for symbol in SYMBOLS}
    found |= {right[:-1] + letter for letter in NOT_ASCII}
    return sorted(found)

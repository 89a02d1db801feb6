"""Random bits of a seed: the key stream of ChaCha12, with block counter and nonce zero (R-GEN-6)."""

from __future__ import annotations

import secrets

WORD = 0xFFFF_FFFF


def quarter(state: list[int], a: int, b: int, c: int, d: int) -> None:
    """The quarter round of ChaCha."""
    for first, second, third, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        state[first] = state[first] + state[second] & WORD
        mixed = state[third] ^ state[first]
        state[third] = (mixed << turn | mixed >> 32 - turn) & WORD


def block(key: bytes, counter: int) -> list[int]:
    """Sixteen words of the key stream."""
    constants = [int.from_bytes(b"expand 32-byte k"[at : at + 4], "little") for at in range(0, 16, 4)]
    words = [int.from_bytes(key[at : at + 4], "little") for at in range(0, 32, 4)]
    start = [*constants, *words, counter & WORD, counter >> 32, 0, 0]
    state = list(start)
    for _ in range(6):
        for column in range(4):
            quarter(state, column, column + 4, column + 8, column + 12)
        for row in range(4):
            quarter(state, row, 4 + (row + 1) % 4, 8 + (row + 2) % 4, 12 + (row + 3) % 4)
    return [mixed + word & WORD for mixed, word in zip(state, start, strict=True)]


class Entropy:
    """Draws bits from the seed's stream, or from the system without a seed; `was_random` records the latter."""

    def __init__(self, seed: bytes | None) -> None:
        self.seed, self.counter, self.words = seed, 0, list[int]()
        self.was_random = False

    def draw(self, bits: int) -> int:
        """Consumes as many whole words as needed, the first one lowest, and uses the low bits."""
        if self.seed is None:
            self.was_random |= bits > 0
            return secrets.randbits(bits) if bits else 0
        value = 0
        for place in range(-(-bits // 32)):
            if not self.words:
                self.words = block(self.seed, self.counter)
                self.counter += 1
            value |= self.words.pop(0) << 32 * place
        return value & (1 << bits) - 1

    def below(self, bits: int, limit: int | None) -> int:
        """Draws a number, and repeats while it is at or above the limit."""
        value = self.draw(bits)
        while limit is not None and value >= limit:
            value = self.draw(bits)
        return value

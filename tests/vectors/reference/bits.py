"""Spans of bits in an id. Bit 0 is the most significant one; a span is (first bit, width)."""

from __future__ import annotations

from collections.abc import Iterable

Span = tuple[int, int]
Spans = tuple[Span, ...]


def width(spans: Spans) -> int:
    """The total number of bits of all spans."""
    return sum(bits for _, bits in spans)


def get(value: int, size: int, spans: Spans) -> int:
    """The number that a value of `size` bits has in these spans, the first span most significant."""
    number = 0
    for first, bits in spans:
        number = number << bits | value >> (size - first - bits) & (1 << bits) - 1
    return number


def put(number: int, size: int, spans: Spans) -> int:
    """A value of `size` bits with the number in these spans and zeros elsewhere."""
    value, left = 0, width(spans)
    for first, bits in spans:
        left -= bits
        value |= (number >> left & (1 << bits) - 1) << (size - first - bits)
    return value


def ones(size: int, spans: Iterable[Span]) -> int:
    """A value of `size` bits with ones in these spans and zeros elsewhere."""
    return sum(((1 << bits) - 1) << (size - first - bits) for first, bits in spans)

"""Property tests with random values."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta

import sortid
from conftest import QUICK
from hypothesis import given, settings
from hypothesis import strategies as st
from sortid import AnyId, Format, ParseError, Timestamp

settings.register_profile("quick", max_examples=25)
settings.load_profile("quick" if QUICK else "default")

formats = st.sampled_from(list(Format))
texts = st.text(max_size=50) | st.text("234567abcdefghijklmnopqrstuvwxyz-", max_size=40) | st.uuids().map(str)

# Formats that accept every UUID, or every short text. `inspect` lists them if the time is likely,
# or if no other format accepts the text.
WHEN_LIKELY = {
    Format.lexical_uuid,
    Format.flake,
    Format.ordered_uuid,
    Format.comb_guid,
    Format.comb_mssql,
    Format.scru64,
    Format.custom64,
    *(format for format in Format if not format.can_generate),
}


@given(texts, formats)
def test_any_text_is_parsed_or_rejected(text: str, format: Format) -> None:
    try:
        id = AnyId.parse(text, format)
    except ParseError as error:
        assert not AnyId.is_valid(text, format)
        length = len(text.encode("utf-8", "surrogatepass"))
        assert error.offset is None or 0 <= error.offset <= length
        assert sortid.inspect(text).errors[format].code == error.code
    else:
        assert AnyId.is_valid(text, format)
        forms = [form.lower() for form in id.forms.values()]
        # flake_idgen also accepts hexadecimal digits without leading zeros.
        assert text.lower() in forms or (format is Format.flake_idgen and int(text, 16) == int(id))
        is_uuid = format is Format.ulid and len(text) == 36
        assert is_uuid or format in WHEN_LIKELY or id in [reading.id for reading in sortid.inspect(text).readings]
        assert format not in sortid.inspect(text).errors


@given(st.binary(max_size=24), formats)
def test_bytes_round_trip(data: bytes, format: Format) -> None:
    try:
        id = AnyId.from_bytes(data, format)
    except ParseError:
        return
    assert bytes(id) == data
    assert AnyId.parse(str(id), format) == id
    assert AnyId.from_fields(id.fields, format) == id


@given(st.integers(), formats)
def test_integers_round_trip(number: int, format: Format) -> None:
    try:
        id = AnyId.from_int(number, format)
    except ParseError:
        return
    assert int(id) == number


@given(st.lists(st.integers(0, 2**63 - 1), min_size=2), st.sampled_from(["tid", "timeid", "uid11_snowish"]))
def test_order_equals_that_of_the_integers(numbers: list[int], format: str) -> None:
    ids = [AnyId.from_int(number, format) for number in numbers if format != "timeid" or number < 2**62]
    assert [int(id) for id in sorted(ids)] == sorted(int(id) for id in ids)


@given(st.integers(0, 2**128 - 1))
def test_uuids_equal_those_of_the_standard_library(number: int) -> None:
    marked = number & ~(0xF << 76) & ~(0b11 << 62) | 7 << 76 | 0b10 << 62
    id = AnyId.from_int(marked, "uuid7")
    assert id.uuid == uuid.UUID(int=marked)
    assert id.uuid.int == marked
    assert hash(id.uuid) == hash(uuid.UUID(int=marked))


@given(st.datetimes(timezones=st.just(UTC)))
def test_datetimes_round_trip(when: datetime) -> None:
    time = Timestamp.from_datetime(when)
    assert time.datetime == when
    assert time.unix_us == (when - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)


@given(st.integers(-(2**63) * 10**9, 2**63 * 10**9 - 1))
def test_nanoseconds_round_trip(ns: int) -> None:
    assert Timestamp.from_unix_ns(ns).unix_ns == ns


@settings(max_examples=25 if QUICK else 200)
@given(st.integers(0, 2**42), st.integers(1, 10**9), formats)
def test_bounds_enclose_the_ids(start_ms: int, length_ms: int, format: Format) -> None:
    # Whole ticks, if a tick is longer than a millisecond.
    tick_ms = max(1, (format.resolution_ns or 0) // 1_000_000)
    start_ms, length_ms = start_ms - start_ms % tick_ms, length_ms * tick_ms
    start, stop = Timestamp.from_unix_ms(start_ms), Timestamp.from_unix_ms(start_ms + length_ms)
    try:
        least, greatest = AnyId.range(start, stop, format)
        # The end of the interval may be past the last time of the format.
        after = AnyId.max_at(stop, format)
    except ParseError as error:
        assert error.code in ("not_applicable", "timestamp_out_of_range")
        return
    assert least < greatest
    assert AnyId.min_at(start, format) == least
    assert least.unix_ms <= start_ms <= greatest.unix_ms <= start_ms + length_ms
    assert after > greatest

"""`Timestamp` and Python's `datetime`."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import sortid
from conftest import NOON, example, refusal
from sortid import (
    AnyId,
    Format,
    Generator,
    Id,
    IdType,
    ParseError,
    Snowflake,
    Tid,
    Timestamp,
    Uid11Snowish,
    Uuid7,
    _sortid,
)


def test_units_convert() -> None:
    for ns in (
        0,
        1,
        -1,
        999,
        -1000,
        1_500_000_000,
        -1_500_000_000,
        10**18,
        -(10**18),
        2**63 * 10**9 - 1,
        -(2**63) * 10**9,
    ):
        time = Timestamp.from_unix_ns(ns)
        assert time.unix_ns == ns
        assert (time.unix_us, time.unix_ms, time.seconds) == (ns // 10**3, ns // 10**6, ns // 10**9)
        assert time.nanos == ns % 10**9
        assert Timestamp(time.seconds, time.nanos) == time
        assert Timestamp.from_unix_us(time.unix_us).unix_ns == ns // 10**3 * 10**3
        assert Timestamp.from_unix_ms(time.unix_ms).unix_ns == ns // 10**6 * 10**6


def test_timestamp_is_an_immutable_value() -> None:
    a, b = Timestamp(5, 6), Timestamp(5, 7)
    assert a == Timestamp(seconds=5, nanos=6)
    assert hash(a) == hash(Timestamp(5, 6))
    assert a != b
    assert a < b <= b
    assert b > a >= a
    assert a not in (5, None, (5, 6))
    with pytest.raises(TypeError):
        a < 5  # noqa: B015
    assert eval(repr(a)) == a
    assert str(a) == "1970-01-01T00:00:05.000000006Z"
    assert copy.copy(a) == copy.deepcopy(a) == a
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(a, protocol)) == a
    for name in ("seconds", "fresh"):
        with pytest.raises(AttributeError):
            setattr(a, name, 1)


def test_datetimes_are_aware_and_floored() -> None:
    assert Timestamp(-1, 999_999_999).datetime == datetime(1969, 12, 31, 23, 59, 59, 999_999, UTC)
    assert Timestamp(1, 1999).datetime == datetime(1970, 1, 1, 0, 0, 1, 1, UTC)
    assert Timestamp(0).datetime.tzinfo is UTC
    first, last = datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, 23, 59, 59, 999_999, UTC)
    for edge in (first, last):
        assert Timestamp.from_datetime(edge).datetime == edge
    before = Timestamp.from_datetime(first).unix_ns - 1
    after = Timestamp.from_datetime(last).unix_ns + 1000
    for beyond in (before, after, 2**63 * 10**9 - 1, -(2**63) * 10**9):
        with pytest.raises(ParseError) as error:
            Timestamp.from_unix_ns(beyond).datetime  # noqa: B018
        refusal("timestamp_out_of_range", error)


@pytest.mark.parametrize(
    "zone", [UTC, timezone(timedelta(hours=-7)), timezone(timedelta(minutes=345)), ZoneInfo("UTC")]
)
def test_every_time_zone_is_converted(zone: tzinfo) -> None:
    noon = NOON.datetime.astimezone(zone)
    assert Timestamp.from_datetime(noon) == NOON
    assert Tid.min_at(noon) == Tid.min_at(NOON)
    assert Tid.range(noon, noon + timedelta(seconds=1)).min.datetime == noon


class Nowhere(tzinfo):
    """A zone without a UTC offset."""

    def utcoffset(self, _when: datetime | None) -> None:
        return None

    def dst(self, _when: datetime | None) -> None:
        return None

    def tzname(self, _when: datetime | None) -> None:
        return None


TIME_CALLS: list[Callable[[Any], Any]] = [
    Uuid7.min_at,
    Uuid7.max_at,
    lambda time: Uuid7.range(time, None if time is None else Timestamp(9)),
    lambda time: Uuid7.range(None if time is None else Timestamp(9), time),
    Generator("uuid7", clock="manual").next_at,
]


@pytest.mark.parametrize("call", TIME_CALLS)
def test_other_types_are_rejected_as_instants(call: Callable[[Any], Any]) -> None:
    naive = [datetime(2024, 1, 1), datetime(2024, 1, 1, tzinfo=Nowhere())]
    for wrong in [
        *naive,
        5,
        1.5,
        True,
        None,
        "2024-01-01",
        (5, 6),
        NOON.datetime.date(),
        timedelta(1),
        sortid.uuid7(),
    ]:
        with pytest.raises(TypeError):
            call(wrong)


def test_id_has_the_time_of_its_bits(format: Format, id: Id) -> None:
    if format.resolution_ns is None:
        for name in ("timestamp", "datetime", "unix_seconds", "nanos", "unix_ms", "unix_us", "unix_ns"):
            with pytest.raises(ParseError) as error:
                getattr(id, name)
            refusal("not_applicable", error)
        return
    time = id.timestamp
    if format.can_generate:
        assert abs(NOON.unix_ns - time.unix_ns) < format.resolution_ns
    assert (id.unix_seconds, id.nanos) == (time.seconds, time.nanos)
    assert (id.unix_ms, id.unix_us, id.unix_ns) == (time.unix_ms, time.unix_us, time.unix_ns)
    assert id.datetime == time.datetime
    assert id.timestamp_with() == time
    if format.can_generate:
        assert AnyId.min_at(time, format) <= id <= AnyId.max_at(id.timestamp, format)


def test_times_beyond_datetime_are_errors() -> None:
    last = AnyId.from_fields({"unix_ts_ms": 2**48 - 1}, "uuid7")
    assert (last.unix_ms, last.unix_seconds) == (2**48 - 1, (2**48 - 1) // 1000)
    with pytest.raises(ParseError) as error:
        last.datetime  # noqa: B018
    refusal("timestamp_out_of_range", error)


def test_epoch_option_changes_the_time() -> None:
    epoch = datetime(2020, 1, 1, tzinfo=UTC)
    generator = Generator("uid11_snowish", epoch_unix_ms=epoch, clock="manual")
    id = generator.next_at(NOON)
    assert id.timestamp != NOON
    for same in (epoch, Timestamp.from_datetime(epoch), 1577836800000):
        assert id.timestamp_with(epoch_unix_ms=same).unix_ms == NOON.unix_ms
        least, greatest = Uid11Snowish.range(NOON, Timestamp(NOON.seconds + 1), epoch_unix_ms=same)
        assert least <= id <= greatest
    for odd in (epoch + timedelta(microseconds=1), Timestamp(0, 1)):
        with pytest.raises(ParseError) as error:
            id.timestamp_with(epoch_unix_ms=odd)
        refusal("invalid_option", error)
    for wrong in (datetime(2020, 1, 1), timedelta(1)):
        with pytest.raises(TypeError):
            id.timestamp_with(epoch_unix_ms=wrong)


def test_uuid8_time_requires_an_option() -> None:
    id = example(Format.uuid8)
    assert id.timestamp_with(timestamp_bits=48).unix_ms == NOON.unix_ms
    assert id.timestamp_with(unit_ns=timedelta(milliseconds=1)).unix_ms == NOON.unix_ms
    with pytest.raises(ParseError) as error:
        id.timestamp_with()
    refusal("not_applicable", error)
    with pytest.raises(TypeError):
        id.timestamp_with(48)


def test_reading_rejects_generator_options() -> None:
    for option in (name for name, _, _, reads, _ in _sortid.options() if not reads):
        for read in (
            lambda **given: example(Format.snowflake).timestamp_with(**given),
            lambda **given: Snowflake.min_at(NOON, **given),
            lambda **given: Snowflake.max_at(NOON, **given),
            lambda **given: AnyId.range(NOON, None, Format.snowflake, **given),
            lambda **given: IdType("message", Snowflake, **given),
            lambda **given: sortid.times([], Format.snowflake, **given),
            lambda **given: sortid.between([], Format.snowflake, NOON, None, **given),
        ):
            with pytest.raises(ParseError, match=f"{option} has no effect on reading; pass it to a Generator"):
                read(**{option: 1})


def test_reading_accepts_layout_options() -> None:
    options: dict[str, Any] = {"epoch": "discord"}
    generator = Generator(Snowflake, **options, node=3, max_lead_ms=20, clock="manual")
    id = generator.next_at(NOON)
    tick = Timestamp.from_unix_ms(NOON.unix_ms)
    stop = Timestamp.from_unix_ms(NOON.unix_ms + 1)
    assert generator.timestamp(id) == id.timestamp_with(**options) == tick
    assert generator.range(tick, stop) == Snowflake.range(tick, stop, **options)
    assert generator.range(tick, stop) == (Snowflake.min_at(NOON, **options), Snowflake.max_at(NOON, epoch="discord"))
    assert id in generator.range(start=NOON, stop=stop)
    assert IdType("message", Snowflake, **options).min_at(NOON).id == generator.range(tick, stop).min
    assert sortid.times([str(id)], "snowflake", **options) == [NOON.unix_ms]
    # Without the options the time is another one.
    assert id.timestamp != tick
    for wrong, subject in (({"unit_ns": 1}, "unit_ns"), ({"colour": 1}, "colour")):
        for read in (id.timestamp_with, lambda **given: Snowflake.min_at(NOON, **given)):
            with pytest.raises(ParseError) as error:
                read(**wrong)
            assert (error.value.code, error.value.subject) == ("invalid_option", subject)


def test_generator_reads_the_times_of_its_ids(generated: Format) -> None:
    generator = Generator(generated, clock="manual")
    id = generator.next_at(NOON)
    if generated not in (Format.uuid8, Format.custom64) and not generated.resolution_ns:
        for refused in (lambda: generator.timestamp(id), lambda: generator.range(NOON, Timestamp(2**33))):
            with pytest.raises(ParseError) as error:
                refused()
            refusal("not_applicable", error)
        return
    time = generator.timestamp(id)
    # Ticks are floored, and the fraction of a second in a draft-01 id is inexact.
    assert abs(NOON.unix_ns - time.unix_ns) < 10**9
    assert id in generator.range(time, Timestamp.from_unix_ns(time.unix_ns + 1))
    with pytest.raises(ParseError) as error:
        generator.timestamp(example(Format.tid if generated is not Format.tid else Format.timeid))
    refusal("not_applicable", error)
    with pytest.raises(TypeError):
        generator.timestamp(str(id))


def test_duration_must_be_a_whole_number_of_units() -> None:
    assert Generator("tid", max_lead_ms=timedelta(seconds=2), rollback_tolerance_ms=timedelta(days=1))
    for odd in (timedelta(microseconds=1), timedelta(milliseconds=-1)):
        for option in ("max_lead_ms", "rollback_tolerance_ms"):
            with pytest.raises(ParseError) as error:
                Generator("tid", **{option: odd})
            refusal("invalid_option", error)
            assert error.value.subject == option
    with pytest.raises(TypeError):
        Generator("tid", node=timedelta(1))


def test_now_reads_the_system_clock() -> None:
    before = datetime.now(UTC)
    now = Timestamp.now().datetime
    assert before <= now <= datetime.now(UTC)


def test_ranges_have_both_bounds() -> None:
    least, greatest = Tid.range(Timestamp(1), stop=Timestamp(2))
    assert (least.unix_us, greatest.unix_us) == (1_000_000, 1_999_999)
    with pytest.raises(ParseError) as error:
        Tid.range(Timestamp(2), Timestamp(2))
    refusal("invalid_option", error)
    with pytest.raises(ParseError) as error:
        Tid.min_at(Timestamp(-1))
    refusal("timestamp_out_of_range", error)
    least, greatest = Uuid7.prefix_range("017f22e2-79b0-7")
    assert least < AnyId.parse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "uuid7") < greatest
    with pytest.raises(ParseError) as error:
        Uuid7.prefix_range("017f22e2-79b0-4")
    assert (error.value.code, error.value.offset) == ("invalid_version", None)

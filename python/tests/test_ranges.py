"""Ranges of ids: bounds, and `in`."""

from __future__ import annotations

import copy
import pickle
import uuid

import pytest
import sortid
from conftest import NOON, refusal, typed
from sortid import (
    AnyId,
    Format,
    Generator,
    IdRange,
    IdType,
    ParseError,
    Snowflake,
    Tid,
    Timeid,
    Timestamp,
)

IDS = Tid.range(Timestamp(1), Timestamp(2))


BOUNDED = [format for format in Format if format.resolution_ns and format.can_generate]


@pytest.fixture(params=BOUNDED, ids=lambda format: format.value)
def timed(request: pytest.FixtureRequest) -> Format:
    """Each generated format with a time."""
    format: Format = request.param
    return format


def test_range_is_a_pair() -> None:
    least, greatest = IDS
    assert (least, greatest) == IDS == (IDS.min, IDS.max)
    assert type(IDS) is IdRange
    assert pickle.loads(pickle.dumps(IDS)) == copy.deepcopy(IDS) == IDS
    assert repr(IDS).startswith("IdRange(min=Tid('")


def test_range_contains_its_ids() -> None:
    assert IDS.min in IDS
    assert IDS.max in IDS
    assert Tid.min_at(Timestamp(1, 500_000_000)) in IDS
    assert Tid.min_at(Timestamp(2)) not in IDS
    assert Tid.from_int(IDS.min.int - 1) not in IDS
    assert Timeid.min_at(Timestamp(1)) not in IDS
    assert typed("x", IDS.min) not in IDS


def test_contains_parses_other_values(timed: Format) -> None:
    stop = Timestamp(NOON.seconds + 60)
    ids = AnyId.range(NOON, stop, timed)
    for inside, id in ((True, ids.min), (True, ids.max), (False, AnyId.min_at(Timestamp(stop.seconds + 60), timed))):
        values: list[object] = [id, str(id), id.bytes]
        values += [id.int] if timed.bits == 64 else []
        values += [id.uuid] if timed.bits == 128 else []
        for value in values:
            assert (value in ids) is inside, value
        if timed.takes_prefix:
            prefixed = IdType("order", timed).range(NOON, stop)
            assert (str(typed("order", id)) in prefixed) is inside
            assert typed("user", id) not in prefixed
            with pytest.raises(ParseError, match="wrong_prefix"):
                _ = str(typed("user", id)) in prefixed


@pytest.mark.parametrize("stranger", ["x", b"x", 2**64, None, 1.5, IDS, uuid.uuid4()])
def test_contains_rejects_invalid_values(stranger: object) -> None:
    with pytest.raises((ParseError, TypeError)):
        _ = stranger in IDS


def test_format_is_that_of_the_class_or_the_argument() -> None:
    times = (Timestamp(1), Timestamp(2))
    assert (
        AnyId.range(*times, "tid") == AnyId.range(*times, Tid) == AnyId.range(*times, format=sortid.Format.tid) == IDS
    )
    assert Tid.range(start=times[0], stop=times[1]) == IDS
    assert AnyId.min_at(times[0], "tid") == Tid.min_at(times[0]) == IDS.min
    assert AnyId.max_at(times[0], "tid") == Tid.max_at(times[0])
    assert AnyId.prefix_range("3k", "tid") == Tid.prefix_range("3k")
    for call in (AnyId.min_at, AnyId.max_at):
        with pytest.raises(TypeError, match="missing a required argument: 'format'"):
            call(times[0])
    with pytest.raises(TypeError, match="missing a required argument: 'format'"):
        AnyId.range(*times)
    with pytest.raises(TypeError, match="multiple values"):
        Tid.range(*times, start=times[0])
    with pytest.raises(TypeError, match="missing"):
        Tid.range(times[0])


def test_absent_end_is_the_limit_of_the_format(timed: Format) -> None:
    since, until = AnyId.range(NOON, None, timed), AnyId.range(None, NOON, timed)
    second = Timestamp(NOON.seconds - 1)
    assert since.min == AnyId.min_at(NOON, timed)
    assert until.max == AnyId.range(second, NOON, timed).max
    assert AnyId.max_at(since.max.timestamp, timed) == since.max
    assert AnyId.min_at(until.min.timestamp, timed) == until.min
    resolution = timed.resolution_ns
    assert resolution is not None
    for beyond in (since.max.timestamp.unix_ns + resolution, until.min.timestamp.unix_ns - 1):
        with pytest.raises(ParseError) as error:
            AnyId.min_at(Timestamp.from_unix_ns(beyond), timed)
        refusal("timestamp_out_of_range", error)


def test_absent_end_depends_on_the_options() -> None:
    generator = Generator("snowflake", epoch="discord", node=5)
    since = Snowflake.range(NOON, None, epoch="discord")
    assert since == generator.range(NOON, None) == AnyId.range(NOON, None, "snowflake", epoch="discord")
    assert since.min == Snowflake.min_at(NOON, epoch="discord") < since.max
    assert generator.next() in since
    orders = IdType("order", "uuid7").range(None, NOON)
    assert [orders.min.id, orders.max.id] == list(sortid.Uuid7.range(None, NOON))


def test_absent_end_does_not_hide_errors() -> None:
    for refused, code in (
        (lambda: Snowflake.range(Timestamp(0), None), "timestamp_out_of_range"),
        (lambda: Snowflake.range(None, Timestamp(0)), "timestamp_out_of_range"),
        (lambda: Tid.range(Timestamp.from_unix_ns(2**90), None), "timestamp_out_of_range"),
        (lambda: sortid.Uuid4.range(NOON, None), "not_applicable"),
        (lambda: Tid.range(NOON, None, epoch="discord"), "invalid_option"),
    ):
        with pytest.raises(ParseError) as error:
            refused()
        refusal(code, error)
    with pytest.raises(TypeError, match="a start or a stop"):
        Tid.range(None, None)

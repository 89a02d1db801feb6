"""Ids with given times, from the functions and classes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
import sortid
from conftest import GENERATED, refusal
from sortid import AnyId, Format, Id, Snowflake, Timestamp, Ulid, Uuid7

TIME = datetime(2024, 7, 19, 12, 0, 0, 123456, UTC)
ALIKE: list[Callable[[Any], Id]] = [
    Uuid7.at,
    lambda time: AnyId.at(time, "uuid7"),
    lambda time: AnyId.at(time, Uuid7),
]


@pytest.mark.parametrize("new_at", ALIKE)
def test_ids_have_the_time_and_are_unique(new_at: Callable[[Any], Id]) -> None:
    ids = [
        new_at(time) for time in (TIME, Timestamp.from_datetime(TIME), TIME.astimezone(timezone(timedelta(hours=2))))
    ]
    assert {id.unix_ms for id in ids} == {1_721_390_400_123}
    assert {type(id) for id in ids} == {Uuid7}
    assert ids == sorted(set(ids))
    assert new_at(TIME - timedelta(days=1)) < ids[0] < new_at(TIME)


def test_every_format_with_a_time_accepts_one() -> None:
    """Uses later times than other tests, because most formats require ascending times."""
    time = datetime(2030, 1, 1, tzinfo=UTC)
    timeless = []
    for format in GENERATED:
        try:
            id = AnyId.at(time, format)
        except sortid.ParseError as error:
            assert error.code == "not_applicable"
            timeless.append(format)
            continue
        assert type(id) is format.type
        if format.resolution_ns:
            assert AnyId.min_at(time, format) <= id <= AnyId.max_at(time, format)
    assert timeless == [Format.uid11_fullrand, Format.uuid4]


def test_errors_have_the_codes_of_the_core() -> None:
    time = datetime(2031, 1, 1, tzinfo=UTC)
    Snowflake.at(time)
    with pytest.raises(sortid.GeneratorError) as going_back:
        Snowflake.at(time - timedelta(milliseconds=1))
    refusal("clock_rollback", going_back)
    AnyId.at(time, "tid")
    with pytest.raises(sortid.GeneratorError) as exhausted:
        AnyId.at(time, "tid")
    refusal("counter_exhausted", exhausted)
    with pytest.raises(sortid.ParseError) as beyond:
        Ulid.at(Timestamp(-1))
    refusal("timestamp_out_of_range", beyond)
    for format in ("uuid4", "any_uuid"):
        with pytest.raises(sortid.ParseError) as timeless:
            AnyId.at(time, format)
        refusal("not_applicable", timeless)
    with pytest.raises(sortid.ParseError) as unknown:
        AnyId.at(time, "no_such_format")
    refusal("unknown_format", unknown)


@pytest.mark.parametrize("new_at", ALIKE)
def test_only_instants_are_accepted(new_at: Callable[[Any], Id]) -> None:
    for wrong in (TIME.replace(tzinfo=None), 1_721_390_400, "2024-07-19", None):
        with pytest.raises(TypeError):
            new_at(wrong)

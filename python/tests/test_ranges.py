"""Ranges of ids: a pair, which knows what lies in it."""

from __future__ import annotations

import copy
import pickle

import pytest
import sortid
from sortid import Id, IdRange, Tid, Timeid, Timestamp

IDS = Tid.range(Timestamp(1), Timestamp(2))


def test_a_range_is_a_pair() -> None:
    least, greatest = IDS
    assert (least, greatest) == IDS == (IDS.min, IDS.max)
    assert type(IDS) is IdRange
    assert pickle.loads(pickle.dumps(IDS)) == copy.deepcopy(IDS) == IDS
    assert repr(IDS).startswith("IdRange(min=Tid('")


def test_what_lies_in_a_range() -> None:
    assert IDS.min in IDS
    assert IDS.max in IDS
    assert Tid.min_at(Timestamp(1, 500_000_000)) in IDS
    assert Tid.min_at(Timestamp(2)) not in IDS
    assert Tid.from_int(IDS.min.int - 1) not in IDS
    strangers: list[object] = [Timeid.min_at(Timestamp(1)), str(IDS.min), IDS.min.int, None, IDS]
    for stranger in strangers:
        assert stranger not in IDS


def test_the_class_or_the_format_says_of_what() -> None:
    times = (Timestamp(1), Timestamp(2))
    assert Id.range(*times, "tid") == Id.range(*times, Tid) == Id.range(*times, format=sortid.Format.tid) == IDS
    assert Tid.range(start=times[0], stop=times[1]) == IDS
    assert Id.min_at(times[0], "tid") == Tid.min_at(times[0]) == IDS.min
    assert Id.max_at(times[0], "tid") == Tid.max_at(times[0])
    assert Id.prefix_range("3k", "tid") == Tid.prefix_range("3k")
    for call in (Id.min_at, Id.max_at):
        with pytest.raises(TypeError, match="its class or its name"):
            call(times[0])
    with pytest.raises(TypeError, match="its class or its name"):
        Id.range(*times)
    with pytest.raises(TypeError, match="multiple values"):
        Tid.range(*times, start=times[0])
    with pytest.raises(TypeError, match="missing"):
        Tid.range(times[0])

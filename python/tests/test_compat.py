"""The replacement of Python 3.14's `uuid`."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from conftest import in_child, needs_fork
from sortid import Uuid6, Uuid7, Uuid8, compat


def test_functions_return_uuids() -> None:
    assert (compat.uuid1().version, compat.uuid4().version) == (1, 4)
    for make, kind in ((compat.uuid6, Uuid6), (compat.uuid7, Uuid7), (compat.uuid8, Uuid8)):
        generated = [make() for _ in range(100)]
        assert all(type(one) is uuid.UUID for one in generated)
        assert generated == sorted(set(generated))
        assert kind(generated[0]).uuid == generated[0]


def test_arguments_set_the_fields() -> None:
    generated = compat.uuid6(node=5, clock_seq=7)
    assert (generated.version, generated.node, generated.clock_seq) == (6, 5, 7)
    assert compat.uuid6(node=5).node == 5
    assert compat.uuid6(0, 0).node == 0
    generated = compat.uuid1(node=5, clock_seq=7)
    assert (generated.version, generated.node, generated.clock_seq) == (1, 5, 7)
    generated = compat.uuid7(nanoseconds=1_700_000_000_123_456_789)
    assert Uuid7(generated).unix_ms == 1_700_000_000_123
    generated = compat.uuid8(1, 2, 3)
    assert Uuid8(generated).fields == {"custom_a": 1, "custom_b": 2, "custom_c": 3}
    assert Uuid8(compat.uuid8(b=2)).fields["custom_b"] == 2


def test_other_names_are_those_of_uuid() -> None:
    own = {"MAX", "NIL", "__version__", "uuid1", "uuid4", "uuid6", "uuid7", "uuid8"}
    for name in set(compat.__all__) - own:
        assert getattr(compat, name) is getattr(uuid, name)
    assert str(compat.NIL) == "00000000-0000-0000-0000-000000000000"
    assert str(compat.MAX) == "ffffffff-ffff-ffff-ffff-ffffffffffff"
    assert compat.uuid5(compat.NAMESPACE_DNS, "python.org") == uuid.uuid5(uuid.NAMESPACE_DNS, "python.org")


@pytest.mark.skipif(not hasattr(uuid, "uuid8"), reason="needs Python 3.14")
def test_too_wide_numbers_are_truncated() -> None:
    theirs: Any = uuid
    wide = 2**100 + 5
    assert compat.uuid8(wide, wide, wide) == theirs.uuid8(wide, wide, wide)
    assert compat.uuid6(wide, wide).fields[3:] == theirs.uuid6(wide, wide).fields[3:]


def test_uuids_with_given_node_and_sequence_are_unique() -> None:
    generated = [compat.uuid6(node=5, clock_seq=7) for _ in range(2000)]
    assert generated == sorted(set(generated))


@needs_fork
def test_generation_works_after_a_fork() -> None:
    compat._ticks.lock.acquire()
    try:
        assert len(in_child(lambda: compat.uuid6(1, 2).bytes)) == 16
    finally:
        compat._ticks.lock.release()

"""Hypothesis' strategies of ids, which it finds by an entry point."""

from __future__ import annotations

import dataclasses
import doctest
import importlib
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st
from sortid import AnyId, Format, Id, IdType, Snowflake, Tid, TypeId, Uuid7
from sortid.hypothesis import ids

CLASSES = sorted({format.type for format in Format}, key=lambda kind: kind.__name__)
ORDER = IdType("order")


@pytest.mark.parametrize("kind", [*CLASSES, Id, TypeId], ids=lambda kind: kind.__name__)
def test_every_class_has_a_strategy(kind: type[Id]) -> None:
    @given(st.from_type(kind))
    @settings(max_examples=50, deadline=None, database=None)
    def check(id: Id) -> None:
        assert isinstance(id, kind)
        assert type(id).parse(str(id), *([id.format] if isinstance(id, (AnyId, TypeId)) else [])) == id

    check()


@pytest.mark.parametrize("format", Format, ids=lambda format: format.value)
def test_fields_reach_their_limits(format: Format) -> None:
    """The largest value of a field is valid, the next one is not."""
    largest = importlib.import_module("sortid.hypothesis")._largest
    limits = {name: largest(format, name, bits) for name, bits in format.fields.items()}
    assert AnyId.from_fields(limits, format).fields == limits
    for name, limit in limits.items():
        with pytest.raises((ValueError, OverflowError)):
            AnyId.from_fields({name: limit + 1}, format)


def test_ids_shrink_to_zero() -> None:
    assert find(st.from_type(Uuid7), lambda id: True) == Uuid7.from_fields({})
    assert find(st.from_type(Uuid7), lambda id: id.unix_ms > 1000).unix_ms == 1001
    assert find(ids(ORDER), lambda id: True) == ORDER.parse(AnyId.from_fields({}, "any_uuid"))


def test_declared_types_have_strategies() -> None:
    discord = IdType(Snowflake, epoch="discord")
    assert find(ids(discord), lambda id: True).type == discord
    assert find(st.from_type(TypeId[Tid]), lambda id: True).format is Format.tid
    assert find(st.from_type(TypeId), lambda id: len(id.prefix) > 1).format is Format.any_uuid
    for wrong in (5, complex):
        with pytest.raises(TypeError):
            ids(wrong)


@dataclasses.dataclass
class Order:
    """A class that Hypothesis builds."""

    id: Uuid7
    tag: TypeId
    parent: Id | None


@given(st.from_type(Order))
@settings(max_examples=20, deadline=None, database=None)
def test_classes_with_ids_are_built(order: Any) -> None:
    assert isinstance(order.id, Uuid7)
    assert isinstance(order.tag, TypeId)


@pytest.mark.parametrize("first", ["sortid.hypothesis", "hypothesis", "sortid"])
def test_any_import_may_be_first(first: str) -> None:
    program = f"import {first}, sortid, hypothesis.strategies as st\nst.from_type(sortid.Uuid7).validate()"
    subprocess.run([sys.executable, "-I", "-W", "error", "-c", program], check=True, timeout=60)


def test_module_example_passes() -> None:
    assert doctest.testmod(importlib.import_module("sortid.hypothesis")) == (0, 4)

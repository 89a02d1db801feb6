"""Strategies for Hypothesis, which imports this module: `st.from_type(Uuid7)` needs no import.

>>> import hypothesis
>>> from sortid import IdType, Tid
>>> from sortid.hypothesis import ids
>>> hypothesis.find(ids(IdType("post", Tid)), lambda id: id.unix_us > 31)
TypeId('post_2222222223222', 'tid')
"""

from __future__ import annotations

import bisect
from functools import cache
from typing import Any, get_args

from hypothesis import strategies as st

from sortid import AnyId, Format, Id, IdType, ParseError, TypeId
from sortid._sortid import member_of
from sortid.storage import kind_of

__all__ = ["ids"]


def ids(kind: type[Id] | Format | str | IdType[Any]) -> st.SearchStrategy[Any]:
    """All ids of a format, or of a declared type. They shrink towards an id whose fields are zero."""
    of = kind_of(kind)
    return _ids(of.format).map(of.parse) if isinstance(of, IdType) else _ids(of)


def _ids(format: Format) -> st.SearchStrategy[Any]:
    fields = {name: st.integers(0, _largest(format, name, bits)) for name, bits in format.fields.items()}
    return st.fixed_dictionaries(fields).map(lambda values: AnyId.from_fields(values, format))


@cache
def _largest(format: Format, field: str, bits: int) -> int:
    """The largest value of a field, which some formats limit to less than its bits."""
    limit = (1 << bits) - 1
    if _is_valid(format, field, limit):
        return limit
    past = bisect.bisect_left(range(limit), True, key=lambda value: not _is_valid(format, field, value))
    return past - 1


def _is_valid(format: Format, field: str, value: int) -> bool:
    try:
        AnyId.from_fields({field: value}, format)
    except ParseError:
        return False
    return True


def _type_ids(kind: Any) -> st.SearchStrategy[TypeId[Any]]:
    """Ids with any prefix: of the format of `TypeId[Uuid7]`, or any UUID."""
    format = member_of(next(iter(get_args(kind)), Format.any_uuid))
    prefixes = st.from_regex(r"[a-z]([a-z_]{0,61}[a-z])?", fullmatch=True)
    return st.builds(lambda prefix, id: IdType(prefix, format).parse(id), prefixes, _ids(format))


def _register() -> None:
    """Registers a strategy for the class of each format, `Id`, `AnyId` and `TypeId`."""
    for format in Format:
        if format.type is not AnyId:
            st.register_type_strategy(format.type, lambda _, format=format: _ids(format))
    dynamic = [format for format in Format if format.type is AnyId]
    st.register_type_strategy(AnyId, lambda _: st.one_of([_ids(format) for format in dynamic]))
    st.register_type_strategy(Id, lambda _: st.one_of([_ids(format) for format in Format]))
    st.register_type_strategy(TypeId, _type_ids)


# Not a function for the entry point: if a program imports this module first, Hypothesis loads the
# entry point while the module has no functions yet.
_register()

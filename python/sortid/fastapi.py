"""Ids in FastAPI's answers without a declared type: `register()` once, and they are text."""

from __future__ import annotations

from fastapi.encoders import ENCODERS_BY_TYPE

from sortid import Format, PrefixedId


def register() -> None:
    """Makes FastAPI's `jsonable_encoder` write ids, with and without a prefix, as their text.

    FastAPI uses it for answers without a declared type, as for a `uuid.UUID`. Parameters, and answers of a declared
    type, need no registration.
    """
    kinds: list[type] = [PrefixedId, *(format.type for format in Format)]
    ENCODERS_BY_TYPE.update(dict.fromkeys(kinds, str))

"""Ids as text in FastAPI responses without a declared type: call `register()` once."""

from __future__ import annotations

from fastapi.encoders import ENCODERS_BY_TYPE

from sortid import Format, TypeId


def register() -> None:
    """Lets FastAPI's `jsonable_encoder` write ids, with and without a prefix, as text.

    FastAPI calls it for responses without a declared type. Parameters and responses with a declared
    type need no registration.
    """
    kinds: list[type] = [TypeId, *(format.type for format in Format)]
    ENCODERS_BY_TYPE.update(dict.fromkeys(kinds, str))

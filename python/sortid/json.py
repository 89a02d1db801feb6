"""Ids in JSON: hooks for `json`, orjson and msgspec.

>>> import json
>>> import sortid.json
>>> json.dumps({"id": sortid.Tid("3jzfcijpj2z2a")}, default=sortid.json.default)
'{"id": "3jzfcijpj2z2a"}'
"""

from __future__ import annotations

from json import JSONEncoder
from typing import Any, get_args, get_origin

from sortid import AnyId, Id, TypeId

__all__ = ["IdEncoder", "dec_hook", "default"]


def default(value: Any) -> str:
    """Returns the text of an id: `default=` of `json.dumps` and `orjson.dumps`, `enc_hook=` of msgspec.

    Raises a `TypeError` for other objects, which `default=str` would write as text.
    """
    if isinstance(value, Id):
        return str(value)
    raise TypeError(f"{type(value).__name__} is not JSON serializable")


def dec_hook(kind: Any, value: Any) -> Id:
    """Reads an id, as `dec_hook=` of msgspec: of a format's class, or a `TypeId` or `TypeId[Uuid7]` with any prefix.

    A bare `TypeId` has a UUID of any version.
    """
    if not is_read(kind):
        raise NotImplementedError(f"{kind} is not the class of a format's ids")
    if (get_origin(kind) or kind) is TypeId:
        return TypeId.parse(value, *get_args(kind))
    id: Id = kind.parse(value)
    return id


def is_read(kind: Any) -> bool:
    """Whether `dec_hook` reads the type."""
    if isinstance(kind, type):
        return issubclass(kind, Id) and kind not in (Id, AnyId)
    return get_origin(kind) is TypeId


class IdEncoder(JSONEncoder):
    """Writes ids as text: `cls=` of `json.dumps`, or the first base class of another encoder."""

    def default(self, o: Any) -> Any:
        """Returns the text of an id."""
        return str(o) if isinstance(o, Id) else super().default(o)

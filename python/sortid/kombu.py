"""Ids as arguments and results of Celery tasks: call `register()` in the module that clients and workers import.

>>> import kombu.utils.json
>>> import sortid.kombu
>>> sortid.kombu.register()
>>> kombu.utils.json.loads(kombu.utils.json.dumps([sortid.Tid("3jzfcijpj2z2a")]))
[Tid('3jzfcijpj2z2a')]
"""

from __future__ import annotations

from typing import Any

from kombu.utils.json import register_type

from sortid import AnyId, Id, IdType, TypeId

__all__ = ["register"]


def register() -> None:
    """Lets kombu's JSON serializer write ids, with and without a prefix, and read them as ids again."""
    # kombu takes the first type that an object is an instance of.
    register_type(TypeId, "sortid.TypeId", _declared, _read_declared)
    register_type(Id, "sortid.Id", lambda id: [id.format.value, str(id)], lambda value: AnyId.parse(value[1], value[0]))


def _declared(id: TypeId[Any]) -> list[Any]:
    _, (prefix, format, options) = id.type.__reduce__()
    return [prefix, format, options, str(id)]


def _read_declared(value: list[Any]) -> TypeId[Any]:
    prefix, format, options, text = value
    return IdType(prefix, format, **options).parse(text)

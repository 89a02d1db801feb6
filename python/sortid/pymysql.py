"""Ids as parameters of PyMySQL: `register()` once, and they need no conversion."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from sortid import Format, PrefixedId
from sortid.storage import storage_of

# It has no types.
converters: Any = import_module("pymysql.converters")


def register(connection: Any = None) -> None:
    """Binds ids as `sortid.storage` keeps them (`BINARY(n)`, `BIGINT`): on a connection, or on all later ones.

    An id with a prefix is bound without it. A column of text takes `str(id)`. PyMySQL by itself binds the text of every
    object that it does not know, and a column of another kind then finds no row.
    """
    encoders = [connection.encoders] if connection else [converters.encoders, converters.conversions]
    for known in encoders:
        known.update({format.type: _escape for format in Format})
        known[PrefixedId] = _escape_prefixed


def _escape(id: Any, mapping: Any) -> Any:
    return converters.escape_item(storage_of(id.format, "mysql").bind(id), "utf8mb4", mapping)


def _escape_prefixed(prefixed: Any, mapping: Any) -> Any:
    return _escape(prefixed.id, mapping)

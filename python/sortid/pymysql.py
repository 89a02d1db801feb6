"""Ids as parameters of PyMySQL: `register()` once, and they need no conversion."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from sortid import Format, PrefixedId
from sortid.storage import adapted

# It has no types.
converters: Any = import_module("pymysql.converters")


def register(connection: Any = None) -> None:
    """Makes ids whose text is an integer parameters: of a connection, or of all later ones.

    An id with a prefix is bound without it. Ids of other formats are a `ParseError`: PyMySQL does not
    see whether their column stores text. Unregistered, it binds the text of any object, with which a
    column of bytes finds no row.
    """
    encoders = [connection.encoders] if connection else [converters.encoders, converters.conversions]
    for known in encoders:
        known.update({format.type: _escape for format in Format})
        known[PrefixedId] = _escape_prefixed


def _escape(id: Any, mapping: Any) -> Any:
    # As text: MySQL compares a column of text with an integer as floating-point numbers, and without its index.
    return converters.escape_item(str(adapted(id, "mysql")), "utf8mb4", mapping)


def _escape_prefixed(prefixed: Any, mapping: Any) -> Any:
    return _escape(prefixed.id, mapping)

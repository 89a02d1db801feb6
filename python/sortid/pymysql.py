"""Ids as parameters of PyMySQL, without conversion: call `register()` once."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from sortid import Format, TypeId
from sortid.storage import adapted

# Imported as `Any`: PyMySQL has no type annotations.
converters: Any = import_module("pymysql.converters")


def register(connection: Any = None) -> None:
    """Lets ids whose text is an integer be parameters of a connection, or of all later ones.

    A `TypeId` is bound without the prefix. Ids of other formats raise a `ParseError`, because
    PyMySQL does not know whether their column stores text. Without `register`, PyMySQL binds the
    text of any object, which matches no row of a binary column.
    """
    encoders = [connection.encoders] if connection else [converters.encoders, converters.conversions]
    for known in encoders:
        known.update({format.type: _escape for format in Format})
        known[TypeId] = _escape


def _escape(id: Any, mapping: Any) -> Any:
    # As text: MySQL compares a text column with an integer as floating-point numbers, and without
    # an index.
    return converters.escape_item(str(adapted(id, "mysql")), "utf8mb4", mapping)

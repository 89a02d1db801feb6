"""What database drivers take in an id's place, and what they have for one: by name, so that none is imported."""

from __future__ import annotations

import sys
from typing import Any

from sortid._sortid import Id, ObjectId


def conform(id: Id, protocol: object) -> Any:
    """By PEP 246: canonical text for sqlite3; for psycopg2 a `uuid` of the id of a UUID format, else the text.

    Other protocols get `None`, which says that there is nothing for them.
    """
    name = getattr(protocol, "__name__", None)
    if name == "PrepareProtocol":
        return str(id)
    if name == "ISQLQuote":
        extensions = sys.modules["psycopg2.extensions"]
        # Digits and hyphens alone: nothing to be quoted.
        return extensions.AsIs(f"'{id}'::uuid") if hasattr(id, "version") else extensions.adapt(str(id))
    return None


def read(value: Any) -> Id:
    """The id that a `bson.ObjectId` is; of whatever else a constructor is given it knows that it is none."""
    # Who has none of its objects need not import it.
    theirs = getattr(sys.modules.get("bson"), "ObjectId", None)
    if theirs is not None and isinstance(value, theirs):
        return ObjectId.from_bytes(value.binary)
    raise TypeError(f"expected a str, bytes, a uuid.UUID or a sortid.Id, not {type(value).__name__}")

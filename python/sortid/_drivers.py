"""What database drivers take in an id's place when they ask for it: PEP 246, by name, so that none is imported."""

from __future__ import annotations

import sys
from typing import Any

from sortid._sortid import Id


def conform(id: Id, protocol: object) -> Any:
    """The canonical text for sqlite3; for psycopg2 a `uuid` of the id of a UUID format, else the text.

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

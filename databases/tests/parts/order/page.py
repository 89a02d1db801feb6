"""The rows of a server in docs/database-order.json."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from columns import Column

FILE = Path(__file__).resolve().parents[4] / "docs" / "database-order.json"
Row = list[str]
# The contents of a column, by kind.
CONTENTS = {
    "text": "texts",
    "bytes": "bytes",
    "uuid": "128 bits",
    "wide": "128 bits",
    "integer": "64 bits",
    "signed": "64 bits",
}
# The rows without a server: the order of plain values.
NO_SERVER = "any"
BARE = {"bytes": "bytes, one by one", "text": "characters, one by one", "integer": "numbers"}


@dataclass
class Found:
    """The result for a column: the formats that it can contain, by the result for their ids."""

    column: Column
    tested: list[str] = field(default_factory=list)
    # Formats that sort differently from sortid.
    differ: set[str] = field(default_factory=set)
    # Formats whose plain bytes, characters or numbers sort differently from sortid.
    bare: set[str] = field(default_factory=set)
    # Formats with different ids that the column considers equal.
    confused: set[str] = field(default_factory=set)
    # Formats with ids that the column rejects.
    rejected: set[str] = field(default_factory=set)

    def row(self, server: str) -> Row:
        """The table's row."""
        accepted = [format for format in self.tested if format not in self.rejected]
        bare = self.bare - self.rejected
        order = f"**not ours**: {listed(self.differ, accepted)}"
        if not self.differ:
            order = "ours"
        elif server != NO_SERVER and self.differ >= bare:
            like = "as characters" if self.column.kind == "text" else "as bytes"
            worse = f"{like}, but **not ours** also: {listed(self.differ - bare, accepted)}"
            order = like if self.differ == bare else min(order, worse, key=len)
        cells = [server, self.column.name, CONTENTS[self.column.kind], order]
        return [*cells, listed(self.confused, accepted), listed(self.rejected, self.tested)]

    def without_server(self) -> Row:
        """The row of plain values, without a server."""
        column = Column(BARE[self.column.kind], self.column.kind, is_type=False)
        return Found(column, self.tested, differ=self.bare, bare=self.bare).row(NO_SERVER)


def listed(some: set[str], all: Sequence[str]) -> str:
    """Lists the names, or if that is shorter, the others after "all but"."""
    others = [name for name in all if name not in some]
    if not some:
        return "none"
    if not others:
        return "all"
    names = ", ".join(name for name in all if name in some)
    return names if len(some) <= len(others) else f"all but {', '.join(others)}"


def rows(server: str) -> list[Row]:
    """The file's rows of a server."""
    return [row for row in load()[0]["rows"] if row[0] == server]


def write(server: str, new_rows: Sequence[Row]) -> None:
    """Replaces a server's rows, or appends them if it has none."""
    tables = load()
    old = tables[0]["rows"]
    place = next((number for number, row in enumerate(old) if row[0] == server), len(old))
    others = [row for row in old if row[0] != server]
    tables[0]["rows"] = [*others[:place], *new_rows, *others[place:]]
    FILE.write_text(json.dumps(tables, indent=1, ensure_ascii=False) + "\n")


def load() -> list[dict[str, Any]]:
    tables: list[dict[str, Any]] = json.loads(FILE.read_text())
    return tables

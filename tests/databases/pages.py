"""What pages of the documentation tell people to run, for the parts that run it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parents[2] / "docs"


def text(page: str) -> str:
    return (DOCS / page).read_text()


def blocks(page: str, heading: str, language: str = "sql") -> list[str]:
    """The blocks of a language below a heading of a page; below none those above the first."""
    begin = rf"^## {re.escape(heading)}\n" if heading else r"\A"
    (section,) = re.findall(rf"{begin}(.*?)(?=^## |\Z)", text(page), re.M | re.S)
    return re.findall(rf"^```{language}\n(.*?)^```", section, re.M | re.S)


def statements(block: str) -> list[str]:
    """A block's statements; one may have a body between `$$`. Comments of whole lines are left out."""
    code = re.sub(r"^--.*\n", "", block, flags=re.M)
    return [part.strip() for part in re.split(r";\n(?![^$]*\$\$;)", code + "\n") if part.strip()]


def run(connection: Any, block: str) -> Any:
    """Each statement by itself, as a shell sends them: concurrent operations are not allowed in a transaction."""
    cursor = connection.cursor()
    for statement in statements(block):
        cursor.execute(statement)
    return cursor

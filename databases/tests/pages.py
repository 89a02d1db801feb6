"""Code blocks of the documentation."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parents[2] / "docs"


def text(page: str) -> str:
    return (DOCS / page).read_text()


def section(page: str, heading: str) -> str:
    """Returns the text below a heading, up to the next one of the same or a higher level; for "", the introduction."""
    lines = text(page).splitlines(keepends=True)
    in_code, levels = False, []
    for line in lines:
        in_code ^= line.startswith("```")
        match = None if in_code else re.match("#+ ", line)
        levels.append(len(match[0]) - 1 if match else 0)
    (begin,) = [n for n, line in enumerate(lines) if levels[n] and line.strip("#").strip() == heading] or [0]
    level = levels[begin] if heading else 2
    end = next((n for n in range(begin + 1, len(lines)) if 0 < levels[n] <= level), len(lines))
    assert begin > 0 or not heading, heading
    return "".join(lines[begin:end])


def blocks(page: str, heading: str, language: str = "sql") -> list[str]:
    """Returns the code blocks of a language below a heading of a page."""
    return re.findall(rf"^```{language}\n(.*?)^```$", section(page, heading), re.M | re.S)


def statements(block: str) -> list[str]:
    """Splits a block into statements, which may contain bodies between `$$`. Drops comment lines."""
    code = re.sub(r"^--.*\n", "", block, flags=re.M)
    return [part.strip() for part in re.split(r";\n(?![^$]*\$\$;)", code + "\n") if part.strip()]


def run(connection: Any, block: str) -> Any:
    """Runs each statement separately, since concurrent operations are not allowed in a transaction."""
    cursor = connection.cursor()
    for statement in statements(block):
        cursor.execute(statement)
    return cursor

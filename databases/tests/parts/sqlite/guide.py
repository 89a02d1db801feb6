"""Runs the guide's SQL. The comment after a statement is its result, or the beginning of its error."""

from __future__ import annotations

import re

from asked import connected, expect, rows, sqlite3
from pages import blocks


def statements() -> list[tuple[str, str]]:
    """Returns the statements, each with its comment."""
    found = blocks("databases.md", "SQLite extension")
    return [pair for block in found for pair in re.findall(r"\s*(.*?);(?: -- (.*?))?(?:\n|$)", block, re.S)]


def guide_shows_actual_results() -> None:
    connection = connected()
    answered = 0
    for statement, comment in statements():
        try:
            answer = rows(connection, statement)
        except sqlite3.Error as error:
            expect(str(error).startswith(comment.removeprefix("error: ")) and comment != "", True, statement, error)
        else:
            # The last column: of a plan, the description.
            expect(comment in ("", *(str(row[-1]) for row in answer)), True, statement, comment, answer)
        answered += comment != ""
    expect(answered > 10, True)


CHECKS = (guide_shows_actual_results,)

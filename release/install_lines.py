#!/usr/bin/env python3
"""Replaces the installation commands on all pages by those of the registries, once the packages are published.

A page has a comment before each block of such commands: `<!-- install: KIND`, the registry's commands, and `-->`.
A comment without them, `<!-- install: KIND -->`, stands before commands that remain.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
BLOCK = re.compile(r"<!-- install: (\w+)(?: |\n(.*?)\n)-->\n```(\w*)\n(.*?)```\n", re.S)


class Block(NamedTuple):
    """A block of commands, or of lines for a manifest."""

    kind: str
    registry: str | None
    language: str
    text: str


def blocks(page: str) -> list[Block]:
    """The marked blocks of a page."""
    return [Block(*found.groups()) for found in BLOCK.finditer(page)]


def published(page: str) -> str:
    """The page with the commands of the registries."""

    def replaced(found: re.Match[str]) -> str:
        block = Block(*found.groups())
        if block.registry is None:
            return found[0]
        return f"<!-- install: {block.kind} -->\n```{block.language}\n{block.registry}\n```\n"

    return BLOCK.sub(replaced, page)


def pages() -> dict[Path, str]:
    """The text of each page, by its path."""
    names = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return {ROOT / name: (ROOT / name).read_text() for name in names.splitlines()}


if __name__ == "__main__":
    for path, text in pages().items():
        if (new := published(text)) != text:
            path.write_text(new)
            print(path.relative_to(ROOT))

"""Reads vector files: their cases, and those derived from their heads."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from . import derive

FOLDER = Path(__file__).resolve().parent.parent
# Names that only `convert` accepts, in addition to formats.
CONVERT_ONLY = ("sql_server_uuid", "clickhouse_uuid")


def files(folder: Path) -> dict[str, dict[str, Any]]:
    """The files of a folder by name, in order."""
    return {path.name: json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))}


def cases(folder: Path = FOLDER) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """The file name, format and case of every case; the derived ones of a file follow its own."""
    read = files(folder)
    described = {str(file["format"]) for file in read.values() if "derive" in file}
    names = [*sorted(described), *CONVERT_ONLY]
    for name, file in read.items():
        for case in [*file["cases"], *derive.cases(file, names)]:
            yield name, str(case.get("format", file["format"])), case


def request(format: str, case: dict[str, Any]) -> dict[str, Any]:
    """The request of a case: what a driver gets of it."""
    asked = {key: value for key, value in case.items() if key not in derive.ABOUT}
    if "error" in case:
        asked.pop("texts", None)
    return {**asked, "format": format}


def holds(expected: object, found: object) -> bool:
    """Whether all that is expected was found; keys beyond it may be there."""
    if isinstance(expected, dict):
        return isinstance(found, dict) and all(key in found and holds(expected[key], found[key]) for key in expected)
    if isinstance(expected, list):
        return (
            isinstance(found, list)
            and len(expected) == len(found)
            and all(holds(one, other) for one, other in zip(expected, found, strict=True))
        )
    return type(expected) is type(found) and expected == found


def difference(case: dict[str, Any], found: dict[str, Any]) -> str | None:
    """What differs between a case and an answer, `None` if nothing does."""
    wanted: dict[str, Any] = {key: case[key] for key in ("error", "offset", "texts") if key in case}
    if "error" not in case:
        wanted = {"ok": case["expect"] or {}}
    if holds(wanted, found):
        return None
    return f"expected {json.dumps(wanted, ensure_ascii=False)}, answered {json.dumps(found, ensure_ascii=False)}"

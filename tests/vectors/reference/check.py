"""Recomputes every case of the vector files and names those whose expectation differs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from .answer import answer
from .ids import Json

VECTORS = Path(__file__).resolve().parent.parent
ABOUT = ("name", "expect", "error", "offset", "source", "ruling", "_comment")


def request_of(file: Json, case: Json) -> Json:
    """The request of a case: what a driver gets of it."""
    request = {key: value for key, value in case.items() if key not in ABOUT}
    if "error" in case:
        request.pop("texts", None)
    return {"format": file["format"], **request}


def cases(folder: Path) -> Iterator[tuple[str, Json, Json]]:
    """File name, file and case, of all files in order."""
    for path in sorted(folder.glob("*.json")):
        file = json.loads(path.read_text(encoding="utf-8"))
        for case in file["cases"]:
            yield path.name, file, case


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


def difference(case: Json, found: Json) -> str | None:
    """What differs between a case and an answer, `None` if nothing does."""
    if "error" in case:
        keys = [key for key in ("error", "offset", "texts") if key in case]
        wanted: Json = {key: case[key] for key in keys}
    else:
        wanted = {"ok": case["expect"] or {}}
    if holds(wanted, found):
        return None
    return f"expected {json.dumps(wanted, ensure_ascii=False)}, the reference has {json.dumps(found, ensure_ascii=False)}"


def check(folder: Path, *, by_op: bool = False) -> int:
    """Prints each difference and a summary; returns the exit status."""
    counts: dict[str, Counter[str]] = {}
    for name, file, case in cases(folder):
        found = answer(request_of(file, case))
        told = counts.setdefault(str(case["op"]), Counter())
        if found == {"error": "unsupported"}:
            told["unsupported"] += 1
            continue
        problem = difference(case, found)
        told["passed" if problem is None else "failed"] += 1
        if problem is not None:
            print(f"{name}: {case['name']}: {problem}"[:2000])
    total = sum(counts.values(), Counter[str]())
    if by_op:
        for op, told in counts.items():
            print(f"{op:16}{told['passed']:7} passed{told['failed']:5} failed{told['unsupported']:5} not computed")
    print(f"{total['unsupported']} cases use files and are not computed")
    print(f"{total['passed']} passed, {total['failed']} failed")
    return 1 if total["failed"] or not total["passed"] else 0

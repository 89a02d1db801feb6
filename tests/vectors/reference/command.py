"""The command line of the reference."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from . import vectors
from .answer import answer
from .check import check
from .starter import new


def arguments() -> argparse.ArgumentParser:
    """The commands and their options."""
    parser = argparse.ArgumentParser(prog="reference", description="An independent reference for the vectors.")
    commands = parser.add_subparsers(dest="command", required=True)
    checking = commands.add_parser("check", help="recompute every case and compare")
    checking.add_argument("folder", nargs="?", type=Path, default=vectors.FOLDER, help="a folder of vector files")
    checking.add_argument("--by-op", action="store_true", help="print a line for each operation")
    listing = commands.add_parser(
        "cases", help="print every case, the derived ones too: file, name, request, expectation"
    )
    listing.add_argument("folder", nargs="?", type=Path, default=vectors.FOLDER, help="a folder of vector files")
    starting = commands.add_parser("new", help="write a starting vector file for a format of the table")
    starting.add_argument("format", help="a name of formats.py")
    starting.add_argument("--known", action="append", default=[], metavar="TEXT", help="an id published elsewhere")
    starting.add_argument("--source", default="", metavar="WHERE", help="where the known ids are published")
    starting.add_argument("--stdout", action="store_true", help="print the file instead of writing it")
    commands.add_parser("answer", help="answer requests on standard input, one a line, as a driver does")
    return parser


def answer_lines() -> int:
    """Answers each line of standard input with a line."""
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps({"id": request.get("id"), **answer(request)}, ensure_ascii=False), flush=True)
    return 0


def list_cases(folder: Path) -> int:
    """Prints the cases, one per line, as the runner reads them."""
    for file, format, case in vectors.cases(folder):
        expected: dict[str, object] = {key: case[key] for key in ("error", "offset", "texts") if key in case}
        if "error" not in case:
            expected = {"expect": case["expect"] or {}}
        line = [file, case["name"], vectors.request(format, case), expected]
        print(json.dumps(line, ensure_ascii=False))
    return 0


def main(argv: list[str]) -> int:
    """Runs one command and returns its exit status."""
    given = arguments().parse_args(argv)
    if given.command == "check":
        return check(given.folder, by_op=given.by_op)
    if given.command == "new":
        return new(given.format, given.known, given.source, vectors.FOLDER, to_stdout=given.stdout)
    if given.command == "cases":
        return list_cases(given.folder)
    return answer_lines()

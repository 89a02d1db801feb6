"""Mutations that cargo-mutants derives from the sources: another operator, an empty body, a missing arm."""

from __future__ import annotations

import json
import random
import re
import subprocess
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import entries
from entries import Edit, Mutation

VERSION = "27.1.0"
# The first of their numbers.
FIRST = 1001
# The folders of workspaces, with the package to mutate.
FOLDERS = {
    ("", "sortid"): ("core/src/generator",),
    ("", "sortid-engine"): ("core/engine/src",),
    ("leases/", "sortid-leasing"): ("protocol/src",),
}
# Sources for other systems, and tests.
LEFT_OUT = ("windows.rs", "other.rs", "testing.rs", "failpoints.rs", "tests.rs")


class Unavailable(Exception):
    """cargo-mutants cannot be installed."""


@dataclass(frozen=True)
class Site(Edit):
    """A change of a function's body. Its place is known, so the text may occur several times."""

    begin: int = 0

    def place(self, source: str) -> tuple[int, int]:
        return self.begin, self.begin + len(self.old)


def tool(work: Path) -> Path:
    """Installs the pinned cargo-mutants below `work` once."""
    root = work / f"cargo-mutants-{VERSION}"
    program = root / "bin" / "cargo-mutants"
    if not program.exists():
        install = ["cargo", "install", "--quiet", "--locked", "--debug", "--root", root, f"cargo-mutants@{VERSION}"]
        done = subprocess.run(install, stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            raise Unavailable(f"cannot install cargo-mutants {VERSION}: {done.stderr.strip()[-300:]}")
    return program


def listed(work: Path) -> list[dict]:
    """The changes that cargo-mutants suggests for the folders."""
    found = []
    for (workspace, package), folders in FOLDERS.items():
        command = [tool(work), "mutants", "--list", "--json", "--dir", entries.ROOT / workspace, "--package", package]
        for folder in folders:
            command += ["--file", f"{folder}/**"]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        found += [one | {"file": workspace + one["file"]} for one in json.loads(done.stdout)]
    return [one for one in found if Path(one["file"]).name not in LEFT_OUT]


def range_of(source: str, span: dict) -> tuple[int, int]:
    """The offsets of a span, whose lines and columns start at 1."""
    lines = source.splitlines(keepends=True)
    ends = (span["start"], span["end"])
    begin, end = (sum(map(len, lines[: at["line"] - 1])) + at["column"] - 1 for at in ends)
    return begin, end


def function(one: dict) -> tuple[str, str]:
    """The function of a change, by its file and place; a constant has none."""
    return one["file"], str(one["function"] and one["function"]["span"])


def candidates(work: Path, known: list[Mutation], chance: random.Random) -> list[Mutation]:
    """One change of each place, in random order, except changes of the list."""
    bodies, sites = {}, defaultdict(list)
    for one in listed(work):
        if one["genre"] == "FnValue":
            bodies[function(one)] = one["span"]
        sites[one["file"], str(one["span"])].append(one)
    chosen = [chance.choice(site) for _, site in sorted(sites.items())]
    chance.shuffle(chosen)
    done = {changed(edit) for mutation in known for edit in mutation.edits}
    found = []
    for one in chosen:
        body = bodies.get(function(one))
        if body is None:
            continue
        file = entries.name_of(one["file"])
        source = entries.source(file)
        begin, end = range_of(source, body)
        from_, to = range_of(source, one["span"])
        new = source[begin:from_] + one["replacement"] + source[to:end]
        site = Site(file, source[begin:end], new, "", begin)
        if changed(site) not in done:
            what = re.sub(r"^\S+?:(\d+):\d+: ", r"line \1: ", one["name"])
            found.append(Mutation(FIRST + len(found), what, (site,), "", "", ""))
    return found


def changed(edit: Edit) -> tuple[str, str]:
    """A file, and its text after the change, without whitespace."""
    source = entries.source(edit.file)
    begin, end = edit.place(source)
    return edit.file, "".join((source[:begin] + edit.new + source[end:]).split())


def refused(output: str, tree: Path) -> set[int]:
    """The drawn mutations that do not compile, by the errors in cargo's messages.

    An error belongs to the last mutation that begins before its end. If that is wrong, both are
    removed after one more attempt.
    """
    numbers = set()
    for line in output.splitlines():
        message = json.loads(line).get("message") if line.startswith("{") else None
        if not message or message.get("level") != "error":
            continue
        for span in message["spans"]:
            before = (tree / span["file_name"]).read_bytes()[: span["byte_end"]]
            drawn = [int(number) for number in re.findall(rb"mutant\((\d+)\)", before)]
            drawn = [number for number in drawn if number >= FIRST]
            if span["is_primary"] and drawn:
                numbers.add(drawn[-1])
    return numbers

"""Has each language create tables of every format, and all of them write, find and read their rows."""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import sortid
from sortid import Format, Generator, Id, Timestamp
from sortid.storage import Storage

HERE = Path(__file__).resolve().parent
DATABASE = os.environ["SORTID_DATABASE"]
START = 1_750_000_000
JVM = ["java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", os.environ["SORTID_JVM"], "MemberKt"]
MEMBERS = {
    "python": [sys.executable, "-I", str(HERE / "member.py")],
    "node": [os.environ["SORTID_NODE"], "--no-warnings", str(Path(os.environ["SORTID_APP"], "member.mjs"))],
    "rust": [os.environ["SORTID_RUST"]],
    "jvm": JVM,
}
# Its tables have no condition that refuses other values: Exposed creates a column without one.
WITHOUT_CHECK = {"jvm"}
failures: list[str] = []


def check(what: str, holds: bool, why: object = "") -> None:
    """Tells one check."""
    if not holds:
        failures.append(what)
    print(f"ok {what}" if holds else f"not ok {what}: {why}".replace("\n", " "), flush=True)


def sample(format: Format) -> list[Id]:
    """Ids of several times, as far as the format tells times."""
    if not format.is_made:
        return [format.type.from_bytes(secrets.token_bytes(format.byte_length)) for _ in range(6)]
    made = [sortid.new_id(format) for _ in range(4)]
    if format.resolution_ns is not None:
        generator = Generator(format, clock="manual", seed=bytes(32))
        made += [generator.next_at(Timestamp(START + second)) for second in range(0, 120, 20)]
    return made


def asked(member: str, *command: str) -> dict[str, Any]:
    """A program's output for each format."""
    done = subprocess.run([*MEMBERS[member], *command], stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        check(f"{member} {' '.join(command)}", False, f"it ends with {done.returncode}")
        return {}
    told: dict[str, Any] = json.loads(done.stdout)
    return told


samples = {format: sample(format) for format in Format}
with tempfile.TemporaryDirectory() as folder:
    file = Path(folder, "sample.json")
    file.write_text(json.dumps({format.value: [str(id) for id in ids] for format, ids in samples.items()}))
    os.environ["SORTID_SAMPLE"] = str(file)
    for owner in MEMBERS:
        created = asked(owner, "create", owner)
        check(f"{owner} creates tables", created == dict.fromkeys((format.value for format in samples), None), created)
        intruders = MEMBERS if owner not in WITHOUT_CHECK else {}
        refused = {member: asked(member, "intrude", owner) for member in intruders}
        for turn, member in enumerate(MEMBERS):
            asked(member, "insert", owner, str(turn), str(len(MEMBERS)))
        for member in MEMBERS:
            told = asked(member, "read", owner)
            for format, ids in samples.items():
                name = f"{owner}'s {format.value} by {member}"
                answer = told.get(format.value, {})
                rows = answer.get("rows", [])
                expected = sorted(ids) if Storage(format, DATABASE).is_sorted else ids
                same = rows == [str(id) for id in expected] or (
                    expected is ids and sorted(rows) == sorted(map(str, ids))
                )
                check(f"{name}: all rows, in order", same, answer)
                check(f"{name}: each row by its id", answer.get("found") == len(ids), answer)
                if member in refused:
                    taken = refused[member].get(format.value)
                    check(f"{name}: other values are refused", taken == [], taken)
sys.exit(bool(failures))

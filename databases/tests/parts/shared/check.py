"""Each language creates tables of every format, and all languages write, find and read their rows."""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from sortid import AnyId, Format, Generator, Id, Timestamp
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
# Tables without a check constraint: Exposed creates columns without one.
WITHOUT_CHECK = {"jvm"}
failures: list[str] = []


def check(what: str, passed: bool, reason: object = "") -> None:
    """Reports a check."""
    if not passed:
        failures.append(what)
    print(f"ok {what}" if passed else f"not ok {what}: {reason}".replace("\n", " "), flush=True)


def sample(format: Format) -> list[Id]:
    """Returns ids, of several times if the format has a time."""
    if not format.can_generate:
        return [format.type.from_bytes(secrets.token_bytes(format.byte_length)) for _ in range(6)]
    ids = [AnyId.now(format) for _ in range(4)]
    if format.resolution_ns is not None:
        generator = Generator(format, clock="manual", seed=bytes(32))
        ids += [generator.next_at(Timestamp(START + second)) for second in range(0, 120, 20)]
    return ids


def run(member: str, *command: str) -> dict[str, Any]:
    """Runs a member's command. Returns its output for each format."""
    done = subprocess.run([*MEMBERS[member], *command], stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        check(f"{member} {' '.join(command)}", False, f"exit code {done.returncode}")
        return {}
    output: dict[str, Any] = json.loads(done.stdout)
    return output


samples = {format: sample(format) for format in Format}
with tempfile.TemporaryDirectory() as folder:
    file = Path(folder, "sample.json")
    file.write_text(json.dumps({format.value: [str(id) for id in ids] for format, ids in samples.items()}))
    os.environ["SORTID_SAMPLE"] = str(file)
    for owner in MEMBERS:
        created = run(owner, "create", owner)
        check(f"{owner} creates tables", created == dict.fromkeys((format.value for format in samples), None), created)
        intruders = MEMBERS if owner not in WITHOUT_CHECK else {}
        intrusions = {member: run(member, "intrude", owner) for member in intruders}
        for turn, member in enumerate(MEMBERS):
            run(member, "insert", owner, str(turn), str(len(MEMBERS)))
        for member in MEMBERS:
            answers = run(member, "read", owner)
            for format, ids in samples.items():
                name = f"{owner}'s {format.value} by {member}"
                answer = answers.get(format.value, {})
                rows = answer.get("rows", [])
                expected = sorted(ids) if Storage(format, DATABASE).is_sorted else ids
                same = rows == [str(id) for id in expected] or (
                    expected is ids and sorted(rows) == sorted(map(str, ids))
                )
                check(f"{name}: all rows, in order", same, answer)
                check(f"{name}: each row by its id", answer.get("found") == len(ids), answer)
                if member in intrusions:
                    accepted = intrusions[member].get(format.value)
                    check(f"{name}: other values are rejected", accepted == [], accepted)
sys.exit(bool(failures))

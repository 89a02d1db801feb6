"""The rules that are left out, one at a time, to see that ids come twice then.

Those of the server are words of what agents send: they are replaced on the way, by as many bytes. Those of files and
generators are left out by programs that are built for it (`--cfg sortid_sabotage`), and named by SORTID_WITHOUT.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

import server

LEASING = server.ROOT / "leases" / "protocol" / "src"

# What is left out by the programs: the guard's name.
GUARDS = {"fence": "LeaseEnd", "inode": "LeaseHere"}

REDIS = {
    "floor": (
        ("local floor = now + ARGV[5] + 2 * ARGV[6]", "local floor = 0"),
        ("floor = math.max(floor, now + stretch + 2 * margin)", "floor = 0"),
    ),
    "margin": (("return r[1] + margin", "return r[1]"),),
    "compare": (
        ("return r[2] ~= '0' and string.find(' ' .. mine .. ' ', ' ' .. r[2] .. ' ', 1, true) ~= nil", "return true"),
    ),
}
POSTGRES = {
    "floor": (
        ("greatest(s.floor_ms, c.now_ms + s.stretch_ms + 2 * s.margin_ms)", "0"),
        ("c.now_ms + $5::bigint + 2 * $6::bigint", "0"),
    ),
    "margin": (("CASE WHEN n.grant_id = 0 THEN 0 ELSE s.margin_ms END", "0"),),
    "compare": (("n.grant_id <> 0 AND n.grant_id = ANY ($3::bigint[])", "$3::bigint[] IS NOT NULL"),),
}
# Where the agent judges, and not the server, there are no words but those of the compare, which then finds that a row
# is not of version 0, or is of one above -1. The others are left out by hand: see `of_etcd.py`.
ETCD: dict[str, tuple[tuple[str, str], ...]] = {
    "floor": (),
    "margin": (),
    "compare": (
        ('"target":"VALUE","result":"EQUAL"', '"target":0,"result":3'),
        ('"target":"VERSION","result":"EQUAL","version":"0"', '"target":"VERSION","result":1,"version":-1'),
    ),
}
WORDS = {"redis": REDIS, "postgresql": POSTGRES, "etcd": ETCD}


def rules(database: str) -> tuple[str, ...]:
    """All that can be left out beside a server, by name."""
    return (*WORDS.get(database, {}), *GUARDS)


def without(database: str, rule: str | None) -> Mapping[bytes, bytes]:
    """What is replaced in what agents send. A text that is not there is an error: then nothing would be left out.

    Beside etcd it is JSON without a text of its own: that it was replaced is what is looked for in the end.
    """
    if rule is None or rule in GUARDS:
        return {}
    words = WORDS[database][rule]
    if database == "redis":
        script = (LEASING / "redis.lua").read_text()
        weak = replaced(script, words).ljust(len(script))
        return {script.encode(): weak.encode(), sha1(script): sha1(weak)}
    if database == "postgresql":
        replaced((LEASING / "postgres.rs").read_text(), words)
    return {known.encode(): weak.ljust(len(known)).encode() for known, weak in words}


def replaced(text: str, words: Iterable[tuple[str, str]]) -> str:
    for known, weak in words:
        if known not in text:
            raise ValueError(f"{known!r} is not there any more")
        text = text.replace(known, weak)
    return text


def sha1(script: str) -> bytes:
    return hashlib.sha1(script.encode(), usedforsecurity=False).hexdigest().encode()

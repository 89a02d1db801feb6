"""Disables rules, one at a time, to check that ids then repeat.

Rules of the server are text in the agents' requests: the proxy replaces it by text of the same
length. Rules of files and generators are disabled in special builds (`--cfg sortid_sabotage`), by
the variable SORTID_WITHOUT.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

import server

LEASING = server.ROOT / "leases" / "protocol" / "src"

# The guards that special builds disable.
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
# With etcd the agents apply the rules, so that only the comparison can be replaced: it then
# succeeds if the version is not 0, or above -1. `of_etcd.py` disables the other rules.
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
    """Returns the rules that can be disabled with a server, by name."""
    return (*WORDS.get(database, {}), *GUARDS)


def without(database: str, rule: str | None) -> Mapping[bytes, bytes]:
    """Returns the replacements in requests. Raises an error if the text is missing, since no rule
    would be disabled.

    For etcd there is no source text to check, so the test counts replacements at the end.
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
            raise ValueError(f"{known!r} is missing")
        text = text.replace(known, weak)
    return text


def sha1(script: str) -> bytes:
    return hashlib.sha1(script.encode(), usedforsecurity=False).hexdigest().encode()

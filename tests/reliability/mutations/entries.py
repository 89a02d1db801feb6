"""The list of mutations: reads it, checks it against the sources, and compiles it into a copy of
them."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
LIST = HERE / "mutations.toml"
PAGE = ROOT / "docs/reliability.md"
# The folders of sources by their prefix in the list; the first match applies.
SOURCES = {"engine/": "core/engine/src/", "leasing/": "leases/protocol/src/", "": "core/src/"}
# The minimum number of mutations, and the folders that must each have some.
LEAST = 200
PARTS = ("engine/call/", "engine/state/", "engine/store/", "engine/sys/", "leasing/")
# The checks that may detect a mutation, in the order in which they run.
CATCHERS = ("simulation", "schedules", "tests")
NOTHING = "nothing"
# The variable that selects a mutation, in crates that compile sources of the core.
VARIABLE = "SORTID_MUTATION"
SWITCH = f"""
/// Whether this mutation is switched on.
#[inline]
pub fn mutant(number: u32) -> bool {{
    static CHOSEN: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    *CHOSEN.get_or_init(|| std::env::var("{VARIABLE}").ok().and_then(|text| text.parse().ok()).unwrap_or(0)) == number
}}
"""


class Unusable(Exception):
    """An entry that does not apply to the sources."""


@dataclass(frozen=True)
class Edit:
    """A place that a mutation changes."""

    file: str
    old: str
    new: str
    within: str

    def place(self, source: str) -> tuple[int, int]:
        """The offsets of the old text."""
        if not self.old.strip():
            raise Unusable(f"{self.file}: `old` is empty")
        if self.old == self.new:
            raise Unusable(f"{self.file}: `new` is `old`: {self.old!r}")
        for text, what in ((source, self.within), (self.within, self.old)):
            if text.count(what) != 1:
                raise Unusable(f"{self.file}: {what!r} occurs {text.count(what)} times, not once")
        begin = source.index(self.within) + self.within.index(self.old)
        return begin, begin + len(self.old)


@dataclass(frozen=True)
class Mutation:
    """A change of the core that breaks a guarantee, or that is not observable."""

    number: int
    breaks: str
    edits: tuple[Edit, ...]
    caught_by: str
    equivalent: str
    focus: str

    @property
    def file(self) -> str:
        return self.edits[0].file


def read(text: str | None = None) -> list[Mutation]:
    """The entries of the list, or of a text in the same format."""
    data = tomllib.loads(LIST.read_text(encoding="utf-8") if text is None else text)
    found = []
    for file, numbered in data.items():
        for number, entry in numbered.items():
            parts = [{"file": file, **entry}, *entry.get("also", ())]
            edits = [Edit(part["file"], part["old"], part["new"], part.get("within", part["old"])) for part in parts]
            known = {"breaks", "file", "old", "new", "within", "also", "caught_by", "equivalent", "focus"}
            if unknown := {key for part in parts for key in part} - known:
                raise Unusable(f"{number}: unknown keys {sorted(unknown)}")
            texts = [entry.get(key, "") for key in ("caught_by", "equivalent", "focus")]
            found.append(Mutation(int(number), entry["breaks"], tuple(edits), *texts))
    return sorted(found, key=lambda mutation: mutation.number)


def name_of(path: str) -> str:
    """The name of a repository file in the list; other paths are returned unchanged."""
    for prefix, folder in SOURCES.items():
        if path.startswith(folder):
            return prefix + path.removeprefix(folder)
    return path


@cache
def source(file: str) -> str:
    """A source of the core."""
    prefix = next(prefix for prefix in SOURCES if file.startswith(prefix))
    path = SOURCES[prefix] + file.removeprefix(prefix)
    try:
        return (ROOT / path).read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise Unusable(f"{file} is missing") from error


def problems(mutations: list[Mutation]) -> dict[str, list[str]]:
    """The errors of the list, by entry or by violated rule."""
    found: dict[str, list[str]] = {f"mutation {mutation.number}": [] for mutation in mutations}
    for mutation in mutations:
        wrong = found[f"mutation {mutation.number}"]
        for edit in mutation.edits:
            try:
                edit.place(source(edit.file))
            except Unusable as problem:
                wrong.append(str(problem))
        if bool(mutation.equivalent) == bool(mutation.caught_by):
            wrong.append("either `caught_by` or `equivalent` is needed")
        if mutation.caught_by not in ("", NOTHING, *CATCHERS):
            wrong.append(f"nothing is called {mutation.caught_by}")
    found["rendering"] = []
    for file in sorted({edit.file for mutation in mutations for edit in mutation.edits}):
        try:
            rendered(file, mutations)
        except Unusable as problem:
            if not any(found.values()):
                found["rendering"].append(str(problem))
    numbers = [mutation.number for mutation in mutations]
    twice = sorted({number for number in numbers if numbers.count(number) > 1})
    found["distinct numbers"] = [f"{number} occurs twice" for number in twice]
    found["as many as wanted"] = [] if len(mutations) >= LEAST else [f"{len(mutations)} of {LEAST}"]
    files = {mutation.file for mutation in mutations}
    found["all parts"] = [f"none of {part}" for part in PARTS if not any(file.startswith(part) for file in files)]
    return found


def page_problems(mutations: list[Mutation]) -> list[str]:
    """Texts about the list that the page lacks."""
    every = len(mutations)
    equivalent = sum(bool(mutation.equivalent) for mutation in mutations)
    counted = every - equivalent
    caught = counted - sum(mutation.caught_by == NOTHING for mutation in mutations)
    score = f"{caught} of {counted}, {100 * caught / counted:.1f} %; {equivalent} more are equivalent"
    texts = (f"{every} by hand", f"| {every} of the list | {score}")
    page = PAGE.read_text(encoding="utf-8")
    return [f"{PAGE.name} does not say {text!r}" for text in texts if text not in page]


@dataclass
class Span:
    """A place in a source, the mutations that replace it, and the places inside it."""

    begin: int
    end: int
    changes: list[tuple[int, str]]
    inner: list[Span] = field(default_factory=list)

    def add(self, other: Span) -> None:
        """Inserts a place beside, around or inside existing ones."""
        for span in self.inner:
            if (span.begin, span.end) == (other.begin, other.end):
                span.changes += other.changes
                return
            if span.begin <= other.begin and other.end <= span.end:
                span.add(other)
                return
            if span.begin < other.end and other.begin < span.end and not other.holds(span):
                numbers = [number for number, _ in [*span.changes, *other.changes]]
                raise Unusable(f"the places of {numbers} overlap")
        other.inner += [span for span in self.inner if other.holds(span)]
        self.inner = [span for span in self.inner if not other.holds(span)]
        self.inner.append(other)

    def holds(self, other: Span) -> bool:
        return self.begin <= other.begin and other.end <= self.end

    def text(self, source: str) -> str:
        """The source of the place, with a branch for each mutation's number."""
        parts, at = [], self.begin
        for span in sorted(self.inner, key=lambda span: span.begin):
            parts += [source[at : span.begin], span.text(source)]
            at = span.end
        old = "".join([*parts, source[at : self.end]])
        original = source[self.begin : self.end]
        is_statement = original.rstrip().endswith(";")
        before = ""
        for number, new in self.changes:
            if is_statement and new.endswith(original):
                # Only the inserted part depends on the number, as the statement may declare a name.
                before += f"if crate::sys::failpoints::mutant({number}) {{ {new.removesuffix(original)} }} "
                continue
            chosen = f"if crate::sys::failpoints::mutant({number}) {{ {new} }} else {{ {old} }}"
            old = chosen if is_statement else f"({chosen})"
        return before + old


def rendered(file: str, mutations: list[Mutation]) -> str:
    """A source with all its mutations, each selected by its number."""
    text = source(file)
    whole = Span(0, len(text), [])
    for mutation in mutations:
        for edit in mutation.edits:
            if edit.file == file:
                whole.add(Span(*edit.place(text), [(mutation.number, edit.new)]))
    return whole.text(text)


def with_outcomes(text: str, outcomes: dict[int, str]) -> str:
    """The list, with the check that detected each mutation."""

    def one(match: re.Match[str]) -> str:
        caught = outcomes.get(int(match["number"]))
        return match[0] if caught is None else f'{match["head"]}caught_by = "{caught}"'

    pattern = r'(?P<head>^\["\S+"\.(?P<number>\d+)\]\nbreaks = .*\n)caught_by = "\w+"'
    return re.sub(pattern, one, text, flags=re.M)

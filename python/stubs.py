"""What the stubs list of the core's rows: formats, options, codes. Run by `tests/drivers/python/check renew`."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import sortid
from sortid import Format, Id, _sortid

STUBS = [Path(__file__).parent / "sortid" / name for name in ("__init__.pyi", "_sortid.pyi")]
WIDTH = 120


def classes() -> dict[str, Format]:
    return {format.type.__name__: format for format in Format}


def in_order(names: Iterable[str]) -> list[str]:
    """Classes first and numbers by their value, as the linter wants it."""

    def key(name: str) -> tuple[bool, list[str | int]]:
        # Words and numbers by turns.
        parts = re.split(r"(\d+)", name)
        return not name[0].isupper(), [int(part) if part.isdigit() else part for part in parts]

    return sorted(names, key=key)


def names() -> Iterator[str]:
    """For `__all__`."""
    for name in in_order(sortid.__all__):
        yield f'"{name}",'


def codes() -> Iterator[str]:
    yield "_ErrorCode: TypeAlias = Literal["
    for code, _, _ in _sortid.error_codes():
        yield f'    "{code}",'
    yield "]"


def kinds() -> Iterator[str]:
    yield "_Kind: TypeAlias = Literal["
    for kind in _sortid.kinds():
        yield f'    "{kind}",'
    yield "]"


def origins() -> Iterator[str]:
    yield f"_NodeOrigin: TypeAlias = {literal(_sortid.node_origins())}"


def formats() -> Iterator[str]:
    for format in Format:
        yield f'{format.value} = "{format.value}"'


def literal(words: list[str]) -> str:
    return f"Literal[{', '.join(repr(word).replace(chr(39), chr(34)) for word in words)}]"


def option_type(name: str, kind: str, words: list[str]) -> str:
    """The types of an option; options that count time accept time objects, too."""
    types = {"bool": ["bool"], "bytes": ["bytes", "str"], "path": ["_Path"], "str": [], "int": ["int"]}[kind]
    if name.endswith("_unix_ms"):
        types.append("_Time")
    elif name.endswith(("_ms", "_ns")):
        types.append("_datetime.timedelta")
    if words:
        types.append(literal(words))
    return " | ".join([*types, "None"])


def options() -> Iterator[str]:
    """As dictionaries with types: of reading, and of generators."""
    for name, base, wanted in (("_Reading", "TypedDict", True), ("_Options", "_Reading", False)):
        yield f"class {name}({base}, total=False):"
        for option, kind, words, reads, _ in _sortid.options():
            if reads == wanted:
                yield f"    {option}: {option_type(option, kind, words)}"
        yield ""


def descriptions() -> Iterator[str]:
    for option, _, _, _, summary in _sortid.options():
        text = f"- `{option}`: {summary.strip()}".replace("\N{EN DASH}", " to ")
        # A line that is too long goes on below its first word.
        while len(text) > WIDTH - 8:
            at = text.rindex(" ", 0, WIDTH - 8)
            yield text[:at]
            text = "  " + text[at + 1 :]
        yield text


def documented(what: str, format: Format, note: str = "") -> Iterator[str]:
    """A docstring: `what` with the format's summary, which has its own line if one is too short, then the note."""
    line = f'    """{what}: {format.summary}.'
    fits = len(line) + (0 if note else 3) <= WIDTH
    if fits and not note:
        yield line + '"""'
        return
    yield from [line] if fits else [f'    """{what}.', "", f"    It is {format.summary}."]
    if note:
        yield from ("", *(f"    {part}" for part in note.splitlines()))
    yield '    """'


def types() -> Iterator[str]:
    """A class for each format; UUID formats have the attributes of `uuid.UUID`."""
    for name, format in classes().items():
        yield "@final"
        yield f"class {name}(Id):"
        yield from documented(f"An id of the format {format.value}", format)
        yield ""
        integer = " | _builtins.int" if format.bits == 64 else ""
        yield f"    def __new__(cls, value: _Value{integer}) -> {name}: ..."
        if hasattr(format.type, "version"):
            known: Any = Id.from_fields({}, format)
            for member, kind, what in (
                # Where the mark is not of the format, there may be none.
                ("version", "_builtins.int" if known.version else "_builtins.int | None", "The version of the UUID."),
                ("variant", "str", "The variant, as `uuid.UUID` names it."),
                ("urn", "str", "The text after `urn:uuid:`, with it."),
                *([("kind", "_Kind", "What kind of UUID it is.")] if known.kind else []),
            ):
                yield "    @property"
                yield f"    def {member}(self) -> {kind}:"
                yield f'        """{what}"""'
                yield ""
        else:
            yield ""
    yield "_OfOneFormat: TypeAlias = ("
    for nth, name in enumerate(classes()):
        yield f"    {'| ' if nth else ''}{name}"
    yield ")"


def functions() -> Iterator[str]:
    for name, format in classes().items():
        if not format.is_made:
            continue
        yield f"def {format.value}() -> {name}:"
        # The paragraph that warns of a shared node is the same at run time.
        _, _, note = getattr(_sortid, format.value).__doc__.partition("\n\n")
        yield from documented("A new id of the process-wide generator", format, note)
        yield ""


def exports() -> Iterator[str]:
    """The public names of the native module."""
    public = (name for name in dir(sortid) if name[0] != "_" or name == "__version__")
    for name in in_order(name for name in public if hasattr(_sortid, name)):
        yield f"from sortid import {name} as {name}"
    yield ""


REGIONS: dict[str, Callable[[], Iterator[str]]] = {
    "names": names,
    "codes": codes,
    "kinds": kinds,
    "origins": origins,
    "formats": formats,
    "options": options,
    "descriptions": descriptions,
    "types": types,
    "functions": functions,
    "exports": exports,
}
REGION = re.compile(r"^( *)# rows: (\w+)\n.*?^ *# end of rows$", re.M | re.S)


def renewed(text: str) -> str:
    """A stub with its regions written anew."""

    def region(found: re.Match[str]) -> str:
        indent, name = found[1], found[2]
        lines = [indent + line if line else "" for line in REGIONS[name]()]
        return "\n".join([f"{indent}# rows: {name}", *lines, f"{indent}# end of rows"])

    return REGION.sub(region, text)


if __name__ == "__main__":
    for stub in STUBS:
        stub.write_text(renewed(stub.read_text()))
    sys.exit()

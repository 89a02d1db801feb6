"""The snippets of the documentation, which are run."""

from __future__ import annotations

import ast
import doctest
import importlib.resources
import importlib.util
import itertools
import re
import subprocess
import sys
from pathlib import Path

import pytest
import sortid
from sortid import Format

ROOT = Path(__file__).resolve().parents[2]
RECIPES = "docs/recipes.md"
# Pages whose blocks import packages that the suite's first environment does not have.
WITH_PACKAGES = [RECIPES, "docs/64-bit.md"]
GUIDES = [
    "README.md",
    "python/README.md",
    "docs/index.md",
    "docs/python.md",
    "docs/cookbook.md",
    "docs/migrating.md",
    *WITH_PACKAGES,
]
# A block, and the hidden lines that run before it.
BLOCK = r"(?:^<!-- setup:\n((?:(?!-->)[^\n]*\n)*)-->\n)?^```python\n(.*?)^```$"


def snippets() -> dict[str, str]:
    """The blocks of Python by file and number, after the hidden `setup` before them."""
    found = {}
    for guide in GUIDES:
        text = with_changes((ROOT / guide).read_text())
        blocks = re.findall(BLOCK, text, re.M | re.S)
        for number, (setup, block) in enumerate(blocks):
            found[f"{guide} {number}"] = setup + block
    return found


def with_changes(text: str) -> str:
    """Replaces each diff of Python by the code after it."""

    def after(block: re.Match[str]) -> str:
        lines = block[1].splitlines(keepends=True)
        return f"```python\n{''.join(line[1:] or line for line in lines if not line.startswith('-'))}```"

    return re.sub(r"^```diff python\n(.*?)^```$", after, text, flags=re.M | re.S)


def missing(code: str) -> list[str]:
    """The packages that the code imports and that are not installed."""
    names: list[str] = []
    for statement in ast.parse(code).body:
        if isinstance(statement, ast.Import):
            names += [alias.name for alias in statement.names]
        elif isinstance(statement, ast.ImportFrom):
            names.append(statement.module or "")
    packages = {name.partition(".")[0] for name in names}
    return [package for package in sorted(packages) if importlib.util.find_spec(package) is None]


def differences(code: str, printed: str) -> list[tuple[str, str]]:
    """The outputs that comments beside or below `print` show, and what was printed instead; `…` is any text."""
    comments = re.findall(r"^(?:.* )?print\(.*?\)((?: *\n? *# .*)+)$", code, re.M)
    shown = re.findall(r"# (.*)", "\n".join(comments))
    lines = printed.splitlines() if shown else []
    pairs = itertools.zip_longest(shown, lines, fillvalue="")
    return [pair for pair in pairs if not re.fullmatch(re.escape(pair[0]).replace("…", ".*"), pair[1])]


def test_differing_output_is_reported() -> None:
    code = "print(a)  # 1…\nprint(b)  # two\nprint()\n\n# A comment."
    assert differences(code, "12\ntwo") == []
    assert differences(code, "21\ntwo\nmore") == [("1…", "21"), ("", "more")]
    assert differences("for a in b:\n    print(a)\n# 1\n# 2", "1\n3") == [("2", "3")]
    assert differences("for a in b: print(a)  # 1", "2") == [("1", "2")]
    assert differences("print(a)", "anything") == []


@pytest.mark.parametrize("name", snippets())
def test_snippet_runs(name: str, tmp_path: Path) -> None:
    """Runs each snippet in a new process and folder, and its tests by pytest."""
    code = snippets()[name]
    if name.split()[0] in WITH_PACKAGES and (packages := missing(code)):
        pytest.skip(f"not installed: {', '.join(packages)}")
    command = [sys.executable, "-I", "-W", "error", "-c", code]
    answer = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=60)
    assert answer.returncode == 0, answer.stderr
    assert differences(code, answer.stdout) == []
    if "def test_" in code and RECIPES in name:
        (tmp_path / "test_snippet.py").write_text(code)
        command = [sys.executable, "-I", "-W", "error", "-m", "pytest", "-q", "-p", "no:cacheprovider"]
        answer = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=60)
        assert (answer.returncode, "1 passed" in answer.stdout) == (0, True), answer.stdout


def test_every_guide_has_snippets() -> None:
    assert {name.split()[0] for name in snippets()} == set(GUIDES)


def test_stub_examples_pass() -> None:
    stub = ast.parse((importlib.resources.files(sortid) / "__init__.pyi").read_text())
    names = {name: getattr(sortid, name) for name in dir(sortid)}
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    for node in ast.walk(stub):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            name, doc = getattr(node, "name", "sortid"), ast.get_docstring(node) or ""
            runner.run(parser.get_doctest(doc, {**names, "sortid": sortid}, name, None, None))
    assert runner.tries > 20
    assert runner.failures == 0


def test_guide_names_every_public_function() -> None:
    guide = (ROOT / "docs" / "python.md").read_text()
    public = {name for name in dir(sortid) if not name.startswith("_") and callable(getattr(sortid, name))}
    # docs/formats.md lists the formats.
    public -= {name for format in Format for name in (format.name, format.type.__name__)}
    missing = [name for name in sorted(public) if not re.search(rf"\b{name}\b", guide)]
    assert missing == []


def code_lines(text: str) -> list[str]:
    """The lines without indentation and comments."""
    lines = (re.sub(r"(^| )(//|#) .*", "", line.strip()).strip() for line in text.splitlines())
    return [line for line in lines if line]


def test_recipes_are_tested_code_or_marked() -> None:
    """Other tests run the blocks of some languages; the lines of the rest are in a tested file, in this order."""
    page = (ROOT / RECIPES).read_text()
    blocks = re.findall(r"^(?:<!-- from: ([^\n]*) -->\n)?```(\w+)\n(.*?)^```$", page, re.M | re.S)
    assert len(blocks) > 20
    for source, language, block in blocks:
        if not source:
            assert language in {"python", "js", "c", "cpp"} or block.startswith("// untested\n"), block
            continue
        tested = iter(code_lines((ROOT / source).read_text()))
        # `in` consumes the lines up to the one that it finds.
        assert [line for line in code_lines(block) if line not in tested] == [], source

"""The snippets of the documentation, which are run."""

from __future__ import annotations

import ast
import doctest
import importlib.resources
import re
import subprocess
import sys
from pathlib import Path

import pytest
import sortid
from sortid import Format

ROOT = Path(__file__).resolve().parents[2]
GUIDES = ["README.md", "python/README.md", "docs/python.md", "docs/cookbook.md", "docs/64-bit.md", "docs/index.md"]


def snippets() -> dict[str, str]:
    """The blocks of Python by file and number."""
    found = {}
    for guide in GUIDES:
        text = (ROOT / guide).read_text()
        for number, block in enumerate(re.findall(r"^```python\n(.*?)^```$", text, re.M | re.S)):
            found[f"{guide} {number}"] = block
    return found


@pytest.mark.parametrize("name", snippets())
def test_snippet_runs(name: str, tmp_path: Path) -> None:
    """Runs each snippet in a new process and folder."""
    snippet = snippets()[name]
    for package in ("numpy", "pandas"):
        if f"import {package}" in snippet:
            pytest.importorskip(package)
    command = [sys.executable, "-I", "-W", "error", "-c", snippet]
    answer = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=60)
    assert answer.returncode == 0, answer.stderr


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

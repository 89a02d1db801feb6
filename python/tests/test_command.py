"""`python -m sortid`, with and without the package of the command."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import distribution, version
from pathlib import Path

import pytest

INSTALLED = "import sys\n\n\ndef main():\n    print(*sys.argv[1:])\n    return 7\n"
SCRIPT = "from sortid.__main__ import main; raise SystemExit(main())"


@pytest.mark.parametrize("line", [["-m", "sortid"], ["-c", SCRIPT]])
def test_command_is_run_if_its_package_is_installed(line: list[str], tmp_path: Path) -> None:
    (tmp_path / "sortid_cli.py").write_text(INSTALLED)
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    command = [sys.executable, *line, "new", "uuid7", "-n", "3"]
    answer = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    assert (answer.returncode, answer.stdout, answer.stderr) == (7, "new uuid7 -n 3\n", "")


def test_missing_package_is_named_with_exit_status_2() -> None:
    command = [sys.executable, "-I", "-m", "sortid", "new", "uuid7"]
    environment = {name: value for name, value in os.environ.items() if name != "UV"}
    answer = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr.startswith("error: the command needs the package sortid-cli: ")


@pytest.mark.skipif(os.name != "posix", reason="needs a shell script for uv")
def test_uvx_fetches_the_package(tmp_path: Path) -> None:
    uv = tmp_path / "uv"
    uv.write_text('#!/bin/sh\necho "$@"\nexit 7\n')
    uv.chmod(0o755)
    command = [sys.executable, "-I", "-m", "sortid", "new", "uuid7"]
    answer = subprocess.run(command, env=os.environ | {"UV": str(uv)}, capture_output=True, text=True, timeout=60)
    fetched = f"tool run --from sortid-cli=={version('sortid')} sortid new uuid7\n"
    assert (answer.returncode, answer.stdout, answer.stderr) == (7, fetched, "")


def test_script_starts_the_command() -> None:
    entries = distribution("sortid").entry_points.select(group="console_scripts")
    assert [(entry.name, entry.value) for entry in entries] == [("sortid", "sortid.__main__:main")]

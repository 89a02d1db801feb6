"""The published sources of other projects."""

import functools
import json
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


@functools.cache
def module(path: str, version: str) -> Path:
    """Returns the folder of a Go module, downloaded unless cached."""
    command = ["go", "mod", "download", "-json", f"{path}@{version}"]
    answer = subprocess.run(command, cwd=ROOT / "tests/interop/go", check=True, capture_output=True, text=True)
    return Path(json.loads(answer.stdout)["Dir"])


@functools.cache
def _packages() -> dict[str, tuple[str, Path]]:
    command = ["cargo", "metadata", "--format-version", "1", "--locked"]
    answer = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    packages = json.loads(answer.stdout)["packages"]
    return {each["name"]: (each["version"], Path(each["manifest_path"]).parent) for each in packages}


def crate(name: str) -> tuple[str, Path]:
    """Returns the version and folder of a crate that this workspace depends on."""
    return _packages()[name]

"""What the Python part of the suite needs below `target/python`: tools, the wheel, and virtual environments."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
HOME = ROOT / "target" / "python"
PACKAGE = ROOT / "python"
WHEELS = HOME / "wheels"
REQUIREMENTS = Path(__file__).with_name("requirements.txt")
# 1980-01-01, the first day that an archive can tell, in seconds.
FIRST_OF_ZIP = "315532800"
# What builds and checks; the other pins are those of tests.
TOOLS = ["check-jsonschema", "maturin", "mypy", "pip", "ruff", "zizmor"]
# What the tests want beside the package.
TESTING = ["pytest", "pytest-timeout", "hypothesis", "psycopg[binary]", "pydantic", "pymongo", "numpy"]
FRAMES = Path(__file__).with_name("frames.txt")
MAPPERS = Path(__file__).with_name("mappers.txt")


def run(*command: str | Path, **options: object) -> None:
    """Runs a command, and ends with its status if it fails."""
    status = subprocess.run([str(part) for part in command], cwd=ROOT, **options).returncode  # type: ignore[call-overload]
    if status != 0:
        print("failed:", *command, file=sys.stderr)
        sys.exit(status)


def pip(python: Path, *arguments: str | Path) -> None:
    # What lies on a path of the caller's own counts as there already, and is not installed.
    own = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    run(python, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input", *arguments, env=own)


def make(environment: Path, interpreter: str, *options: str) -> Path:
    """An empty virtual environment; its interpreter."""
    shutil.rmtree(environment, ignore_errors=True)
    command = [interpreter, "-m", "venv", *options, str(environment)]
    if subprocess.run(command, capture_output=True).returncode != 0:
        # Debian's own python3 comes without.
        if os.name == "posix" and os.getuid() == 0 and shutil.which("apt-get"):
            run("apt-get", "update", "-qq")
            run("apt-get", "install", "-qq", "-y", "--no-install-recommends", "python3-venv")
        else:
            print("no virtual environments here: install the package python3-venv", file=sys.stderr)
        run(*command)
    return python_of(environment)


def python_of(environment: Path) -> Path:
    return environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def digest(*files: Path) -> str:
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def is_current(environment: Path, stamp: str) -> bool:
    file = environment / "stamp"
    return file.exists() and file.read_text() == stamp


def stamped(environment: Path, stamp: str) -> None:
    (environment / "stamp").write_text(stamp)


def tools() -> Path:
    """The interpreter of the environment that builds and checks."""
    environment, stamp = HOME / "tools", digest(REQUIREMENTS) + " ".join(TOOLS)
    if not is_current(environment, stamp):
        pip(make(environment, sys.executable), "install", "-c", REQUIREMENTS, *TOOLS)
        stamped(environment, stamp)
    return python_of(environment)


def filled(name: str, interpreter: str, stamp: str, *installs: Sequence[str | Path]) -> Path:
    """The interpreter of an environment with what each of these has pip install."""
    environment = HOME / name
    if not is_current(environment, stamp):
        # By the pip of the tools: one in every environment would be 25 MB each.
        python = make(environment, interpreter, "--without-pip")
        for what in installs:
            pip(tools(), "--python", python, "install", *what)
        stamped(environment, stamp)
    return python_of(environment)


def required(name: str, requirements: Path) -> Path:
    """The interpreter of an environment with these requirements, and nothing of ours."""
    return filled(name, sys.executable, digest(requirements), ["-r", requirements])


def wheel(*arguments: str | Path, out: Path = WHEELS) -> Path:
    """The wheel, built if anything changed: the one for every CPython, unless the arguments say for whom."""
    maturin = [tools(), "-m", "maturin", "build", "--quiet", "--strip", "--locked"]
    # Of the same source the same bytes, or no environment that has them is known: a list inside would name the time.
    fixed = {"SOURCE_DATE_EPOCH": FIRST_OF_ZIP, **os.environ}
    run(*maturin, "--manifest-path", PACKAGE / "Cargo.toml", "--out", out, *arguments, env=fixed)
    wheels = list(out.glob("sortid-*.whl"))
    newest = max(wheels, key=lambda file: file.stat().st_mtime)
    for file in wheels:
        if file != newest:
            file.unlink()
    return newest


def installed(name: str, interpreter: str, wheel: Path, *requirements: str, lists: Sequence[Path] = ()) -> Path:
    """The interpreter of an environment with the wheel, and with nothing else but the requirements."""
    stamp = digest(wheel, REQUIREMENTS, *lists) + " ".join(requirements)
    others: list[str | Path] = [*requirements, *(f"--requirement={file}" for file in lists)]
    installs = [["-c", REQUIREMENTS, *others]] if others else []
    return filled(name, interpreter, stamp, *installs, ["--no-index", "--no-deps", wheel])

"""Tools, wheels and virtual environments of the Python scripts, all below `target/python`.

SORTID_BUILT names a folder with the compiled library: wheels are assembled from it, and cargo is never called.
SORTID_TESTS is `quick` (the default) or `all`.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parents[3]
HOME = ROOT / "target" / "python"
PACKAGE = ROOT / "python"
WHEELS = HOME / "wheels"
REQUIREMENTS = Path(__file__).with_name("requirements.txt")
BUILT = os.environ.get("SORTID_BUILT")
QUICK = os.environ.get("SORTID_TESTS", "quick") != "all"
OLDEST = (3, 11)
NOT_RUN = 77
# 1980-01-01 in seconds, the earliest date that a zip archive can store.
FIRST_OF_ZIP = "315532800"
TOOLS = ["pip", "wheel"]
BUILDERS = ["maturin"]
# pyright brings its own Node.
LINTERS = ["check-jsonschema", "mypy", "pyright[nodejs]", "ruff", "ty", "zizmor"]
TESTING = ["pytest", "pytest-timeout", "hypothesis", "psycopg[binary]", "pydantic", "pymongo", "numpy"]
FRAMES = Path(__file__).with_name("frames.txt")
MAPPERS = Path(__file__).with_name("mappers.txt")
FRAMEWORKS = Path(__file__).with_name("frameworks.txt")
INTEROP = ROOT / "tests" / "interop" / "python" / "requirements.txt"
LIBRARIES = {"darwin": "lib_sortid.dylib", "win32": "_sortid.dll"}


def not_run(why: str) -> NoReturn:
    """Exits as skipped."""
    print(f"NOT RUN: {why}", flush=True)
    sys.exit(NOT_RUN)


if sys.version_info < OLDEST:
    found = ".".join(map(str, sys.version_info[:3]))
    not_run(f"python3 is {found}: put Python 3.11 or newer first on PATH as python3")


def run(*command: str | Path, **options: object) -> None:
    """Runs a command; exits with its status if it fails."""
    status = subprocess.run([str(part) for part in command], cwd=ROOT, **options).returncode  # type: ignore[call-overload]
    if status != 0:
        print("failed:", *command, file=sys.stderr)
        sys.exit(status)


def pip(python: Path, *arguments: str | Path) -> None:
    """Runs an environment's pip."""
    # pip would treat packages on the caller's PYTHONPATH as installed.
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    run(python, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input", *arguments, env=clean)


def make(environment: Path, interpreter: str, *options: str) -> Path:
    """Creates an empty virtual environment; returns its interpreter."""
    shutil.rmtree(environment, ignore_errors=True)
    command = [interpreter, "-m", "venv", *options, str(environment)]
    if subprocess.run(command, capture_output=True).returncode != 0:
        # Debian ships python3 without ensurepip.
        if not (os.name == "posix" and os.getuid() == 0 and shutil.which("apt-get")):
            not_run(f"{interpreter} cannot create virtual environments: install the package python3-venv")
        run("apt-get", "update", "-qq")
        run("apt-get", "install", "-qq", "-y", "--no-install-recommends", "python3-venv")
        run(*command)
    return python_of(environment)


def python_of(environment: Path) -> Path:
    """An environment's interpreter."""
    return environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def digest(*files: Path) -> str:
    """The hash of the files' contents."""
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def is_current(folder: Path, stamp: str) -> bool:
    """Whether the folder was created from these inputs."""
    file = folder / "stamp"
    return file.exists() and file.read_text() == stamp


def stamped(folder: Path, stamp: str) -> None:
    """Records the folder's inputs, once it is complete."""
    (folder / "stamp").write_text(stamp)


def tools() -> Path:
    """The interpreter whose pip fills all other environments: a pip in each would take 25 MB."""
    environment, stamp = HOME / "tools", digest(REQUIREMENTS) + " ".join(TOOLS)
    if not is_current(environment, stamp):
        pip(make(environment, sys.executable), "install", "-c", REQUIREMENTS, *TOOLS)
        stamped(environment, stamp)
    return python_of(environment)


def filled(name: str, interpreter: str, stamp: str, *installs: Sequence[str | Path]) -> Path:
    """Creates an environment and runs each of these `pip install`s in it; returns its interpreter."""
    environment = HOME / name
    if not is_current(environment, stamp):
        python = make(environment, interpreter, "--without-pip")
        for what in installs:
            pip(tools(), "--python", python, "install", *what)
        stamped(environment, stamp)
    return python_of(environment)


def required(name: str, requirements: Path) -> Path:
    """The interpreter of an environment with these requirements and without the package."""
    return filled(name, sys.executable, digest(requirements), ["-r", requirements])


def prepared(
    name: str, interpreter: str, *requirements: str, lists: Sequence[Path] = (), pins: Sequence[Path] = ()
) -> Path:
    """The interpreter of an environment with requirements, pinned by `pins` too; `installed` adds the package."""
    pins = [REQUIREMENTS, *pins]
    stamp = digest(*pins, *lists) + " ".join(requirements)
    others: list[str | Path] = [*requirements, *(f"--requirement={file}" for file in lists)]
    constraints = [f"--constraint={file}" for file in pins]
    return filled(name, interpreter, stamp, *([[*constraints, *others]] if others else []))


def builders() -> Path:
    """The interpreter of the environment with maturin."""
    return prepared("builders", sys.executable, *BUILDERS)


def linters() -> Path:
    """The interpreter of the environment with the linters."""
    return prepared("linters", sys.executable, *LINTERS)


def wheel(*arguments: str | Path, out: Path = WHEELS) -> Path:
    """The wheel for every CPython, or the one that the arguments for maturin describe."""
    if BUILT and not arguments:
        return assembled(Path(BUILT))
    maturin = [builders(), "-m", "maturin", "build", "--quiet", "--strip", "--locked"]
    # Without a fixed date each build is a different file, and every environment would be filled again.
    fixed = {"SOURCE_DATE_EPOCH": FIRST_OF_ZIP, **os.environ}
    run(*maturin, "--manifest-path", PACKAGE / "Cargo.toml", "--out", out, *arguments, env=fixed)
    return newest(out)


def newest(out: Path) -> Path:
    """The newest wheel of a folder; deletes the others."""
    wheels = sorted(out.glob("sortid-*.whl"), key=lambda file: file.stat().st_mtime)
    for file in wheels[:-1]:
        file.unlink()
    return wheels[-1]


def assembled(built: Path) -> Path:
    """The wheel with the library from `built`.

    Its metadata is minimal: maturin writes the full one, which tests/packages/python-package checks.
    """
    import tomllib

    library = built / LIBRARIES.get(sys.platform, "lib_sortid.so")
    sources = sorted(file for file in (PACKAGE / "sortid").iterdir() if file.suffix in (".md", ".py", ".pyi", ".typed"))
    licenses = sorted(PACKAGE.glob("LICENSE-*"))
    manifests = [PACKAGE / "pyproject.toml", ROOT / "Cargo.toml", Path(__file__)]
    folder, stamp = HOME / "assembled", digest(library, *sources, *licenses, *manifests)
    if is_current(folder, stamp):
        return newest(folder)
    shutil.rmtree(folder, ignore_errors=True)

    name = "sortid"
    version = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]["version"]
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text())["project"]
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    unpacked = folder / "unpacked"
    package, info = unpacked / name, unpacked / f"{name}-{version}.dist-info"
    package.mkdir(parents=True)
    (info / "licenses").mkdir(parents=True)
    for file in sources:
        shutil.copy(file, package)
    shutil.copy(library, package / ("_sortid.pyd" if os.name == "nt" else "_sortid.abi3.so"))
    for file in licenses:
        shutil.copy(file, info / "licenses")
    metadata = {
        "Metadata-Version": "2.4",
        "Name": name,
        "Version": version,
        "Summary": project["description"],
        "License-Expression": project["license"],
        "Requires-Python": project["requires-python"],
    }
    lines = [*(f"{key}: {value}" for key, value in metadata.items()), *(f"License-File: {f.name}" for f in licenses)]
    (info / "METADATA").write_text("\n".join(lines) + "\n")
    groups = {"console_scripts": project["scripts"], **project["entry-points"]}
    entries = (
        f"[{group}]\n" + "".join(f"{name} = {of}\n" for name, of in all.items()) for group, all in groups.items()
    )
    (info / "entry_points.txt").write_text("\n".join(entries))
    tag = f"cp311-abi3-{platform}"
    (info / "WHEEL").write_text(f"Wheel-Version: 1.0\nGenerator: sortid\nRoot-Is-Purelib: false\nTag: {tag}\n")
    fixed = {**os.environ, "SOURCE_DATE_EPOCH": FIRST_OF_ZIP}
    run(tools(), "-m", "wheel", "pack", unpacked, "--dest-dir", folder, env=fixed, stdout=sys.stderr)
    shutil.rmtree(unpacked)
    stamped(folder, stamp)
    return newest(folder)


def installed(
    name: str,
    interpreter: str,
    wheel: Path,
    *requirements: str,
    lists: Sequence[Path] = (),
    pins: Sequence[Path] = (),
) -> Path:
    """The interpreter of an environment with the wheel and these requirements. A new wheel needs no network."""
    python = prepared(name, interpreter, *requirements, lists=lists, pins=pins)
    record, current = python.parents[1] / "wheel", digest(wheel)
    if not (record.exists() and record.read_text() == current):
        pip(tools(), "--python", python, "install", "--force-reinstall", "--no-index", "--no-deps", wheel)
        record.write_text(current)
    return python

"""The programs `sortid` and `sortid-lease` as an archive, and `sortid` as a wheel and as packages for npm."""

from __future__ import annotations

import functools
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import packing
import targets
from targets import FOLDER, ROOT, environment

# The folders of the programs' crates.
CRATES = {"sortid": "core/cli", "sortid-lease": "leases/agent"}
SHELLS = {"bash": "sortid.bash", "elvish": "sortid.elv", "fish": "sortid.fish", "powershell": "_sortid.ps1"}
SHELLS["zsh"] = "_sortid"
LICENCES = ("LICENSE-APACHE", "LICENSE-MIT")
PACKAGES = ROOT / "core" / "cli" / "packages"


def manifest(crate: str) -> dict[str, object]:
    """A crate's manifest, including inherited keys."""
    command = ["cargo", "metadata", "--no-deps", "--offline", "--format-version", "1"]
    answer = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return next(package for package in json.loads(answer)["packages"] if package["name"] == crate)


def executable(name: str, target: str) -> str:
    """A program's file."""
    return f"{name}.exe" if "windows" in target else name


def folder_name(version: str, target: str) -> str:
    """The only folder of a target's archive."""
    return f"sortid-{version}-{target}"


def archive_name(version: str, target: str) -> str:
    """The archive of a target."""
    return f"{folder_name(version, target)}.{'zip' if 'windows' in target else 'tar.gz'}"


@functools.cache
def npm_platforms() -> dict[str, tuple[str, dict[str, list[str]]]]:
    """By target, the platform's name in packages for npm and the conditions under which npm installs its package."""
    script = "import { platforms } from './node/scripts/platforms.mjs'; console.log(JSON.stringify(platforms))"
    node = ["node", "--input-type=module", "--eval", script]
    answer = subprocess.run(node, cwd=ROOT, check=True, capture_output=True, text=True).stdout

    def conditions(platform: dict[str, str]) -> dict[str, list[str]]:
        return {key: [platform[key]] for key in ("os", "cpu", "libc") if key in platform}

    return {platform["target"]: (platform["name"], conditions(platform)) for platform in json.loads(answer)}


def staged(name: str) -> Path:
    """An empty folder for the files of an archive."""
    folder = FOLDER / "staged" / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def copy_licences(folder: Path) -> None:
    """Copies both licences into a folder."""
    for licence in LICENCES:
        shutil.copy(ROOT / licence, folder)


def compiled(target: str, python: Path) -> dict[str, Path]:
    """Builds each program separately: one cargo run would unify their features."""
    variables = os.environ | targets.settings(target, python, static=True)
    for crate in CRATES.values():
        manifest_path = ROOT / crate / "Cargo.toml"
        cargo = ["cargo", "build", "--release", "--locked", "--manifest-path", manifest_path, "--target", target]
        environment.run(*cargo, env=variables, stdout=sys.stderr)
    return {name: FOLDER / target / "release" / executable(name, target) for name in CRATES}


def printed(program: Path, *arguments: str) -> str:
    """The output of the command. If this machine cannot run the program, cargo builds one for it."""
    variables = os.environ | {"CARGO_TARGET_DIR": str(FOLDER)}
    for command in [[program], ["cargo", "run", "--quiet", "--locked", "--package", "sortid-cli", "--"]]:
        try:
            answer = subprocess.run([*command, *arguments], cwd=ROOT, env=variables, stdout=subprocess.PIPE, text=True)
        except OSError:
            continue
        if answer.returncode == 0:
            return answer.stdout
    sys.exit(f"sortid {' '.join(arguments)}: failed")


def add_texts(program: Path, folder: Path) -> None:
    """Writes manual pages and completions into a folder."""
    pages, completions = folder / "man" / "man1", folder / "completions"
    pages.mkdir(parents=True)
    completions.mkdir()
    whole = printed(program, "man")
    (pages / "sortid.1").write_text(whole)
    for verb in re.findall(r"^sortid\\-(\w+)\(1\)$", whole, re.MULTILINE):
        if verb != "help":
            (pages / f"sortid-{verb}.1").write_text(printed(program, "man", verb))
    for shell, file in SHELLS.items():
        (completions / file).write_text(printed(program, "completions", shell))


def archive(target: str, programs: dict[str, Path], version: str, out: Path) -> Path:
    """Packs programs, manual pages, completions, licences and the guide."""
    name = folder_name(version, target)
    folder = staged(name)
    for program in programs.values():
        shutil.copy(program, folder)
    add_texts(programs["sortid"], folder)
    copy_licences(folder)
    shutil.copy(ROOT / "docs" / "command.md", folder / "README.md")
    pack = packing.zipped if "windows" in target else packing.tar_gz
    return pack(folder, out / archive_name(version, target), name)


def wheel(target: str, program: Path, package: dict[str, object], out: Path) -> Path:
    """Packs the program as the wheel `sortid-cli`.

    The program is in the module, not in the scripts folder: the package `sortid` installs a script of the same name.
    """
    version, tag = package["version"], f"py3-none-{targets.wheel_tag(target)}"
    name, info = f"sortid_cli-{version}-{tag}.whl", f"sortid_cli-{version}.dist-info"
    folder = staged(name)
    skipped = shutil.ignore_patterns("__pycache__")
    shutil.copytree(PACKAGES / "pypi" / "sortid_cli", folder / "sortid_cli", ignore=skipped)
    shutil.copy(program, folder / "sortid_cli")
    (folder / info / "licenses").mkdir(parents=True)
    copy_licences(folder / info / "licenses")
    metadata = [
        "Metadata-Version: 2.4",
        "Name: sortid-cli",
        f"Version: {version}",
        f"Summary: {package['description']}",
        f"License-Expression: {package['license']}",
        *(f"License-File: {licence}" for licence in LICENCES),
        f"Keywords: {','.join(package['keywords'])}",
        f"Project-URL: Homepage, {package['homepage']}",
        f"Project-URL: Repository, {package['repository']}",
        "Requires-Python: >=3.9",
        "Description-Content-Type: text/markdown",
    ]
    (folder / info / "METADATA").write_text("\n".join(metadata) + "\n\n" + (PACKAGES / "README.md").read_text())
    tags = [f"Tag: py3-none-{platform}\n" for platform in targets.wheel_tag(target).split(".")]
    (folder / info / "WHEEL").write_text(
        f"Wheel-Version: 1.0\nGenerator: sortid\nRoot-Is-Purelib: false\n{''.join(tags)}"
    )
    (folder / info / "entry_points.txt").write_text("[console_scripts]\nsortid = sortid_cli:main\n")
    return packing.wheel(folder, info, out / name)


def npm_package(name: str, package: dict[str, object], members: dict[str, object], folder: Path, out: Path) -> Path:
    """Packs a folder as a package for npm, with these members in its manifest."""
    repository = {"type": "git", "url": f"git+{package['repository']}.git", "directory": "core/cli/packages/npm"}
    manifest = {
        "name": name,
        "version": package["version"],
        "description": package["description"],
        "keywords": package["keywords"],
        "homepage": package["homepage"],
        "bugs": {"url": f"{package['repository']}/issues"},
        "license": package["license"],
        "author": "The sortid authors",
        "repository": repository,
        "engines": {"node": ">=20"},
    }
    (folder / "package.json").write_text(json.dumps(manifest | members, indent=2) + "\n")
    shutil.copy(PACKAGES / "README.md", folder)
    copy_licences(folder)
    return packing.tar_gz(folder, out / f"{name}-{package['version']}.tgz", "package")


def npm(target: str, program: Path, package: dict[str, object], out: Path) -> list[Path]:
    """Packs the program for npm: the platform's package, and the package that starts it on any platform."""
    platform, conditions = npm_platforms()[target]
    folder = staged(f"npm-{platform}")
    (folder / "bin").mkdir()
    shutil.copy(program, folder / "bin")
    # Without `exports`, every file of the package can be resolved.
    files = {"files": ["bin"], "preferUnplugged": True}
    packed = [npm_package(f"sortid-cli-{platform}", package, conditions | files, folder, out)]
    folder = staged("npm")
    shutil.copytree(PACKAGES / "npm", folder, dirs_exist_ok=True)
    members = {
        "type": "module",
        "exports": "./bin/sortid.mjs",
        # npx runs the program with the package's name.
        "bin": {"sortid": "bin/sortid.mjs", "sortid-cli": "bin/sortid.mjs"},
        "files": ["bin"],
        "optionalDependencies": {f"sortid-cli-{name}": package["version"] for name, _ in npm_platforms().values()},
    }
    return [*packed, npm_package("sortid-cli", package, members, folder, out)]


def build(target: str, python: Path, out: Path) -> list[Path]:
    """Builds and packs the command for a target; returns the archive, the wheel and the packages for npm."""
    package = manifest("sortid-cli")
    programs = compiled(target, python)
    files = [archive(target, programs, str(package["version"]), out)]
    files.append(wheel(target, programs["sortid"], package, out))
    if target in npm_platforms():
        files += npm(target, programs["sortid"], package, out)
    return files

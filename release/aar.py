"""The module for Android: classes, their native library for four ABIs, and libsortid for C by prefab, in one AAR."""

from __future__ import annotations

import json
import os
import shutil
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import packing
import targets
from command import copy_licences, manifest, staged
from targets import FOLDER, ROOT, environment

# The oldest supported Android, and the targets of each ABI in Rust and in the NDK's compiler.
API = 26
ABIS = {
    "arm64-v8a": ("aarch64-linux-android", "aarch64-linux-android"),
    "armeabi-v7a": ("armv7-linux-androideabi", "armv7a-linux-androideabi"),
    "x86_64": ("x86_64-linux-android", "x86_64-linux-android"),
    "x86": ("i686-linux-android", "i686-linux-android"),
}
# The library for the classes, and the one for C.
CRATES = {"libsortid_uniffi.so": "sortid-uniffi", "libsortid.so": "sortid-ffi"}
ANDROID = ROOT / "uniffi" / "kotlin" / "android"


def ndk() -> Path:
    """The folder of Android's NDK."""
    for name in ("ANDROID_NDK_HOME", "ANDROID_NDK_ROOT"):
        if os.environ.get(name):
            return Path(os.environ[name])
    sys.exit("Android's NDK is missing: set ANDROID_NDK_HOME to its folder")


def release_of(folder: Path) -> int:
    """The major version of an NDK."""
    lines = (folder / "source.properties").read_text().splitlines()
    (revision,) = [line.split("=")[1].strip() for line in lines if line.startswith("Pkg.Revision")]
    return int(revision.split(".")[0])


def libraries(python: Path, tools: Path) -> Path:
    """Builds the libraries; returns a folder with one for each ABI."""
    (programs,) = (tools / "toolchains" / "llvm" / "prebuilt").glob("*/bin")
    out = staged("android")
    for abi, (target, compiler) in ABIS.items():
        linker, name = str(programs / f"{compiler}{API}-clang"), target.replace("-", "_")
        variables = os.environ | targets.settings(target, python)
        variables |= {f"CARGO_TARGET_{name.upper()}_LINKER": linker, f"CC_{name}": linker}
        (out / abi).mkdir()
        for file, crate in CRATES.items():
            # See uniffi/Cargo.toml.
            alone = ["--package", crate, "--lib", "--crate-type", "cdylib"]
            cargo = ["cargo", "rustc", "--release", "--locked", *alone, "--target", target]
            environment.run(*cargo, env=variables, stdout=sys.stderr)
            shutil.copy(FOLDER / target / "release" / file, out / abi)
    return out


def classes(jar: Path, out: Path) -> None:
    """Copies a jar, except files that Android ignores: other systems' libraries, and the module descriptor."""
    folder = staged("android-classes")
    with zipfile.ZipFile(jar) as archive:
        for name in archive.namelist():
            if (name.endswith(".class") and name != "module-info.class") or name.endswith(".kotlin_module"):
                archive.extract(name, folder)
    packing.zipped(folder, out)


def prefab(folder: Path, native: Path, version: str, release: int) -> None:
    """Writes the package of libsortid in prefab's schema 2."""
    module = folder / "prefab" / "modules" / "sortid"
    shutil.copytree(ROOT / "include", module / "include", ignore=shutil.ignore_patterns("*.md", "*_lease.h"))
    package = {"schema_version": 2, "name": "sortid", "version": version, "dependencies": []}
    (folder / "prefab" / "prefab.json").write_text(json.dumps(package))
    (module / "module.json").write_text(json.dumps({"export_libraries": [], "android": {}}))
    for abi in ABIS:
        out = module / "libs" / f"android.{abi}"
        out.mkdir(parents=True)
        shutil.copy(native / abi / "libsortid.so", out)
        facts = {"abi": abi, "api": API, "ndk": release, "stl": "none", "static": False}
        (out / "abi.json").write_text(json.dumps(facts))


def pack(jar: Path, native: Path, release: int, out: Path) -> Path:
    """Packs the classes of a jar and the libraries of a folder; returns the AAR."""
    folder, version = staged("aar"), str(manifest("sortid")["version"])
    for abi in ABIS:
        for file in CRATES:
            environment.run(ANDROID / "check-alignment", native / abi / file)
        (folder / "jni" / abi).mkdir(parents=True)
        shutil.copy(native / abi / "libsortid_uniffi.so", folder / "jni" / abi)
    classes(jar, folder / "classes.jar")
    prefab(folder, native, version, release)
    begin = '<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="sortid">'
    (folder / "AndroidManifest.xml").write_text(f'{begin}<uses-sdk android:minSdkVersion="{API}" /></manifest>\n')
    (folder / "R.txt").write_text("")
    shutil.copy(ANDROID / "consumer-rules.pro", folder / "proguard.txt")
    facts = folder / "META-INF" / "com" / "android" / "build" / "gradle" / "aar-metadata.properties"
    facts.parent.mkdir(parents=True)
    facts.write_text("aarFormatVersion=1.0\naarMetadataVersion=1.0\nminCompileSdk=1\n")
    copy_licences(folder / "META-INF")
    return packing.zipped(folder, out / f"sortid-android-{version}.aar")


def build(jar: Callable[[Path, tuple[str, ...]], list[Path]]) -> list[Path]:
    """Builds the libraries and the classes, and packs them."""
    tools = ndk()
    python = targets.tools()
    (module,) = [file for file in jar(python, ()) if "-sources" not in file.name]
    out = FOLDER / "out" / "aar"
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    return [pack(module, libraries(python, tools), release_of(tools), out)]

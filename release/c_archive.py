"""libsortid for C and C++: headers, both libraries, and the files of pkg-config and CMake, in one archive."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import packing
import targets
from command import copy_licences, manifest, staged
from targets import FOLDER, ROOT, environment

LEASE_PROFILE = "lease-release"


def archive_name(version: str, target: str) -> str:
    """The archive of a target."""
    return f"libsortid-{version}-{target}.tar.gz"


def functions() -> list[str]:
    """The functions that the headers declare: the only global symbols of the static library."""
    include = ROOT / "include"
    header = "\n".join(file.read_text() for file in [include / "sortid.h", *include.glob("sortid/*.h")])
    declared = re.findall(r"^(?!static |typedef |[ /]).*?\b(sortid_\w+)\(", header, re.MULTILINE)
    return sorted(set(declared))


def compiled(target: str, python: Path) -> tuple[Path, str]:
    """Builds libsortid and libsortid_lease; returns the folder of the first, and the flags to link it statically."""
    variables = os.environ | targets.settings(target, python)
    profile = LEASE_PROFILE.upper().replace("-", "_")
    variables |= {f"CARGO_PROFILE_{profile}_STRIP": variables["CARGO_PROFILE_RELEASE_STRIP"]}
    cargo = ["--locked", "--target", target, "--manifest-path"]
    leases, ids = (ROOT / folder / "Cargo.toml" for folder in ("leases/c", "ffi-c"))
    environment.run("cargo", "build", "--profile", LEASE_PROFILE, *cargo, leases, env=variables)
    command = ["cargo", "rustc", "--release", *cargo, ids, "--", "--print", "native-static-libs"]
    answer = subprocess.run(command, cwd=ROOT, env=variables, stderr=subprocess.PIPE, text=True)
    sys.stderr.write(answer.stderr)
    found = re.search(r"native-static-libs: (.*)", answer.stderr)
    if answer.returncode != 0 or found is None:
        sys.exit(f"libsortid was not built for {target}")
    # Compilers link the unwinder by default, under another name with -static.
    flags = [word for word in found[1].split() if word != "-lgcc_s"]
    return FOLDER / target / "release", " ".join(flags)


def objcopy(*arguments: str | Path) -> None:
    """Runs the toolchain's copy of LLVM's objcopy, with the libraries beside it, or else the system's."""
    sysroot = Path(targets.rustc("--print", "sysroot"))
    own = next(sysroot.glob("lib/rustlib/*/bin/rust-objcopy"), None)
    libraries = {"LD_LIBRARY_PATH": str(sysroot / "lib")} if own else {}
    environment.run(own or "llvm-objcopy", *arguments, env=os.environ | libraries)


def isolated(library: Path, target: str, python: Path, out: Path) -> None:
    """Copies a static library, with every symbol local that is not in the header.

    Rust's standard library defines some of its symbols under fixed names, such as `rust_eh_personality`. Another static
    library in Rust defines them as well, and a program could not link both.
    """
    zig, whole, names = [python, "-m", "ziglang"], out.with_name("sortid.o"), functions()
    wanted = [f"-u{'_' if 'darwin' in target else ''}{name}" for name in names]
    variables = os.environ | {"ZIG_GLOBAL_CACHE_DIR": str(FOLDER / "linker-cache")}
    if "darwin" in target:
        if sys.platform != "darwin":
            sys.exit("archives for macOS are built on a Mac: its linker makes symbols local")
        kept = out.with_name("symbols")
        kept.write_text("".join(f"_{name}\n" for name in names))
        environment.run("ld", "-r", *wanted, "-exported_symbols_list", kept, "-o", whole, library)
        kept.unlink()
    else:
        # Linkers deduplicate groups by name, even local ones.
        lld = [*zig, "ld.lld", "-r", "--force-group-allocation", *wanted, "-o", whole, library]
        environment.run(*lld, env=variables)
        # Linkers cannot read concatenated bitcode.
        bitcode = ["--remove-section=.llvmbc", "--remove-section=.llvmcmd"]
        local = ["--wildcard", "--keep-global-symbol=sortid_*", "--strip-unneeded", *bitcode]
        objcopy(*local, whole)
    environment.run(*zig, "ar", "rcsD", out, whole, env=variables)
    whole.unlink()


def guide() -> str:
    """Returns the guide with links to the archive's headers and to the repository's other pages."""
    text = (ROOT / "docs" / "c.md").read_text().replace("](../include/", "](include/")
    return re.sub(r"\]\(([\w-]+\.md)", r"](https://github.com/sortid/sortid/blob/main/docs/\1", text)


def build(target: str, python: Path, out: Path) -> list[Path]:
    """Builds and packs the archive of a target."""
    if "windows" in target:
        sys.exit("there is no archive for Windows")
    folder, flags = compiled(target, python)
    version = str(manifest("sortid-ffi")["version"])
    built = staged(f"libsortid-{target}")
    for name in ("libsortid.so", "libsortid.dylib", "libsortid_lease.so", "libsortid_lease.dylib"):
        made = folder.with_name(LEASE_PROFILE) / name if "lease" in name else folder / name
        if made.exists():
            shutil.copy(made, built)
    isolated(folder / "libsortid.a", target, python, built / "libsortid.a")
    name = archive_name(version, target).removesuffix(".tar.gz")
    whole = staged(name)
    install = ["cargo", "run", "--quiet", "--locked", "--package", "sortid-install", "--", "--built", built]
    install += ["--prefix", whole, "--target", target, "--static-libs", flags]
    variables = {key: value for key, value in os.environ.items() if key != "DESTDIR"}
    environment.run(*install, env=variables | {"CARGO_TARGET_DIR": str(FOLDER)}, stdout=sys.stderr)
    copy_licences(whole)
    (whole / "README.md").write_text(guide())
    shutil.copy(ROOT / "include" / "AGENTS.md", whole)
    return [packing.tar_gz(whole, out / archive_name(version, target), name)]

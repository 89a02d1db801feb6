"""The targets of a release, and the environment in which cargo builds for them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path.insert(0, str(ROOT / "tests" / "drivers" / "python"))

import environment  # noqa: E402

TARGET_DIR = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).absolute()
# A separate folder, so that only release builds are published.
FOLDER = TARGET_DIR / "released"


class Target(NamedTuple):
    """A target that zig links: its processor and oldest system in zig's spelling, and the tag of its wheels."""

    processor: str
    system: str
    wheel: str


# Registries accept wheels for glibc 2.17 or newer; RISC-V requires 2.31.
TARGETS = {
    "x86_64-unknown-linux-gnu": Target("x86_64", "linux-gnu.2.17", "manylinux2014_x86_64"),
    "aarch64-unknown-linux-gnu": Target("aarch64", "linux-gnu.2.17", "manylinux2014_aarch64"),
    "x86_64-unknown-linux-musl": Target("x86_64", "linux-musl", "musllinux_1_2_x86_64"),
    "aarch64-unknown-linux-musl": Target("aarch64", "linux-musl", "musllinux_1_2_aarch64"),
    "i686-unknown-linux-gnu": Target("x86", "linux-gnu.2.17", "manylinux2014_i686"),
    "armv7-unknown-linux-gnueabihf": Target("arm", "linux-gnueabihf.2.17", "manylinux2014_armv7l"),
    "powerpc64le-unknown-linux-gnu": Target("powerpc64le", "linux-gnu.2.17", "manylinux2014_ppc64le"),
    "s390x-unknown-linux-gnu": Target("s390x", "linux-gnu.2.17", "manylinux2014_s390x"),
    "riscv64gc-unknown-linux-gnu": Target("riscv64", "linux-gnu.2.31", "manylinux_2_31_riscv64"),
    "x86_64-apple-darwin": Target("x86_64", "macos.11.0", "macosx_11_0_x86_64"),
    "aarch64-apple-darwin": Target("aarch64", "macos.11.0", "macosx_11_0_arm64"),
    "x86_64-pc-windows-gnullvm": Target("x86_64", "windows-gnu", "win_amd64"),
    "aarch64-pc-windows-gnullvm": Target("aarch64", "windows-gnu", "win_arm64"),
}
# Wheel tags of targets that use the system's linker, since zig lacks Microsoft's libraries.
SYSTEM_LINKED = {"x86_64-pc-windows-msvc": "win_amd64", "aarch64-pc-windows-msvc": "win_arm64"}


def wheel_tag(target: str) -> str:
    """The platform of a target's wheels."""
    return SYSTEM_LINKED.get(target) or TARGETS[target].wheel


def tools() -> Path:
    """An environment with the linker and maturin; returns its interpreter."""
    folder, pins = FOLDER / "tools", HERE / "requirements.txt"
    stamp = environment.digest(pins, environment.REQUIREMENTS)
    if not environment.is_current(folder, stamp):
        python = environment.make(folder, sys.executable)
        environment.pip(python, "install", "--require-hashes", "--only-binary=:all:", "--requirement", pins)
        environment.pip(python, "install", "--constraint", environment.REQUIREMENTS, "maturin")
        environment.stamped(folder, stamp)
    return environment.python_of(folder)


def rustc(*arguments: str) -> str:
    """The compiler's output; empty if it fails."""
    command = [os.environ.get("RUSTC", "rustc"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT).stdout.strip()


def has_std(target: str) -> bool:
    """Whether the compiler has a standard library of the target."""
    folder = rustc("--print", "target-libdir", "--target", target)
    return bool(folder) and any(Path(folder).glob("libstd-*"))


def remapped() -> list[str]:
    """Flags that replace this machine's paths in binaries. The last matching flag applies."""
    cargo = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo"))
    folders = {ROOT: "/sortid", TARGET_DIR: "/target", cargo: "/cargo", rustc("--print", "sysroot"): "/rust"}
    return [f"--remap-path-prefix={folder}={name}" for folder, name in folders.items()]


def settings(target: str, python: Path, static: bool = False) -> dict[str, str]:
    """The environment variables for cargo builds of a target; `static` links musl statically."""
    variables = {
        "CARGO_TARGET_DIR": str(FOLDER),
        "CARGO_PROFILE_RELEASE_STRIP": "symbols",
        "CARGO_PROFILE_PYTHON_RELEASE_STRIP": "symbols",
        "SOURCE_DATE_EPOCH": os.environ.get("SOURCE_DATE_EPOCH", environment.FIRST_OF_ZIP),
    }
    flags = remapped()
    if not has_std(target):
        # Builds std from the compiler's sources; if they are missing, the compiler reports that.
        # Omits the symbol names of backtraces, a fifth of each library.
        variables |= {
            "CARGO_UNSTABLE_BUILD_STD": "std,panic_abort",
            "CARGO_UNSTABLE_BUILD_STD_FEATURES": "",
            "RUSTC_BOOTSTRAP": "1",
        }
    linked = TARGETS.get(target)
    if linked:
        name, linker = target.replace("-", "_"), str(HERE / "linker")
        variables |= {
            f"CARGO_TARGET_{name.upper()}_LINKER": linker,
            # TLS dependencies compile assembly with the same program.
            f"CC_{name}": linker,
            "RELEASE_LINKER": f"{python} -m ziglang cc -target {linked.processor}-{linked.system}",
            "ZIG_GLOBAL_CACHE_DIR": str(FOLDER / "linker-cache"),
        }
    if "musl" in target:
        # Shared libraries use the C library of the program that loads them.
        flags.append(f"-Ctarget-feature={'+' if static else '-'}crt-static")
        # zig provides musl and its start files.
        flags.append("-Clink-self-contained=no")
    if "darwin" in target:
        # Without SDKROOT rustc searches for Apple's SDK, which zig replaces. Some toolchains lack
        # Rust's strip.
        variables["SDKROOT"] = str(HERE)
        variables["RELEASE_LINKER"] += " -s"
        profiles = ("RELEASE", "NODE_RELEASE", "PYTHON_RELEASE")
        variables |= {f"CARGO_PROFILE_{profile}_STRIP": "none" for profile in profiles}
    # Paths may contain spaces; this variable separates flags by a control character.
    variables["CARGO_ENCODED_RUSTFLAGS"] = "\x1f".join(flags)
    return variables

"""Node projects of the parts: see tests/packages/node/project.mjs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import server

PROJECT = server.ROOT / "tests" / "packages" / "node" / "project.mjs"


def project(part: Path, *programs: str, with_sortid: bool = True) -> Path:
    """Creates a project with the packages of a part's package.json, the packed one, and these programs of the part."""
    for tool in ("node", "npm"):
        if not shutil.which(tool):
            server.not_run(f"{tool} is missing")
    tarballs: list[Path] = []
    if with_sortid:
        # Does nothing if it is built already.
        build = server.ROOT / "tests" / "drivers" / "node" / "build"
        env = {**os.environ, "CARGO_TARGET_DIR": str(server.TARGET)}
        subprocess.run([build], env=env, stdout=sys.stderr, check=True)
        tarballs = sorted((server.TARGET / "node" / "packed").iterdir())
    workspace = part.relative_to(server.ROOT)
    # A part of the databases and one of the leases may have one name.
    folder = server.TARGET / workspace.parts[0] / f"npm-{part.name}"
    command = ["node", PROJECT, workspace, folder, *tarballs]
    app = Path(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.strip())
    for name in programs:
        shutil.copy(part / name, app)
    return app

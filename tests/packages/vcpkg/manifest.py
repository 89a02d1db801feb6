"""Whether a vcpkg.json is well-formed, as vcpkg's reference of manifests says: `manifest.py vcpkg.json Cargo.toml`."""

import json
import re
import sys
from pathlib import Path

# Every member that the port has, in the order in which vcpkg's own formatter writes them.
ORDER = ["name", "version", "description", "homepage", "license", "supports"]
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
VERSION = re.compile(r"\d+(\.\d+)*")


def main(manifest: str, cargo: str) -> None:
    port = json.loads(Path(manifest).read_text())
    root = Path(cargo).read_text()
    assert list(port) == ORDER, list(port)
    assert NAME.fullmatch(port["name"]), port["name"]
    assert VERSION.fullmatch(port["version"]), port["version"]
    assert f'\nversion = "{port["version"]}"\n' in root, "another version than the root's"
    assert f'\nlicense = "{port["license"]}"\n' in root, "another licence than the root's"
    assert port["homepage"].startswith("https://"), port["homepage"]
    address = re.search(r'\nrepository = "(.*)"\n', root)
    assert address is None or address[1] == port["homepage"], "another address than the root's"


main(*sys.argv[1:])

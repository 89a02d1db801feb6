"""Checks Maven Central's requirements for a published module."""

import hashlib
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree as xml
import zipfile

ROOT, PUBLISHED = map(pathlib.Path, sys.argv[1:])
NAMESPACE = {"": "http://maven.apache.org/POM/4.0.0"}
GROUP = "io.github.sortid"
DEMANDED = [
    *("groupId", "artifactId", "version", "name", "description", "url", "licenses/license/name", "licenses/license/url"),
    *("developers/developer/name", "developers/developer/url", "scm/connection", "scm/developerConnection", "scm/url"),
]
failed = False


def check(name: str, holds: bool, why: str = "") -> None:
    global failed
    failed |= not holds
    print(f"ok {name}" if holds else f"not ok {name}: {why}")


def names(jar: pathlib.Path) -> list[str]:
    return zipfile.ZipFile(jar).namelist() if jar.exists() else []


def look_at(artifact: str, version: str, repository: str) -> None:
    folder = PUBLISHED.joinpath(*GROUP.split("."), artifact, version)
    base = f"{artifact}-{version}"
    pom = xml.parse(folder / f"{base}.pom").getroot()
    missing = [path for path in DEMANDED if not (pom.findtext(path, "", NAMESPACE)).strip()]
    check(f"{artifact}: the pom has the required elements", not missing, f"no {missing}")
    host, owner = re.match(r"https://([^/]+)/([^/]+)/", repository).groups()
    verifiable = "io.github." + owner if host == "github.com" else ".".join(reversed(host.split(".")))
    check(f"{artifact}: the group is the owner's", pom.findtext("groupId", "", NAMESPACE) == verifiable, verifiable)
    check(f"{artifact}: the address is the project's", pom.findtext("url", "", NAMESPACE) == repository, repository)
    check(f"{artifact}: a version, and no extra repository", "SNAPSHOT" not in version and pom.find("repositories", NAMESPACE) is None)
    kinds = ("", "-sources", "-javadoc")
    files = [folder / f"{base}.pom"] + [folder / f"{base}{kind}.jar" for kind in kinds]
    for file in files:
        signed = subprocess.run(["gpg", "--verify", f"{file}.asc", file], capture_output=True, text=True)
        check(f"{file.name}: signed", signed.returncode == 0, signed.stderr)
        for digest in ("md5", "sha1"):
            told = file.with_name(f"{file.name}.{digest}")
            real = hashlib.new(digest, file.read_bytes()).hexdigest()
            check(f"{file.name}: its {digest}", told.exists() and told.read_text().strip() == real)
    classes, sources, pages = (names(folder / f"{base}{kind}.jar") for kind in kinds)
    licences = {"META-INF/LICENSE-MIT", "META-INF/LICENSE-APACHE"}
    check(f"{artifact}: classes, and the licences", licences < set(classes) and any(name.endswith(".class") for name in classes))
    check(f"{artifact}: sources", any(name.endswith(".kt") for name in sources))
    check(f"{artifact}: documentation", any(name.endswith("index.html") for name in pages))
    if artifact == "sortid":
        check("sortid: the native library", any(re.match(r"[a-z0-9-]+/libsortid_uniffi\.", name) for name in classes))
        check("sortid: documentation of each class", "sortid/Tid.html" in pages or any("/-tid/" in name for name in pages))
        check("sortid: no documentation of internal classes", not any("internal/" in name for name in pages))


def main() -> None:
    cargo = (ROOT / "Cargo.toml").read_text()
    version = re.search(r'^version = "(.+)"$', cargo, re.M)[1]
    # Cargo.toml is the only place with the repository's address.
    repository = re.search(r'^repository = "(.+)"$', cargo, re.M)[1]
    for artifact in ("sortid", "sortid-kotlin", "sortid-databases"):
        look_at(artifact, version, repository)
    sys.exit(failed)


main()

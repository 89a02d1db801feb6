"""Shared TLS tests of the parts that run `sortid-lease`, with two certificate authorities.

A server presents in turn a valid certificate, one for another name, an expired one, and one from an
untrusted authority: the agent accepts the first one, and reports the reason for rejecting the
others. A server may also require a client certificate.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import lease_agent
import server
from lease_agent import check, run

# The issuer, the subject, the number of days, and the extensions.
SHOWN = {
    "good": ("ca", "IP:127.0.0.1", "2", ""),
    "name": ("ca", "DNS:elsewhere.example", "2", "not valid for name"),
    "past": ("ca", "IP:127.0.0.1", "-1", "xpired"),
    "other": ("other-ca", "IP:127.0.0.1", "2", "UnknownIssuer"),
}
KEY = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")


def openssl(*words: str | Path) -> None:
    done = run("openssl", *words)
    if done.returncode != 0:
        server.not_run(f"openssl: {done.stderr}")


class Authority:
    """Two certificate authorities in a folder. Agents trust the first one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "ca.pem"
        for name in ("ca", "other-ca"):
            own = ("-keyout", folder / f"{name}.key", "-out", folder / f"{name}.pem")
            openssl("req", "-x509", *KEY, "-days", "2", "-subj", f"/CN={name}", *own)
        self.both = folder / "both.pem"
        self.both.write_text(self.file.read_text() + (folder / "other-ca.pem").read_text())

    def make(self, name: str) -> tuple[Path, Path]:
        """Creates the key and the certificate of an entry of `SHOWN`."""
        by, who, days, _ = SHOWN[name]
        key, csr, certificate, names = (self.folder / f"server.{end}" for end in ("key", "csr", "crt", "ext"))
        names.write_text(f"subjectAltName={who}\n")
        openssl("req", *KEY, "-subj", "/CN=server", "-keyout", key, "-out", csr)
        signed = ("-CA", self.folder / f"{by}.pem", "-CAkey", self.folder / f"{by}.key", "-CAcreateserial")
        openssl("x509", "-req", "-in", csr, *signed, "-days", days, "-extfile", names, "-out", certificate)
        return key, certificate

    def client(self, by: str = "ca") -> tuple[Path, Path]:
        """Creates the key and the certificate of an agent, without a common name, which etcd's gateway rejects."""
        key, csr, certificate, uses = (self.folder / f"agent.{end}" for end in ("key", "csr", "crt", "ext"))
        uses.write_text("extendedKeyUsage=clientAuth\n")
        openssl("req", *KEY, "-subj", "/O=agents", "-keyout", key, "-out", csr)
        signed = ("-CA", self.folder / f"{by}.pem", "-CAkey", self.folder / f"{by}.key", "-CAcreateserial")
        openssl("x509", "-req", "-in", csr, *signed, "-days", "2", "-extfile", uses, "-out", certificate)
        return key, certificate

    def asks_for_one(self, store: lease_agent.Store, url: str, *arguments: str) -> None:
        """Tests a server that requires a client certificate."""
        plain = f"{url}?tls_ca={self.file}"
        done = store.lease(*arguments, at=plain)
        check(
            "TLS: missing client certificate fails", done.returncode == 1 and store.word not in done.stderr, done.stderr
        )
        key, certificate = self.client()
        done = store.lease(*arguments, at=f"{plain}&tls_cert={certificate}&tls_key={key}")
        check("TLS: client certificate succeeds", done.returncode == 0, done.stderr)
        done = store.lease(*arguments, at=f"{plain}&tls_cert={certificate}&tls_key={self.folder}/other-ca.key")
        check("TLS: wrong client key fails", done.returncode == 1, done.stderr)

    def rotated(self, store: lease_agent.Store, url: str, trust_one: Callable[[], object]) -> None:
        """A server stops trusting the authority of the client certificate, which is then replaced."""
        new = {file: file.read_text() for file in self.client()}
        key, certificate = self.client("other-ca")
        address = f"{url}?tls_ca={self.file}&tls_cert={certificate}&tls_key={key}"
        store.rotated(self.folder, "certificate", address, trust_one, new)

    def judged(self, store: lease_agent.Store, url: str, show: Callable[[Path, Path], None], *arguments: str) -> None:
        """Runs a command with each certificate of `SHOWN`, which `show` installs on the server."""
        for name, (_, _, _, reason) in SHOWN.items():
            show(*self.make(name))
            done = store.lease(*arguments, at=f"{url}?tls_ca={self.file}")
            output = done.stdout + done.stderr
            if name == "good":
                check("TLS: good", done.returncode == 0, output)
            else:
                check(f"TLS: {name}", done.returncode == 1 and reason in output and "tls_ca" in output, output)
            check(f"TLS: {name}: no password is printed", store.word not in output, output)
        show(*self.make("good"))
        done = store.lease(*arguments, at=f"{url}?tls=on")
        check("TLS: untrusted certificate fails", done.returncode == 1 and "tls_ca" in done.stderr, done.stderr)

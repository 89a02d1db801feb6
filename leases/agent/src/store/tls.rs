//! TLS settings of store connections. The server's certificate is checked against the machine's CA
//! certificates, or those in a file that the address names. The agent presents the client
//! certificate that the address names, if any.

use std::fmt::Display;
use std::net::IpAddr;

use percent_encoding::percent_decode_str;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ClientConfig, RootCertStore};

use super::Refused;

/// Advice for a server whose certificate is not trusted.
pub(super) const HINT: &str = "name the CA certificate with tls_ca=FILE in the address";

/// The TLS options of an address: `tls=off`, `tls=on`, `tls_ca=FILE`, `tls_cert=FILE` and
/// `tls_key=FILE`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Wanted {
    is_on: Option<bool>,
    ca: Option<String>,
    cert: Option<String>,
    key: Option<String>,
}

/// Options that name a file, as above or as PostgreSQL's own clients spell them.
const FILE_OPTIONS: [&str; 6] = [
    "tls_ca",
    "tls_cert",
    "tls_key",
    "sslrootcert",
    "sslcert",
    "sslkey",
];

/// Returns the files that an address names.
pub(super) fn files(address: &str) -> Vec<String> {
    let query = address.split_once('?').map_or("", |(_, query)| query);
    let options = query.split('&').filter_map(|option| option.split_once('='));
    let files = options.filter(|(name, _)| FILE_OPTIONS.contains(name));
    let path = |(_, file)| percent_decode_str(file).decode_utf8_lossy().into_owned();
    files.map(path).collect()
}

/// The certificate of a client and its private key, in PEM.
pub(super) struct Identity {
    pub(super) certificates: Vec<u8>,
    pub(super) key: Vec<u8>,
}

impl Wanted {
    /// Splits these options from an address. Returns the rest of it.
    pub(super) fn of(address: &str) -> Result<(Self, String), Refused> {
        let mut wanted = Self::default();
        let rest = wanted.take(address, |_, _, _| Ok(false))?;
        Ok((wanted, rest))
    }

    /// Splits off these options, and those that `take_other` accepts by name and value. Returns the
    /// rest of the address.
    pub(super) fn take(
        &mut self,
        address: &str,
        take_other: impl Fn(&mut Self, &str, &str) -> Result<bool, Refused>,
    ) -> Result<String, Refused> {
        let Some((front, query)) = address.split_once('?') else {
            return Ok(address.to_owned());
        };
        let mut others = Vec::new();
        for option in query.split('&') {
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            let value = percent_decode_str(value).decode_utf8_lossy();
            match (name, &*value) {
                ("tls", "off") => self.is_on = Some(false),
                ("tls", "on") => self.is_on = Some(true),
                ("tls", _) => return Err(Refused::denied("invalid tls: expected on or off")),
                ("tls_ca", file) => self.ca = Some(file.to_owned()),
                ("tls_cert", file) => self.cert = Some(file.to_owned()),
                ("tls_key", file) => self.key = Some(file.to_owned()),
                (_, value) if take_other(self, name, value)? => {}
                _ => others.push(option),
            }
        }
        if self.is_off() && self.needs_tls() {
            return Err(Refused::denied(
                "tls=off excludes tls_ca, tls_cert and tls_key",
            ));
        }
        if self.cert.is_some() != self.key.is_some() {
            return Err(Refused::denied("tls_cert and tls_key must be set together"));
        }
        Ok(match others.is_empty() {
            true => front.to_owned(),
            false => format!("{front}?{}", others.join("&")),
        })
    }

    fn needs_tls(&self) -> bool {
        self.ca.is_some() || self.cert.is_some()
    }

    /// Requires TLS, because of `option`.
    pub(super) fn require(&mut self, option: &str) -> Result<(), Refused> {
        if self.is_off() {
            return Err(Refused::denied(format!(
                "tls=off and {option} exclude each other"
            )));
        }
        self.is_on = Some(true);
        Ok(())
    }

    /// Allows plain text.
    pub(super) fn allow_plain(&mut self) {
        self.is_on = Some(false);
    }

    /// Trusts the CA certificates in a file.
    pub(super) fn trust(&mut self, file: &str) {
        self.ca = Some(file.to_owned());
    }

    /// Presents the certificate in a file.
    pub(super) fn show(&mut self, file: &str) {
        self.cert = Some(file.to_owned());
    }

    /// Uses the private key in a file.
    pub(super) fn sign_with(&mut self, file: &str) {
        self.key = Some(file.to_owned());
    }

    /// Whether plain text is allowed, even to another machine.
    pub(super) fn is_off(&self) -> bool {
        self.is_on == Some(false)
    }

    /// Reads the file of CA certificates that the address names.
    pub(super) fn authority(&self) -> Result<Option<Vec<u8>>, Refused> {
        let read = |file: &String| {
            std::fs::read(file).map_err(|error| Refused::denied(format!("tls_ca={file}: {error}")))
        };
        self.ca.as_ref().map(read).transpose()
    }

    /// Reads the client certificate.
    pub(super) fn identity(&self) -> Result<Option<Identity>, Refused> {
        let read = |option: &str, file: &String| {
            std::fs::read(file)
                .map_err(|error| Refused::denied(format!("{option}={file}: {error}")))
        };
        Ok(match (&self.cert, &self.key) {
            (Some(certificates), Some(key)) => Some(Identity {
                certificates: read("tls_cert", certificates)?,
                key: read("tls_key", key)?,
            }),
            _ => None,
        })
    }

    /// Checks the options against the scheme; `secure` is the scheme with TLS. `is_here` means that
    /// all traffic stays on this machine.
    pub(super) fn agrees(&self, is_tls: bool, is_here: bool, secure: &str) -> Result<(), Refused> {
        if is_tls && self.is_off() {
            return Err(Refused::denied(format!(
                "tls=off and {secure} exclude each other"
            )));
        }
        if !is_tls && (self.is_on == Some(true) || self.needs_tls()) {
            return Err(Refused::denied(format!("TLS requires {secure}")));
        }
        if !is_tls && !is_here && !self.is_off() {
            return Err(Refused::denied(format!(
                "the connection would not be encrypted: use {secure}, or tls=off to allow that"
            )));
        }
        Ok(())
    }

    /// Returns the trusted CA certificates: from the file that the address names, or the machine's.
    pub(super) fn authorities(&self) -> Result<Vec<CertificateDer<'static>>, Refused> {
        let found = match &self.ca {
            Some(file) => CertificateDer::pem_file_iter(file)
                .and_then(Iterator::collect)
                .map_err(|error| Refused::denied(format!("tls_ca={file}: {error}")))?,
            None => rustls_native_certs::load_native_certs().certs,
        };
        match found.is_empty() {
            true => Err(Refused::denied(
                "TLS: no CA certificates found; name a file with tls_ca=FILE in the address",
            )),
            false => Ok(found),
        }
    }

    /// Returns the TLS configuration, or `None` for plain text: on this machine, or with `tls=off`.
    pub(super) fn config(&self, is_here: bool) -> Result<Option<ClientConfig>, Refused> {
        let is_on = self.is_on.unwrap_or(!is_here || self.needs_tls());
        if !is_on {
            return Ok(None);
        }
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(self.authorities()?);
        let provider = rustls::crypto::ring::default_provider();
        let config = ClientConfig::builder_with_provider(provider.into())
            .with_safe_default_protocol_versions()
            .map_err(|error| Refused::denied(format!("TLS: {error}")))?;
        let config = config.with_root_certificates(roots);
        let Some(identity) = self.identity()? else {
            return Ok(Some(config.with_no_client_auth()));
        };
        let failed = |error: &dyn Display| Refused::denied(format!("tls_cert, tls_key: {error}"));
        let certificates = CertificateDer::pem_slice_iter(&identity.certificates)
            .collect::<Result<_, _>>()
            .map_err(|error| failed(&error))?;
        let key = PrivateKeyDer::from_pem_slice(&identity.key).map_err(|error| failed(&error))?;
        let config = config.with_client_auth_cert(certificates, key);
        config.map(Some).map_err(|error| failed(&error))
    }
}

/// Whether traffic to this host stays on this machine.
pub(super) fn is_here(host: &str) -> bool {
    let address: Option<IpAddr> = host.parse().ok();
    host == "localhost" || address.is_some_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_to_another_machine_requires_tls_off() {
        let (wanted, rest) = Wanted::of("postgres://h/d?tls=off&user=a").expect("an address");
        assert_eq!(rest, "postgres://h/d?user=a");
        assert!(wanted.config(false).expect("no TLS").is_none());
        let by_default = Wanted::default();
        assert!(by_default.config(true).expect("no TLS").is_none());
        // Never plain text, with or without CA certificates on this machine.
        assert!(!matches!(by_default.config(false), Ok(None)));
        for text in [
            "postgres://h?tls=yes",
            "postgres://h?tls=off&tls_ca=/a",
            "postgres://h?tls_cert=/a",
            "postgres://h?tls_key=/a",
            "postgres://h?tls=off&tls_cert=/a&tls_key=/b",
        ] {
            assert!(Wanted::of(text).is_err(), "{text}");
        }
        let missing = Wanted::of("postgres://h?tls_ca=/none")
            .expect("an address")
            .0;
        assert!(missing.config(true).is_err());
    }

    #[test]
    fn required_tls_is_on_for_this_machine_too() {
        let mut wanted = Wanted::default();
        assert!(wanted.require("sslmode=require").is_ok());
        assert!(!matches!(wanted.config(true), Ok(None)));
        let (mut off, _) = Wanted::of("postgres://h?tls=off").expect("an address");
        assert!(off.require("sslmode=require").is_err());
    }

    #[test]
    fn is_here_accepts_only_loopback() {
        for (host, is) in [
            ("localhost", true),
            ("127.0.0.9", true),
            ("::1", true),
            ("10.0.0.1", false),
            ("localhost.example", false),
            ("127.0.0.1.example", false),
        ] {
            assert_eq!(is_here(host), is, "{host}");
        }
    }
}

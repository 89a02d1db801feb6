//! TLS settings of store connections. The server's certificate is checked against the machine's
//! authorities, or those in a file that the address names.

use std::net::IpAddr;

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};

use super::Refused;

/// Advice for a server whose certificate is not trusted.
pub(super) const HINT: &str = "name the CA certificate with tls_ca=FILE in the address";

/// The TLS options of an address: `tls=off`, `tls=on` and `tls_ca=FILE`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Wanted {
    is_on: Option<bool>,
    ca: Option<String>,
}

impl Wanted {
    /// Splits these options from an address. Returns the rest of it.
    pub(super) fn of(address: &str) -> Result<(Self, String), Refused> {
        let mut wanted = Self::default();
        let Some((front, query)) = address.split_once('?') else {
            return Ok((wanted, address.to_owned()));
        };
        let mut others = Vec::new();
        for option in query.split('&') {
            match option.split_once('=') {
                Some(("tls", "off")) => wanted.is_on = Some(false),
                Some(("tls", "on")) => wanted.is_on = Some(true),
                Some(("tls", _)) => return Err(Refused::denied("invalid tls: expected on or off")),
                Some(("tls_ca", file)) => wanted.ca = Some(file.to_owned()),
                _ => others.push(option),
            }
        }
        if wanted.is_on == Some(false) && wanted.ca.is_some() {
            return Err(Refused::denied("tls=off and tls_ca exclude each other"));
        }
        let rest = match others.is_empty() {
            true => front.to_owned(),
            false => format!("{front}?{}", others.join("&")),
        };
        Ok((wanted, rest))
    }

    /// Requires TLS, as the server's own clients do for `option`.
    pub(super) fn require(&mut self, option: &str) -> Result<(), Refused> {
        if self.is_off() {
            return Err(Refused::denied(format!(
                "tls=off and {option} exclude each other"
            )));
        }
        self.is_on = Some(true);
        Ok(())
    }

    /// Whether plain text may leave this machine.
    pub(super) fn is_off(&self) -> bool {
        self.is_on == Some(false)
    }

    /// Reads the file of certificates that the address names.
    pub(super) fn authority(&self) -> Result<Option<Vec<u8>>, Refused> {
        let read = |file: &String| {
            std::fs::read(file).map_err(|error| Refused::denied(format!("tls_ca={file}: {error}")))
        };
        self.ca.as_ref().map(read).transpose()
    }

    /// Checks the options against the scheme, which is `secure` with TLS. `is_here` means that all
    /// traffic stays on this machine.
    pub(super) fn agrees(&self, is_tls: bool, is_here: bool, secure: &str) -> Result<(), Refused> {
        if is_tls && self.is_off() {
            return Err(Refused::denied(format!(
                "tls=off and {secure} exclude each other"
            )));
        }
        if !is_tls && (self.is_on == Some(true) || self.ca.is_some()) {
            return Err(Refused::denied(format!("TLS requires {secure}")));
        }
        if !is_tls && !is_here && !self.is_off() {
            return Err(Refused::denied(format!(
                "the connection would not be encrypted: use {secure}, or tls=off to allow that"
            )));
        }
        Ok(())
    }

    /// Returns the trusted authorities: from the file that the address names, or the machine's.
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
        let is_on = self.is_on.unwrap_or(!is_here || self.ca.is_some());
        if !is_on {
            return Ok(None);
        }
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(self.authorities()?);
        let provider = rustls::crypto::ring::default_provider();
        let config = ClientConfig::builder_with_provider(provider.into())
            .with_safe_default_protocol_versions()
            .map_err(|error| Refused::denied(format!("TLS: {error}")))?;
        Ok(Some(
            config.with_root_certificates(roots).with_no_client_auth(),
        ))
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
    fn plain_text_leaves_the_machine_only_where_that_is_written_out() {
        let (wanted, rest) = Wanted::of("postgres://h/d?tls=off&user=a").expect("an address");
        assert_eq!(rest, "postgres://h/d?user=a");
        assert!(wanted.config(false).expect("no TLS").is_none());
        let by_default = Wanted::default();
        assert!(by_default.config(true).expect("no TLS").is_none());
        // Never plain text, whether or not this machine has certificates.
        assert!(!matches!(by_default.config(false), Ok(None)));
        for text in ["postgres://h?tls=yes", "postgres://h?tls=off&tls_ca=/a"] {
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
    fn this_machine_is_the_loopback() {
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

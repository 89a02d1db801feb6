//! Where the store is, and that its password stands in no list of processes.

use std::path::{Path, PathBuf};

use crate::args::At;
use crate::failure::Failure;

/// Where a store's address stands, password and all.
pub(crate) const VARIABLE: &str = "SORTID_LEASE_STORE";

/// A store's address. It is never shown whole: it may have a password.
pub(crate) struct Address(String);

impl Address {
    /// Of the options, or of the environment.
    pub(crate) fn of(at: &At) -> Result<Self, Failure> {
        let found = match (&at.store, &at.store_file) {
            (Some(text), _) => {
                let address = Self(text.clone());
                if address.has_password() {
                    return Err(Failure::refused(format!(
                        "a password in an argument stands in every list of processes: put the address into {VARIABLE} or --store-file"
                    )));
                }
                Some(address)
            }
            (None, Some(path)) => {
                let text = std::fs::read_to_string(path)
                    .map_err(|error| Failure::failed(format!("{}: {error}", path.display())))?;
                Some(Self(text.lines().next().unwrap_or("").trim().to_owned()))
            }
            (None, None) => std::env::var(VARIABLE).ok().map(Self),
        };
        match found.filter(|address| !address.0.is_empty()) {
            Some(address) => Ok(address),
            None => Err(Failure::refused(format!(
                "no store: set {VARIABLE}, or give --store or --store-file"
            ))),
        }
    }

    /// What stands before the first colon.
    pub(crate) fn scheme(&self) -> &str {
        self.0.split_once(':').map_or("", |(scheme, _)| scheme)
    }

    /// Of a file: its path.
    pub(crate) fn path(&self) -> PathBuf {
        Path::new(self.0.strip_prefix("file:").unwrap_or(&self.0)).to_owned()
    }

    /// The whole of it, for who connects.
    pub(crate) fn secret(&self) -> &str {
        &self.0
    }

    /// For people: without user and password.
    pub(crate) fn shown(&self) -> String {
        match self.0.split_once("://") {
            Some((scheme, rest)) => {
                let host = rest.rsplit_once('@').map_or(rest, |(_, host)| host);
                let host = host.split(['?', '#']).next().unwrap_or(host);
                format!("{scheme}://{host}")
            }
            None => self.0.clone(),
        }
    }

    fn has_password(&self) -> bool {
        let rest = self.0.split_once("://").map_or("", |(_, rest)| rest);
        let in_front = rest
            .rsplit_once('@')
            .is_some_and(|(user, _)| user.contains(':'));
        let lower = self.0.to_ascii_lowercase();
        in_front
            || ["password=", "pass="]
                .iter()
                .any(|word| lower.contains(word))
    }
}

impl std::fmt::Debug for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.shown())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Result<Address, Failure> {
        Address::of(&At {
            store: Some(text.to_owned()),
            store_file: None,
        })
    }

    #[test]
    fn a_password_is_taken_from_no_argument_and_shown_to_nobody() {
        for text in [
            "postgres://a:word@host/d",
            "redis://:word@host",
            "postgres://host/d?password=word",
            "redis+unix:///run/redis?pass=word",
        ] {
            assert!(of(text).is_err(), "{text}");
            let shown = format!("{:?}", Address(text.to_owned()));
            assert!(!shown.contains("word"), "{shown}");
        }
        for text in [
            "file:/var/lib/leases",
            "postgres://user@host/d",
            "redis://host:6379",
        ] {
            assert_eq!(
                of(text).map(|address| address.0).ok().as_deref(),
                Some(text)
            );
        }
        assert_eq!(
            of("file:/a/b").map(|address| address.path()).ok(),
            Some("/a/b".into())
        );
    }
}

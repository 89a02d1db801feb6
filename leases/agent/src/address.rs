//! The store's address, which never exposes its password in a list of processes.

use std::path::{Path, PathBuf};

use percent_encoding::percent_decode_str;

use crate::args::At;
use crate::failure::Failure;

/// The environment variable with the store's address, including its password.
pub(crate) const VARIABLE: &str = "SORTID_LEASE_STORE";

const SCHEMES: [&str; 8] = [
    "file",
    "postgres",
    "postgresql",
    "redis",
    "rediss",
    "redis+unix",
    "etcd+http",
    "etcd+https",
];

/// A store's address. Never shown whole, since it may contain a password.
pub(crate) struct Address(String);

impl Address {
    /// Reads the address from the options or the environment.
    pub(crate) fn of(at: &At) -> Result<Self, Failure> {
        let found = match (&at.store, &at.store_file) {
            (Some(text), _) => {
                let address = Self(text.clone());
                if address.has_password() {
                    return Err(Failure::refused(format!(
                        "every process list shows a password in an argument: put the address into {VARIABLE} or --store-file"
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
                "missing store: set {VARIABLE}, or pass --store or --store-file"
            ))),
        }
    }

    /// Returns the text before the first colon, or "" if it cannot be a scheme: it may be part of a
    /// password.
    pub(crate) fn scheme(&self) -> &str {
        let (scheme, rest) = self.0.split_once(':').unwrap_or_default();
        let is_one = SCHEMES.contains(&scheme) || rest.starts_with("//");
        let is_word = scheme
            .bytes()
            .all(|letter| letter.is_ascii_alphanumeric() || b"+-.".contains(&letter));
        if is_one && is_word { scheme } else { "" }
    }

    /// Returns the path of a `file:` address.
    pub(crate) fn path(&self) -> PathBuf {
        Path::new(self.0.strip_prefix("file:").unwrap_or(&self.0)).to_owned()
    }

    /// The whole address, only for connecting.
    pub(crate) fn secret(&self) -> &str {
        &self.0
    }

    /// The address for messages, without user and password. Only the scheme if it is malformed.
    pub(crate) fn shown(&self) -> String {
        match (self.scheme(), self.0.split_once("://")) {
            ("file", _) => self.0.clone(),
            ("", _) => "the address".to_owned(),
            (scheme, Some((_, rest))) => match place(rest) {
                Some(place) => format!("{scheme}://{place}"),
                None => format!("{scheme}://…"),
            },
            (scheme, None) => format!("{scheme}:…"),
        }
    }

    fn has_password(&self) -> bool {
        let text = percent_decode_str(&self.0).decode_utf8_lossy();
        let rest = text.split_once("://").map_or_else(
            || text.split_once(':').map_or("", |(_, rest)| rest),
            |(_, rest)| rest,
        );
        let in_front = self.scheme() != "file"
            && rest
                .rsplit_once('@')
                .is_some_and(|(user, _)| user.contains(':'));
        let lower = text.to_ascii_lowercase();
        let blanks = lower.replace(' ', "");
        in_front
            || ["password=", "pass="]
                .iter()
                .any(|word| blanks.contains(word))
    }
}

/// Returns the hosts and the path in the rest of an address, or `None` if they may include part of
/// a password.
fn place(rest: &str) -> Option<&str> {
    let (front, query) = rest.split_at(rest.find(['?', '#']).unwrap_or(rest.len()));
    let place = match front.rsplit_once('@') {
        Some((_, place)) => place,
        None if query.contains('@') => return None,
        None => front,
    };
    let hosts = place.split('/').next().unwrap_or("").split(',');
    let has_port = |host: &str| {
        let after = host.rsplit_once(']').map_or(host, |(_, after)| after);
        let port = after.split_once(':').map_or("", |(_, port)| port);
        port.bytes().all(|digit| digit.is_ascii_digit())
    };
    hosts.clone().all(has_port).then_some(place)
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
    fn malformed_address_is_shown_without_its_password() {
        for (text, shown) in [
            ("host=db user=a password=secret dbname=d", "the address"),
            ("host=db password=secret:secret", "the address"),
            ("secret:secret@host", "the address"),
            ("secret", "the address"),
            ("postgresql:a:secret@host", "postgresql:…"),
            ("redis:/:secret@host", "redis:…"),
            ("postgres://a:secret", "postgres://…"),
            ("postgres://a:sec?ret@host/d", "postgres://…"),
            ("postgres://host/d?password=a@secret", "postgres://…"),
            ("mysql://a:secret@host/d", "mysql://host/d"),
            (
                "postgres://a:secret@one:1,[::1]:2/d",
                "postgres://one:1,[::1]:2/d",
            ),
            (
                "redis+unix:///run/redis?pass=secret",
                "redis+unix:///run/redis",
            ),
            ("file:/var/lib/a:b@c", "file:/var/lib/a:b@c"),
        ] {
            let address = Address(text.to_owned());
            assert_eq!(address.shown(), shown, "{text}");
            assert!(!address.scheme().contains("secret"), "{text}");
        }
    }

    #[test]
    fn password_in_argument_is_rejected_and_never_shown() {
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
            "postgres://a%3Aword@host/d",
            "postgres://host/d?pas%73=word",
            "postgresql:a:word@host",
            "redis:/:word@host",
            "host=db user=a password = word dbname=d",
        ] {
            assert!(of(text).is_err(), "{text}");
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

//! Addresses of a cluster: `etcd+http://` or `etcd+https://`, a user and password if the cluster
//! requires them, and comma-separated members.

use percent_encoding::percent_decode_str;
use ureq::http::Uri;

use crate::store::{Refused, tls};

const PORT: u16 = 2379;

/// A parsed address, except for its TLS options.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) is_tls: bool,
    /// Each as `http://HOST:PORT` or `https://HOST:PORT`.
    pub(super) members: Vec<String>,
    /// Name and password.
    pub(super) user: Option<(String, String)>,
}

impl Place {
    /// Parses an address without options. The error does not quote it, since it may contain part of
    /// the password.
    pub(super) fn of(address: &str) -> Result<Self, Refused> {
        Self::read(address).ok_or_else(|| {
            Refused::denied(
                "invalid address: expected etcd+http://HOST:PORT,HOST:PORT or etcd+https://USER:PASSWORD@HOST:PORT, with %XX for special characters",
            )
        })
    }

    fn read(address: &str) -> Option<Self> {
        let (scheme, rest) = address.strip_prefix("etcd+")?.split_once("://")?;
        let (user, hosts) = match rest.rsplit_once('@') {
            Some((user, hosts)) => {
                let (name, word) = user.split_once(':')?;
                (Some((decoded(name)?, decoded(word)?)), hosts)
            }
            None => (None, rest),
        };
        let hosts = hosts.strip_suffix('/').unwrap_or(hosts);
        let members = hosts.split(',').map(|host| member(scheme, host));
        Some(Self {
            is_tls: scheme == "https",
            members: members.collect::<Option<_>>()?,
            user,
        })
    }

    /// Whether all traffic stays on this machine.
    pub(super) fn is_here(&self) -> bool {
        let hosts = self.members.iter().map(|member| host(member));
        hosts
            .into_iter()
            .all(|host| host.is_some_and(|host| tls::is_here(&host)))
    }
}

fn decoded(text: &str) -> Option<String> {
    let text = percent_decode_str(text).decode_utf8().ok()?;
    (!text.is_empty()).then(|| text.into_owned())
}

fn member(scheme: &str, host: &str) -> Option<String> {
    let uri: Uri = format!("{scheme}://{host}").parse().ok()?;
    let name = uri.host().filter(|name| !name.is_empty())?;
    let port: u16 = match host.strip_prefix(name)? {
        "" => PORT,
        port => port.strip_prefix(':')?.parse().ok()?,
    };
    Some(format!("{scheme}://{name}:{port}"))
}

/// Returns the host, without the brackets of an IPv6 address.
fn host(member: &str) -> Option<String> {
    let uri: Uri = member.parse().ok()?;
    Some(uri.host()?.trim_matches(['[', ']']).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_contains_members_user_and_ports() {
        let place =
            Place::read("etcd+https://a%40b:w%3Ard@one,two:1,[::1]:2/").expect("an address");
        assert!(place.is_tls && !place.is_here());
        assert_eq!(
            place.members,
            ["https://one:2379", "https://two:1", "https://[::1]:2"]
        );
        assert_eq!(place.user, Some(("a@b".into(), "w:rd".into())));
        let here = Place::read("etcd+http://[::1],127.0.0.1:1").expect("an address");
        assert!(here.is_here() && !here.is_tls && here.user.is_none());
    }

    #[test]
    fn invalid_address_is_not_quoted() {
        for text in [
            "etcd+http://",
            "etcd+http://a:w0rd@",
            "etcd+http://user@host",
            "etcd+http://:w0rd@host",
            "etcd+http://a:w0rd@host:port",
            "etcd+http://a:w0rd@host:",
            "etcd+http://a:w0rd@host/path",
            "etcd+http://a:w0rd@host?what=that",
            "etcd+http://a:w0rd@host,",
            "etcd+http://a:%ff@host",
            "etcd://a:w0rd@host",
        ] {
            let refused = Place::of(text).expect_err(text).to_string();
            assert!(!refused.contains("w0rd"), "{refused}");
        }
    }
}

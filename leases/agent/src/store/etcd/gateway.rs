//! A client of etcd's JSON gateway. It never repeats a request that may have taken effect.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant, UNIX_EPOCH};

use serde_json::{Value, json};
use ureq::http::StatusCode;
use ureq::tls::{
    Certificate, ClientCert, PemItem, PrivateKey, RootCerts, TlsConfig, TlsProvider, parse_pem,
};
use ureq::{Agent, Error, Timeout};

use super::place::Place;
use crate::address::Address;
use crate::store::Refused;
use crate::store::tls::{HINT, Identity, Wanted};

/// Time limits of a connection and a reply, and of a reply with all rows, which has up to 25 MB.
pub(super) const LONGEST: Duration = Duration::from_secs(5);
pub(super) const LONGEST_OF_ALL: Duration = Duration::from_secs(15);
/// Size limit of a reply, larger than all rows of the largest namespace.
const LONGEST_ANSWER_BYTES: u64 = 256 << 20;

// gRPC status codes.
const INVALID: u64 = 3;
const EXHAUSTED: u64 = 8;
const PRECONDITION: u64 = 9;
const NOT_PERMITTED: u64 = 7;
const NOT_AUTHENTICATED: u64 = 16;

/// The reason why there is no reply.
#[derive(Debug)]
pub(super) enum Trouble {
    /// Nothing was sent.
    NotSent(String),
    /// The request was sent, and may have taken effect.
    NoReply(String),
    /// Nothing was changed, and the operator must act.
    Denied(String),
}

impl Trouble {
    /// Converts the error of a read-only request: nothing that depends on it was sent.
    pub(super) fn of_question(self) -> Self {
        match self {
            Trouble::NoReply(reason) => Trouble::NotSent(reason),
            other => other,
        }
    }
}

impl From<Trouble> for Refused {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::NotSent(reason) | Trouble::NoReply(reason) => Refused::Unreachable(reason),
            Trouble::Denied(reason) => Refused::Denied(reason),
        }
    }
}

/// The server's clock. It has a resolution of one second, so a reading counts as the middle of its
/// second.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    told_ms: i64,
    at: Instant,
}

impl Clock {
    fn of(date: &str) -> Option<Self> {
        let date = httpdate::parse_http_date(date).ok()?;
        let since = date.duration_since(UNIX_EPOCH).ok()?;
        Some(Self {
            told_ms: i64::try_from(since.as_millis()).ok()? + 500,
            at: Instant::now(),
        })
    }

    pub(super) fn now_ms(&self) -> i64 {
        let since_ms = i64::try_from(self.at.elapsed().as_millis()).unwrap_or(i64::MAX);
        self.told_ms.saturating_add(since_ms)
    }
}

/// A reply, with the cluster that sent it and its clock.
pub(super) struct Reply {
    pub(super) body: Value,
    pub(super) cluster: String,
    pub(super) clock: Clock,
}

/// Converts the client certificate.
fn client(identity: &Identity) -> Result<ClientCert, Refused> {
    let failed = |error| Refused::denied(format!("tls_cert, tls_key: {error}"));
    let mut certificates = Vec::new();
    for item in parse_pem(&identity.certificates) {
        if let PemItem::Certificate(certificate) = item.map_err(failed)? {
            certificates.push(certificate);
        }
    }
    let key = PrivateKey::from_pem(&identity.key).map_err(failed)?;
    Ok(ClientCert::new_with_certs(&certificates, key))
}

pub(super) struct Gateway {
    agent: Agent,
    members: Vec<String>,
    /// The index of the current member.
    nth: usize,
    user: Option<(String, String)>,
    token: Option<String>,
    /// The address for messages.
    shown: String,
}

impl Gateway {
    pub(super) fn new(address: &Address) -> Result<Self, Refused> {
        let shown = address.shown();
        let at = |reason: Refused| Refused::denied(format!("{shown}: {reason}"));
        let (wanted, rest) = Wanted::of(address.secret())?;
        let place = Place::of(&rest).map_err(at)?;
        let agrees = wanted.agrees(place.is_tls, place.is_here(), "etcd+https://");
        agrees.map_err(at)?;
        // Ignore proxies from the environment, which would read the password, and follow no
        // redirects, which would send it elsewhere.
        let mut config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .proxy(None)
            .timeout_resolve(Some(LONGEST))
            .timeout_connect(Some(LONGEST))
            .timeout_send_request(Some(LONGEST))
            .timeout_send_body(Some(LONGEST));
        if place.is_tls {
            let authorities = wanted.authorities()?;
            let roots = authorities
                .iter()
                .map(|one| Certificate::from_der(one).to_owned());
            // Check the key first: ureq panics if it does not match the certificate.
            wanted.config(false).map_err(at)?;
            let client = wanted.identity()?.map(|identity| client(&identity));
            let provider = rustls::crypto::ring::default_provider();
            let tls = TlsConfig::builder()
                .client_cert(client.transpose()?)
                .provider(TlsProvider::Rustls)
                .root_certs(RootCerts::from(roots))
                .unversioned_rustls_crypto_provider(Arc::new(provider));
            config = config.tls_config(tls.build());
        }
        Ok(Self {
            agent: config.build().new_agent(),
            members: place.members,
            nth: 0,
            user: place.user,
            token: None,
            shown,
        })
    }

    /// Runs a transaction. Waits up to `longest` for its reply.
    pub(super) fn transact(
        &mut self,
        request: &Value,
        longest: Duration,
    ) -> Result<Reply, Trouble> {
        self.authenticate()?;
        let mut reply = self.ask("kv/txn", request, longest);
        if matches!(reply, Err(Denied::Token)) {
            // The server does not accept the token, and changed nothing. Retry once with a new one.
            self.token = None;
            self.authenticate()?;
            reply = self.ask("kv/txn", request, longest);
        }
        if reply.is_err() {
            // Drop the token: it refers to a revision of the server, and a server restored to an
            // earlier revision waits for that revision without a reply.
            self.token = None;
        }
        reply.map_err(|denied| self.no_token(denied))
    }

    pub(super) fn denied(&self, reason: impl std::fmt::Display) -> Trouble {
        Trouble::Denied(format!("{}: {reason}", self.shown))
    }

    pub(super) fn no_reply(&self, reason: impl std::fmt::Display) -> Trouble {
        Trouble::NoReply(format!("{}: {reason}", self.shown))
    }

    fn no_token(&self, denied: Denied) -> Trouble {
        match denied {
            Denied::Token => self.denied("the server rejects the token that it has just issued"),
            Denied::Other(trouble) => trouble,
        }
    }

    /// Gets a token, if the address has a user.
    fn authenticate(&mut self) -> Result<(), Trouble> {
        let (Some((name, word)), None) = (&self.user, &self.token) else {
            return Ok(());
        };
        let request = json!({"name": name, "password": word});
        let reply = self.ask("auth/authenticate", &request, LONGEST);
        let reply = reply.map_err(|denied| self.no_token(denied).of_question())?;
        match reply.body["token"].as_str() {
            Some(token) => self.token = Some(token.to_owned()),
            None => return Err(self.denied("unexpected reply (not etcd?)")),
        }
        Ok(())
    }

    /// Sends a request to the first reachable member.
    fn ask(&mut self, what: &str, request: &Value, longest: Duration) -> Result<Reply, Denied> {
        let body = request.to_string();
        let mut reply = self.ask_one(what, &body, longest);
        for _ in 1..self.members.len() {
            match reply {
                Err(Denied::Other(Trouble::NotSent(_))) => {
                    reply = self.ask_one(what, &body, longest)
                }
                _ => break,
            }
        }
        reply
    }

    /// Sends a request to the current member. If that one does not reply, the next member becomes
    /// current.
    fn ask_one(&mut self, what: &str, body: &str, longest: Duration) -> Result<Reply, Denied> {
        let url = format!("{}/v3/{what}", self.members[self.nth]);
        let reply = self.post(&url, body, longest);
        if let Err(Denied::Other(Trouble::NotSent(_) | Trouble::NoReply(_))) = reply {
            self.nth = (self.nth + 1) % self.members.len();
        }
        reply
    }

    fn post(&self, url: &str, body: &str, longest: Duration) -> Result<Reply, Denied> {
        let request = self.agent.post(url).content_type("application/json");
        let mut request = request
            .config()
            .timeout_recv_response(Some(longest))
            .timeout_recv_body(Some(longest))
            .build();
        if let Some(token) = &self.token {
            request = request.header("Authorization", token);
        }
        let failed = |error: Error| Denied::Other(self.failed(&error));
        let mut response = request.send(body).map_err(failed)?;
        let date = response.headers().get("Date");
        let clock = date.and_then(|date| Clock::of(date.to_str().ok()?));
        let limited = response
            .body_mut()
            .with_config()
            .limit(LONGEST_ANSWER_BYTES);
        let text = limited.read_to_string().map_err(failed)?;
        let body: Option<Value> = serde_json::from_str(&text).ok();
        if response.status() != StatusCode::OK {
            let message = text.lines().next().unwrap_or("").trim();
            let body = body.unwrap_or_else(|| json!({"text": message}));
            return Err(self.refused(response.status(), &body));
        }
        let no_etcd = || Denied::Other(self.denied("unexpected reply (not etcd 3.4 or later?)"));
        let body = body.ok_or_else(no_etcd)?;
        let cluster = body["header"]["cluster_id"].as_str();
        Ok(Reply {
            cluster: cluster.ok_or_else(no_etcd)?.to_owned(),
            clock: clock.ok_or_else(no_etcd)?,
            body,
        })
    }

    /// Classifies a transport error.
    fn failed(&self, error: &Error) -> Trouble {
        let words = format!("{}: {error}", self.shown);
        let is_tls = match error {
            Error::Io(error) => error
                .get_ref()
                .is_some_and(|cause| cause.is::<rustls::Error>()),
            Error::Rustls(_) | Error::Tls(_) => true,
            _ => false,
        };
        if is_tls {
            return Trouble::Denied(format!("{words}; {HINT}"));
        }
        match error {
            Error::HostNotFound
            | Error::ConnectionFailed
            | Error::Timeout(Timeout::Resolve | Timeout::Connect) => Trouble::NotSent(words),
            Error::Io(error) if error.kind() == io::ErrorKind::ConnectionRefused => {
                Trouble::NotSent(words)
            }
            _ => Trouble::NoReply(words),
        }
    }

    /// Classifies an error reply of etcd.
    fn refused(&self, status: StatusCode, body: &Value) -> Denied {
        let message = body["message"].as_str().or(body["error"].as_str());
        let Some(message) = message else {
            let text = body["text"].as_str().unwrap_or("");
            let text: String = text.chars().take(120).collect();
            let words = format!("status {status} {text}");
            let words = words.trim_end();
            return Denied::Other(match status.is_server_error() {
                true => self.no_reply(words),
                false => self.denied(format!(
                    "{words}: not etcd 3.4 or later with a JSON gateway"
                )),
            });
        };
        let code = body["code"].as_u64().unwrap_or(0);
        let is_old = message.contains("revision of auth store is old")
            || message.contains("revision in header is old");
        if self.token.is_some() && (code == NOT_AUTHENTICATED || is_old) {
            return Denied::Token;
        }
        Denied::Other(match code {
            NOT_PERMITTED => self.denied(format!(
                "{message}: the user needs `etcdctl role grant-permission ROLE readwrite --prefix sortid/`"
            )),
            INVALID if message.contains("user name is empty") => self.denied(format!(
                "{message}: a user and a password are required (etcd+https://USER:PASSWORD@HOST)"
            )),
            INVALID | PRECONDITION | NOT_AUTHENTICATED => self.denied(message),
            EXHAUSTED if message.contains("space exceeded") => self.denied(format!(
                "{message}: free space with `etcdctl compact`, `defrag` and `alarm disarm`; --auto-compaction-retention prevents it"
            )),
            _ => self.no_reply(message),
        })
    }
}

/// The reason why nothing was changed.
enum Denied {
    /// The token is invalid or has expired.
    Token,
    Other(Trouble),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clock_is_read_as_the_middle_of_its_second() {
        let clock = Clock::of("Tue, 14 Nov 2023 22:13:20 GMT").expect("a date");
        let now_ms = clock.now_ms();
        assert!(
            (1_700_000_000_500..1_700_000_001_500).contains(&now_ms),
            "{now_ms}"
        );
        assert!(Clock::of("soon").is_none());
    }
}

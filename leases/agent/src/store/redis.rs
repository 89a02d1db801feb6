//! A Redis or Valkey store: one hash for each namespace, and the script of
//! [`sortid_leasing::redis`], which checks and writes in one step.
//!
//! The server needs no persistence: one that lost its data has a new run id, and a missing
//! namespace is recreated with a recovery floor.

use std::collections::BTreeMap;
use std::time::Duration;

use ::redis::{
    Client, ClientTlsConfig, Connection, ConnectionAddr, ErrorKind, IntoConnectionInfo, Script,
    ServerErrorKind, TlsCertificates, Value, cmd,
};
use sortid_leasing::redis as words;
use sortid_leasing::{Answer, Decoded, GrantId, Namespace, Record, Request, Row};

use super::tls::{self, Wanted};
use super::{Refused, Store};
use crate::address::Address;

/// Time limit of a connection and of a reply.
const LONGEST: Duration = Duration::from_secs(5);

pub(super) struct RedisStore {
    client: Client,
    /// The address for messages.
    shown: String,
    script: Script,
    connection: Option<Connection>,
    /// The namespaces that were read, to recreate one that the server lost.
    known: BTreeMap<String, Namespace>,
}

impl RedisStore {
    pub(super) fn new(address: &Address) -> Result<Self, Refused> {
        let shown = address.shown();
        let (wanted, rest) = Wanted::of(address.secret())?;
        // The error does not quote the address, since it may contain part of the password.
        let no_address = || {
            Refused::denied(format!(
                "{shown}: invalid address: expected redis://:PASSWORD@HOST:PORT, rediss://… or redis+unix:///PATH, with %XX for special characters"
            ))
        };
        let info = rest
            .as_str()
            .into_connection_info()
            .map_err(|_| no_address())?;
        // Saves one round trip, which would only send the name of the client library.
        let settings = info.redis_settings().clone().set_skip_set_lib_name();
        let info = info.set_redis_settings(settings);
        let (host, is_tls) = match info.addr() {
            ConnectionAddr::Tcp(host, _) => (Some(host.clone()), false),
            ConnectionAddr::TcpTls { host, .. } => (Some(host.clone()), true),
            _ => (None, false),
        };
        let is_here = host.as_deref().is_none_or(tls::is_here);
        wanted
            .agrees(is_tls, is_here, "rediss://")
            .map_err(|reason| Refused::denied(format!("{shown}: {reason}")))?;
        let client = match is_tls {
            true => {
                let root_cert = wanted.authority()?;
                let client_tls = wanted.identity()?.map(|identity| ClientTlsConfig {
                    client_cert: identity.certificates,
                    client_key: identity.key,
                });
                let certificates = TlsCertificates {
                    client_tls,
                    root_cert,
                };
                Client::build_with_tls(info, certificates)
            }
            false => Client::open(info),
        };
        Ok(Self {
            client: client.map_err(|_| no_address())?,
            shown,
            script: Script::new(words::SCRIPT),
            connection: None,
            known: BTreeMap::new(),
        })
    }

    /// Returns the current connection, or opens a new one.
    fn connect(&mut self) -> Result<&mut Connection, Refused> {
        let connection = match self
            .connection
            .take()
            .filter(::redis::ConnectionLike::is_open)
        {
            Some(connection) => connection,
            None => {
                let connected = self.client.get_connection_with_timeout(LONGEST);
                let prepared = connected.and_then(|connection| {
                    connection.set_read_timeout(Some(LONGEST))?;
                    connection.set_write_timeout(Some(LONGEST))?;
                    Ok(connection)
                });
                prepared.map_err(|error| refused(&self.shown, &error))?
            }
        };
        Ok(self.connection.insert(connection))
    }

    /// Uses the connection, and drops it on failure.
    fn with<R>(
        &mut self,
        work: impl FnOnce(&mut Connection) -> ::redis::RedisResult<R>,
    ) -> Result<R, Refused> {
        let done = work(self.connect()?);
        done.map_err(|error| {
            self.connection = None;
            refused(&self.shown, &error)
        })
    }

    /// Runs the script with these arguments. Creates the namespace if absent.
    fn run_script(
        &mut self,
        name: &str,
        arguments: &[sortid_leasing::Value],
    ) -> Result<Vec<Option<String>>, Refused> {
        let script = self.script.clone();
        let mut call = script.key(words::key(name));
        for value in arguments {
            call.arg(value.to_string());
        }
        let reply: Vec<Value> = self.with(|connection| call.invoke(connection))?;
        Ok(reply.iter().map(text).collect())
    }

    /// Returns the namespace with its current lease term and margin, or the last known one if the
    /// server lost it.
    fn namespace(&mut self, name: &str) -> Result<Namespace, Refused> {
        let record = self.record(name)?;
        let namespace = record.map(|record| record.namespace);
        let namespace = namespace.or_else(|| self.known.get(name).cloned());
        namespace.ok_or_else(|| Refused::no_namespace(name))
    }

    fn no_answer(&self) -> Refused {
        Refused::denied(format!("{}: unexpected reply (not Redis?)", self.shown))
    }
}

impl Store for RedisStore {
    fn create(&mut self, namespace: &Namespace, is_new: bool) -> Result<(), Refused> {
        let flags = vec![if is_new { "new" } else { "" }.into()];
        let arguments = words::arguments(namespace, "create", (0, ""), flags);
        let reply = self.run_script(namespace.name(), &arguments)?;
        match reply.first().and_then(Option::as_deref) {
            Some("done") => Ok(()),
            Some("foreign") => {
                let there = self.namespace(namespace.name())?;
                Err(Refused::not_made(&there, namespace))
            }
            _ => Err(self.no_answer()),
        }
    }

    fn record(&mut self, name: &str) -> Result<Option<Record>, Refused> {
        let read = words::read(name);
        let mut call = cmd(read.text);
        for value in &read.values {
            call.arg(value.to_string());
        }
        let found: Vec<Option<String>> = self.with(|connection| call.query(connection))?;
        let record = words::record(name, &found)
            .ok_or_else(|| Refused::denied(format!("{name}: the key is corrupt or not a lease")))?;
        let Some(record) = record else {
            return Ok(None);
        };
        self.known.insert(name.to_owned(), record.namespace.clone());
        Ok(Some(record))
    }

    fn ask(&mut self, name: &str, request: &Request, holder: &str) -> Result<Answer, Refused> {
        let namespace = match self.namespace(name) {
            // The request's id is still unused.
            Err(Refused::Unreachable(reason)) => return Err(Refused::NotSent(reason)),
            known => known?,
        };
        let Some(arguments) = words::request_arguments(&namespace, request, holder) else {
            return Ok(Answer::Unknown);
        };
        let reply = self.run_script(name, &arguments)?;
        match words::answer(&namespace, &reply) {
            Decoded::Answer(answer) => Ok(answer),
            Decoded::Foreign(what) => Err(Refused::denied(format!(
                "{name}: the namespace has changed ({what})"
            ))),
            Decoded::Again(_) | Decoded::Busy | Decoded::Malformed => Err(self.no_answer()),
        }
    }

    fn reload(&mut self, address: &Address) -> Result<(), Refused> {
        let opened = Self::new(address)?;
        *self = Self {
            known: std::mem::take(&mut self.known),
            ..opened
        };
        Ok(())
    }

    fn guard(&mut self, name: &str) -> Result<i64, Refused> {
        let namespace = self.namespace(name)?;
        let arguments = words::arguments(&namespace, "guard", (0, ""), vec![]);
        self.run_script(name, &arguments)?;
        Ok(self.known(name)?.floor_ms)
    }

    fn rows(&mut self, name: &str) -> Result<Vec<(u64, Row)>, Refused> {
        let first = *self.namespace(name)?.nodes().start();
        let key = words::key(name);
        let hash: BTreeMap<String, String> =
            self.with(|connection| cmd("HGETALL").arg(&key).query(connection))?;
        let rows = hash.iter().filter_map(|(field, row)| {
            // The field `nodes` also begins with `n`.
            let place: u64 = field.strip_prefix('n')?.parse().ok()?;
            Some((first + place, row_of(row)?))
        });
        let mut rows: Vec<_> = rows.collect();
        rows.sort_by_key(|(node, _)| *node);
        Ok(rows)
    }
}

/// Parses a row: until, grant, count, since, renewed, used, holder.
fn row_of(text: &str) -> Option<Row> {
    let mut words = text.splitn(7, ' ');
    let mut next = || words.next();
    let until_ms = next()?.parse().ok()?;
    let grant = u64::from_str_radix(next()?, 16).ok()?;
    let count = next()?.parse().ok()?;
    let ms = |word: &str| word.parse().ok();
    Some(Row {
        until_ms,
        grant: GrantId::from_random(grant),
        count,
        since_ms: ms(next()?),
        renewed_ms: ms(next()?),
        used_ms: ms(next()?),
        holder: next().unwrap_or_default().to_owned(),
    })
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::BulkString(bytes) => Some(String::from_utf8_lossy(bytes).into_owned()),
        Value::SimpleString(text) => Some(text.clone()),
        Value::Int(int) => Some(int.to_string()),
        _ => None,
    }
}

/// Classifies an error. The library's messages contain neither address nor password.
fn refused(shown: &str, error: &::redis::RedisError) -> Refused {
    let reason = format!("{shown}: {error}");
    match error.kind() {
        ErrorKind::AuthenticationFailed => Refused::Denied(format!(
            "{shown}: authentication failed: wrong user or password"
        )),
        ErrorKind::Server(ServerErrorKind::NoPerm) => Refused::Denied(format!(
            "{reason}: the user needs ~sortid:* +evalsha +eval +script|load +hmget +hset +hgetall +time +info"
        )),
        ErrorKind::Server(ServerErrorKind::ResponseError | ServerErrorKind::ReadOnly)
        | ErrorKind::InvalidClientConfig => Refused::Denied(reason),
        // A message of rustls, whose error is wrapped twice.
        _ if reason.contains("invalid peer certificate") => {
            Refused::Denied(format!("{reason}; {}", tls::HINT))
        }
        _ => Refused::Unreachable(reason),
    }
}

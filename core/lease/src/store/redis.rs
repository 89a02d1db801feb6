//! A Redis or Valkey server: one hash for each namespace, and the one script of [`sortid::grant::redis`], which judges and writes in one step.
//!
//! Nothing need be durable there: a server that lost what it had has another name, and a namespace that is gone is made again with a floor.

use std::collections::BTreeMap;
use std::time::Duration;

use ::redis::{
    Client, Connection, ConnectionAddr, ErrorKind, IntoConnectionInfo, Script, ServerErrorKind,
    TlsCertificates, Value, cmd,
};
use sortid::grant::redis as words;
use sortid::grant::{Answer, Grant, GrantId, Idle, Mine, Namespace, Record, Request, Row};

use super::tls::{self, Wanted};
use super::{Refused, Store};
use crate::address::Address;

/// How long a connection, and an answer, may take.
const LONGEST: Duration = Duration::from_secs(5);

pub(super) struct RedisStore {
    client: Client,
    /// The address, for people.
    shown: String,
    script: Script,
    connection: Option<Connection>,
    /// The namespaces that were read: a server that lost one is told of it anew.
    known: BTreeMap<String, Namespace>,
}

impl RedisStore {
    pub(super) fn new(address: &Address) -> Result<Self, Refused> {
        let shown = address.shown();
        let (wanted, rest) = Wanted::of(address.secret())?;
        // What was wrong is not repeated: it may be a piece of the password.
        let no_address = || {
            Refused::denied(format!(
                "{shown}: no address of a Redis: redis://:WORD@HOST:PORT, rediss://… or redis+unix:///PATH, with %XX for what is no letter or digit"
            ))
        };
        let info = rest
            .as_str()
            .into_connection_info()
            .map_err(|_| no_address())?;
        let (host, is_tls) = match info.addr() {
            ConnectionAddr::Tcp(host, _) => (Some(host.clone()), false),
            ConnectionAddr::TcpTls { host, .. } => (Some(host.clone()), true),
            _ => (None, false),
        };
        let is_here = host.as_deref().is_none_or(tls::is_here);
        wanted
            .agrees(is_tls, is_here, "rediss://")
            .map_err(|why| Refused::denied(format!("{shown}: {why}")))?;
        let client = match is_tls {
            true => {
                let root_cert = wanted.authority()?;
                let certificates = TlsCertificates {
                    client_tls: None,
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

    /// The connection that is there, or a new one.
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

    /// Does something with the connection, which is given up where it fails.
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

    /// What the script answers, of a namespace that may have to be made.
    fn answer(
        &mut self,
        namespace: &Namespace,
        what: &str,
        (clock_ms, holder): (i64, &str),
        asked: &[String],
    ) -> Result<Vec<Value>, Refused> {
        let nodes = namespace.nodes();
        let script = self.script.clone();
        let mut call = script.key(words::key(namespace.name()));
        call.arg(what)
            .arg(namespace.kind().to_string())
            .arg(nodes.start().to_string())
            .arg((nodes.end() - nodes.start() + 1).to_string())
            .arg(namespace.stretch_ms())
            .arg(namespace.margin_ms())
            .arg(clock_ms)
            .arg(holder);
        for word in asked {
            call.arg(word);
        }
        self.with(|connection| call.invoke(connection))
    }

    /// The namespace as it is now; where the server has lost it, as it was: its times may have been raised meanwhile.
    fn namespace(&mut self, name: &str) -> Result<Namespace, Refused> {
        let record = self.record(name)?;
        let namespace = record.map(|record| record.namespace);
        let namespace = namespace.or_else(|| self.known.get(name).cloned());
        namespace.ok_or_else(|| Refused::no_namespace(name))
    }

    fn no_answer(&self) -> Refused {
        Refused::denied(format!("{}: it answers what no Redis does", self.shown))
    }

    /// A request's answer, of the script's words.
    fn read(&self, namespace: &Namespace, told: &[Value]) -> Result<Answer, Refused> {
        let first = *namespace.nodes().start();
        let at = |nth: usize| told.get(nth).and_then(int).ok_or_else(|| self.no_answer());
        let node_at = |nth: usize| -> Result<u64, Refused> {
            Ok(first + u64::try_from(at(nth)?).unwrap_or(0))
        };
        Ok(match told.first().and_then(text).as_deref() {
            Some("granted") => Answer::Granted {
                grant: Grant {
                    node: node_at(1)?,
                    from_ms: at(2)?,
                    until_ms: at(3)?,
                    count: u64::try_from(at(4)?).unwrap_or(0),
                },
                now_ms: at(5)?,
            },
            Some("closed") => Answer::Closed,
            Some("quiet") => Answer::Quiet {
                floor_ms: at(1)?,
                now_ms: at(2)?,
            },
            Some("clocks") => Answer::Clocks { now_ms: at(1)? },
            Some("superseded") => Answer::Superseded,
            Some("run_out") => Answer::RunOut,
            Some("exhausted") => {
                let named = told.get(3..).unwrap_or_default().chunks_exact(4);
                let idle = named.map(|one| {
                    let number = |nth: usize| one.get(nth).and_then(int).unwrap_or(0);
                    Idle {
                        node: first + u64::try_from(number(0)).unwrap_or(0),
                        used_ms: Some(number(1)).filter(|used_ms| *used_ms > 0),
                        free_ms: number(2),
                        holder: one.get(3).and_then(text).unwrap_or_default(),
                    }
                });
                Answer::Exhausted {
                    next_ms: at(1)?,
                    idle: idle.collect(),
                    now_ms: at(2)?,
                }
            }
            Some("foreign") => {
                return Err(Refused::denied(format!(
                    "{}: it is another namespace by now ({})",
                    namespace.name(),
                    told.get(1).and_then(text).unwrap_or_default()
                )));
            }
            _ => return Err(self.no_answer()),
        })
    }
}

impl Store for RedisStore {
    fn create(&mut self, namespace: &Namespace, is_new: bool) -> Result<(), Refused> {
        let asked = [if is_new { "new" } else { "" }.to_owned()];
        let told = self.answer(namespace, "create", (0, ""), &asked)?;
        match told.first().and_then(text).as_deref() {
            Some("done") => Ok(()),
            Some("foreign") => {
                let there = self.namespace(namespace.name())?;
                Err(Refused::not_made(&there, namespace))
            }
            _ => Err(self.no_answer()),
        }
    }

    fn record(&mut self, name: &str) -> Result<Option<Record>, Refused> {
        const FIELDS: [&str; 7] = [
            "kind", "first", "nodes", "stretch", "margin", "floor", "server",
        ];
        let key = words::key(name);
        let found: Vec<Option<String>> =
            self.with(|connection| cmd("HMGET").arg(&key).arg(&FIELDS).query(connection))?;
        if found.iter().all(Option::is_none) {
            return Ok(None);
        }
        let whole = || {
            let [kind, first, nodes, stretch, margin, floor, server] = &found[..] else {
                return None;
            };
            let first: u64 = first.as_ref()?.parse().ok()?;
            let nodes: u64 = nodes.as_ref()?.parse().ok()?;
            let last = first.checked_add(nodes.checked_sub(1)?)?;
            let kind = kind.as_ref()?.parse().ok()?;
            let namespace = Namespace::new(name, kind, Some(first..=last)).ok()?;
            let ms = |text: &Option<String>| text.as_ref()?.parse().ok();
            Some(Record {
                namespace: namespace.with_times(ms(stretch)?, ms(margin)?).ok()?,
                floor_ms: ms(floor)?,
                server: server.clone()?,
            })
        };
        let record = whole().ok_or_else(|| {
            Refused::denied(format!("{name}: its key is damaged, or not of a lease"))
        })?;
        self.known.insert(name.to_owned(), record.namespace.clone());
        Ok(Some(record))
    }

    fn ask(&mut self, name: &str, request: &Request, holder: &str) -> Result<Answer, Refused> {
        let namespace = match self.namespace(name) {
            // Nothing was sent: the request's number is not used up.
            Err(Refused::Unreachable(_)) => return Ok(Answer::NotSent),
            known => known?,
        };
        let place = |node: u64| node.saturating_sub(*namespace.nodes().start()).to_string();
        let (what, clock_ms, asked) = match request {
            Request::Take(take) => {
                let wanted = take.wanted.filter(|node| namespace.nodes().contains(node));
                let wanted = wanted.map_or_else(|| "-".to_owned(), place);
                // Lua's dice take numbers of 31 bits.
                let dice = take.id.get() & (u32::MAX >> 1) as u64;
                let asked = vec![number(take.id), wanted, dice.to_string()];
                ("take", take.clock_ms, asked)
            }
            Request::Renew(renew) => {
                if !namespace.nodes().contains(&renew.node) {
                    return Ok(Answer::Unknown);
                }
                let used = renew
                    .used_ms
                    .map_or_else(|| "-".to_owned(), |ms| ms.to_string());
                let asked = vec![
                    number(renew.id),
                    place(renew.node),
                    numbers(&renew.mine),
                    renew.until_ms.to_string(),
                    renew.count.to_string(),
                    used,
                ];
                ("renew", renew.clock_ms, asked)
            }
            Request::Close(close) => {
                let asked = vec![
                    place(close.node),
                    numbers(&close.mine),
                    close.until_ms.to_string(),
                ];
                ("close", 0, asked)
            }
        };
        let told = self.answer(&namespace, what, (clock_ms, holder), &asked)?;
        self.read(&namespace, &told)
    }

    fn guard(&mut self, name: &str) -> Result<i64, Refused> {
        let namespace = self.namespace(name)?;
        self.answer(&namespace, "guard", (0, ""), &[])?;
        Ok(self.known(name)?.floor_ms)
    }

    fn rows(&mut self, name: &str) -> Result<Vec<(u64, Row)>, Refused> {
        let first = *self.namespace(name)?.nodes().start();
        let key = words::key(name);
        let hash: BTreeMap<String, String> =
            self.with(|connection| cmd("HGETALL").arg(&key).query(connection))?;
        let rows = hash.iter().filter_map(|(field, row)| {
            // `nodes` is a field, too.
            let place: u64 = field.strip_prefix('n')?.parse().ok()?;
            Some((first + place, row_of(row)?))
        });
        let mut rows: Vec<_> = rows.collect();
        rows.sort_by_key(|(node, _)| *node);
        Ok(rows)
    }
}

/// A row's words: until, grant, count, since, renewed, used, holder.
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

fn number(id: GrantId) -> String {
    format!("{:x}", id.get())
}

fn numbers(mine: &Mine) -> String {
    let known: Vec<_> = mine.iter().flatten().map(|id| number(*id)).collect();
    known.join(" ")
}

fn int(value: &Value) -> Option<i64> {
    match value {
        Value::Int(int) => Some(*int),
        other => text(other)?.parse().ok(),
    }
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::BulkString(bytes) => Some(String::from_utf8_lossy(bytes).into_owned()),
        Value::SimpleString(text) => Some(text.clone()),
        Value::Int(int) => Some(int.to_string()),
        _ => None,
    }
}

/// What a server, or that there was none, means for an operator. The error's own words have no address, and no password.
fn refused(shown: &str, error: &::redis::RedisError) -> Refused {
    let why = format!("{shown}: {error}");
    match error.kind() {
        ErrorKind::AuthenticationFailed => {
            Refused::Denied(format!("{shown}: the password is not taken"))
        }
        ErrorKind::Server(ServerErrorKind::NoPerm) => Refused::Denied(format!(
            "{why}: the user needs ~sortid:* +evalsha +eval +script|load +hmget +hset +hgetall +time +info"
        )),
        ErrorKind::Server(ServerErrorKind::ResponseError | ServerErrorKind::ReadOnly)
        | ErrorKind::InvalidClientConfig => Refused::Denied(why),
        // rustls's words: its error is behind two others.
        _ if why.contains("invalid peer certificate") => {
            Refused::Denied(format!("{why}; {}", tls::HINT))
        }
        _ => Refused::Unreachable(why),
    }
}

//! A PostgreSQL server: two tables, and the statements of [`sortid::grant::postgres`].
//!
//! Statements have no names, so that a pool of connections in between does no harm. Who serves is noted once a connection, and in the transaction of each take.

mod refused;

use std::thread;
use std::time::Duration;

use ::postgres::config::{Host, SslMode, TargetSessionAttrs};
use ::postgres::types::{ToSql, Type};
use ::postgres::{Client, Config, NoTls};
use rustls::ClientConfig;
use sortid::grant::postgres as sql;
use sortid::grant::{
    Answer, Close, Grant, GrantId, Idle, Mine, Namespace, Record, Renew, Request, Row, Take,
};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::tls::{self, Wanted};
use super::{Refused, Store};
use crate::address::Address;
use refused::Saying;

/// How long a connection may take, and how long a dead one is held for alive.
const LONGEST_TO_CONNECT: Duration = Duration::from_secs(5);
const LONGEST_UNHEARD: Duration = Duration::from_secs(10);
/// How often somebody else may come in between, and how long he is waited for.
const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(5);

/// Who asked for weaker commits than the rules rest on gets the usual ones.
const PREPARE: &str = "SET default_transaction_isolation = 'read committed';
SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') IN ('off', 'local')";

type Parameters<'a> = &'a [(&'a (dyn ToSql + Sync), Type)];

pub(super) struct PostgresStore {
    config: Config,
    tls: Option<ClientConfig>,
    saying: Saying,
    client: Option<Client>,
    /// The namespace for which it was noted who serves, on this connection.
    settled: Option<String>,
}

impl PostgresStore {
    pub(super) fn new(address: &Address) -> Result<Self, Refused> {
        let saying = Saying::of(address.shown());
        let (wanted, rest) = Wanted::of(address.secret())?;
        // What was wrong is not repeated: it may be a piece of the password.
        let mut config: Config = rest.parse().map_err(|_| saying.no_address())?;
        if config.get_user().is_none() || config.get_hosts().is_empty() {
            return Err(saying.no_address());
        }
        let is_here = match config.get_hostaddrs() {
            [] => config.get_hosts().iter().all(|host| match host {
                Host::Tcp(name) => tls::is_here(name),
                Host::Unix(_) => true,
            }),
            addresses => addresses.iter().all(|address| address.is_loopback()),
        };
        let tls = wanted.config(is_here)?;
        config.ssl_mode(match tls {
            Some(_) => SslMode::Require,
            None => SslMode::Disable,
        });
        // Of several servers, the one that is no standby.
        config.target_session_attrs(TargetSessionAttrs::ReadWrite);
        config.application_name("sortid-lease");
        config.tcp_user_timeout(LONGEST_UNHEARD);
        config.keepalives_idle(LONGEST_UNHEARD);
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(LONGEST_TO_CONNECT);
        }
        Ok(Self {
            config,
            tls,
            saying,
            client: None,
            settled: None,
        })
    }

    /// The connection that is there, or a new one.
    fn connect(&mut self) -> Result<&mut Client, Refused> {
        let client = match self.client.take().filter(|client| !client.is_closed()) {
            Some(client) => client,
            None => {
                self.settled = None;
                let connected = match &self.tls {
                    Some(config) => {
                        let tls = MakeRustlsConnect::new(config.clone());
                        self.config.connect(tls)
                    }
                    None => self.config.connect(NoTls),
                };
                let prepared = connected.and_then(|mut client| {
                    client.batch_execute(PREPARE)?;
                    Ok(client)
                });
                prepared.map_err(|error| self.saying.refused(&error))?
            }
        };
        Ok(self.client.insert(client))
    }

    /// Does something with the connection, which is given up where it fails.
    fn with<R>(
        &mut self,
        work: impl FnOnce(&mut Client) -> Result<R, ::postgres::Error>,
    ) -> Result<R, Refused> {
        let done = work(self.connect()?);
        done.map_err(|error| {
            self.client = None;
            self.saying.refused(&error)
        })
    }

    fn rows_of(&mut self, sql: &str, given: Parameters) -> Result<Vec<::postgres::Row>, Refused> {
        self.with(|client| client.query_typed(sql, given))
    }

    /// How many rows a statement changed.
    fn changed(&mut self, sql: &str, given: Parameters) -> Result<u64, Refused> {
        self.with(|client| client.execute_typed(sql, given))
    }

    fn settle(&mut self, name: &str) -> Result<(), Refused> {
        self.connect()?;
        if self.settled.as_deref() != Some(name) {
            self.changed(sql::SETTLE, &[(&name, Type::TEXT)])?;
            self.settled = Some(name.to_owned());
        }
        Ok(())
    }

    fn take(&mut self, name: &str, take: &Take, holder: &str) -> Result<Answer, Refused> {
        let wanted = take.wanted.map(sql::node_column);
        let id = column(take.id.get());
        let given: Parameters = &[
            (&name, Type::TEXT),
            (&wanted, Type::INT8),
            (&id, Type::INT8),
            (&take.clock_ms, Type::INT8),
            (&holder, Type::TEXT),
        ];
        for _ in 0..TRIES {
            let taken = self.with(|client| {
                let mut transaction = client.transaction()?;
                transaction.execute_typed(sql::SETTLE, &[(&name, Type::TEXT)])?;
                let taken = transaction.query_typed(sql::TAKE, given)?;
                transaction.commit()?;
                Ok(taken)
            })?;
            if let Some(row) = taken.first() {
                let grant = Grant {
                    node: sql::node_of_column(row.get(0)),
                    from_ms: row.get(1),
                    until_ms: row.get(2),
                    count: number(row.get(3)),
                };
                let now_ms = row.get(4);
                return Ok(Answer::Granted { grant, now_ms });
            }
            let given: Parameters = &[(&name, Type::TEXT), (&take.clock_ms, Type::INT8)];
            let whys = self.rows_of(sql::WHY_NOT_TAKEN, given)?;
            let Some(why) = whys.first() else {
                return Ok(Answer::Unknown);
            };
            let now_ms = why.get(1);
            match why.get(0) {
                "clocks" => return Ok(Answer::Clocks { now_ms }),
                "quiet" => {
                    let floor_ms = why.get(2);
                    return Ok(Answer::Quiet { floor_ms, now_ms });
                }
                "exhausted" => {
                    return Ok(Answer::Exhausted {
                        next_ms: why.get(3),
                        idle: self.idle(name)?,
                        now_ms,
                    });
                }
                "again" => thread::sleep(PAUSE),
                _ => return Ok(Answer::Unknown),
            }
        }
        Err(self.saying.busy())
    }

    fn idle(&mut self, name: &str) -> Result<Vec<Idle>, Refused> {
        let rows = self.rows_of(sql::IDLE, &[(&name, Type::TEXT)])?;
        let idle = rows.iter().map(|row| Idle {
            node: sql::node_of_column(row.get(0)),
            holder: row.get::<_, Option<String>>(1).unwrap_or_default(),
            used_ms: row.get(2),
            free_ms: row.get(3),
        });
        Ok(idle.collect())
    }

    fn renew(&mut self, name: &str, renew: &Renew, holder: &str) -> Result<Answer, Refused> {
        let node = sql::node_column(renew.node);
        let (mine, id) = (columns(&renew.mine), column(renew.id.get()));
        let count = column(renew.count);
        let given: Parameters = &[
            (&name, Type::TEXT),
            (&node, Type::INT8),
            (&mine, Type::INT8_ARRAY),
            (&id, Type::INT8),
            (&renew.until_ms, Type::INT8),
            (&count, Type::INT8),
            (&renew.clock_ms, Type::INT8),
            (&renew.used_ms, Type::INT8),
            (&holder, Type::TEXT),
        ];
        for _ in 0..TRIES {
            if let Some(row) = self.rows_of(sql::RENEW, given)?.first() {
                let grant = Grant {
                    node: renew.node,
                    from_ms: renew.until_ms,
                    until_ms: row.get(0),
                    count: number(row.get(1)),
                };
                let now_ms = row.get(2);
                return Ok(Answer::Granted { grant, now_ms });
            }
            let given: Parameters = &[
                (&name, Type::TEXT),
                (&node, Type::INT8),
                (&mine, Type::INT8_ARRAY),
                (&renew.until_ms, Type::INT8),
                (&count, Type::INT8),
                (&renew.clock_ms, Type::INT8),
            ];
            let whys = self.rows_of(sql::WHY_NOT_RENEWED, given)?;
            let Some(why) = whys.first() else {
                return Ok(Answer::Unknown);
            };
            match why.get(0) {
                "clocks" => {
                    let now_ms = why.get(1);
                    return Ok(Answer::Clocks { now_ms });
                }
                "superseded" => return Ok(Answer::Superseded),
                "run_out" => return Ok(Answer::RunOut),
                "again" => thread::sleep(PAUSE),
                _ => return Ok(Answer::Unknown),
            }
        }
        Err(self.saying.busy())
    }

    fn close(&mut self, name: &str, close: &Close) -> Result<Answer, Refused> {
        let (node, mine) = (sql::node_column(close.node), columns(&close.mine));
        let given: Parameters = &[
            (&name, Type::TEXT),
            (&node, Type::INT8),
            (&mine, Type::INT8_ARRAY),
            (&close.until_ms, Type::INT8),
        ];
        self.changed(sql::CLOSE, given).map(|_| Answer::Closed)
    }
}

impl Store for PostgresStore {
    fn create(&mut self, namespace: &Namespace, is_new: bool) -> Result<(), Refused> {
        let (name, kind) = (namespace.name(), namespace.kind().to_string());
        let nodes: Vec<i64> = namespace.nodes().map(sql::node_column).collect();
        let first = sql::node_column(*namespace.nodes().start());
        let last = sql::node_column(*namespace.nodes().end());
        let (stretch_ms, margin_ms) = (namespace.stretch_ms(), namespace.margin_ms());
        let given: Parameters = &[
            (&name, Type::TEXT),
            (&kind, Type::TEXT),
            (&first, Type::INT8),
            (&last, Type::INT8),
            (&stretch_ms, Type::INT8),
            (&margin_ms, Type::INT8),
            (&is_new, Type::BOOL),
            (&nodes, Type::INT8_ARRAY),
        ];
        // Who raises times needs no right to make rows.
        let there = match self.record(name)? {
            None => {
                self.rows_of(sql::CREATE, given)?;
                self.record(name)?
            }
            there => there,
        };
        if self.changed(sql::RAISE, &given[..6])? == 0 {
            let there = there.ok_or_else(|| Refused::no_namespace(name))?;
            return Err(Refused::not_made(&there.namespace, namespace));
        }
        Ok(())
    }

    fn record(&mut self, name: &str) -> Result<Option<Record>, Refused> {
        let rows = self.rows_of(sql::READ, &[(&name, Type::TEXT)])?;
        let Some(row) = rows.first() else {
            return Ok(None);
        };
        let nodes = sql::node_of_column(row.get(1))..=sql::node_of_column(row.get(2));
        let kind: &str = row.get(0);
        let namespace = kind
            .parse()
            .and_then(|kind| Namespace::new(name, kind, Some(nodes)))
            .and_then(|namespace| namespace.with_times(row.get(3), row.get(4)))
            .map_err(|error| self.saying.no_record(name, &error))?;
        Ok(Some(Record {
            namespace,
            floor_ms: row.get(5),
            server: row.get(6),
        }))
    }

    fn ask(&mut self, name: &str, request: &Request, holder: &str) -> Result<Answer, Refused> {
        match self.settle(name) {
            // The request was not sent: its number is not used up.
            Err(Refused::Unreachable(_)) => return Ok(Answer::NotSent),
            settled => settled?,
        }
        match request {
            Request::Take(take) => self.take(name, take, holder),
            Request::Renew(renew) => self.renew(name, renew, holder),
            Request::Close(close) => self.close(name, close),
        }
    }

    fn guard(&mut self, name: &str) -> Result<i64, Refused> {
        self.changed(sql::GUARD, &[(&name, Type::TEXT)])?;
        Ok(self.known(name)?.floor_ms)
    }

    fn rows(&mut self, name: &str) -> Result<Vec<(u64, Row)>, Refused> {
        let rows = self.rows_of(sql::STATUS, &[(&name, Type::TEXT)])?;
        if rows.is_empty() {
            return Err(Refused::no_namespace(name));
        }
        let granted = rows.iter().filter(|row| row.get::<_, i64>(3) > 0);
        let row_of = |row: &::postgres::Row| Row {
            until_ms: row.get(1),
            // Which one is nobody's but the holder's.
            grant: GrantId::from_random(1).filter(|_| row.get(2)),
            count: number(row.get(3)),
            since_ms: row.get(4),
            renewed_ms: row.get(5),
            used_ms: row.get(6),
            holder: row.get::<_, Option<String>>(7).unwrap_or_default(),
        };
        let nodes = granted.map(|row| (sql::node_of_column(row.get(0)), row_of(row)));
        let mut nodes: Vec<_> = nodes.collect();
        nodes.sort_by_key(|(node, _)| *node);
        Ok(nodes)
    }
}

/// A grant's number, and a count, are below 2^63.
fn column(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn number(column: i64) -> u64 {
    u64::try_from(column).unwrap_or(0)
}

fn columns(mine: &Mine) -> Vec<i64> {
    mine.iter().flatten().map(|id| column(id.get())).collect()
}

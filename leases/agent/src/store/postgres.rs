//! A PostgreSQL store: two tables, and the statements of [`sortid_leasing::postgres`].
//!
//! Statements are unnamed, so that they work with connection poolers. Renewals call a function if
//! the server has it, because the server caches its plan. The store records the serving server once
//! per connection, and in the transaction of each take. An idle agent has no connection.

mod connection;
mod options;
mod refused;

use std::thread;
use std::time::Duration;

use rustls::ClientConfig;
use sortid_leasing::postgres as sql;
use sortid_leasing::{Answer, Decoded, GrantId, Namespace, Record, Request, Row, Statement, Value};
use tokio_postgres::config::{Host, LoadBalanceHosts, SslMode, TargetSessionAttrs};
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Client, Config, Error, IsolationLevel, SimpleQueryMessage};

use super::tls;
use super::{Refused, Store};
use crate::address::Address;
use crate::failure::say;
use connection::Connection;
use refused::Saying;

/// Connection timeout of a host, and time limits of a request, and of one that concerns all rows.
const LONGEST_TO_CONNECT: Duration = Duration::from_secs(5);
const LONGEST: Duration = Duration::from_secs(10);
const LONGEST_OF_ALL: Duration = Duration::from_secs(60);

type Parameters<'a> = &'a [(&'a (dyn ToSql + Sync), Type)];

pub(super) struct PostgresStore {
    config: Config,
    tls: Option<ClientConfig>,
    saying: Saying,
    connection: Option<Connection>,
    /// The namespace whose serving server this connection has recorded.
    settled: Option<String>,
    /// Whether the server has the renewal function, and whether its absence was reported.
    has_function: bool,
    is_said: bool,
}

impl PostgresStore {
    pub(super) fn new(address: &Address) -> Result<Self, Refused> {
        let saying = Saying::of(address.shown());
        let (wanted, rest) = options::take(address.secret())
            .map_err(|reason| Refused::denied(format!("{}: {reason}", address.shown())))?;
        // The error does not quote the address, since it may contain part of the password.
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
        // Of several servers, choose the primary.
        config.target_session_attrs(TargetSessionAttrs::ReadWrite);
        config.application_name("sortid-lease");
        config.tcp_user_timeout(LONGEST);
        config.keepalives_idle(LONGEST);
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(LONGEST_TO_CONNECT);
        }
        Ok(Self {
            config,
            tls,
            saying,
            connection: None,
            settled: None,
            has_function: false,
            is_said: false,
        })
    }

    /// Returns the current connection, or opens a new one.
    fn connect(&mut self) -> Result<&mut Connection, Refused> {
        let connection = self.connection.take();
        let connection = match connection.filter(|connection| !connection.is_closed()) {
            Some(connection) => connection,
            None => {
                self.settled = None;
                let connected = Connection::open(&self.config, self.tls.as_ref(), LONGEST);
                let prepared = connected.and_then(|mut connection| {
                    let results = connection.run(LONGEST, async |client| {
                        client.simple_query(sql::HAS_FUNCTION).await
                    });
                    results.map(|results| (connection, results))
                });
                let (connection, results) = prepared.map_err(|failed| {
                    // If one of several hosts is silent, another one may be first the next time.
                    self.config.load_balance_hosts(LoadBalanceHosts::Random);
                    self.saying.failed(&failed)
                })?;
                // The number of rows of the last statement.
                let rows = results.last();
                self.has_function = matches!(rows, Some(SimpleQueryMessage::CommandComplete(1)));
                connection
            }
        };
        Ok(self.connection.insert(connection))
    }

    /// Uses the connection, and drops it on failure.
    fn with<R>(
        &mut self,
        longest: Duration,
        work: impl AsyncFnOnce(&mut Client) -> Result<R, Error>,
    ) -> Result<R, Refused> {
        let done = self.connect()?.run(longest, work);
        done.map_err(|failed| {
            self.connection = None;
            self.saying.failed(&failed)
        })
    }

    fn rows_of(
        &mut self,
        sql: &str,
        given: Parameters,
    ) -> Result<Vec<tokio_postgres::Row>, Refused> {
        self.with(LONGEST_OF_ALL, async |client| {
            client.query_typed(sql, given).await
        })
    }

    /// Returns how many rows a statement changed.
    fn changed(&mut self, sql: &str, given: Parameters) -> Result<u64, Refused> {
        self.with(LONGEST, async |client| {
            client.execute_typed(sql, given).await
        })
    }

    /// Returns an error if rows of the tables do not record the transaction that wrote them.
    fn expect_usable_tables(&mut self) -> Result<(), Refused> {
        let results = self.rows_of(sql::UNUSABLE_TABLES, &[])?;
        let (mut unusable, has_list): (Option<String>, bool) = match results.first() {
            Some(row) => (row.get(0), row.get(1)),
            None => (None, false),
        };
        if has_list && unusable.is_none() {
            let results = self.rows_of(sql::DISTRIBUTED_TABLES, &[])?;
            unusable = results.first().and_then(|row| row.get(0));
        }
        match unusable {
            Some(tables) => Err(self.saying.no_plain_tables(&tables)),
            None => Ok(()),
        }
    }

    fn settle(&mut self, name: &str) -> Result<(), Refused> {
        self.connect()?;
        if self.settled.as_deref() != Some(name) {
            self.changed(sql::SETTLE, &[(&name, Type::TEXT)])?;
            self.settled = Some(name.to_owned());
        }
        Ok(())
    }

    /// Runs statements in one transaction. Returns the columns of all rows of the last one, row by
    /// row.
    fn run_all(&mut self, statements: &[Statement]) -> Result<Vec<Option<String>>, Refused> {
        self.with(LONGEST, async |client| match statements {
            [statement] => {
                let given = given(statement);
                Ok(cells(&client.query_typed(statement.text, &given).await?))
            }
            statements => {
                let level = IsolationLevel::ReadCommitted;
                let transaction = client.build_transaction().isolation_level(level);
                let transaction = transaction.start().await?;
                let mut results = Vec::new();
                for statement in statements {
                    let given = given(statement);
                    results = transaction.query_typed(statement.text, &given).await?;
                }
                transaction.commit().await?;
                Ok(cells(&results))
            }
        })
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
        self.expect_usable_tables()?;
        // Raising the lease term requires no INSERT privilege.
        let there = match self.record(name)? {
            None => {
                self.rows_of(sql::CREATE, given)?;
                self.record(name)?
            }
            there => there,
        };
        let raised = self.with(LONGEST_OF_ALL, async |client| {
            let transaction = client.transaction().await?;
            transaction
                .query_typed(sql::SETTLE_ALL, &given[..1])
                .await?;
            let raised = transaction.execute_typed(sql::RAISE, &given[..6]).await?;
            transaction.commit().await?;
            Ok(raised)
        })?;
        if raised == 0 {
            let there = there.ok_or_else(|| Refused::no_namespace(name))?;
            return Err(Refused::not_made(&there.namespace, namespace));
        }
        Ok(())
    }

    fn record(&mut self, name: &str) -> Result<Option<Record>, Refused> {
        let cells = self.run_all(&[sql::read(name)])?;
        sql::record(name, &cells).map_err(|error| self.saying.no_record(name, &error))
    }

    fn ask(&mut self, name: &str, request: &Request, holder: &str) -> Result<Answer, Refused> {
        // Each take records the serving server in its own transaction.
        let settled = match request {
            Request::Take(_) => self.connect().map(|_| ()),
            Request::Renew(_) | Request::Close(_) => self.settle(name),
        };
        match settled {
            // The request's id is still unused.
            Err(Refused::Unreachable(reason)) => return Err(Refused::NotSent(reason)),
            settled => settled?,
        }
        let mut dialogue = sql::Dialogue::new(name, request.clone(), holder, true);
        if self.has_function {
            dialogue = dialogue.by_function();
        } else if matches!(request, Request::Renew(_)) && !self.is_said {
            say(format!("{name}: {}", self.saying.no_function()));
            self.is_said = true;
        }
        loop {
            match dialogue.process_result(&self.run_all(&dialogue.statements())?) {
                Decoded::Answer(answer) => return Ok(answer),
                Decoded::Again(pause_ms) => thread::sleep(Duration::from_millis(pause_ms.into())),
                Decoded::Busy => return Err(self.saying.busy()),
                Decoded::Foreign(_) | Decoded::Malformed => return Err(self.saying.strange()),
            }
        }
    }

    /// Other clients need the connection.
    fn rest(&mut self) {
        self.connection = None;
    }

    fn reload(&mut self, address: &Address) -> Result<(), Refused> {
        let is_said = self.is_said;
        *self = Self {
            is_said,
            ..Self::new(address)?
        };
        Ok(())
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
        let row_of = |row: &tokio_postgres::Row| Row {
            until_ms: row.get(1),
            // A placeholder: only the holder knows the id.
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

/// Returns a statement's parameters, with their types.
fn given(statement: &Statement) -> Vec<(&(dyn ToSql + Sync), Type)> {
    const NULL: Option<i64> = None;
    let values = statement.values.iter();
    let given = values.map(|value| -> (&(dyn ToSql + Sync), Type) {
        match value {
            Value::Null => (&NULL, Type::INT8),
            Value::Int(int) => (int, Type::INT8),
            Value::Ints(ints) => (ints, Type::INT8_ARRAY),
            Value::Text(text) => (text, Type::TEXT),
        }
    });
    given.collect()
}

/// Returns integer and text columns as text.
fn cells(rows: &[tokio_postgres::Row]) -> Vec<Option<String>> {
    let columns = rows
        .iter()
        .flat_map(|row| (0..row.len()).map(move |nth| (row, nth)));
    let text = |(row, nth): (&tokio_postgres::Row, usize)| match row.columns()[nth].type_() {
        &Type::INT8 => row.get::<_, Option<i64>>(nth).map(|int| int.to_string()),
        _ => row.get(nth),
    };
    columns.map(text).collect()
}

/// Counts are below 2^63.
fn number(column: i64) -> u64 {
    u64::try_from(column).unwrap_or(0)
}

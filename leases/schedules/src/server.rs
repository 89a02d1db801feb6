//! A lease server in memory. Each request is one atomic step.

use std::sync::LazyLock;

use crate::file::NODES;
use crate::leasing::holder::StoredLease;
use crate::leasing::table::{Record, close, create, free_ms, guard, renew, settle, take};
use crate::leasing::{Answer, Namespace, Request, Row, guard};

/// Lease term and margin, in milliseconds.
pub(crate) const TERM_MS: i64 = 2;
pub(crate) const MARGIN_MS: i64 = 1;

/// Namespaces with one node, two nodes, …
static NAMESPACES: LazyLock<[Namespace; NODES]> = LazyLock::new(|| {
    let namespace = |nodes: u64| {
        let kind = "tid".parse().expect("a kind");
        let namespace = Namespace::new("orders", kind, Some(0..=nodes - 1)).expect("a namespace");
        namespace.with_times(TERM_MS, MARGIN_MS).expect("times")
    };
    [namespace(1), namespace(2)]
});

/// The servers' names.
const NAMES: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];

/// A server's data, which can be copied, lost and restored.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Table {
    /// Whether the namespace exists.
    is_there: bool,
    floor_ms: i64,
    /// The server that last used the data.
    server: usize,
    rows: Vec<Row>,
    /// Whether other statements wrote the record, and each row.
    is_foreign: bool,
    foreign: Vec<bool>,
}

impl Table {
    /// A new namespace with `nodes` nodes.
    pub(crate) fn new(nodes: usize) -> Self {
        Self {
            is_there: true,
            floor_ms: 0,
            server: 0,
            rows: vec![Row::default(); nodes],
            is_foreign: false,
            foreign: vec![false; nodes],
        }
    }

    /// Restores the rows of a copy, and its record if `is_whole`.
    pub(crate) fn restore(&mut self, copy: &Self, is_whole: bool) {
        if is_whole {
            *self = copy.clone();
            self.is_foreign = true;
        }
        self.rows.clone_from(&copy.rows);
        self.foreign.fill(true);
    }

    /// The same namespace without data.
    pub(crate) fn empty(&self) -> Self {
        Self {
            is_there: false,
            ..Self::new(self.rows.len())
        }
    }

    fn record(&self) -> Record {
        Record {
            namespace: NAMESPACES[self.rows.len() - 1].clone(),
            floor_ms: self.floor_ms,
            server: NAMES[self.server].to_owned(),
        }
    }

    /// Reads the record. Creates the namespace if it does not exist.
    fn open(&mut self, server: usize, now_ms: i64) -> Record {
        let record = self.record();
        if self.is_there {
            return record;
        }
        self.is_there = true;
        let record = create(None, &record.namespace, NAMES[server], now_ms, false).expect("made");
        self.write(&record, server);
        record
    }

    fn write(&mut self, record: &Record, server: usize) {
        self.floor_ms = record.floor_ms;
        if record.server == NAMES[server] {
            self.server = server;
        }
    }

    /// Records the current server.
    pub(crate) fn settle(&mut self, server: usize, now_ms: i64) {
        let mut record = self.open(server, now_ms);
        settle(&mut record, NAMES[server], now_ms);
        self.write(&record, server);
    }

    /// The number of nodes among which a request may choose.
    pub(crate) fn choices(&self, request: &Request, now_ms: i64) -> u64 {
        if !matches!(request, Request::Take(_)) {
            return 1;
        }
        let record = self.record();
        let free = self
            .rows
            .iter()
            .filter(|row| free_ms(&record, row) <= now_ms);
        (free.count() as u64).max(1)
    }

    /// Whether a row has a lease of a file.
    pub(crate) fn has_lease(&self, held: &StoredLease) -> bool {
        let grant = self.rows[held.node as usize].grant;
        grant.is_some() && held.ids.contains(&grant)
    }

    /// Whether a renewal proves that the server has lost data.
    pub(crate) fn is_behind(&self, request: &Request) -> bool {
        match request {
            Request::Renew(asked) => self.rows[asked.node as usize].count < asked.count,
            _ => false,
        }
    }

    /// Executes a request.
    pub(crate) fn execute(
        &mut self,
        server: usize,
        request: &Request,
        holder: &str,
        now_ms: i64,
        dice: u64,
    ) -> Answer {
        let mut record = self.open(server, now_ms);
        // Drops informational columns, which would only multiply states.
        let plain = |row: Row| Row {
            since_ms: None,
            renewed_ms: None,
            used_ms: None,
            holder: match guard!(ById) {
                true => String::new(),
                false => row.holder,
            },
            ..row
        };
        match request {
            Request::Take(asked) => {
                settle(&mut record, NAMES[server], now_ms);
                if self.is_foreign || self.foreign.contains(&true) {
                    guard(&mut record, now_ms);
                    self.is_foreign = false;
                    self.foreign.fill(false);
                }
                self.write(&record, server);
                let rows = self
                    .rows
                    .iter()
                    .enumerate()
                    .map(|(node, row)| (node as u64, row));
                match take(&record, rows, asked, holder, now_ms, dice) {
                    Ok((row, grant)) => {
                        self.rows[grant.node as usize] = plain(row);
                        Answer::Granted { grant, now_ms }
                    }
                    Err(answer) => answer,
                }
            }
            Request::Renew(asked) => {
                let row = &self.rows[asked.node as usize];
                let renewed = renew(&mut record, row, asked, (NAMES[server], holder), now_ms);
                self.write(&record, server);
                match renewed {
                    Ok((row, grant)) => {
                        self.rows[grant.node as usize] = plain(row);
                        self.foreign[grant.node as usize] = false;
                        Answer::Granted { grant, now_ms }
                    }
                    Err(answer) => answer,
                }
            }
            Request::Close(asked) => {
                let row = &mut self.rows[asked.node as usize];
                let is_ours = !self.foreign[asked.node as usize];
                if let Some(closed) = close(row, asked).filter(|_| is_ours) {
                    *row = plain(closed);
                }
                Answer::Closed
            }
        }
    }
}

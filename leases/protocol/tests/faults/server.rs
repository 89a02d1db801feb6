use std::collections::BTreeMap;

use sortid_leasing::{Answer, Namespace, Record, Request, Row, answer, create, guard};

use crate::world::NOON_MS;

/// A server in memory with one namespace.
#[derive(Clone)]
pub(crate) struct Server {
    pub(crate) store: String,
    /// The number of changes of its identity.
    pub(crate) nth: u32,
    pub(crate) record: Record,
    pub(crate) rows: BTreeMap<u64, Row>,
    /// Whether other statements wrote rows, which PostgreSQL notices.
    pub(crate) is_foreign: bool,
    pub(crate) clock_ms: i64,
    /// Whether a loss of data remains unnoticed.
    pub(crate) is_blind: bool,
}

impl Server {
    pub(crate) fn new(store: &str, namespace: &Namespace, is_blind: bool) -> Self {
        Self {
            store: store.to_owned(),
            nth: 0,
            record: create(None, namespace, "0", NOON_MS, true).expect("a namespace"),
            rows: BTreeMap::new(),
            is_foreign: false,
            clock_ms: 0,
            is_blind,
        }
    }

    /// Changes the server's identity, as a restart does, except with etcd.
    pub(crate) fn restart(&mut self) {
        self.nth += u32::from(!self.is_blind && self.store != "etcd");
    }

    /// Loses all data, and creates the namespace again.
    pub(crate) fn empty(&mut self, now_ms: i64) {
        let namespace = &self.record.namespace;
        let name = self.nth.to_string();
        self.record = create(None, namespace, &name, now_ms, self.is_blind).expect("a namespace");
        self.rows.clear();
    }

    /// Simulates an operator who runs `sortid lease guard`.
    pub(crate) fn guard(&mut self, now_ms: i64) {
        if !self.is_blind {
            guard(&mut self.record, now_ms);
        }
    }

    pub(crate) fn answer(&mut self, request: &Request, now_ms: i64) -> Answer {
        let now_ms = now_ms + self.clock_ms;
        if self.is_foreign && matches!(request, Request::Take(_)) {
            self.guard(now_ms);
            self.is_foreign = false;
        }
        let name = self.nth.to_string();
        let Self { record, rows, .. } = self;
        answer(record, rows, request, (&name, "test"), now_ms, 7)
    }
}

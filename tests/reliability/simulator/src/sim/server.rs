//! Lease servers, one per namespace. They use the core's own rules; the simulation adds lost and
//! late messages and lost data.

use std::collections::BTreeMap;

use super::coverage::Count;
use super::system::System;
use crate::leasing::{Answer, Namespace, Record, Request, Row, answer, create, guard};

/// The data of a server, which may be restored from a backup.
#[derive(Clone)]
struct Table {
    record: Record,
    rows: BTreeMap<u64, Row>,
}

pub(crate) struct Server {
    table: Table,
    older: Vec<Table>,
    /// Whether it may lose data and become another server; otherwise its clock may be set back.
    forgets: bool,
    lives: u32,
    /// Whether rows were restored since it last granted a node.
    is_restored: bool,
    /// The offset of its clock.
    ahead_ns: i128,
    is_gone_until: u64,
    /// Requests in transit, with their files.
    late: Vec<(u64, Request, u32)>,
    /// The first floor sent to an agent since the last data loss. It may rise once more, by at most
    /// a lease term, for a lease of the same millisecond.
    told_floor_ms: Option<i64>,
}

/// The name that distinguishes it from its older self.
fn name(lives: u32) -> String {
    format!("server {lives}")
}

impl Server {
    fn now_ms(&self, now: u64) -> i64 {
        let ns = i128::from(now) + self.ahead_ns;
        i64::try_from(ns.div_euclid(1_000_000)).unwrap_or(i64::MAX)
    }
}

impl System {
    /// Adds a server for a namespace, with the clock of the first machine. Returns its index.
    pub(crate) fn add_server(&mut self, namespace: &Namespace) -> Option<usize> {
        let now = self.now;
        let ahead_ns = self.machines[0].clocks.wall(now) - i128::from(now);
        let now_ms = ((i128::from(now) + ahead_ns) / 1_000_000) as i64;
        let is_new = self.rng.once_in(2);
        let record = create(None, namespace, &name(0), now_ms, is_new).ok()?;
        self.servers.push(Server {
            table: Table {
                record,
                rows: BTreeMap::new(),
            },
            older: Vec::new(),
            forgets: self.rng.once_in(2),
            lives: 0,
            is_restored: false,
            ahead_ns,
            is_gone_until: 0,
            late: Vec::new(),
            told_floor_ms: None,
        });
        Some(self.servers.len() - 1)
    }

    pub(crate) fn server_now_ms(&self, server: usize) -> i64 {
        self.servers[server].now_ms(self.now)
    }

    /// Sends a request of an agent about a file and returns the reply.
    pub(crate) fn ask_server(&mut self, server: usize, request: &Request, scope: u32) -> Answer {
        self.befall(server);
        let now = self.now;
        let due = |(at, ..): &mut (u64, Request, u32)| *at <= now;
        let late: Vec<_> = self.servers[server].late.extract_if(.., due).collect();
        for (_, request, scope) in late {
            self.count(Count::LeaseLate);
            self.serve(server, &request, scope, false);
        }
        if self.servers[server].is_gone_until > now && !self.is_healed {
            return Answer::NotSent;
        }
        match self.rng.below(24) {
            _ if self.is_healed => self.serve(server, request, scope, true),
            0 => {
                let time = self.rng.magnitude(1_000_000, 20_000_000_000);
                self.servers[server].is_gone_until = now + time;
                self.count(Count::ServerGone);
                Answer::NotSent
            }
            1 => Answer::Silence,
            2..4 => {
                let time = self.rng.magnitude(1_000_000, 30_000_000_000);
                let late = &mut self.servers[server].late;
                late.push((now + time, request.clone(), scope));
                Answer::Silence
            }
            4..6 => {
                self.serve(server, request, scope, false);
                self.count(Count::LeaseUnheard);
                Answer::Silence
            }
            _ => self.serve(server, request, scope, true),
        }
    }

    /// Injects faults into a server.
    fn befall(&mut self, server: usize) {
        if self.is_healed {
            return;
        }
        let now = self.now;
        let wall = self.machine().clocks.wall(now);
        let (forgets, back) = (self.servers[server].forgets, self.rng.below(24));
        let apart = i128::from(self.rng.below(4_000_000_000)) - 2_000_000_000;
        let ahead_ns = wall - i128::from(now) + apart;
        let known = &mut self.servers[server];
        match back {
            // Sets the clock roughly. Never back, if the server may lose leases.
            0..2 if !forgets || ahead_ns > known.ahead_ns => known.ahead_ns = ahead_ns,
            2..6 => {
                let table = known.table.clone();
                known.older.push(table);
            }
            // A server that loses data may lease the node of one copied machine to the other.
            6 if forgets && !self.check.has_copied_leases() => {
                let older = known.older.len() as u64;
                // Rows are restored without changing the identity, which only the rows reveal.
                known.is_restored = self.rng.once_in(2);
                known.lives += u32::from(!known.is_restored);
                let nth = self.rng.below(2 * older + 1) as usize;
                self.count(Count::ServerForgets);
                let known = &mut self.servers[server];
                known.told_floor_ms = None;
                match known.older.get(nth) {
                    Some(table) => known.table = table.clone(),
                    None => {
                        let namespace = known.table.record.namespace.clone();
                        let now_ms = known.now_ms(now);
                        let made = create(None, &namespace, &name(known.lives), now_ms, false);
                        known.table.record = made.expect("made before");
                        known.table.rows.clear();
                    }
                }
            }
            _ => {}
        }
    }

    /// Executes a request atomically. If the reply is lost, the file has no ids of the granted
    /// lease: the next one continues from the end that the file knows.
    fn serve(&mut self, server: usize, request: &Request, scope: u32, is_answered: bool) -> Answer {
        let dice = self.rng.word();
        let (now, holder) = (self.now, format!("file {scope}"));
        let known = &mut self.servers[server];
        let now_ms = known.now_ms(now);
        let lives = name(known.lives);
        if matches!(request, Request::Take(_)) && std::mem::take(&mut known.is_restored) {
            guard(&mut known.table.record, now_ms);
        }
        let Table { record, rows } = &mut known.table;
        // A lease of the millisecond in which the floor was raised may be a later one: if it is
        // lost, the floor rises again.
        if let Request::Renew(renew) = request
            && known.told_floor_ms == Some(renew.until_ms + 2 * record.namespace.margin_ms())
        {
            known.told_floor_ms = None;
        }
        let closing = match request {
            Request::Close(close) => Some((close, rows.get(&close.node).cloned())),
            _ => None,
        };
        let answer = answer(record, rows, request, (&lives, &holder), now_ms, dice);
        if let Some((close, before)) = closing
            && rows.get(&close.node) != before.as_ref()
        {
            self.check
                .lease_closed(server, scope, close.node, close.until_ms, is_answered);
        }
        if let Answer::Quiet { floor_ms, .. } = answer {
            let told_ms = *known.told_floor_ms.get_or_insert(floor_ms);
            if floor_ms > told_ms + record.namespace.stretch_ms() {
                let by_ms = floor_ms - told_ms;
                self.fail(format!(
                    "no node is granted: the floor rose by {by_ms} ms, though nothing was lost since"
                ));
            }
        }
        if let Answer::Granted { grant, .. } = &answer {
            self.tell(|| format!("    grants {grant:?} to file {scope}"));
            if is_answered {
                self.check.lease_granted(server, scope, grant);
            }
            if let (Request::Take(_), true) = (request, is_answered) {
                self.check.lease_taken(server, scope, grant);
            }
        }
        self.count(match (&answer, request) {
            (Answer::Granted { .. }, Request::Take(_)) => Count::LeaseTaken,
            (Answer::Granted { .. }, Request::Renew(asked)) if asked.until_ms <= now_ms => {
                Count::LeaseRenewedLate
            }
            (Answer::Granted { .. }, _) => Count::LeaseRenewed,
            (Answer::Closed, _) => Count::LeaseClosed,
            (Answer::Superseded, _) => Count::LeaseSuperseded,
            (Answer::RunOut, _) => Count::LeaseRunOut,
            _ => Count::LeaseRefused,
        });
        answer
    }
}

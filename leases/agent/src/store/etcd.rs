//! An etcd store, through the JSON gateway. It reads the current values, applies the rules of
//! [`sortid_leasing`] here, and writes the result if the values are still the same.
//!
//! The cluster id distinguishes clusters, but not a cluster from its own earlier state: a restored
//! snapshot has the same id, and needs `guard`.

mod gateway;
mod place;
mod words;

use std::collections::BTreeMap;
use std::thread;
use std::time::Duration;

use sortid_leasing::{Answer, Namespace, Record, Request, Row, Take};

use super::{Refused, Store};
use crate::address::Address;
use crate::clock;
use gateway::{Clock, Gateway, Reply, Trouble};
use words::{Content, Scope, Seen};

/// Maximum number of attempts if other agents win the race for a key, and the longest pause between
/// two attempts. Pauses are random and grow with each attempt.
const TRIES: u32 = 20;
const LONGEST_PAUSE_MS: u64 = 100;

/// The server's clock has a resolution of one second, and each member has its own.
const LEAST_MARGIN_MS: i64 = 5000;

pub(super) struct EtcdStore {
    gateway: Gateway,
    /// The contents after the last change, so that a renewal needs no read.
    known: Option<Known>,
}

/// The last known contents of a namespace, with the cluster and the time.
struct Known {
    name: String,
    seen: Seen,
    cluster: String,
    clock: Clock,
}

impl Known {
    fn of(name: &str, reply: &Reply) -> Option<Self> {
        Some(Self {
            name: name.to_owned(),
            seen: Seen::of(name, &reply.body)?,
            cluster: reply.cluster.clone(),
            clock: reply.clock,
        })
    }
}

impl EtcdStore {
    pub(super) fn new(address: &Address) -> Result<Self, Refused> {
        Ok(Self {
            gateway: Gateway::new(address)?,
            known: None,
        })
    }

    fn read(&mut self, name: &str, scope: Scope) -> Result<Known, Trouble> {
        let request = words::question(name, scope);
        let reply = self.gateway.transact(&request, longest(scope));
        self.parsed(name, &reply.map_err(Trouble::of_question)?)
    }

    fn parsed(&self, name: &str, reply: &Reply) -> Result<Known, Trouble> {
        Known::of(name, reply).ok_or_else(|| {
            self.gateway.denied(format!(
                "the keys at sortid/{name}/ were created by a newer version or by hand"
            ))
        })
    }

    /// Runs one atomic step. `decide` receives the contents, the cluster id and the cluster's
    /// clock. Its changes are written only if those contents are still current; otherwise it runs
    /// again on the new ones.
    fn step<R>(
        &mut self,
        name: &str,
        scope: Scope,
        mut decide: impl FnMut(&mut Content, &str, i64) -> Result<R, Refused>,
    ) -> Result<R, Trouble> {
        let known = self.known.take().filter(|known| match scope {
            Scope::Node(node) => known.name == name && known.seen.has(node),
            _ => false,
        });
        let mut is_fresh = known.is_none();
        let mut known = match known {
            Some(known) => known,
            None => self.read(name, scope)?,
        };
        for nth in 0..TRIES {
            let mut content = known.seen.content.clone();
            let result = decide(&mut content, &known.cluster, known.clock.now_ms());
            let result = result.map_err(|refused| Trouble::Denied(refused.to_string()))?;
            let changes = known.seen.changes(name, &content);
            // Known contents may be stale, for example after the machine slept. From them alone,
            // never refuse a request or raise the recovery floor.
            let is_plain = content.record == known.seen.content.record && !changes.is_empty();
            if !is_fresh && !is_plain {
                known = self.read(name, scope)?;
                is_fresh = true;
                continue;
            }
            if changes.is_empty() {
                return Ok(result);
            }
            let request = known.seen.change(name, scope, &changes);
            let reply = self.gateway.transact(&request, longest(scope))?;
            if reply.body["succeeded"].as_bool() == Some(true) {
                if reply.cluster != known.cluster {
                    // The decision was based on another cluster's contents. The lease is discarded.
                    return Err(self.gateway.no_reply("a different cluster answered"));
                }
                self.known = Some(Known {
                    name: name.to_owned(),
                    seen: known.seen.changed(name, changes, content),
                    cluster: reply.cluster,
                    clock: reply.clock,
                });
                return Ok(result);
            }
            known = self.parsed(name, &reply)?;
            is_fresh = true;
            pause(nth);
        }
        Err(Trouble::NotSent(
            "too many concurrent requests for the same nodes; retrying".to_owned(),
        ))
    }
}

impl Store for EtcdStore {
    fn create(&mut self, namespace: &Namespace, is_new: bool) -> Result<(), Refused> {
        let name = namespace.name();
        if namespace.margin_ms() < LEAST_MARGIN_MS {
            return Err(Refused::denied(format!(
                "{name}: etcd requires a margin of at least 5 s, since its clock counts whole seconds"
            )));
        }
        let created = self.step(name, Scope::Record, |content, cluster, now_ms| {
            let there = content.record.as_ref();
            let created = sortid_leasing::create(there, namespace, cluster, now_ms, is_new);
            content.record = Some(created.map_err(|error| match there {
                Some(there) => Refused::not_made(&there.namespace, namespace),
                None => Refused::denied(format!("{name}: {error}")),
            })?);
            Ok(())
        });
        Ok(created?)
    }

    fn record(&mut self, name: &str) -> Result<Option<Record>, Refused> {
        Ok(self.read(name, Scope::Record)?.seen.content.record)
    }

    fn ask(&mut self, name: &str, request: &Request, holder: &str) -> Result<Answer, Refused> {
        let scope = match request {
            Request::Take(_) => Scope::All,
            Request::Renew(renew) => Scope::Node(renew.node),
            Request::Close(close) => Scope::Node(close.node),
        };
        let answer = self.step(name, scope, |content, cluster, now_ms| {
            let dice = random()?;
            let Content { record, rows } = content;
            let Some(record) = record else {
                return Ok(Answer::Unknown);
            };
            let spread = match request {
                Request::Take(take) => Request::Take(spread(record, rows, take, now_ms, dice)),
                other => other.clone(),
            };
            let by = (cluster, holder);
            Ok(sortid_leasing::answer(
                record, rows, &spread, by, now_ms, dice,
            ))
        });
        match answer {
            // The request's id is still unused.
            Err(Trouble::NotSent(reason)) => Err(Refused::NotSent(reason)),
            answer => Ok(answer?),
        }
    }

    fn reload(&mut self, address: &Address) -> Result<(), Refused> {
        self.gateway = Gateway::new(address)?;
        Ok(())
    }

    fn guard(&mut self, name: &str) -> Result<i64, Refused> {
        let floor = self.step(name, Scope::Record, |content, _, now_ms| {
            let Some(record) = &mut content.record else {
                return Err(Refused::no_namespace(name));
            };
            sortid_leasing::guard(record, now_ms);
            Ok(record.floor_ms)
        });
        Ok(floor?)
    }

    fn rows(&mut self, name: &str) -> Result<Vec<(u64, Row)>, Refused> {
        let content = self.read(name, Scope::All)?.seen.content;
        match content.record {
            Some(_) => Ok(content.rows.into_iter().collect()),
            None => Err(Refused::no_namespace(name)),
        }
    }
}

/// Chooses a node that other agents are unlikely to take at the same moment, since the slower of
/// two must start over: the wanted node if it is free, otherwise a random one of the quarter that
/// has been unused longest. The usual rules still decide whether it is granted.
fn spread(record: &Record, rows: &BTreeMap<u64, Row>, take: &Take, now_ms: i64, dice: u64) -> Take {
    let never = Row::default();
    let rows = record
        .namespace
        .nodes()
        .map(|node| (node, rows.get(&node).unwrap_or(&never)));
    let mut free: Vec<_> = rows
        .filter(|(_, row)| sortid_leasing::free_ms(record, row) <= now_ms)
        .collect();
    if free.iter().any(|(node, _)| Some(*node) == take.wanted) {
        return take.clone();
    }
    free.sort_by_key(|(_, row)| row.until_ms);
    let last_ms = free.get(free.len() / 4).map(|(_, row)| row.until_ms);
    let oldest = free.partition_point(|(_, row)| Some(row.until_ms) <= last_ms);
    let picked = dice
        .checked_rem(oldest as u64)
        .and_then(|nth| free.get(nth as usize));
    Take {
        wanted: picked.map(|(node, _)| *node),
        ..take.clone()
    }
}

fn longest(scope: Scope) -> Duration {
    match scope {
        Scope::All => gateway::LONGEST_OF_ALL,
        Scope::Record | Scope::Node(_) => gateway::LONGEST,
    }
}

fn random() -> Result<u64, Refused> {
    clock::random().map_err(|_| Refused::denied("no random bytes"))
}

fn pause(nth: u32) {
    let longest_ms = LONGEST_PAUSE_MS.min(4 << nth);
    let ms = random().unwrap_or(longest_ms) % longest_ms;
    thread::sleep(Duration::from_millis(ms));
}

#[cfg(test)]
mod tests {
    use super::*;
    use sortid_leasing::GrantId;
    use std::collections::BTreeSet;

    fn wanted(until_ms: &[i64], wanted: Option<u64>) -> BTreeSet<Option<u64>> {
        let namespace = Namespace::new("orders", "tid".parse().expect("a kind"), Some(0..=15));
        let namespace = namespace.expect("a namespace");
        let record = sortid_leasing::create(None, &namespace, "7", 0, true).expect("a record");
        let row = |until_ms: &i64| Row {
            until_ms: *until_ms,
            ..Row::default()
        };
        let rows: BTreeMap<u64, Row> = (0..).zip(until_ms.iter().map(row)).collect();
        let id = GrantId::from_random(7).expect("not 0");
        let take = Take {
            wanted,
            id,
            clock_ms: 100,
        };
        (0..64)
            .map(|dice| spread(&record, &rows, &take, 100, dice).wanted)
            .collect()
    }

    #[test]
    fn take_requests_one_of_the_oldest_nodes() {
        let untils: Vec<i64> = (0..16).map(|nth| 20 + nth).collect();
        assert_eq!(wanted(&untils, Some(9)), [Some(9)].into());
        // The four of the fifteen other nodes that are unused longest.
        let mut busy = untils.clone();
        busy[9] = 1000;
        let oldest: BTreeSet<_> = (0..=3).map(Some).collect();
        assert_eq!(wanted(&busy, Some(9)), oldest);
        // All nodes that were never used are equally likely.
        assert_eq!(wanted(&[], None), (0..16).map(Some).collect());
        assert_eq!(wanted(&[1000; 16], None), [None].into());
    }
}

//! Simulates many agents and one server, event by event: the rules are those of the agent and the
//! server, the time is simulated.
//!
//! The server handles one request at a time, in a random time with a known mean. An agent continues
//! without the answer after its client's timeout; an unreachable server rejects requests at once.

use std::cell::Cell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::convert::Infallible;
use std::ops::Range;
use std::rc::Rc;

use sortid_leasing::{
    Action, Answer, Effect, Grant, GrantId, GrantIds, Holder, LeaseFile, Namespace, Now, Record,
    Request, Row, StoredLease, answer, create,
};

/// The timeout of a client, and the longest time until an agent checks its lease again.
const PATIENCE_US: u64 = 5_000_000;
const LONGEST_WAIT_MS: i64 = 1000;

/// By then all agents have begun; counting begins.
const WARM_US: u64 = 60_000_000;
const END_US: u64 = 480_000_000;

/// The time at which the server becomes unreachable.
const AWAY_US: u64 = 120_000_000;

/// Unix time at the start.
const BEGAN_MS: i64 = 1_767_268_800_000;

/// The load of a simulation.
#[derive(Clone, Copy, Debug)]
struct Load {
    holders: u64,
    stretch_ms: i64,
    service_us: f64,
    away_ms: u64,
}

/// The result of a simulation.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Outcome {
    per_second: f64,
    p99_ms: f64,
    /// The number of agents that lost their node at any time.
    stopped: usize,
}

/// The table for a server with this renewal time.
pub(super) fn table(server: &str, renewal_ns: f64) -> Vec<String> {
    let service_us = renewal_ns / 1000.0;
    let load = |holders, stretch_s: i64, away_s: u64| Load {
        holders,
        stretch_ms: stretch_s * 1000,
        service_us,
        away_ms: away_s * 1000,
    };
    let mut lines = vec![
        format!(
            "{server}: {service_us:.0} us a renewal, {:.0} a second",
            1e6 / service_us
        ),
        "| holders | stretch | writes a second | p99 | away | nodes lost |".to_owned(),
        "| --- | --- | --- | --- | --- | --- |".to_owned(),
    ];
    let loads = [
        (1024, 30, 0),
        (1024, 180, 0),
        (10_000, 30, 0),
        (10_000, 180, 0),
    ];
    let away = [60, 120, 138, 170].map(|away_s| (1024, 180, away_s));
    for (holders, stretch_s, away_s) in loads.into_iter().chain(away) {
        let found = simulated(load(holders, stretch_s, away_s));
        lines.push(format!(
            "| {holders} | {stretch_s} s | {:.0} | {:.1} ms | {away_s} s | {} |",
            found.per_second, found.p99_ms, found.stopped
        ));
    }
    lines
}

/// A lease file in memory, whose programs constantly generate ids.
struct InMemory {
    held: Option<StoredLease>,
    now_ms: Rc<Cell<i64>>,
}

impl LeaseFile for InMemory {
    type Error = Infallible;

    fn held(&self) -> Option<StoredLease> {
        self.held
    }

    fn mark_ms(&self) -> i64 {
        self.held
            .map_or(0, |held| held.until_ms.min(self.now_ms.get()))
    }

    fn write(&mut self, grant: &Grant, ids: &GrantIds) -> Result<(), Infallible> {
        self.held = Some(StoredLease::of(grant, ids));
        Ok(())
    }

    fn close(&mut self) -> Result<i64, Infallible> {
        self.held = self.held.map(|held| StoredLease {
            is_valid: false,
            ..held
        });
        Ok(self.mark_ms())
    }

    fn replace(&mut self) -> bool {
        true
    }

    fn raise(&mut self, _above_ms: i64) -> Result<(), Infallible> {
        Ok(())
    }
}

/// An event of an agent.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// The agent checks its lease.
    Asks,
    /// The server handles a request, given its number and the time when it was sent.
    Served(u64, u64),
    /// The agent's request times out.
    GivesUp(u64),
}

struct Agent {
    holder: Holder<InMemory>,
    /// The number of the pending request.
    waits: Option<u64>,
    sent: BTreeMap<u64, Request>,
}

struct World {
    load: Load,
    away: Range<u64>,
    now_us: u64,
    now_ms: Rc<Cell<i64>>,
    events: BinaryHeap<Reverse<(u64, u64, usize, Event)>>,
    /// The last number of an event or request.
    number: u64,
    dice: u64,
    record: Record,
    rows: BTreeMap<u64, Row>,
    agents: Vec<Agent>,
    /// The time at which the server has handled all requests so far.
    free_us: u64,
    waits_us: Vec<u64>,
    stopped: BTreeSet<usize>,
}

fn simulated(load: Load) -> Outcome {
    let mut world = World::new(load);
    world.run();
    world.waits_us.sort_unstable();
    let waits = &world.waits_us;
    Outcome {
        per_second: waits.len() as f64 * 1e6 / (END_US - WARM_US) as f64,
        p99_ms: waits
            .get(waits.len() * 99 / 100)
            .map_or(0.0, |&us| us as f64 / 1000.0),
        stopped: world.stopped.len(),
    }
}

impl World {
    /// Starts with all agents holding nodes and renewing at evenly distributed times.
    fn new(load: Load) -> Self {
        let now_ms = Rc::new(Cell::new(BEGAN_MS));
        let kind = "uuid7 machine_bits=16".parse().expect("a kind");
        let namespace = Namespace::new("load", kind, Some(0..=load.holders - 1))
            .and_then(|namespace| namespace.with_times(load.stretch_ms, load.stretch_ms))
            .expect("a namespace");
        let record = create(None, &namespace, "server", BEGAN_MS, true).expect("a record");
        let mut world = Self {
            load,
            away: AWAY_US..AWAY_US + load.away_ms * 1000,
            now_us: 0,
            now_ms,
            events: BinaryHeap::new(),
            number: 0,
            dice: 88_172_645_463_325_252,
            record,
            rows: BTreeMap::new(),
            agents: Vec::new(),
            free_us: 0,
            waits_us: Vec::new(),
            stopped: BTreeSet::new(),
        };
        for node in 0..load.holders {
            world.add(node);
        }
        world
    }

    fn add(&mut self, node: u64) {
        let id = self.id();
        let until_ms = BEGAN_MS + self.load.stretch_ms;
        let row = Row {
            until_ms,
            grant: Some(id),
            count: 1,
            ..Row::default()
        };
        self.rows.insert(node, row);
        let file = InMemory {
            held: Some(StoredLease {
                node,
                until_ms,
                ids: [Some(id), None, None, None],
                count: 1,
                is_valid: true,
            }),
            now_ms: self.now_ms.clone(),
        };
        let Ok(holder) = Holder::open(file, self.load.stretch_ms, None);
        self.agents.push(Agent {
            holder,
            waits: None,
            sent: BTreeMap::new(),
        });
        let begins_us = (self.chance() * self.load.stretch_ms as f64 * 1000.0 / 5.0) as u64;
        self.at(begins_us, self.agents.len() - 1, Event::Asks);
    }

    fn run(&mut self) {
        while let Some(Reverse((at_us, _, agent, event))) = self.events.pop() {
            if at_us >= END_US {
                return;
            }
            self.now_us = at_us;
            self.now_ms.set(self.now().unix_ms);
            match event {
                Event::Asks => self.asks(agent),
                Event::Served(request, sent_us) => self.served(agent, request, sent_us),
                Event::GivesUp(request) if self.agents[agent].waits == Some(request) => {
                    self.hears(agent, &Answer::Silence);
                }
                Event::GivesUp(_) => {}
            }
        }
    }

    fn asks(&mut self, nth: usize) {
        let (now, id) = (self.now(), self.id());
        let Ok(action) = self.agents[nth].holder.next_action(now, id);
        match action {
            Action::Wait(ms) => {
                let ms = u64::try_from(ms.min(LONGEST_WAIT_MS)).unwrap_or(0);
                self.at(self.now_us + ms * 1000, nth, Event::Asks);
            }
            Action::Send(_) if self.away.contains(&self.now_us) => {
                self.hears(nth, &Answer::Silence)
            }
            Action::Send(request) => {
                // Service times are exponentially distributed.
                let service_us = -self.load.service_us * (1.0 - self.chance()).ln();
                self.free_us = self.free_us.max(self.now_us) + service_us as u64;
                let number = self.number;
                self.agents[nth].sent.insert(number, request);
                self.agents[nth].waits = Some(number);
                self.at(self.free_us, nth, Event::Served(number, self.now_us));
                self.at(self.now_us + PATIENCE_US, nth, Event::GivesUp(number));
            }
        }
    }

    /// Executes the request, and answers if a client still waits.
    fn served(&mut self, nth: usize, number: u64, sent_us: u64) {
        let Some(request) = self.agents[nth].sent.remove(&number) else {
            return;
        };
        let waits = self.agents[nth].waits == Some(number);
        if self.away.contains(&self.now_us) {
            if waits {
                self.hears(nth, &Answer::Silence);
            }
            return;
        }
        let (now, dice) = (self.now(), self.id().get());
        let answered = answer(
            &mut self.record,
            &mut self.rows,
            &request,
            ("server", "holder"),
            now.unix_ms,
            dice,
        );
        if self.now_us >= WARM_US {
            self.waits_us.push(self.now_us - sent_us);
        }
        if waits {
            self.hears(nth, &answered);
        }
    }

    fn hears(&mut self, nth: usize, answer: &Answer) {
        let (now, jitter) = (self.now(), self.id().get() as u32);
        self.agents[nth].waits = None;
        let Ok(effect) = self.agents[nth].holder.process_reply(answer, now, jitter);
        if effect == Effect::Lost {
            self.stopped.insert(nth);
        }
        self.at(self.now_us, nth, Event::Asks);
    }

    fn at(&mut self, at_us: u64, agent: usize, event: Event) {
        self.number += 1;
        self.events
            .push(Reverse((at_us, self.number, agent, event)));
    }

    fn now(&self) -> Now {
        let ms = i64::try_from(self.now_us / 1000).unwrap_or(i64::MAX);
        Now {
            unix_ms: BEGAN_MS + ms,
            steady_ms: ms,
        }
    }

    /// A pseudo-random number (xorshift), the same in each run.
    fn id(&mut self) -> GrantId {
        loop {
            self.dice ^= self.dice << 13;
            self.dice ^= self.dice >> 7;
            self.dice ^= self.dice << 17;
            if let Some(id) = GrantId::from_random(self.dice) {
                return id;
            }
        }
    }

    /// A pseudo-random number in [0, 1).
    fn chance(&mut self) -> f64 {
        (self.id().get() >> 10) as f64 / (1_u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOAD: Load = Load {
        holders: 100,
        stretch_ms: 30_000,
        service_us: 1000.0,
        away_ms: 0,
    };

    #[test]
    fn agents_renew_after_a_fifth_of_their_term() {
        let found = simulated(LOAD);
        assert!((found.per_second - 100.0 / 6.0).abs() < 0.5, "{found:?}");
        assert_eq!(found.stopped, 0);
        assert!(found.p99_ms < 20.0, "{found:?}");
    }

    #[test]
    fn nodes_are_reserved_for_a_margin_after_a_term() {
        let away = |away_s: u64| Load {
            away_ms: away_s * 1000,
            ..LOAD
        };
        // The margin is as long as a term.
        assert_eq!(simulated(away(50)).stopped, 0);
        assert_eq!(simulated(away(75)).stopped, 100);
        let some = simulated(away(56)).stopped;
        assert!(0 < some && some < 100, "{some}");
    }

    #[test]
    fn overloaded_server_is_reported() {
        let slow = Load {
            service_us: 200_000.0,
            ..LOAD
        };
        let found = simulated(slow);
        assert!(found.per_second < 6.0 && found.p99_ms > 1000.0, "{found:?}");
    }
}

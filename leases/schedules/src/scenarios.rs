//! The scenarios that are searched.

use std::sync::LazyLock;

use crate::event::{Arrival, Budget, Data, EVENTS, Event, Step};
use crate::state::State;

/// The number of events that a search allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// The listed numbers. The search visits all states.
    Full,
    /// One more event of each kind. The search may end at its limit.
    Deep,
}

/// A small group of agents and nodes, and the maximum number of events of each kind.
#[derive(Debug)]
pub struct Scenario {
    pub name: &'static str,
    agents: usize,
    nodes: usize,
    events: &'static [(Event, u8)],
    /// Steps before the search, for states that are too far away for it.
    first: &'static [Step],
}

impl Scenario {
    /// The initial state.
    pub(crate) fn begin(&self, size: Size) -> State {
        let mut left: Budget = [0; EVENTS];
        for &(event, times) in self.events {
            left[event as usize] += match size {
                // The first steps need exactly these events.
                _ if !self.first.is_empty() => times,
                Size::Full => times,
                Size::Deep => times + 1,
            };
        }
        let begin = State::new(self.agents, self.nodes, left);
        self.first
            .iter()
            .fold(begin, |state, step| state.after(*step))
    }
}

const fn scenario(
    name: &'static str,
    agents: usize,
    nodes: usize,
    events: &'static [(Event, u8)],
) -> Scenario {
    Scenario {
        name,
        agents,
        nodes,
        events,
        first: &[],
    }
}

/// Faults, each with the stores in which it can happen: `f`ile, `p`ostgresql, `r`edis, `e`tcd.
const FAULTS: [(&str, &str, &[Event]); 14] = [
    ("lost replies", "fpre", &[Event::GiveUp]),
    ("late replies", "fpre", &[Event::Pause]),
    ("crash", "fpre", &[Event::Crash]),
    ("lost file", "fpre", &[Event::Lose]),
    ("removed file", "fpre", &[Event::Remove]),
    ("reboot", "fpre", &[Event::Boot]),
    ("copied file", "fpre", &[Event::Copy]),
    (
        "file put back",
        "fpre",
        &[Event::Save, Event::PutBack, Event::Keep],
    ),
    ("copied machine", "fpre", &[Event::Clone]),
    ("clock", "fpre", &[Event::Jump]),
    ("forgetful server", "fpr", &[Event::Backup, Event::FailOver]),
    ("two servers", "pr", &[Event::FailOver, Event::TwoPrimaries]),
    ("rows put back", "p", &[Event::Backup, Event::Restore]),
    ("memory put back", "fpre", &[Event::Backup, Event::Rewind]),
];

/// Any two faults of one store, at any time: while an agent starts, runs, or releases its node.
pub(crate) static PAIRS: LazyLock<Vec<Scenario>> = LazyLock::new(|| {
    let pairs = FAULTS.iter().enumerate();
    let pairs = pairs.flat_map(|(nth, one)| FAULTS[nth..].iter().map(move |two| (one, two)));
    let share = |one: &str, two: &str| one.chars().any(|store| two.contains(store));
    let pairs = pairs.filter(|(one, two)| share(one.1, two.1));
    // After a loss of data, nothing is promised for copied machines and files that continue, or for
    // clocks that jump.
    let loses =
        |fault: &[Event]| fault.contains(&Event::Backup) || fault.contains(&Event::FailOver);
    let pairs = pairs.filter(move |(one, two)| match one.0 {
        "copied machine" | "file put back" | "clock" => !loses(two.2),
        // Other scenarios have several servers.
        _ => !loses(one.2),
    });
    let pairs = pairs.map(|(one, two)| {
        let both = one.2.iter().chain(two.2).map(|event| (*event, 1));
        let usual = [(Event::Ask, 3), (Event::Tick, 3), (Event::Release, 1)];
        Scenario {
            name: format!("pair of {}, {}", one.0, two.0).leak(),
            agents: 2,
            nodes: 1,
            events: usual.into_iter().chain(both).collect::<Vec<_>>().leak(),
            first: &[],
        }
    });
    pairs.collect()
});

/// Scenarios in which servers lose no data.
pub(crate) const DURABLE: [Scenario; 11] = [
    scenario(
        "releases",
        2,
        1,
        &[
            (Event::Ask, 4),
            (Event::Tick, 3),
            (Event::GiveUp, 1),
            (Event::Release, 2),
        ],
    ),
    scenario(
        "any clock",
        2,
        1,
        &[
            (Event::Ask, 3),
            (Event::Jump, 2),
            (Event::GiveUp, 1),
            (Event::Release, 1),
        ],
    ),
    scenario(
        "crashes",
        2,
        1,
        &[
            (Event::Ask, 4),
            (Event::Tick, 3),
            (Event::GiveUp, 1),
            (Event::Crash, 1),
            (Event::Lose, 1),
        ],
    ),
    scenario(
        "pauses",
        2,
        1,
        &[
            (Event::Ask, 4),
            (Event::Tick, 4),
            (Event::Pause, 1),
            (Event::Release, 1),
        ],
    ),
    scenario(
        "two nodes",
        2,
        2,
        &[(Event::Ask, 4), (Event::Tick, 3), (Event::Release, 2)],
    ),
    scenario(
        "three agents",
        3,
        1,
        &[
            (Event::Ask, 4),
            (Event::Tick, 3),
            (Event::Release, 1),
            (Event::Lose, 1),
        ],
    ),
    scenario(
        "copied files",
        2,
        1,
        &[
            (Event::Ask, 4),
            (Event::Tick, 3),
            (Event::Copy, 1),
            (Event::Boot, 1),
        ],
    ),
    scenario(
        "copies put back",
        2,
        1,
        &[
            (Event::Ask, 4),
            (Event::Tick, 3),
            (Event::Save, 1),
            (Event::PutBack, 1),
            (Event::Release, 1),
            (Event::Keep, 1),
        ],
    ),
    scenario(
        "removed files",
        2,
        1,
        &[
            (Event::Ask, 4),
            (Event::Tick, 4),
            (Event::Pause, 1),
            (Event::Remove, 1),
            (Event::Release, 1),
        ],
    ),
    scenario(
        "copied machines",
        2,
        1,
        &[(Event::Ask, 5), (Event::Tick, 2), (Event::Clone, 1)],
    ),
    scenario(
        "three after a copied machine",
        3,
        1,
        &[
            (Event::Ask, 4),
            (Event::Tick, 2),
            (Event::Clone, 1),
            (Event::Release, 1),
        ],
    ),
];

/// Scenarios in which servers may lose data.
pub(crate) const LOSSY: [Scenario; 9] = [
    scenario(
        "a server that forgets",
        2,
        1,
        &[
            (Event::Ask, 3),
            (Event::Tick, 4),
            (Event::Backup, 1),
            (Event::FailOver, 1),
            (Event::Release, 1),
        ],
    ),
    scenario(
        "two servers",
        2,
        1,
        &[
            (Event::Ask, 4),
            (Event::Tick, 5),
            (Event::FailOver, 1),
            (Event::TwoPrimaries, 1),
        ],
    ),
    scenario(
        "three servers",
        2,
        1,
        &[
            (Event::Ask, 4),
            (Event::Tick, 3),
            (Event::Settle, 1),
            (Event::FailOver, 2),
            (Event::TwoPrimaries, 2),
        ],
    ),
    scenario(
        "memory put back",
        2,
        1,
        &[
            (Event::Ask, 4),
            (Event::Tick, 4),
            (Event::Backup, 1),
            (Event::Rewind, 1),
        ],
    ),
    scenario(
        "rows put back",
        2,
        1,
        &[
            (Event::Ask, 4),
            (Event::Tick, 4),
            (Event::Backup, 1),
            (Event::Restore, 1),
            (Event::Release, 1),
        ],
    ),
    scenario(
        "rows of two nodes put back",
        2,
        2,
        &[
            (Event::Ask, 4),
            (Event::Tick, 3),
            (Event::Backup, 1),
            (Event::Restore, 1),
        ],
    ),
    scenario(
        "a removed file and a server that forgets",
        2,
        1,
        &[
            (Event::Ask, 4),
            (Event::Tick, 4),
            (Event::Remove, 1),
            (Event::FailOver, 1),
        ],
    ),
    // A crash can only interrupt the file store after it has recorded the file, so its requests
    // count as atomic. A restored backup is another server.
    scenario(
        "a store in a file",
        2,
        1,
        &[
            (Event::Ask, 3),
            (Event::Tick, 4),
            (Event::Backup, 1),
            (Event::FailOver, 1),
            (Event::Settle, 1),
            (Event::Crash, 1),
        ],
    ),
    // A machine is copied with a request in transit. Its copy sends a request too, and releases its
    // node to the old server, which leases it to another agent. The new server has no record of
    // this.
    Scenario {
        first: &[
            Step::Ask(0),
            Step::Send(0),
            by_new(0),
            Step::Tick,
            Step::Ask(0),
            Step::Clone(0, 1),
            Step::FailOver(Data::AsItIs),
            Step::Send(1),
            Step::Send(0),
            Step::Release(1, 0, true),
            by_old(2),
            Step::Ask(2),
            by_old(2),
            by_new(0),
            Step::GiveUp(0),
            Step::Tick,
            Step::Ask(2),
            by_old(1),
        ],
        ..scenario(
            "a copied machine and two servers",
            3,
            1,
            &[
                (Event::Ask, 5),
                (Event::Tick, 2),
                (Event::GiveUp, 1),
                (Event::Clone, 1),
                (Event::Release, 1),
                (Event::FailOver, 1),
                (Event::TwoPrimaries, 1),
            ],
        )
    },
];

const fn by_new(message: usize) -> Step {
    Step::Arrive(Arrival {
        message,
        by_old: false,
        dice: 0,
    })
}

const fn by_old(message: usize) -> Step {
    Step::Arrive(Arrival {
        message,
        by_old: true,
        dice: 0,
    })
}

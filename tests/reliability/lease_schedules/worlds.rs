//! The small worlds.

use crate::state::State;
use crate::step::{Arrival, Budget, Data, MAYS, May, Step};

/// A world: what it is called, how many agents and nodes it has, what may happen in it so often, and what of that happens first.
pub(crate) struct World {
    pub(crate) name: &'static str,
    agents: usize,
    nodes: usize,
    may: &'static [(May, u8)],
    first: &'static [Step],
}

impl World {
    /// How it begins; `more` of everything that may happen, but where the beginning is told.
    pub(crate) fn begin(&self, more: u8) -> State {
        let mut left: Budget = [0; MAYS];
        for &(what, times) in self.may {
            left[what as usize] = times + if self.first.is_empty() { more } else { 0 };
        }
        let begin = State::new(self.agents, self.nodes, left);
        self.first
            .iter()
            .fold(begin, |state, step| state.after(*step))
    }
}

const fn world(
    name: &'static str,
    agents: usize,
    nodes: usize,
    may: &'static [(May, u8)],
) -> World {
    World {
        name,
        agents,
        nodes,
        may,
        first: &[],
    }
}

/// Where the server keeps what it was told.
pub(crate) const KNOWING: [World; 9] = [
    world(
        "releases",
        2,
        1,
        &[
            (May::Ask, 4),
            (May::Tick, 3),
            (May::GiveUp, 1),
            (May::Release, 2),
        ],
    ),
    world(
        "any clock",
        2,
        1,
        &[
            (May::Ask, 3),
            (May::Jump, 2),
            (May::GiveUp, 1),
            (May::Release, 1),
        ],
    ),
    world(
        "crashes",
        2,
        1,
        &[
            (May::Ask, 4),
            (May::Tick, 3),
            (May::GiveUp, 1),
            (May::Crash, 1),
            (May::Lose, 1),
        ],
    ),
    world(
        "pauses",
        2,
        1,
        &[
            (May::Ask, 4),
            (May::Tick, 4),
            (May::Pause, 1),
            (May::Release, 1),
        ],
    ),
    world(
        "two nodes",
        2,
        2,
        &[(May::Ask, 4), (May::Tick, 3), (May::Release, 2)],
    ),
    world(
        "three agents",
        3,
        1,
        &[
            (May::Ask, 4),
            (May::Tick, 3),
            (May::Release, 1),
            (May::Lose, 1),
        ],
    ),
    world(
        "copied files",
        2,
        1,
        &[
            (May::Ask, 4),
            (May::Tick, 3),
            (May::Copy, 1),
            (May::Boot, 1),
        ],
    ),
    world(
        "copied machines",
        2,
        1,
        &[(May::Ask, 5), (May::Tick, 2), (May::Clone, 1)],
    ),
    world(
        "three after a copied machine",
        3,
        1,
        &[
            (May::Ask, 4),
            (May::Tick, 2),
            (May::Clone, 1),
            (May::Release, 1),
        ],
    ),
];

/// Where it may not.
pub(crate) const FORGETTING: [World; 6] = [
    world(
        "a server that forgets",
        2,
        1,
        &[
            (May::Ask, 3),
            (May::Tick, 4),
            (May::Backup, 1),
            (May::FailOver, 1),
            (May::Release, 1),
        ],
    ),
    world(
        "two servers",
        2,
        1,
        &[
            (May::Ask, 4),
            (May::Tick, 5),
            (May::FailOver, 1),
            (May::TwoPrimaries, 1),
        ],
    ),
    world(
        "three servers",
        2,
        1,
        &[
            (May::Ask, 4),
            (May::Tick, 3),
            (May::Settle, 1),
            (May::FailOver, 2),
            (May::TwoPrimaries, 2),
        ],
    ),
    world(
        "memory put back",
        2,
        1,
        &[
            (May::Ask, 4),
            (May::Tick, 4),
            (May::Backup, 1),
            (May::Rewind, 1),
        ],
    ),
    // A step of the store's may end between its writes, which note the file first; a copy that is put back is another file, and one that is full answers nothing.
    world(
        "a store in a file",
        2,
        1,
        &[
            (May::Ask, 3),
            (May::Tick, 4),
            (May::Backup, 1),
            (May::FailOver, 1),
            (May::Settle, 1),
            (May::Crash, 1),
        ],
    ),
    // A machine is copied while it asks. Its copy asks, too, and gives its node back to the old server, which gives it to another; the new one knows nothing of that.
    World {
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
            Step::Release(1, 0),
            by_old(2),
            Step::Ask(2),
            by_old(2),
            by_new(0),
            Step::GiveUp(0),
            Step::Tick,
            Step::Ask(2),
            by_old(1),
        ],
        ..world(
            "a copied machine and two servers",
            3,
            1,
            &[
                (May::Ask, 5),
                (May::Tick, 2),
                (May::GiveUp, 1),
                (May::Clone, 1),
                (May::Release, 1),
                (May::FailOver, 1),
                (May::TwoPrimaries, 1),
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

//! What a run can be about, where the seed alone does not say: else some moments are so rare that a guard against them is missed by chance only.

use crate::formats::Format;
use crate::node::MOST_LISTED_BITS;
use crate::sim::events::Event;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// Leases, half of them by ticks that last, in which a node may change hands.
    Leases,
    /// Nodes that processes hand out: generators of few nodes come and go, with processes that stop, are killed and get signals.
    Nodes,
    /// The counter's speed: ticks so short that a wrong one shows, and what may disturb its measurement.
    Speed,
}

impl About {
    pub const ALL: &[About] = &[About::Leases, About::Nodes, About::Speed];

    /// As the command takes it.
    pub fn name(self) -> &'static str {
        match self {
            About::Leases => "leases",
            About::Nodes => "nodes",
            About::Speed => "speed",
        }
    }

    /// Whether it is about ids of that format.
    pub(crate) fn suits(self, format: Format) -> bool {
        let layout = &format.row().layout;
        match self {
            About::Leases => true,
            About::Nodes => {
                (layout.node).is_some_and(|node| (1..=MOST_LISTED_BITS).contains(&node.drawn_bits))
            }
            About::Speed => {
                (layout.time).is_some_and(|time| (1000..100_000).contains(&time.scale.unit_ns))
            }
        }
    }

    /// Whether that may happen.
    pub(crate) fn has(self, event: Event) -> bool {
        match self {
            About::Leases => true,
            About::Nodes => matches!(event, Event::Stop | Event::Signal | Event::Kill),
            About::Speed => matches!(
                event,
                Event::CounterSpeed
                    | Event::CounterJump
                    | Event::Suspend
                    | Event::Doze
                    | Event::Migrate
            ),
        }
    }
}

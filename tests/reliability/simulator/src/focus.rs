//! Runs that focus on one subject, for situations that are otherwise too rare.

use crate::sim::events::Event;
use sortid_engine::layout::MOST_LISTED_BITS;
use sortid_reliability_common::product::{Format, default_plan};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    /// Lease files, half of them with formats of long ticks, in which a node may change.
    Leases,
    /// Nodes that processes assign: generators of formats with few nodes, in processes that stop,
    /// get signals and are killed.
    Nodes,
    /// Processes that lack the right to open files, descriptors or locks, and then may use
    /// process-owned locks: generators with files, and forks.
    Rights,
    /// The cycle counter's frequency: formats with short ticks, in which a wrong frequency shows,
    /// and events that disturb its measurement.
    Speed,
}

impl Focus {
    pub const ALL: &[Focus] = &[Focus::Leases, Focus::Nodes, Focus::Rights, Focus::Speed];

    /// The value of `--focus`.
    pub fn name(self) -> &'static str {
        match self {
            Focus::Leases => "leases",
            Focus::Nodes => "nodes",
            Focus::Rights => "rights",
            Focus::Speed => "speed",
        }
    }

    /// Whether such a run uses the format.
    pub(crate) fn suits(self, format: Format) -> bool {
        let layout = &default_plan(format).layout;
        match self {
            Focus::Leases => true,
            Focus::Nodes => {
                (layout.node).is_some_and(|node| (1..=MOST_LISTED_BITS).contains(&node.drawn_bits))
            }
            Focus::Rights => layout.time.is_some(),
            Focus::Speed => {
                (layout.time).is_some_and(|time| (1000..100_000).contains(&time.scale.unit_ns))
            }
        }
    }

    /// Whether the event happens in such a run.
    pub(crate) fn has(self, event: Event) -> bool {
        match self {
            // Agents that cannot work rarely interfere with each other.
            Focus::Leases => !matches!(
                event,
                Event::NoDescriptors | Event::OpenFails | Event::LockFails | Event::Close
            ),
            Focus::Nodes => matches!(
                event,
                Event::Stop | Event::Signal | Event::Kill | Event::NodeTable | Event::ClockFarBack
            ),
            Focus::Rights => matches!(
                event,
                Event::NoRights
                    | Event::NoDescriptors
                    | Event::OpenFails
                    | Event::LockFails
                    | Event::Close
                    | Event::Kill
                    | Event::ClockForward
            ),
            Focus::Speed => matches!(
                event,
                Event::CounterSpeed
                    | Event::CounterJump
                    | Event::Suspend
                    | Event::Doze
                    | Event::Migrate
                    | Event::NoDescriptors
            ),
        }
    }
}

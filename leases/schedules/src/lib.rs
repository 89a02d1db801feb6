//! Exhaustive search of the lease protocol: no schedule of a small scenario may let two lease files
//! own the same millisecond of a node.
//!
//! The core's state machine (`leases/protocol/src/holder.rs`, `table.rs`) is compiled here a second
//! time. Scenarios have two or three agents, one or two nodes, a lease term of two milliseconds and
//! a margin of one. Generators have no clock: a file may use its whole term at any time. Requests
//! arrive at any time after they were sent, or never. [`scenarios`] limits how often each other
//! event happens. States that differ only in lease numbers or in the order of agents count as one.

#![allow(missing_docs, reason = "a test tool")]

mod agent;
mod event;
mod file;
mod leasing;
mod scenarios;
mod search;
mod server;
mod state;
mod successors;

use std::fmt::{self, Display};

use event::Step;
use file::FileRule;
pub use scenarios::{Scenario, Size};

/// The maximum number of states that a search visits.
const MOST: usize = 1_000_000;
const MOST_IN_DEEP_SEARCH: usize = 10_000_000;

/// A search without a repeat.
#[derive(Debug)]
pub struct Explored {
    pub states: usize,
    /// Whether these are all states.
    pub is_complete: bool,
}

/// Steps after which two files own the same millisecond of a node.
#[derive(Debug)]
pub struct Repeat {
    pub states: usize,
    steps: Vec<Step>,
}

impl Repeat {
    /// One line per step.
    pub fn trace(&self) -> impl Iterator<Item = String> + '_ {
        self.steps.iter().map(|step| format!("{step:?}"))
    }
}

impl Display for Repeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (steps, states) = (self.steps.len(), self.states);
        write!(f, "a repeat after {steps} steps, found in {states} states")
    }
}

/// All scenarios.
pub fn scenarios() -> impl Iterator<Item = &'static Scenario> {
    scenarios::DURABLE.iter().chain(&scenarios::LOSSY)
}

/// Scenarios with any two faults of one store.
pub fn pairs() -> impl Iterator<Item = &'static Scenario> {
    scenarios::PAIRS.iter()
}

impl Scenario {
    /// Visits the states of this scenario, with one rule disabled or none.
    ///
    /// # Errors
    ///
    /// A schedule that repeats.
    pub fn search(&self, size: Size, disabled: Option<&Rule>) -> Result<Explored, Repeat> {
        if let Some(rule) = disabled {
            rule.leave_out();
        }
        let most = match size {
            Size::Full => MOST,
            Size::Deep => MOST_IN_DEEP_SEARCH,
        };
        let found = search::search(self.begin(size), most);
        leasing::leave_out(None);
        file::leave_out(None);
        match found.repeat {
            Some(steps) => Err(Repeat {
                states: found.states,
                steps,
            }),
            None => Ok(Explored {
                states: found.states,
                is_complete: found.is_whole,
            }),
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// A rule of the core.
    Core(leasing::Rule),
    /// A rule of the lease file, which is reimplemented here.
    File(FileRule),
}

/// A rule of the protocol that can be disabled.
#[derive(Debug)]
pub struct Rule {
    kind: Kind,
    /// The scenario in which ids repeat without the rule.
    scenario: &'static str,
}

const fn core(rule: leasing::Rule, scenario: &'static str) -> Rule {
    Rule {
        kind: Kind::Core(rule),
        scenario,
    }
}

const fn file(rule: FileRule, scenario: &'static str) -> Rule {
    Rule {
        kind: Kind::File(rule),
        scenario,
    }
}

/// All rules.
pub const RULES: [Rule; 24] = [
    core(leasing::Rule::Floor, "a server that forgets"),
    core(leasing::Rule::Guard, "rows put back"),
    core(leasing::Rule::FloorOfNew, "two servers"),
    core(leasing::Rule::FloorHasMargin, "two servers"),
    core(leasing::Rule::FloorHasMarginTwice, "three servers"),
    core(leasing::Rule::WholeFloor, "three servers"),
    core(leasing::Rule::FromFloor, "two servers"),
    core(leasing::Rule::FromUntil, "releases"),
    core(leasing::Rule::Margin, "two servers"),
    core(leasing::Rule::RunOut, "two servers"),
    core(leasing::Rule::LateInMargin, "memory put back"),
    core(leasing::Rule::LateAtSameServer, "two servers"),
    core(leasing::Rule::ById, "copied machines"),
    core(leasing::Rule::MyUntil, "a copied machine and two servers"),
    core(leasing::Rule::CloseMine, "three agents"),
    core(leasing::Rule::Witness, "memory put back"),
    core(leasing::Rule::ServerFirst, "pauses"),
    core(leasing::Rule::FileFirst, "releases"),
    core(leasing::Rule::Here, "copied files"),
    core(leasing::Rule::CopiesEnd, "copies put back"),
    file(FileRule::Fence, "crashes"),
    file(FileRule::EndsAtMark, "releases"),
    file(FileRule::EndsInStretch, "three agents"),
    file(FileRule::NewInode, "copies put back"),
];

impl Rule {
    /// The rule's name.
    pub fn name(&self) -> String {
        match self.kind {
            Kind::Core(rule) => format!("{rule:?}"),
            Kind::File(rule) => format!("{rule:?}"),
        }
    }

    /// The scenario in which ids repeat without the rule.
    pub fn scenario(&self) -> &'static Scenario {
        let mut all = scenarios();
        all.find(|scenario| scenario.name == self.scenario)
            .unwrap_or(&scenarios::DURABLE[0])
    }

    fn leave_out(&self) {
        match self.kind {
            Kind::Core(rule) => leasing::leave_out(Some(rule)),
            Kind::File(rule) => file::leave_out(Some(rule)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_name_existing_scenarios() {
        for rule in &RULES {
            assert_eq!(rule.scenario().name, rule.scenario, "{rule:?}");
        }
    }
}

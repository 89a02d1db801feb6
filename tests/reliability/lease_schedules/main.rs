//! Drives the state machine of leases through all schedules of small worlds: no millisecond of a node is ever two files'.
//!
//! The worlds have two or three agents and one or two nodes, a stretch of two milliseconds and a margin of one. Generators have no clock: what a file may use, it may
//! use at any time. Requests arrive at any time after they were sent, or never. What else happens how often, each world says (`worlds.rs`). States that differ in
//! nothing but what grants are called, and which agent is which, are one.
//!
//! `SORTID_GRANT_SCHEDULES=1` lets everything happen once more, up to ten million states a world: for `--release`.
#![allow(
    clippy::disallowed_methods,
    reason = "a test is outside of the library"
)]

mod agent;
mod error;
mod file;
mod grant;
mod next;
mod search;
mod server;
mod state;
mod step;
mod worlds;

use file::FileRule;
use grant::Rule;
use search::search;
use worlds::World;

/// So many states a world may have.
const MOST: usize = 1_000_000;
const MOST_IN_DEPTH: usize = 10_000_000;

fn nothing_repeats(world: &World) {
    let found = search(world.begin(0), MOST);
    assert_eq!(found.repeat, None, "{:?}", world.name);
    assert!(
        found.is_whole,
        "{} states of {:?}",
        found.states, world.name
    );
    println!("{}: {} states", world.name, found.states);
    if std::env::var_os("SORTID_GRANT_SCHEDULES").is_some() {
        let found = search(world.begin(1), MOST_IN_DEPTH);
        assert_eq!(found.repeat, None, "{:?} in depth", world.name);
        println!(
            "{} in depth: {} states, all: {}",
            world.name, found.states, found.is_whole
        );
    }
}

/// In two parts, which run at the same time.
#[test]
fn nothing_repeats_where_the_server_knows_all() {
    worlds::KNOWING.iter().for_each(nothing_repeats);
}

#[test]
fn nothing_repeats_where_the_server_forgets() {
    worlds::FORGETTING.iter().for_each(nothing_repeats);
}

/// Every rule that is left out lets something repeat, in the world that is named.
#[test]
fn each_rule_is_missed() {
    let rules = [
        (Rule::Floor, "a server that forgets"),
        (Rule::FloorOfNew, "two servers"),
        (Rule::FloorHasMargin, "two servers"),
        (Rule::FloorHasMarginTwice, "three servers"),
        (Rule::WholeFloor, "three servers"),
        (Rule::FromFloor, "two servers"),
        (Rule::FromUntil, "releases"),
        (Rule::Margin, "two servers"),
        (Rule::RunOut, "two servers"),
        (Rule::ById, "copied machines"),
        (Rule::MyUntil, "a copied machine and two servers"),
        (Rule::CloseMine, "three agents"),
        (Rule::Witness, "memory put back"),
        (Rule::ServerFirst, "pauses"),
        (Rule::FileFirst, "releases"),
        (Rule::Here, "copied files"),
    ];
    for (rule, name) in rules {
        grant::leave_out(Some(rule));
        is_missed(&format!("{rule:?}"), name);
    }
    grant::leave_out(None);
    let rules = [
        (FileRule::Fence, "crashes"),
        (FileRule::EndsAtMark, "releases"),
        (FileRule::EndsInStretch, "three agents"),
    ];
    for (rule, name) in rules {
        file::leave_out(Some(rule));
        is_missed(&format!("{rule:?}"), name);
    }
}

fn is_missed(rule: &str, name: &str) {
    let mut worlds = worlds::KNOWING.iter().chain(&worlds::FORGETTING);
    let world = worlds.find(|world| world.name == name).expect("a world");
    let found = search(world.begin(0), MOST);
    let repeat = found.repeat.unwrap_or_else(|| {
        panic!(
            "nobody misses {rule} in {name:?}, of {} states",
            found.states
        )
    });
    println!(
        "{rule}: {} steps to a repeat in {name:?}, after {} states",
        repeat.len(),
        found.states
    );
}

//! Mutation testing: disables each guard in turn. Seeds must fail without it, or the simulation is
//! too weak.

use std::time::Instant;

use crate::campaign::{Limits, run_all};
use crate::focus::Focus;
use crate::run::Config;
use crate::sys::Guard;

/// The number of seeds within which a missing guard must be detected.
pub const SEEDS: u64 = 3000;

/// The outcome for one guard.
pub struct Found {
    pub guard: String,
    /// The number of seeds that ran, and of those that failed.
    pub runs: u64,
    pub failed: u64,
    /// The first failed seed, counted from 1, and its failure.
    pub first: Option<(u64, String)>,
    pub seconds: f64,
}

/// The guards' names.
pub fn guards() -> impl Iterator<Item = String> {
    simulated().map(|guard| format!("{guard:?}"))
}

/// The guards that the simulation must detect as necessary. Here no lock is lost while its
/// descriptor stays open, so `SameFence` is covered by `models`.
fn simulated() -> impl Iterator<Item = Guard> {
    let all = Guard::ALL.iter().copied();
    all.filter(|guard| *guard != Guard::SameFence)
}

/// Disables the guards accepted by `selects` one after another, each until `limits.broken` seeds
/// have failed.
pub fn run_guards(
    like: &Config,
    limits: Limits,
    selects: impl Fn(&str) -> bool,
    mut report: impl FnMut(Found),
) {
    for guard in simulated() {
        let name = format!("{guard:?}");
        if !selects(&name) || like.without.is_some_and(|only| only != guard) {
            continue;
        }
        let config = Config {
            without: Some(guard),
            // Many times the average run: detects endless runs sooner.
            most_steps: 4_000_000,
            windows: like.windows.or(is_of_unix(guard).then_some(false)),
            // Some guards only matter in rare situations.
            focus: like.focus.or(focus(guard)),
            ..like.clone()
        };
        let begun = Instant::now();
        let summary = run_all(&config, limits);
        let failed = summary.broken.len() as u64;
        let first = summary.broken.into_iter().next();
        report(Found {
            guard: name,
            runs: summary.runs,
            failed,
            first: first.map(|(seed, what)| (seed - like.seed + 1, what)),
            seconds: begun.elapsed().as_secs_f64(),
        });
    }
}

/// The symptoms of a missing guard of leases.
const LEASES: &[&str] = &[
    "of no stretch of its file",
    "granted twice",
    "given back below",
    "twice",
    "out of order",
    "out of the file's order",
];

/// The symptoms of a missing guard of the availability of leases.
const NO_LEASE: &[&str] = &["no node is granted", "requests within a second"];

fn is_of_leases(guard: Guard) -> bool {
    matches!(guard, Guard::LeaseBegin | Guard::OneKeeper)
        || [LEASES, NO_LEASE].contains(&symptoms(guard))
}

/// The focus of a guard's runs, if other runs rarely need the guard.
fn focus(guard: Guard) -> Option<Focus> {
    match guard {
        Guard::NodesOnce | Guard::LateLook => Some(Focus::Nodes),
        Guard::OwnClaim | Guard::OwnTable | Guard::OneOfFormat | Guard::NodeLock => {
            Some(Focus::Nodes)
        }
        Guard::NodeKept | Guard::Fence => Some(Focus::Nodes),
        Guard::OwnLocks | Guard::Outside => Some(Focus::Rights),
        Guard::OwnNumber | Guard::OwnOffset | Guard::ClosedPage | Guard::SameSession => {
            Some(Focus::Rights)
        }
        Guard::Belt | Guard::ShortWindow | Guard::TwoRates | Guard::Verdict => Some(Focus::Speed),
        Guard::RateAge | Guard::Watch | Guard::EndOfTick | Guard::Grain => Some(Focus::Speed),
        _ => is_of_leases(guard).then_some(Focus::Leases),
    }
}

/// Whether a guard concerns something that Windows lacks: leases, forks, signals, or a cycle
/// counter as the system's clock source.
fn is_of_unix(guard: Guard) -> bool {
    use Guard::{Belt, EndOfTick, RateAge, ShortWindow, TwoRates, Verdict, Watch};
    use Guard::{
        ClosedPage, ForkHandler, OwnDescription, OwnLocks, OwnNumber, OwnOffset, OwnThread,
        Resumed, SameSession, SecondLook, Survivor, TakeOver, WipedPage,
    };
    is_of_leases(guard)
        || matches!(
            guard,
            Belt | EndOfTick | RateAge | ShortWindow | TwoRates | Verdict | Watch
        )
        || matches!(
            guard,
            ForkHandler
                | OwnDescription
                | OwnLocks
                | OwnNumber
                | OwnOffset
                | ClosedPage
                | SameSession
                | OwnThread
                | Resumed
                | SecondLook
                | Survivor
                | TakeOver
                | WipedPage
        )
}

/// The symptoms of a missing guard: words of the checker's message.
pub(crate) fn symptoms(guard: Guard) -> &'static [&'static str] {
    const OLD: &[&str] = &["older than its call"];
    const HANGS: &[&str] = &["comes to no end", " took "];
    const REPEATS: &[&str] = &[
        "twice",
        "out of order",
        "out of the file's order",
        "another generator",
    ];
    const DAMAGES: &[&str] = &[
        "twice",
        "out of ",
        "no reason for store_",
        "ahead of the clock",
    ];
    match guard {
        Guard::Belt | Guard::ShortWindow | Guard::TwoRates | Guard::Verdict => OLD,
        Guard::RateAge | Guard::Watch | Guard::EndOfTick => OLD,
        Guard::Grain => &["coarse counter"],
        Guard::WipedPage | Guard::ForkHandler | Guard::FreshStream | Guard::Renewal => REPEATS,
        Guard::FreshTick | Guard::SecondLook | Guard::Exclusion | Guard::Survivor => REPEATS,
        Guard::LateReseed | Guard::FreshKey => REPEATS,
        Guard::Resumed => &["the node of a snapshot"],
        Guard::NodesOnce | Guard::Account | Guard::PassedTicks | Guard::Mark => REPEATS,
        Guard::Sync | Guard::Joiners | Guard::Exchange | Guard::FreshLife => REPEATS,
        Guard::CommonNode | Guard::LocalOnly => REPEATS,
        Guard::LeaseEnd | Guard::LeaseHere | Guard::LeaseBoot => LEASES,
        Guard::OneKeeper => &["two agents write one lease file"],
        Guard::NewTick | Guard::Turn | Guard::TurnFirst => LEASES,
        Guard::LeaseBegin => &["below its lease"],
        Guard::ServerFirst => LEASES,
        Guard::WitnessOnce | Guard::Backoff => NO_LEASE,
        Guard::KeeperMakes => &["no agent has made"],
        Guard::LeaseApart => &["of another format"],
        Guard::TakeOver | Guard::OwnThread | Guard::FilePatience => HANGS,
        Guard::ChangeLock | Guard::MemberLock | Guard::LastLeaves | Guard::Outside => DAMAGES,
        Guard::OwnLocks => &["locks it as a process"],
        Guard::NameSync => &["lost its name with the power"],
        Guard::OwnDescription => &["no reason for store_locked"],
        Guard::OwnNumber => &["of the program"],
        Guard::OwnOffset => &["no reason for store_io"],
        Guard::ClosedPage | Guard::SameSession => DAMAGES,
        Guard::FileLead => HANGS,
        Guard::NameCheck => &["lost its name"],
        Guard::LateLook => &["no reason for clock_rollback", "out of order"],
        Guard::MaxLead => &["ahead of the clock"],
        Guard::OwnTable => &["closes a file"],
        Guard::OwnClaim | Guard::OneOfFormat | Guard::NodeLock => REPEATS,
        Guard::NodeKept | Guard::SameFence | Guard::Fence => REPEATS,
    }
}

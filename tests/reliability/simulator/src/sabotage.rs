//! Every guard left out in turn: who would not notice is too weak to be believed.

use crate::about::About;
use crate::campaign::{Limits, run_all};
use crate::run::Config;
use crate::world::Guard;

/// A guard must be missed within so many seeds.
pub const SEEDS: u64 = 1000;

/// How it went with one of them.
pub struct Row {
    pub guard: String,
    /// How many seeds were run, and how many of them missed it.
    pub runs: u64,
    pub missed: u64,
    /// The first that did, counted from 1, and what it saw.
    pub first: Option<(u64, String)>,
}

/// Leaves out one guard after another, or the one that `like` leaves out, until so many seeds of the limit have missed it; how many were caught so, and
/// how many were not.
pub fn all(like: &Config, limits: Limits, mut report: impl FnMut(&Row)) -> (u32, u32) {
    let (mut caught, mut missed) = (0, 0);
    let asked = |guard: &Guard| like.without.is_none_or(|only| only == *guard);
    for guard in Guard::ALL.iter().copied().filter(asked) {
        let config = Config {
            without: Some(guard),
            // Many times what a run takes on average: what comes to no end is seen sooner.
            most_steps: 4_000_000,
            windows: like.windows.or(is_of_unix(guard).then_some(false)),
            // Some are missed in rare moments only: no seed is spent on runs that cannot have one.
            about: like.about.or(about(guard)),
            ..like.clone()
        };
        let summary = run_all(&config, limits);
        let found = summary.broken.len() as u64;
        let first = summary.broken.into_iter().next();
        match found {
            0 => missed += 1,
            _ => caught += 1,
        }
        report(&Row {
            guard: format!("{guard:?}"),
            runs: summary.runs,
            missed: found,
            first: first.map(|(seed, what)| (seed - like.seed + 1, what)),
        });
    }
    (caught, missed)
}

/// What shows that a guard of leases is missed.
const LEASES: &[&str] = &[
    "of no stretch of its file",
    "granted twice",
    "twice",
    "out of order",
    "out of the file's order",
];

/// What its runs are about, if it is missed in others by chance only.
fn about(guard: Guard) -> Option<About> {
    match guard {
        Guard::NodesOnce => Some(About::Nodes),
        Guard::Belt | Guard::ShortWindow | Guard::TwoRates | Guard::Verdict => Some(About::Speed),
        Guard::RateAge | Guard::Watch | Guard::EndOfTick | Guard::Grain => Some(About::Speed),
        _ => (is_against(guard) == LEASES).then_some(About::Leases),
    }
}

/// Whether a guard stands against what Windows has not: leases, forks, signals, and a counter that the system keeps its time by.
fn is_of_unix(guard: Guard) -> bool {
    use Guard::{Belt, EndOfTick, RateAge, ShortWindow, TwoRates, Verdict, Watch};
    use Guard::{
        ForkHandler, OwnDescription, OwnThread, SecondLook, Survivor, TakeOver, WipedPage,
    };
    let is_of_leases = is_against(guard) == LEASES;
    is_of_leases
        || matches!(
            guard,
            Belt | EndOfTick | RateAge | ShortWindow | TwoRates | Verdict | Watch
        )
        || matches!(
            guard,
            ForkHandler | OwnDescription | OwnThread | SecondLook | Survivor | TakeOver | WipedPage
        )
}

/// How it shows that a guard is missed: words of what the checker says.
pub(crate) fn is_against(guard: Guard) -> &'static [&'static str] {
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
        Guard::NodesOnce | Guard::Account | Guard::PassedTicks | Guard::Mark => REPEATS,
        Guard::Sync | Guard::Joiners | Guard::Exchange | Guard::FreshLife => REPEATS,
        Guard::CommonNode | Guard::LocalOnly => REPEATS,
        Guard::LeaseEnd | Guard::LeaseHere | Guard::LeaseBoot | Guard::OneKeeper => LEASES,
        Guard::NewTick | Guard::Turn | Guard::TurnFirst => LEASES,
        Guard::ServerFirst | Guard::FileFirst => LEASES,
        Guard::KeeperMakes => &["no agent has made"],
        Guard::LeaseApart => &["of another format"],
        Guard::TakeOver | Guard::OwnThread | Guard::FilePatience => HANGS,
        Guard::ChangeLock | Guard::MemberLock | Guard::LastLeaves => DAMAGES,
        Guard::OwnDescription => &["no reason for store_locked"],
        Guard::NameCheck => &["lost its name"],
        Guard::LateLook => &["no reason for clock_rollback", "out of order"],
        Guard::MaxLead => &["ahead of the clock"],
    }
}

//! The parts of a run, in order.

use crate::run::Run;

/// A part: a function that adds rows.
pub(crate) struct Part {
    pub(crate) name: &'static str,
    /// The heading above its rows.
    pub(crate) title: &'static str,
    pub(crate) run: fn(&mut Run<'_>),
}

impl std::fmt::Debug for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

impl PartialEq for Part {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

const fn part(name: &'static str, title: &'static str, run: fn(&mut Run<'_>)) -> Part {
    Part { name, title, run }
}

/// Every part.
pub(crate) const PARTS: &[Part] = &[
    #[cfg(unix)]
    part(
        "fork-nodes",
        "Drawn nodes across forks",
        crate::fork_nodes::run,
    ),
    #[cfg(unix)]
    part(
        "drawn-nodes",
        "Drawn nodes beside others' work",
        crate::drawn_nodes::run,
    ),
    #[cfg(unix)]
    part(
        "fork-first-call",
        "Forks during the first calls",
        crate::fork_first_call::run,
    ),
    #[cfg(unix)]
    part("fork", "Forks", crate::fork::run),
    #[cfg(unix)]
    part(
        "fork-with-threads",
        "Forks while threads run",
        crate::fork_with_threads::run,
    ),
    #[cfg(unix)]
    part(
        "fork-refused",
        "Forks that must be refused",
        crate::fork_refused::run,
    ),
    #[cfg(unix)]
    part(
        "fork-unwiped",
        "Forks without wiped pages",
        crate::fork_unwiped::run,
    ),
    #[cfg(unix)]
    part(
        "peers",
        "The same forks, other libraries",
        crate::peers::run,
    ),
    #[cfg(unix)]
    part("signals", "Signal handlers", crate::signals::run),
    #[cfg(unix)]
    part(
        "fork-in-handler",
        "Forks in signal handlers",
        crate::fork_in_handler::run,
    ),
    part("threads", "Threads", crate::threads::run),
    part("clocks", "Scripted clocks", crate::clocks::run),
    part("walks", "Random walks of the clock", crate::walks::run),
    part("counters", "Exhausted counters", crate::counters::run),
    #[cfg(unix)]
    part(
        "enosys-cold",
        "No entropy: ENOSYS from the first call on",
        |run| {
            crate::entropy::run(run, crate::entropy::ENOSYS, crate::entropy::Start::Cold);
        },
    ),
    #[cfg(unix)]
    part(
        "enosys-warm",
        "No entropy: ENOSYS after the first generator",
        |run| {
            crate::entropy::run(run, crate::entropy::ENOSYS, crate::entropy::Start::Warm);
        },
    ),
    #[cfg(unix)]
    part(
        "eio-cold",
        "No entropy: EIO from the first call on",
        |run| {
            crate::entropy::run(run, crate::entropy::EIO, crate::entropy::Start::Cold);
        },
    ),
    #[cfg(unix)]
    part(
        "eio-warm",
        "No entropy: EIO after the first generator",
        |run| {
            crate::entropy::run(run, crate::entropy::EIO, crate::entropy::Start::Warm);
        },
    ),
    part("statistics", "Statistics", crate::statistics::run),
    part("waiting", "Real clocks and waits", crate::waiting::run),
    #[cfg(unix)]
    part("stopped", "Stopped processes", crate::stopped::run),
    #[cfg(unix)]
    part("first-ids", "First ids of a process", crate::first_ids::run),
    #[cfg(unix)]
    part("slow", "Faked clocks: slow ones", crate::faked::slow::run),
    #[cfg(unix)]
    part(
        "suspended",
        "Faked clocks: suspended machines",
        crate::faked::suspended::run,
    ),
    #[cfg(unix)]
    part(
        "migrated",
        "Faked clocks: migrated machines",
        crate::faked::migrated::run,
    ),
    #[cfg(unix)]
    part(
        "source",
        "Faked clocks: expensive ones",
        crate::faked::source::run,
    ),
    #[cfg(unix)]
    part(
        "killed",
        "State files: writers killed at any instant",
        crate::store::killed::run,
    ),
    #[cfg(unix)]
    part("power", "State files: power lost", crate::store::power::run),
    #[cfg(unix)]
    part(
        "setback",
        "State files: clocks set back",
        crate::store::setback::run,
    ),
    #[cfg(unix)]
    part(
        "restored",
        "State files: copies put back, files removed",
        crate::store::restored::run,
    ),
    #[cfg(unix)]
    part(
        "crowd",
        "State files: several processes",
        crate::store::crowd::run,
    ),
    part(
        "spawned",
        "State files: writers started apart",
        crate::store::spawned::run,
    ),
    part(
        "damage",
        "State files: damaged and unavailable files",
        crate::store::damage::run,
    ),
    #[cfg(unix)]
    part(
        "renamed",
        "State files: names taken away",
        crate::store::renamed::run,
    ),
    #[cfg(unix)]
    part(
        "idle",
        "State files: idle children",
        crate::store::idle::run,
    ),
    #[cfg(unix)]
    part(
        "convoy",
        "State files: stopped holders",
        crate::store::convoy::run,
    ),
    #[cfg(unix)]
    part(
        "rights",
        "State files: rights given up",
        crate::store::rights::run,
    ),
    #[cfg(unix)]
    part("boots", "State files: containers", crate::store::boots::run),
    #[cfg(unix)]
    part(
        "raw",
        "State files: children beside allocators",
        crate::store::raw::run,
    ),
    #[cfg(unix)]
    part("full", "State files: full disks", crate::store::full::run),
    #[cfg(unix)]
    part(
        "short",
        "State files: short lives",
        crate::store::short::run,
    ),
    #[cfg(unix)]
    part(
        "interrupted-calls",
        "State files: interrupted calls",
        crate::faked::interrupted::run,
    ),
    #[cfg(unix)]
    part("secret", "State files: secrecy", crate::store::secret::run),
];

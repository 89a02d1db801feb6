//! The parts of a run, in the order in which they run.

use crate::run::Run;

/// One part: what it makes its rows with.
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
    part("nodes", "Drawn nodes across forks", crate::nodes::run),
    part(
        "drawn",
        "Drawn nodes beside others' work",
        crate::drawn::run,
    ),
    part("first", "Forks during the first calls", crate::first::run),
    part("fork", "Forks", crate::fork::run),
    part("held", "Forks while threads run", crate::held::run),
    part(
        "identity",
        "Forks that must be refused",
        crate::identity::run,
    ),
    part("kept", "Forks without wiped pages", crate::kept::run),
    part(
        "peers",
        "The same forks, other libraries",
        crate::peers::run,
    ),
    part("signals", "Signal handlers", crate::signals::run),
    part(
        "interrupted",
        "Forks in signal handlers",
        crate::interrupted::run,
    ),
    part("threads", "Threads", crate::threads::run),
    part("clocks", "Scripted clocks", crate::clocks::run),
    part("walks", "Random walks of the clock", crate::walks::run),
    part("counters", "Exhausted counters", crate::counters::run),
    part(
        "enosys-cold",
        "No entropy: ENOSYS from the first call on",
        |run| {
            crate::entropy::run(run, crate::entropy::ENOSYS, crate::entropy::Start::Cold);
        },
    ),
    part(
        "enosys-warm",
        "No entropy: ENOSYS after the first generator",
        |run| {
            crate::entropy::run(run, crate::entropy::ENOSYS, crate::entropy::Start::Warm);
        },
    ),
    part(
        "eio-cold",
        "No entropy: EIO from the first call on",
        |run| {
            crate::entropy::run(run, crate::entropy::EIO, crate::entropy::Start::Cold);
        },
    ),
    part(
        "eio-warm",
        "No entropy: EIO after the first generator",
        |run| {
            crate::entropy::run(run, crate::entropy::EIO, crate::entropy::Start::Warm);
        },
    ),
    part("statistics", "Statistics", crate::statistics::run),
    part("waiting", "Real clocks and waits", crate::waiting::run),
    part("stopped", "Stopped processes", crate::stopped::run),
    part("gates", "First gates", crate::gates::run),
    part("slow", "Faked clocks: slow ones", crate::faked::slow::run),
    part(
        "suspended",
        "Faked clocks: suspended machines",
        crate::faked::suspended::run,
    ),
    part(
        "migrated",
        "Faked clocks: migrated machines",
        crate::faked::migrated::run,
    ),
    part(
        "source",
        "Faked clocks: dear ones",
        crate::faked::source::run,
    ),
    part(
        "killed",
        "State files: writers killed at any instant",
        crate::store::killed::run,
    ),
    part("power", "State files: power lost", crate::store::power::run),
    part(
        "setback",
        "State files: clocks set back",
        crate::store::setback::run,
    ),
    part(
        "restored",
        "State files: copies put back, files removed",
        crate::store::restored::run,
    ),
    part(
        "crowd",
        "State files: several processes",
        crate::store::crowd::run,
    ),
    part(
        "damage",
        "State files: damage, and files that cannot be had",
        crate::store::damage::run,
    ),
    part(
        "renamed",
        "State files: names taken away",
        crate::store::renamed::run,
    ),
    part(
        "idle",
        "State files: idle children",
        crate::store::idle::run,
    ),
    part(
        "convoy",
        "State files: stopped holders",
        crate::store::convoy::run,
    ),
    part(
        "rights",
        "State files: rights given up",
        crate::store::rights::run,
    ),
    part("boots", "State files: containers", crate::store::boots::run),
    part(
        "raw",
        "State files: children beside allocators",
        crate::store::raw::run,
    ),
    part("full", "State files: full disks", crate::store::full::run),
    part(
        "short",
        "State files: short lives",
        crate::store::short::run,
    ),
    part(
        "interrupted-calls",
        "State files: interrupted calls",
        crate::faked::interrupted::run,
    ),
    part(
        "secret",
        "State files: what others can read",
        crate::store::secret::run,
    ),
];

//! The programs that an audit starts, and the formats that each generates.
//!
//! A worker is called with `FOLDER NAME FORMATS CALLS MODE PROCESSES`. It generates ids as long as
//! `FOLDER/go` exists, and appends them as big-endian integers to `FOLDER/FORMAT/NAME.PID` or, in a
//! thread, `FOLDER/FORMAT/NAME.PID.THREAD`. FORMATS has one word for each turn of 20 ms, or `-` to
//! skip it: `FORMAT` means the default generator, `custom64:PRESET` one with a preset. CALLS is
//! `single` (100 calls in a turn) or `batch` (a fill of 1,000 ids). MODE is specific to the
//! language, and PROCESSES is the number of processes that generate ids, including children.

/// The formats with a node of at most 16 bits, each with the number of processes that may generate
/// it at once: fewer than it has nodes, as the node of a killed process is free a second later.
pub(crate) const FORMATS: [(&str, usize); 13] = [
    ("tid", usize::MAX),
    ("timeid", 24),
    ("snowflake", usize::MAX),
    ("tsid", usize::MAX),
    ("sonyflake", usize::MAX),
    ("sharding_id", usize::MAX),
    ("flake_idgen", usize::MAX),
    ("scru64", usize::MAX),
    ("uid11_snowish", usize::MAX),
    ("custom64:sonyflake_v2", usize::MAX),
    ("custom64:yitter", 48),
    ("custom64:cockroachdb", usize::MAX),
    ("custom64:discord", usize::MAX),
];

/// Peer libraries, without options or with those of their first example, and their languages.
pub(crate) const PEERS: [(&str, &str); 7] = [
    ("tsid-rust", "rust"),
    ("tsidpy", "python-peers"),
    ("atproto-tid", "node-peers"),
    ("sapphire-snowflake", "node-peers"),
    ("flake-idgen", "node-peers"),
    ("tsid-creator", "kotlin-peers"),
    ("bwmarrin-snowflake", "go-peers"),
];

/// The programs of a round: language, mode, and whether it has several processes.
const ROUND: [(&str, &str, bool); 24] = [
    ("rust", "plain", false),
    ("python", "fork", true),
    ("node", "cluster", true),
    ("c", "plain", false),
    ("c", "fork", true),
    ("kotlin", "plain", false),
    ("python", "preload", true),
    ("swift", "plain", false),
    ("c", "preload", true),
    ("cpp", "plain", false),
    ("python", "pool", true),
    ("node", "threads", false),
    ("rust", "plain", false),
    ("c", "plain", false),
    ("python", "plain", false),
    ("swift", "plain", false),
    ("cpp", "plain", false),
    ("node", "plain", false),
    ("rust", "plain", false),
    ("c", "plain", false),
    ("python", "plain", false),
    ("swift", "plain", false),
    ("cpp", "plain", false),
    ("rust", "plain", false),
];

/// A program that is restarted after each kill.
pub(crate) struct Program {
    pub(crate) language: String,
    pub(crate) mode: &'static str,
    pub(crate) processes: usize,
    /// Its argument FORMATS.
    pub(crate) formats: String,
    pub(crate) calls: &'static str,
}

/// Programs with `processes` processes in total, in languages that `can_run` accepts.
pub(crate) fn programs(
    processes: usize,
    formats: &[(String, usize)],
    can_run: impl Fn(&str) -> bool,
) -> Vec<Program> {
    let several = (processes / 32).clamp(2, 8);
    let (mut programs, mut total) = (Vec::new(), 0);
    let mut left: Vec<usize> = formats.iter().map(|(_, most)| *most).collect();
    let round = ROUND.iter().filter(|(language, ..)| can_run(language));
    for (at, &(language, mode, is_several)) in round.cycle().enumerate() {
        if total >= processes {
            break;
        }
        let count = if is_several {
            several.min(processes - total)
        } else {
            1
        };
        total += count;
        let mut words = Vec::new();
        for ((name, _), left) in formats.iter().zip(&mut left) {
            let is_free = *left >= count;
            *left -= if is_free { count } else { 0 };
            words.push(if is_free { name } else { "-" });
        }
        // A worker without any of the session's formats would idle.
        if words.iter().any(|word| *word != "-") {
            programs.push(Program {
                language: language.to_owned(),
                mode,
                processes: count,
                formats: words.join(","),
                calls: if at % 2 == 0 { "single" } else { "batch" },
            });
        }
    }
    programs
}

/// Plain programs of one language that call a peer library.
pub(crate) fn of_peer(processes: usize, peer: &str, language: &str) -> Vec<Program> {
    let program = |_| Program {
        language: language.to_owned(),
        mode: "plain",
        processes: 1,
        formats: peer.to_owned(),
        calls: "single",
    };
    (0..processes).map(program).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn owned() -> Vec<(String, usize)> {
        FORMATS.map(|(name, most)| (name.to_owned(), most)).to_vec()
    }

    #[test]
    fn programs_have_the_requested_number_of_processes() {
        for processes in [1, 2, 17, 256, 1000] {
            let programs = programs(processes, &owned(), |_| true);
            let total: usize = programs.iter().map(|program| program.processes).sum();
            assert_eq!(total, processes);
        }
    }

    #[test]
    fn formats_with_few_nodes_have_few_processes() {
        let programs = programs(256, &owned(), |_| true);
        for (name, most) in FORMATS {
            let has = |program: &&Program| program.formats.split(',').any(|word| word == name);
            let total: usize = programs.iter().filter(has).map(|one| one.processes).sum();
            assert!(total == most.min(256), "{name}: {total}");
        }
    }

    #[test]
    fn formats_are_those_whose_nodes_two_processes_may_share() {
        let page = include_str!("../../../docs/choosing.md");
        let table = page
            .split("<!-- <generated: shared nodes> -->")
            .nth(1)
            .expect("a table");
        let table = table.split("<!--").next().unwrap_or_default();
        let rows = table
            .lines()
            .filter_map(|line| line.strip_prefix("| `")?.split('`').next());
        let listed = FORMATS.map(|(name, _)| name.split(':').next().unwrap_or_default());
        assert_eq!(BTreeSet::from_iter(rows), BTreeSet::from(listed));
    }

    #[test]
    fn languages_that_cannot_run_are_replaced() {
        let programs = programs(100, &owned(), |language| language == "rust");
        assert_eq!(programs.len(), 100);
    }
}

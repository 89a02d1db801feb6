//! Checks that each combination of fault, store, holder and moment in `docs/lease-faults.json` has
//! a test or a reason. Runs the combinations whose test is `faults` on a simulated clock, with real
//! lease files and generators: no id repeats, and both agents have a node again afterwards.
#![cfg(target_os = "linux")]

mod agent;
mod covering;
mod episode;
#[path = "../../../../core/tests/common/folder.rs"]
mod folder;
mod link;
mod server;
#[path = "../../../../core/tests/common/size.rs"]
mod size;
mod table;
mod world;

use covering::covering;
use episode::Episode;
use table::Table;
use world::World;

/// Runs an episode in its own world. Returns the failure, if any.
fn run(store: &str, is_blind: bool, episode: Episode<'_>) -> Option<String> {
    let mut world = World::new(store, is_blind);
    episode.run(&mut world);
    let wrong = world.wrong?;
    Some(format!("{store}: {episode:?}: {wrong}"))
}

/// Runs several episodes in parallel. Returns the failures.
fn run_all(all: &[(&str, Episode<'_>)]) -> Vec<String> {
    std::thread::scope(|scope| {
        let run_part = |part: &[(&str, Episode<'_>)]| {
            let run = |(store, episode): &(&str, Episode<'_>)| run(store, false, *episode);
            part.iter().filter_map(run).collect::<Vec<_>>()
        };
        let parts = all.chunks(all.len().div_ceil(8));
        let threads: Vec<_> = parts
            .map(|part| scope.spawn(move || run_part(part)))
            .collect();
        let joined = threads
            .into_iter()
            .map(|thread| thread.join().expect("no panic"));
        joined.flatten().collect()
    })
}

#[test]
fn each_combination_has_a_test_or_a_reason() {
    let mut table = Table::read();
    let wrong = table.faults();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // Without its store, any row leaves combinations uncovered.
    for nth in 0..table.rows.len() {
        let stores = std::mem::take(&mut table.rows[nth][1]);
        assert!(!table.faults().is_empty(), "{:?}", table.rows[nth]);
        table.rows[nth][1] = stores;
    }
}

/// Returns the combinations to run: with `SORTID_TESTS=all` all of them, otherwise a selection that
/// covers all pairs of fault, store, moment and length.
fn chosen<'a>(cells: &[[&'a str; 3]]) -> Vec<(&'a str, Episode<'a>)> {
    let number = |cell: &[&str; 3], at: usize| cells.iter().position(|one| one[at] == cell[at]);
    let numbers = |cell| [0, 1, 2].map(|at| number(cell, at).expect("itself"));
    let rows = cells.iter().map(numbers);
    let rows: Vec<_> = rows
        .flat_map(|[fault, store, moment]| [0, 1].map(|length| [fault, store, moment, length]))
        .collect();
    let rows = size::sized(covering(&rows), rows).into_iter();
    let episode = |[fault, _, moment, length]: [usize; 4]| Episode {
        fault: cells[fault][0],
        moment: cells[moment][2],
        is_long: length == 1,
    };
    rows.map(|row| (cells[row[1]][1], episode(row))).collect()
}

#[test]
fn agents_recover_from_each_fault_without_a_repeat() {
    let table = Table::read();
    let all = chosen(&table.simulated());
    assert!(all.len() > 80, "{}", all.len());
    let wrong = run_all(&all);
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        all.len(),
        wrong.join("\n")
    );
}

/// Checks the simulation itself: it must detect the repeats after an unnoticed loss of data.
#[test]
fn unnoticed_data_loss_repeats_ids() {
    for fault in [
        "data lost",
        "older data after a restart",
        "older rows in a running server",
        "stale replica beside the old server",
        "memory of a running server put back",
    ] {
        let episode = Episode {
            fault,
            moment: "running",
            is_long: false,
        };
        let wrong = run("Redis", true, episode);
        assert!(
            wrong.is_some_and(|wrong| wrong.contains("repeats")),
            "{fault}"
        );
    }
}

//! How the sources of generators and state files hang together: what comes from outside comes in through one seam, each file knows only
//! those below it, and none is too long to be read.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a test is outside of the library"
)]

mod paths;
mod source;

use std::collections::{BTreeMap, BTreeSet};

use source::Source;

/// Everything that generators and state files are made of, from below: a file knows only those above it in this list. The system itself
/// comes last, so that nobody knows it.
const FLOORS: [&str; 53] = [
    "guards.rs",
    "stream.rs",
    "world.rs",
    "process/mod.rs",
    "process/lock.rs",
    "store/name.rs",
    "store/grant.rs",
    "store/record.rs",
    "store/live.rs",
    "store/by_process.rs",
    "store/file.rs",
    "store/waiting.rs",
    "store/mod.rs",
    "store/rejoining.rs",
    "store/leased.rs",
    "store/leaving.rs",
    "store/changing.rs",
    "store/keeper.rs",
    "generator/spread.rs",
    "generator/permutation.rs",
    "generator/ticks.rs",
    "generator/words.rs",
    "generator/shape.rs",
    "generator/plan.rs",
    "generator/entropy.rs",
    "generator/nodes.rs",
    "generator/identity.rs",
    "generator/run.rs",
    "generator/gate.rs",
    "generator/ask.rs",
    "generator/ledger.rs",
    "generator/state/mod.rs",
    "generator/state/advance.rs",
    "generator/state/kept.rs",
    "generator/engine/made.rs",
    "generator/engine/mod.rs",
    "generator/engine/calls.rs",
    "generator/engine/ready.rs",
    "generator/engine/waits.rs",
    "generator/lease_file.rs",
    "generator/reading.rs",
    "generator/mod.rs",
    "generator/times.rs",
    "generator/fill.rs",
    "generator/shared.rs",
    "real/file_systems.rs",
    "real/cancel.rs",
    "real/again.rs",
    "real/counter.rs",
    "real/unix.rs",
    "real/windows.rs",
    "real/other.rs",
    "real/mod.rs",
];

/// What lies beside the rooms knows none of them, but for this: `Timestamp::now`, which is public, is a reading of the world's clock; the rules of leases
/// are left out by the simulation as guards are, their file on the disk is the generators', and who keeps one over a connection
/// of others has clocks and dice of the system.
const DOORS: [(&str, &str); 5] = [
    ("time.rs", "world.rs"),
    ("grant/mod.rs", "world.rs"),
    ("grant/kept.rs", "generator/mod.rs"),
    ("grant/session.rs", "process/mod.rs"),
    ("grant/session.rs", "world.rs"),
];

/// So long a file may be, with its tests.
const LINES: usize = 400;

/// Words that no file but those of the real world has.
const OUTSIDE: [&str; 24] = [
    "libc",
    "windows_sys",
    "getrandom",
    "memmap2",
    "asm",
    "thread_local",
    "Instant",
    "spin_loop",
    "stdin",
    "stdout",
    "stderr",
    "print",
    "println",
    "eprint",
    "eprintln",
    "dbg",
    "Mutex",
    "RwLock",
    "Condvar",
    "Barrier",
    "Once",
    "OnceLock",
    "LazyLock",
    "UnsafeCell",
];

/// And paths, with all that begins so.
const OUTSIDE_STD: [&str; 10] = [
    "std::fs",
    "std::thread",
    "std::process",
    "std::env",
    "std::net",
    "std::os::fd",
    "std::os::unix::fs",
    "std::os::windows",
    "std::time::SystemTime::now",
    "std::arch::x86_64::_rdtsc",
];

/// Who may have such a word all the same, and why.
const EXCEPTIONS: [(&str, &str, &str); 5] = [
    (
        "store/name.rs",
        "AtomicPtr",
        "names in errors are kept for ever, and nothing depends on which is found first",
    ),
    ("store/name.rs", "AtomicUsize", "as above"),
    (
        "codec/kernel/x86_64/level.rs",
        "AtomicU8",
        "what the processor can do is the same for every thread, and is asked where there are no generators",
    ),
    (
        "codec/kernel/x86_64/level.rs",
        "env::var",
        "in programs alone that are compiled to measure what lesser processors would run",
    ),
    (
        "world.rs",
        "UnsafeCell",
        "a thread's own stream, which no other thread sees",
    ),
];

/// Every file that is not the real world's.
fn inside() -> Vec<Source> {
    let mut sources = source::all();
    sources.retain(|source| source.room() != "real");
    sources
}

fn is_in_rooms(source: &Source) -> bool {
    matches!(
        source.room(),
        "generator" | "store" | "process" | "real" | "world.rs" | "stream.rs" | "guards.rs"
    )
}

/// What the modules declared in a file are called.
fn children<'a>(source: &Source, all: &'a [Source]) -> Vec<&'a str> {
    let module = source.module();
    let below = all.iter().map(Source::module);
    let below = below.filter_map(|other| other.strip_prefix(module)?.strip_prefix('/'));
    below.filter(|name| !name.contains('/')).collect()
}

fn named(source: &Source, all: &[Source]) -> BTreeSet<String> {
    let module = source.module().replace('/', "::");
    paths::named(&source.code, &module, &children(source, all))
}

/// What of the world outside a source names: words, and paths of the standard library.
fn outside(source: &Source) -> Vec<String> {
    let named = paths::named(&source.code, "", &[]);
    // Short for `std` where that may be missing.
    let named = named
        .iter()
        .map(|path| path.replacen("core::", "std::", 1))
        .collect::<Vec<_>>();
    let words = paths::words(&source.code).into_iter();
    // That of the world has the name of the one of the standard library.
    let words = words.filter(|&word| {
        OUTSIDE.contains(&word)
            || (word.starts_with("Atomic") && word != "AtomicU64")
            || (word == "SystemTime" && source.code.contains("SystemTime::now"))
    });
    let words = words.map(str::to_owned);
    let paths = named.into_iter().filter(|path| {
        OUTSIDE_STD.iter().any(|&outside| begins(path, outside))
            || path == "std::sync::atomic::AtomicU64"
            || path == "std::sync::atomic::*"
            || path == "std::sync::atomic"
            || path == "std::time::*"
    });
    words.chain(paths).collect()
}

/// Whether a path is this one or goes on from it.
fn begins(path: &str, with: &str) -> bool {
    let rest = path.strip_prefix(with);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

#[test]
fn what_comes_from_outside_comes_through_the_world() {
    let mut needed = BTreeSet::new();
    let mut wrong = Vec::new();
    for source in inside() {
        for name in outside(&source) {
            let known = EXCEPTIONS
                .iter()
                .find(|(file, word, _)| source.name == *file && name.ends_with(word));
            match known {
                Some(known) => drop(needed.insert(*known)),
                None => wrong.push(format!("{} names {name}", source.name)),
            }
        }
    }
    assert!(wrong.is_empty(), "not through the world: {wrong:#?}");
    for exception in EXCEPTIONS {
        assert!(needed.contains(&exception), "not needed: {exception:?}");
    }
}

#[test]
fn what_comes_from_outside_is_recognized() {
    for code in [
        "use libc;",
        "fn f() { unsafe { ::libc::getpid() }; }",
        "getrandom::fill(b)",
        "use std::fs::File;",
        "use std::{fs, io};",
        "let t = std::time::Instant::now();",
        "use std::time::{Duration, SystemTime}; fn f() { SystemTime::now() }",
        "use std::time::SystemTime as S; fn f() { std::time::SystemTime::now() }",
        "std::thread::sleep(d)",
        "core::hint::spin_loop()",
        "use core::sync::atomic::AtomicBool;",
        "use std::sync::atomic::{AtomicU64, Ordering};",
        "use std::sync::atomic::*;",
        "thread_local! { static A: u8 = 1; }",
        "writeln!(std::io::stderr())",
    ] {
        let found = outside(&Source::new("a.rs", code));
        assert!(!found.is_empty(), "{code}");
    }
    for code in [
        "use crate::world::{AtomicU64, World}; use std::sync::atomic::Ordering;",
        "use std::time::{Duration, SystemTime}; fn f(t: SystemTime) {}",
        "// libc\nfn f() { Here::sleep(time) }",
    ] {
        let found = outside(&Source::new("a.rs", code));
        assert!(found.is_empty(), "{code}: {found:?}");
    }
}

/// Whom each file of the rooms knows, by name.
fn known(all: &[Source]) -> BTreeMap<&str, BTreeSet<&str>> {
    let by_module: BTreeMap<String, &str> = all
        .iter()
        .map(|source| (source.module().replace('/', "::"), source.name.as_str()))
        .collect();
    // The longest beginning of the path that is a module: a path names a file, or something in one.
    let file_of = |path: &str| {
        let mut part = path;
        loop {
            if let Some(file) = by_module.get(part) {
                return *file;
            }
            part = part.rsplit_once("::").map_or("", |(part, _)| part);
        }
    };
    let knows = |source: &Source| {
        let paths = named(source, all);
        let mut files: BTreeSet<_> = paths.iter().map(|path| file_of(path)).collect();
        files.remove(source.name.as_str());
        files
    };
    all.iter()
        .map(|source| (source.name.as_str(), knows(source)))
        .collect()
}

#[test]
fn a_file_knows_only_those_below_it() {
    let all = source::all();
    let rooms = all.iter().filter(|source| is_in_rooms(source));
    let names: BTreeSet<_> = rooms.map(|source| source.name.as_str()).collect();
    assert_eq!(names, BTreeSet::from(FLOORS), "files and their list");

    // One room after the other.
    let mut order: Vec<_> = FLOORS.map(|file| file.split('/').next()).to_vec();
    order.dedup();
    let different = BTreeSet::from_iter(&order);
    assert_eq!(different.len(), order.len(), "rooms in turns: {order:?}");

    let known = known(&all);
    let floor = |name: &str| FLOORS.iter().position(|file| *file == name);
    let mut wrong = Vec::new();
    for (file, knows) in &known {
        for other in knows {
            let is_right = match (floor(file), floor(other)) {
                (Some(file), Some(other)) => other < file,
                (None, Some(_)) => *file == "lib.rs" || DOORS.contains(&(*file, *other)),
                (Some(_), None) | (None, None) => true,
            };
            if !is_right {
                wrong.push(format!("{file} knows {other}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}\n{}", drawn(&known));
}

/// Each file of the rooms with those that it knows there, from below.
fn drawn(known: &BTreeMap<&str, BTreeSet<&str>>) -> String {
    let line = |file: &&str| {
        let below = known[file].iter().filter(|name| FLOORS.contains(name));
        let below: Vec<_> = below.copied().collect();
        format!("{file}: {}\n", below.join(", "))
    };
    FLOORS.iter().map(line).collect()
}

#[test]
fn no_file_is_too_long() {
    let sources = source::all();
    let rooms = || sources.iter().filter(|source| is_in_rooms(source));
    let long = rooms().filter(|source| source.lines > LINES);
    let long: Vec<_> = long.map(|source| source.name.as_str()).collect();
    assert!(long.is_empty(), "longer than {LINES} lines: {long:?}");

    // Shown by `--nocapture`.
    for source in rooms() {
        println!(
            "{:5} {:5} {}",
            source.lines,
            source.code_lines(),
            source.name
        );
    }
    let sum: usize = rooms().map(Source::code_lines).sum();
    println!("      {sum:5} lines of code");
}

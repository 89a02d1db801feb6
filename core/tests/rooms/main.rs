//! Structure of the sources of generators and state files: system APIs are used only behind the OS
//! abstraction, files import only lower layers, and no file is too long to be read.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a test is outside of the library"
)]

mod paths;
mod source;

use std::collections::{BTreeMap, BTreeSet};

use source::Source;

/// The files of generators and state files, lowest layer first: a file imports only files before it
/// in this list. The real system comes last, so that no other file imports it.
const LAYERS: [&str; 53] = [
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

/// The imports of layered files that other files are allowed: the importing and the imported file.
///
/// - `Timestamp::now`, which is public, reads the clock of the OS abstraction.
/// - The simulation switches off rules of leases like guards.
/// - Lease files on the disk belong to the generators.
/// - A session, which keeps a lease over the caller's connection, uses clocks and random bits of
///   the system.
const ALLOWED_IMPORTS: [(&str, &str); 5] = [
    ("time.rs", "world.rs"),
    ("grant/mod.rs", "world.rs"),
    ("grant/kept.rs", "generator/mod.rs"),
    ("grant/session.rs", "process/mod.rs"),
    ("grant/session.rs", "world.rs"),
];

/// Maximum lines of a file, including tests.
const MAX_LINES: usize = 400;

/// Words that only files in `real` may contain.
const SYSTEM_WORDS: [&str; 24] = [
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

/// Paths that only files in `real` may name, with everything below them.
const SYSTEM_PATHS: [&str; 10] = [
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

/// Exceptions: file, word, reason.
const EXCEPTIONS: [(&str, &str, &str); 5] = [
    (
        "store/name.rs",
        "AtomicPtr",
        "names in errors are kept forever, and nothing depends on which one is found first",
    ),
    ("store/name.rs", "AtomicUsize", "as above"),
    (
        "codec/kernel/x86_64/level.rs",
        "AtomicU8",
        "processor features are the same for every thread, and are needed without generators, too",
    ),
    (
        "codec/kernel/x86_64/level.rs",
        "env::var",
        "only in programs that are compiled to measure the code of lesser processors",
    ),
    (
        "world.rs",
        "UnsafeCell",
        "a thread's own random stream, which no other thread sees",
    ),
];

/// Returns every file outside of `real`.
fn outside_of_real() -> Vec<Source> {
    let mut sources = source::all();
    sources.retain(|source| source.top_module() != "real");
    sources
}

fn is_layered(source: &Source) -> bool {
    matches!(
        source.top_module(),
        "generator" | "store" | "process" | "real" | "world.rs" | "stream.rs" | "guards.rs"
    )
}

/// Returns the names of the modules that a file declares.
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

/// Returns the words and paths of the system that a source names.
fn system_names(source: &Source) -> Vec<String> {
    let named = paths::named(&source.code, "", &[]);
    // Code that may lack `std` names the same paths in `core`.
    let named = named
        .iter()
        .map(|path| path.replacen("core::", "std::", 1))
        .collect::<Vec<_>>();
    let words = paths::words(&source.code).into_iter();
    // `AtomicU64` is also the name of a type of the OS abstraction.
    let words = words.filter(|&word| {
        SYSTEM_WORDS.contains(&word)
            || (word.starts_with("Atomic") && word != "AtomicU64")
            || (word == "SystemTime" && source.code.contains("SystemTime::now"))
    });
    let words = words.map(str::to_owned);
    let paths = named.into_iter().filter(|path| {
        SYSTEM_PATHS.iter().any(|&system| begins(path, system))
            || path == "std::sync::atomic::AtomicU64"
            || path == "std::sync::atomic::*"
            || path == "std::sync::atomic"
            || path == "std::time::*"
    });
    words.chain(paths).collect()
}

/// Whether a path is `with` or below it.
fn begins(path: &str, with: &str) -> bool {
    let rest = path.strip_prefix(with);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

#[test]
fn system_apis_are_used_only_by_real() {
    let mut needed = BTreeSet::new();
    let mut wrong = Vec::new();
    for source in outside_of_real() {
        for name in system_names(&source) {
            let known = EXCEPTIONS
                .iter()
                .find(|(file, word, _)| source.name == *file && name.ends_with(word));
            match known {
                Some(known) => drop(needed.insert(*known)),
                None => wrong.push(format!("{} names {name}", source.name)),
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "outside of the OS abstraction: {wrong:#?}"
    );
    for exception in EXCEPTIONS {
        assert!(needed.contains(&exception), "unused: {exception:?}");
    }
}

#[test]
fn system_names_are_recognized() {
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
        let found = system_names(&Source::new("a.rs", code));
        assert!(!found.is_empty(), "{code}");
    }
    for code in [
        "use crate::world::{AtomicU64, World}; use std::sync::atomic::Ordering;",
        "use std::time::{Duration, SystemTime}; fn f(t: SystemTime) {}",
        "// libc\nfn f() { Here::sleep(time) }",
    ] {
        let found = system_names(&Source::new("a.rs", code));
        assert!(found.is_empty(), "{code}: {found:?}");
    }
}

/// Maps each file to the files that it imports.
fn imports(all: &[Source]) -> BTreeMap<&str, BTreeSet<&str>> {
    let by_module: BTreeMap<String, &str> = all
        .iter()
        .map(|source| (source.module().replace('/', "::"), source.name.as_str()))
        .collect();
    // The longest prefix of the path that is a module: a path names a file, or an item in one.
    let file_of = |path: &str| {
        let mut part = path;
        loop {
            if let Some(file) = by_module.get(part) {
                return *file;
            }
            part = part.rsplit_once("::").map_or("", |(part, _)| part);
        }
    };
    let imported_by = |source: &Source| {
        let paths = named(source, all);
        let mut files: BTreeSet<_> = paths.iter().map(|path| file_of(path)).collect();
        files.remove(source.name.as_str());
        files
    };
    all.iter()
        .map(|source| (source.name.as_str(), imported_by(source)))
        .collect()
}

#[test]
fn files_import_only_lower_layers() {
    let all = source::all();
    let layered = all.iter().filter(|source| is_layered(source));
    let names: BTreeSet<_> = layered.map(|source| source.name.as_str()).collect();
    assert_eq!(
        names,
        BTreeSet::from(LAYERS),
        "the layered files, and LAYERS"
    );

    // The files of a top-level module are next to each other.
    let mut order: Vec<_> = LAYERS.map(|file| file.split('/').next()).to_vec();
    order.dedup();
    let different = BTreeSet::from_iter(&order);
    assert_eq!(
        different.len(),
        order.len(),
        "modules are interleaved: {order:?}"
    );

    let imports = imports(&all);
    let layer = |name: &str| LAYERS.iter().position(|file| *file == name);
    let mut wrong = Vec::new();
    for (file, imported) in &imports {
        for other in imported {
            let is_right = match (layer(file), layer(other)) {
                (Some(file), Some(other)) => other < file,
                (None, Some(_)) => *file == "lib.rs" || ALLOWED_IMPORTS.contains(&(*file, *other)),
                (Some(_), None) | (None, None) => true,
            };
            if !is_right {
                wrong.push(format!("{file} imports {other}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}\n{}", listing(&imports));
}

/// Lists each layered file with the layered files that it imports, lowest layer first.
fn listing(imports: &BTreeMap<&str, BTreeSet<&str>>) -> String {
    let line = |file: &&str| {
        let below = imports[file].iter().filter(|name| LAYERS.contains(name));
        let below: Vec<_> = below.copied().collect();
        format!("{file}: {}\n", below.join(", "))
    };
    LAYERS.iter().map(line).collect()
}

#[test]
fn files_stay_within_the_line_limit() {
    let sources = source::all();
    let layered = || sources.iter().filter(|source| is_layered(source));
    let long = layered().filter(|source| source.lines > MAX_LINES);
    let long: Vec<_> = long.map(|source| source.name.as_str()).collect();
    assert!(long.is_empty(), "longer than {MAX_LINES} lines: {long:?}");

    // Shown by `--nocapture`.
    for source in layered() {
        println!(
            "{:5} {:5} {}",
            source.lines,
            source.code_lines(),
            source.name
        );
    }
    let sum: usize = layered().map(Source::code_lines).sum();
    println!("      {sum:5} lines of code");
}

//! Structure of the sources: only the engine's `native` uses system APIs, and the engine's modules
//! only import lower ones. `clippy.toml` forbids single functions; this test forbids words.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Words that only files in `native` may contain.
const SYSTEM_WORDS: &[&str] = &[
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
    "AtomicBool",
    "AtomicPtr",
    "AtomicU8",
    "AtomicU32",
    "AtomicUsize",
    "_rdtsc",
];

/// Modules of the standard library that only files in `native` may name.
const SYSTEM_MODULES: &[&str] = &["fs", "thread", "process", "env", "net"];

/// Allows every word in an exception.
const ANY: &str = "*";

/// Exceptions: file, word, reason.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    (
        "engine/store/interned.rs",
        "AtomicPtr",
        "interned paths live forever, and nothing depends on which is found first",
    ),
    ("engine/store/interned.rs", "AtomicUsize", "as above"),
    (
        "codec/kernel/x86_64/level.rs",
        "AtomicU8",
        "processor features are the same for all threads, and needed without generators",
    ),
    (
        "codec/kernel/x86_64/level.rs",
        "env",
        "only in programs that measure the code for older processors",
    ),
    (
        "engine/sys/mod.rs",
        "UnsafeCell",
        "a thread's own random number generator, which no other thread reaches; and a `LockCell`",
    ),
    ("engine/sys/mod.rs", "AtomicU64", "it is an `Atomic`"),
    (
        "generator/testing.rs",
        ANY,
        "scopes of tests wait for each other, and write to standard error",
    ),
];

/// The modules of the engine. A module only imports itself and modules before it.
const LAYERS: &[&str] = &[
    "error",
    "status",
    "value",
    "time",
    "fraction",
    "layout",
    "sys",
    "native",
    "slot",
    "store",
    "claim",
    "permutation",
    "hot_layout",
    "clock_cache",
    "nodes",
    "ticks",
    "position_codec",
    "run",
    "plan",
    "file_position",
    "identity",
    "state",
    "call",
];

/// Every source file of the core and of the engine, with the path below `src`, after `engine/`: its
/// name, and its text without comments, tests and literals.
fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = Vec::new();
    for (prefix, root) in [("", root.join("src")), ("engine/", root.join("engine/src"))] {
        let mut folders = vec![root.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                let name = path.strip_prefix(&root).expect("below src");
                let name = format!("{prefix}{}", name.to_string_lossy().replace('\\', "/"));
                if path.is_dir() {
                    folders.push(path);
                } else if name.ends_with(".rs") && !name.ends_with("tests.rs") {
                    let text = fs::read_to_string(path).expect("a source");
                    sources.push((name, code(&text)));
                }
            }
        }
    }
    sources.sort();
    sources
}

/// The code of a source. Tests are at the end of a file.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or(text);
    let mut code = String::new();
    for line in text.lines() {
        let line = line.split("//").next().unwrap_or("");
        // Every second part is inside quotes.
        code.extend(line.split('"').step_by(2));
        code.push('\n');
    }
    code
}

fn words(code: &str) -> BTreeSet<&str> {
    let is_part = |char: char| char.is_alphanumeric() || char == '_';
    code.split(|char| !is_part(char)).collect()
}

/// The modules below `root` that a source names, in paths and in groups of a `use`.
fn modules<'a>(code: &'a str, root: &str) -> BTreeSet<&'a str> {
    let is_part = |char: char| char.is_alphanumeric() || char == '_';
    let first_word = |text: &'a str| {
        let text = text.trim_start();
        &text[..text.find(|char| !is_part(char)).unwrap_or(text.len())]
    };
    let mut found = BTreeSet::new();
    for (at, _) in code.match_indices(&format!("{root}::")) {
        if code[..at].ends_with(|char| is_part(char) || char == ':') {
            continue;
        }
        let path = &code[at + root.len() + 2..];
        match path
            .strip_prefix('{')
            .and_then(|group| group.split(';').next())
        {
            Some(group) => found.extend(group.split(',').map(first_word)),
            None => drop(found.insert(first_word(path))),
        }
    }
    found
}

/// The names of system APIs in a source.
fn system_names(code: &str) -> BTreeSet<&str> {
    let words = words(code).into_iter();
    let mut found: BTreeSet<_> = words.filter(|word| SYSTEM_WORDS.contains(word)).collect();
    for root in ["std", "core"] {
        let modules = modules(code, root).into_iter();
        found.extend(modules.filter(|name| SYSTEM_MODULES.contains(name)));
    }
    if code.contains("atomic::AtomicU64") || code.contains("atomic::{AtomicU64") {
        found.insert("AtomicU64");
    }
    if code.contains("SystemTime::now") {
        found.insert("SystemTime");
    }
    found
}

#[test]
fn system_apis_are_used_only_by_native() {
    let (mut used, mut wrong) = (BTreeSet::new(), Vec::new());
    for (file, code) in sources() {
        for word in system_names(&code) {
            let is_it = |exception: &&(&str, &str, &str)| {
                exception.0 == file && [word, ANY].contains(&exception.1)
            };
            match EXCEPTIONS.iter().find(is_it) {
                Some(exception) => drop(used.insert(exception)),
                None if file.starts_with("engine/native/") => {}
                None => wrong.push(format!("{file} names {word}")),
            }
        }
    }
    assert!(wrong.is_empty(), "outside of native: {wrong:#?}");
    for exception in EXCEPTIONS {
        assert!(used.contains(exception), "unused: {exception:?}");
    }
}

#[test]
fn engine_imports_only_lower_modules() {
    let layer = |name: &str| LAYERS.iter().position(|layer| *layer == name);
    let (mut seen, mut wrong) = (BTreeSet::new(), Vec::new());
    for (file, code) in sources() {
        let own = file
            .strip_prefix("engine/")
            .map(|file| file.trim_end_matches(".rs"));
        let Some(own) = own.and_then(|own| layer(own.split('/').next()?)) else {
            continue;
        };
        seen.insert(LAYERS[own]);
        let mut named = modules(&code, "crate");
        if !file["engine/".len()..].contains('/') {
            named.extend(modules(&code, "super"));
        }
        let above = named.into_iter().filter_map(layer);
        let above = above.filter(|other| *other > own);
        wrong.extend(above.map(|other| format!("{file} imports {}", LAYERS[other])));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(seen, LAYERS.iter().copied().collect(), "layers with files");
}

#[test]
fn system_names_are_recognized() {
    for code in [
        "use libc;",
        "fn f() { unsafe { ::libc::getpid() }; }",
        "use std::fs::File;",
        "use std::{fs, io};",
        "use std::{cell::Cell, process::id};",
        "let t = std::time::Instant::now();",
        "use std::time::SystemTime; fn f() { SystemTime::now() }",
        "std::thread::sleep(d)",
        "core::hint::spin_loop()",
        "use std::sync::atomic::{AtomicU64, Ordering};",
        "thread_local! { static A: u8 = 1; }",
        "writeln!(std::io::stderr())",
    ] {
        assert!(!system_names(code).is_empty(), "{code}");
    }
    let comment = code("// libc\nfn f() { S::sleep(time) } // std::fs\nlet s = \"asm\";");
    for code in [
        "use crate::sys::{Atomic, Os}; use std::sync::atomic::Ordering;",
        "use std::time::{Duration, SystemTime}; fn f(t: SystemTime) {}",
        &comment,
    ] {
        let found = system_names(code);
        assert!(found.is_empty(), "{code}: {found:?}");
    }
    let imported = modules(
        "use crate::store::A; use crate::{sys, generator::B};",
        "crate",
    );
    assert_eq!(imported, BTreeSet::from(["generator", "store", "sys"]));
}

//! Small programs that call the operating system interface, with their expected results.

use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;

use std::sync::atomic::Ordering::SeqCst;

use crate::Sys;
use crate::conformance_platform::{folder, in_child, link, rename, unlink, with_signals};
#[allow(
    unused_imports,
    reason = "simulated atomics have the trait's methods alone"
)]
use crate::sys::Atomic;
use crate::sys::{FileInfo, LockMode, LockOwner, Mapping, Os};

type File = <Sys as Os>::File;
type FilePath = <Sys as Os>::FilePath;

#[path = "locks.rs"]
mod locks;

/// A program with its name and its expected results; `None` if a system lacks the feature.
struct Program {
    name: &'static str,
    run: fn() -> String,
    unix: Option<&'static str>,
    windows: Option<&'static str>,
}

const fn alike(name: &'static str, run: fn() -> String, answer: &'static str) -> Program {
    Program {
        name,
        run,
        unix: Some(answer),
        windows: Some(answer),
    }
}

const fn unix(name: &'static str, run: fn() -> String, answer: &'static str) -> Program {
    Program {
        windows: None,
        ..alike(name, run, answer)
    }
}

const fn windows(name: &'static str, run: fn() -> String, answer: &'static str) -> Program {
    Program {
        unix: None,
        ..alike(name, run, answer)
    }
}

const PROGRAMS: &[Program] = &[
    alike(
        "a lock of a description excludes others",
        locks::description_alone,
        "yes no no yes",
    ),
    unix("an offset belongs to the description", offsets, "0 5 0 5 5"),
    unix(
        "a child inherits a lock of a description",
        locks::description_in_child,
        "yes 1 0 0",
    ),
    unix(
        "a lock of a description ends with its last holder",
        locks::description_killed,
        "yes no yes",
    ),
    alike(
        "a lock ends with its process",
        locks::killed_elsewhere,
        "no true",
    ),
    unix(
        "a process loses its lock when it closes the file",
        locks::process_close,
        "yes 0 1",
    ),
    unix(
        "a child does not inherit a lock of a process",
        locks::process_in_child,
        "yes 0 yes 1",
    ),
    windows(
        "processes own no locks",
        locks::no_process_locks,
        "Unsupported",
    ),
    unix(
        "locks of descriptions and processes exclude each other",
        locks::both_kinds,
        "yes yes no yes yes no",
    ),
    alike(
        "locks change their kind",
        locks::changed_in_place,
        "yes yes yes yes no yes yes no",
    ),
    Program {
        windows: Some("yes yes no yes"),
        ..unix(
            "a refused exclusive lock keeps or drops the shared one",
            locks::refused,
            "yes yes no no",
        )
    },
    alike(
        "locked bytes can be read and written",
        locks::beside_locks,
        "yes yes yes 8192 9",
    ),
    Program {
        windows: Some("not whole no not"),
        ..unix("a whole file is locked", locks::whole, "not whole yes not")
    },
    alike(
        "names are created, taken and moved",
        names,
        "true, false, taken, yes, not found, not found, true, not found, true",
    ),
    unix(
        "names are replaced",
        replaced,
        "true, false, not found, yes, yes, yes",
    ),
    alike(
        "a removed file has no name",
        removed,
        "true, true, not found",
    ),
    alike("maps and writes see each other", maps, "7 16 [7, 9] yes"),
    Program {
        windows: Some("PermissionDenied"),
        ..unix("a truncated file is mapped or refused", map_of_short, "yes")
    },
    unix(MEMORY, memory_over_fork, "0631 5 8 3"),
    windows(
        "no memory is shared or wiped by forks",
        no_memory,
        "Unsupported Unsupported",
    ),
    alike("reads end at the end of the file", reads, "8192 2 0 0"),
    alike("signals are hidden", amid_signals, "200 of 200"),
    alike("time advances, also with signals", time, "true true true"),
];

const MEMORY: &str = "memory over a fork";

/// The known properties of a system.
#[derive(Clone, Copy)]
pub(crate) struct System {
    pub(crate) is_windows: bool,
    /// Whether a fork wipes memory as requested.
    pub(crate) wipes: bool,
}

/// The programs for this system, with their expected results.
fn of(system: System) -> impl Iterator<Item = (&'static Program, &'static str)> {
    PROGRAMS.iter().filter_map(move |program| {
        let answer = match system.is_windows {
            true => program.windows,
            false if program.name == MEMORY && !system.wipes => Some("5631 5 8 3"),
            false => program.unix,
        };
        Some((program, answer?))
    })
}

/// Runs all programs and returns their results.
pub(crate) fn all(system: System) -> Vec<String> {
    of(system).map(|(program, _)| (program.run)()).collect()
}

/// The names and expected results of the programs.
pub(crate) fn expected(system: System) -> impl Iterator<Item = (&'static str, &'static str)> {
    of(system).map(|(program, answer)| (program.name, answer))
}

fn place(name: &str) -> FilePath {
    Sys::absolute_path(Path::new(&format!("{}/{name}", folder()))).expect("a name")
}

/// A new file.
fn file(name: &str) -> (FilePath, File) {
    let place = place(name);
    let mut content = [0; 8192];
    content[0] = 7;
    let number = name
        .bytes()
        .fold(1, |number, byte| number * 31 + u64::from(byte));
    let draft = Sys::create_draft(&place, number, &content).expect("a draft");
    Sys::publish(&draft, &place).expect("a new name");
    let file = Sys::open(&place).expect("a file");
    (place, file)
}

fn told<T>(result: std::io::Result<T>) -> String {
    match result {
        Ok(_) => "yes".into(),
        Err(error) => match error.kind() {
            ErrorKind::WouldBlock => "no".into(),
            ErrorKind::NotFound => "not found".into(),
            ErrorKind::AlreadyExists => "taken".into(),
            other => format!("{other:?}"),
        },
    }
}

fn lock(file: &File, hold: LockMode, owner: LockOwner) -> String {
    told(Sys::lock_byte(file, 0, hold, owner))
}

use LockMode::{Exclusive, Shared, Unlocked};
use LockOwner::Description;

fn offsets() -> String {
    let (name, file) = file("offset");
    let offset = |file: &File| Sys::offset(file).unwrap_or(u64::MAX);
    let before = offset(&file);
    let set = Sys::set_offset(&file, 5).unwrap_or(u64::MAX);
    let other = offset(&Sys::open(&name).expect("a file"));
    let _ = Sys::read_at(&file, &mut [0; 100], 0);
    let after = offset(&file);
    let in_child = in_child(&mut || offset(&file));
    format!("{before} {set} {other} {after} {in_child}")
}

fn names() -> String {
    let (name, a) = file("name");
    let (other, _) = file("other");
    let mut answers = Vec::new();
    let own = Sys::file_info(&a).expect("facts").identity;
    let same = |place: &FilePath| match Sys::file_info_at(place) {
        Ok(facts) => (facts.identity == own).to_string(),
        Err(error) => told::<()>(Err(error)),
    };
    answers.push(same(&name));
    answers.push(same(&other));
    let draft = Sys::create_draft(&name, 99, &[1; 8192]).expect("a draft");
    answers.push(told(Sys::publish(&draft, &name)));
    answers.push(told(Sys::remove(&draft)));
    answers.push(told(Sys::remove(&draft)));
    rename("name", "moved");
    answers.push(same(&name));
    answers.push(same(&place("moved")));
    answers.push(told(Sys::open(&name)));
    link("moved", "name");
    answers.push(same(&name));
    answers.join(", ")
}

/// Replaces an open file with another one and removes that.
fn replaced() -> String {
    let (name, a) = file("first");
    let (_, b) = file("second");
    link("first", "third");
    let same = |file: &File| {
        let identity = |facts: std::io::Result<FileInfo>| facts.expect("facts").identity;
        (identity(Sys::file_info_at(&name)) == identity(Sys::file_info(file))).to_string()
    };
    rename("second", "first");
    let mut answers = vec![same(&b), same(&a)];
    unlink("third");
    answers.push(told(Sys::file_info_at(&place("third"))));
    answers.push(told(Sys::file_info(&a)));
    answers.push(told(Sys::write_at(&a, &[1], 0)));
    answers.push(told(Sys::sync_name(&name)));
    answers.join(", ")
}

fn removed() -> String {
    let (name, a) = file("removed");
    let is_there = || Sys::file_info_at(&name).is_ok();
    let before = is_there();
    unlink("removed");
    // On some systems it can be opened as long as another process has it open.
    let is_told = is_there() == Sys::open(&name).is_ok();
    drop(a);
    format!("{before}, {is_told}, {}", told(Sys::open(&name)))
}

fn maps() -> String {
    let (place, a) = file("map");
    let b = Sys::open(&place).expect("a file");
    let map = |file| Sys::map(Mapping::File(file), 8192).expect("a map") + 4096;
    let (one, two) = (map(&a), map(&b));
    // SAFETY: both were mapped above and are not unmapped.
    let (one, two) = unsafe { (Sys::atomic_at(one), Sys::atomic_at(two + 8)) };
    Sys::write_at(&a, &7_u64.to_ne_bytes(), 4096).expect("written");
    two.store(9, SeqCst);
    let mut bytes = [0; 16];
    let read = Sys::read_at(&b, &mut bytes, 4096).expect("read");
    let sync = told(Sys::sync(&a));
    // Words have native byte order.
    let words = bytes.as_chunks().0;
    let words: Vec<u64> = words.iter().map(|word| u64::from_ne_bytes(*word)).collect();
    format!("{} {read} {words:?} {sync}", one.load(SeqCst))
}

fn map_of_short() -> String {
    let place = place("short");
    let draft = Sys::create_draft(&place, 77, &[7; 5000]).expect("a draft");
    Sys::publish(&draft, &place).expect("a new name");
    let short = Sys::open(&place).expect("a file");
    told(Sys::map(Mapping::File(&short), 8192))
}

fn memory_over_fork() -> String {
    let wiped = Sys::map(Mapping::WipedOnFork, 8).expect("wiped memory");
    let shared = Sys::map(Mapping::Shared, 64).expect("shared memory");
    // SAFETY: both were mapped above and are not unmapped.
    let words = || unsafe { (Sys::atomic_at(wiped), Sys::atomic_at(shared)) };
    words().0.store(5, SeqCst);
    words().1.store(6, SeqCst);
    Sys::statics().key_epoch.store(3, SeqCst);
    let thread = Sys::thread_id();
    let seen = in_child(&mut || {
        let (wiped, shared) = words();
        let seen = [
            wiped.load(SeqCst),
            shared.load(SeqCst),
            Sys::statics().key_epoch.load(SeqCst),
        ];
        shared.store(8, SeqCst);
        wiped.store(4, SeqCst);
        Sys::statics().key_epoch.store(2, SeqCst);
        let same = u64::from(Sys::thread_id() == thread);
        seen[0] * 1000 + seen[1] * 100 + seen[2] * 10 + same
    });
    let (wiped, shared) = words();
    let epoch = Sys::statics().key_epoch.load(SeqCst);
    format!(
        "{seen:04} {} {} {epoch}",
        wiped.load(SeqCst),
        shared.load(SeqCst)
    )
}

fn no_memory() -> String {
    let wiped = told(Sys::map(Mapping::WipedOnFork, 8));
    let shared = told(Sys::map(Mapping::Shared, 64));
    format!("{wiped} {shared}")
}

fn reads() -> String {
    let (_, a) = file("read");
    let read = |len: usize, at| {
        let mut bytes = vec![0; len];
        with_signals(|| Sys::read_at(&a, &mut bytes, at)).expect("read")
    };
    format!(
        "{} {} {} {}",
        read(8193, 0),
        read(8, 8190),
        read(8, 8192),
        read(8, 9000)
    )
}

/// Creates, renames, opens, locks, writes, syncs and removes files during signals.
fn amid_signals() -> String {
    let round = |nth: usize| -> std::io::Result<()> {
        let place = place(&format!("signals{nth}"));
        let draft = Sys::create_draft(&place, 1000 + nth as u64, &[0; 8192])?;
        Sys::publish(&draft, &place)?;
        let file = Sys::open(&place)?;
        let again = Sys::reopen(&file, &place)?;
        Sys::file_system(&file)?;
        Sys::is_flocked(&file)?;
        for hold in [Exclusive, Shared, Unlocked] {
            Sys::lock_byte(&file, 0, hold, Description)?;
        }
        Sys::write_at(&file, &[7; 512], 0)?;
        Sys::sync(&file)?;
        Sys::sync_name(&place)?;
        let mut bytes = [0; 8192];
        let read = Sys::read_at(&again, &mut bytes, 0)?;
        assert_eq!((read, bytes[0], bytes[511]), (8192, 7, 7));
        assert_eq!(Sys::file_info(&again)?, Sys::file_info_at(&place)?);
        Sys::remove(&place)
    };
    let rounds = 200;
    let done = with_signals(|| (0..rounds).filter(|&nth| round(nth).is_ok()).count());
    format!("{done} of {rounds}")
}

fn time() -> String {
    let begun = Sys::monotonic_ns();
    let mut last = begun;
    let goes_on = (0..1000).all(|_| {
        let now = Sys::monotonic_ns();
        std::mem::replace(&mut last, now) <= now
    });
    let wall = Sys::now();
    let before = Sys::monotonic_ns();
    with_signals(|| Sys::sleep(Duration::from_millis(5)));
    let slept = Sys::monotonic_ns() - before;
    format!("{goes_on} {} {}", slept >= 5_000_000, Sys::now() > wall)
}

//! Small programs over the seam, and what they answer, in the real world as in the simulated one.

use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;

use std::sync::atomic::Ordering::SeqCst;

use crate::Here;
use crate::harness::{folder, idle_child, in_child, link, rename, unlink, with_signals};
use crate::world::{File, Hold, Memory, Owner, Place, World};

/// A program: what it is about, itself, and what it answers in a world that is as it should be.
type Program = (&'static str, fn() -> String, &'static str);

const PROGRAMS: &[Program] = &[
    (
        "a lock of a description is alone",
        description_alone,
        "yes no no yes",
    ),
    (
        "a lock of a description goes over to a child",
        description_in_child,
        "yes 1 0 0",
    ),
    (
        "a lock of a description ends with the last who has it",
        description_killed,
        "yes no yes",
    ),
    (
        "a lock of a process is lost when it closes the file",
        process_close,
        "yes 0 1",
    ),
    (
        "a lock of a process is not a child's",
        process_in_child,
        "yes 0 yes 1",
    ),
    (
        "locks of both kinds exclude each other",
        both_kinds,
        "yes yes no yes yes no",
    ),
    (
        "locks are changed in place",
        changed_in_place,
        "yes yes yes no yes yes no",
    ),
    (
        "names are given, taken and replaced",
        names,
        "true, false, taken, yes, not found, not found, true, not found, true, false, not found, yes, yes, yes",
    ),
    ("maps and writes see each other", maps, "7 16 [7, 9] yes"),
    (MEMORY, memory_over_fork, "0631 5 8 3"),
    ("reads end where the file does", reads, "8192 2 0 0"),
    ("nobody hears of signals", amid_signals, "200 of 200"),
    ("time goes on, also amid signals", time, "true true true"),
];

const MEMORY: &str = "memory over a fork";

/// What the programs answer in this world.
pub(crate) fn all() -> Vec<String> {
    PROGRAMS.iter().map(|(_, program, _)| program()).collect()
}

/// Each with what it should answer, where a child finds zeros in memory that a fork wipes, or finds it as it was.
pub(crate) fn expected(wipes: bool) -> impl Iterator<Item = (&'static str, &'static str)> {
    PROGRAMS.iter().map(move |&(name, _, answer)| match name {
        MEMORY if !wipes => (name, "5631 5 8 3"),
        _ => (name, answer),
    })
}

fn place(name: &str) -> Place {
    Here::place(Path::new(&format!("{}/{name}", folder()))).expect("a name")
}

/// A fresh file.
fn file(name: &str) -> (Place, File) {
    let place = place(name);
    let mut content = [0; 8192];
    content[0] = 7;
    let number = name
        .bytes()
        .fold(1, |number, byte| number * 31 + u64::from(byte));
    let draft = Here::draft(&place, number, &content).expect("a draft");
    Here::publish(&draft, &place).expect("a new name");
    let file = Here::open(&place).expect("a file");
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

fn lock(file: &File, hold: Hold, owner: Owner) -> String {
    told(Here::lock(file, 0, hold, owner))
}

use Hold::{Alone, BesideOthers, NotAtAll};
use Owner::{Description, Process};

fn description_alone() -> String {
    let (place, a) = file("alone");
    let b = Here::open(&place).expect("a file");
    let mut told = vec![lock(&a, Alone, Description), lock(&b, Alone, Description)];
    told.push(lock(&b, BesideOthers, Description));
    drop(a);
    told.push(lock(&b, Alone, Description));
    told.join(" ")
}

fn description_in_child() -> String {
    let (place, a) = file("inherited");
    let first = lock(&a, Alone, Description);
    let own = in_child(&mut || u64::from(lock(&a, Alone, Description) == "yes"));
    let other = in_child(&mut || {
        let b = Here::open(&place).expect("a file");
        u64::from(lock(&b, Alone, Description) == "yes")
    });
    let reopened = in_child(&mut || {
        let b = Here::reopen(&a, &place).expect("a file");
        u64::from(lock(&b, Alone, Description) == "yes")
    });
    format!("{first} {own} {other} {reopened}")
}

fn description_killed() -> String {
    let (place, a) = file("killed");
    let first = lock(&a, Alone, Description);
    let child = idle_child(&mut || {});
    drop(a);
    let b = Here::open(&place).expect("a file");
    let while_child_lives = lock(&b, Alone, Description);
    child.kill();
    let after = lock(&b, Alone, Description);
    format!("{first} {while_child_lives} {after}")
}

fn process_close() -> String {
    let (place, a) = file("closed");
    let first = lock(&a, Alone, Process);
    let others = || in_child(&mut || u64::from(lock(&a, Alone, Process) == "yes"));
    let before = others();
    drop(Here::open(&place).expect("a file"));
    let after = others();
    format!("{first} {before} {after}")
}

fn process_in_child() -> String {
    let (_, a) = file("own");
    let first = lock(&a, Alone, Process);
    let child = idle_child(&mut || {});
    let own = in_child(&mut || u64::from(lock(&a, BesideOthers, Process) == "yes"));
    child.kill();
    let again = lock(&a, BesideOthers, Process);
    let beside = in_child(&mut || u64::from(lock(&a, BesideOthers, Process) == "yes"));
    format!("{first} {own} {again} {beside}")
}

fn both_kinds() -> String {
    let (_, a) = file("kinds");
    let told = [
        lock(&a, BesideOthers, Process),
        lock(&a, BesideOthers, Description),
        lock(&a, Alone, Description),
        lock(&a, NotAtAll, Process),
        lock(&a, Alone, Description),
        lock(&a, BesideOthers, Process),
    ];
    told.join(" ")
}

fn changed_in_place() -> String {
    let (place, a) = file("changed");
    let b = Here::open(&place).expect("a file");
    let told = [
        lock(&a, Alone, Description),
        lock(&a, BesideOthers, Description),
        lock(&b, BesideOthers, Description),
        lock(&a, Alone, Description),
        lock(&b, NotAtAll, Description),
        lock(&a, Alone, Description),
        lock(&b, BesideOthers, Description),
    ];
    told.join(" ")
}

fn names() -> String {
    let (name, a) = file("name");
    let (other, _) = file("other");
    let mut answers = Vec::new();
    let same = |place: &Place| match Here::facts_at(place) {
        Ok(facts) => (facts.identity == Here::facts(&a).expect("facts").identity).to_string(),
        Err(error) => told::<()>(Err(error)),
    };
    answers.push(same(&name));
    answers.push(same(&other));
    let draft = Here::draft(&name, 99, &[1; 8192]).expect("a draft");
    answers.push(told(Here::publish(&draft, &name)));
    answers.push(told(Here::remove(&draft)));
    answers.push(told(Here::remove(&draft)));
    rename("name", "moved");
    answers.push(same(&name));
    answers.push(same(&place("moved")));
    answers.push(told(Here::open(&name)));
    link("moved", "name");
    answers.push(same(&name));
    rename("other", "name");
    answers.push(same(&name));
    unlink("moved");
    answers.push(same(&place("moved")));
    answers.push(told(Here::facts(&a)));
    answers.push(told(Here::write_at(&a, &[1], 0)));
    answers.push(told(Here::sync_name(&name)));
    answers.join(", ")
}

fn maps() -> String {
    let (place, a) = file("map");
    let b = Here::open(&place).expect("a file");
    let map = |file| Here::map(Memory::Of(file, 4096), 4096).expect("a map");
    let (one, two) = (map(&a), map(&b));
    // SAFETY: both were just mapped, and stay.
    let (one, two) = unsafe { (Here::word(one), Here::word(two + 8)) };
    Here::write_at(&a, &7_u64.to_ne_bytes(), 4096).expect("written");
    two.store(9, SeqCst);
    let mut bytes = [0; 16];
    let read = Here::read_at(&b, &mut bytes, 4096).expect("read");
    let sync = told(Here::sync(&a));
    // A word has its bytes in the order that the processor gives them.
    let words = bytes.as_chunks().0;
    let words: Vec<u64> = words.iter().map(|word| u64::from_ne_bytes(*word)).collect();
    format!("{} {read} {words:?} {sync}", one.load(SeqCst))
}

fn memory_over_fork() -> String {
    let wiped = Here::map(Memory::Wiped, 8).expect("wiped memory");
    let shared = Here::map(Memory::Shared, 64).expect("shared memory");
    // SAFETY: both were just mapped, and stay.
    let words = || unsafe { (Here::word(wiped), Here::word(shared)) };
    words().0.store(5, SeqCst);
    words().1.store(6, SeqCst);
    Here::statics().epoch.store(3, SeqCst);
    let thread = Here::thread();
    let seen = in_child(&mut || {
        let (wiped, shared) = words();
        let seen = [
            wiped.load(SeqCst),
            shared.load(SeqCst),
            Here::statics().epoch.load(SeqCst),
        ];
        shared.store(8, SeqCst);
        wiped.store(4, SeqCst);
        Here::statics().epoch.store(2, SeqCst);
        let same = u64::from(Here::thread() == thread);
        seen[0] * 1000 + seen[1] * 100 + seen[2] * 10 + same
    });
    let (wiped, shared) = words();
    let epoch = Here::statics().epoch.load(SeqCst);
    format!(
        "{seen:04} {} {} {epoch}",
        wiped.load(SeqCst),
        shared.load(SeqCst)
    )
}

fn reads() -> String {
    let (_, a) = file("read");
    let read = |len: usize, at| {
        let mut bytes = vec![0; len];
        with_signals(|| Here::read_at(&a, &mut bytes, at)).expect("read")
    };
    format!(
        "{} {} {} {}",
        read(8193, 0),
        read(8, 8190),
        read(8, 8192),
        read(8, 9000)
    )
}

/// Files made and renamed, opened, locked, written, synced and removed.
fn amid_signals() -> String {
    let round = |nth: usize| -> std::io::Result<()> {
        let place = place(&format!("signals{nth}"));
        let draft = Here::draft(&place, 1000 + nth as u64, &[0; 8192])?;
        Here::publish(&draft, &place)?;
        let file = Here::open(&place)?;
        let again = Here::reopen(&file, &place)?;
        Here::file_system(&file)?;
        Here::is_flocked(&file)?;
        for hold in [Alone, BesideOthers, NotAtAll] {
            Here::lock(&file, 0, hold, Description)?;
        }
        Here::write_at(&file, &[7; 512], 0)?;
        Here::sync(&file)?;
        Here::sync_name(&place)?;
        let mut bytes = [0; 8192];
        let read = Here::read_at(&again, &mut bytes, 0)?;
        assert_eq!((read, bytes[0], bytes[511]), (8192, 7, 7));
        assert_eq!(Here::facts(&again)?, Here::facts_at(&place)?);
        Here::remove(&place)
    };
    let rounds = 200;
    let done = with_signals(|| (0..rounds).filter(|&nth| round(nth).is_ok()).count());
    format!("{done} of {rounds}")
}

fn time() -> String {
    let begun = Here::monotonic_ns();
    let mut last = begun;
    let goes_on = (0..1000).all(|_| {
        let now = Here::monotonic_ns();
        std::mem::replace(&mut last, now) <= now
    });
    let wall = Here::now();
    let before = Here::monotonic_ns();
    with_signals(|| Here::sleep(Duration::from_millis(5)));
    let slept = Here::monotonic_ns() - before;
    format!("{goes_on} {} {}", slept >= 5_000_000, Here::now() > wall)
}

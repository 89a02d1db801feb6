//! Programs that lock files.

use std::time::Duration;

use super::{file, lock, told};
use crate::Here;
use crate::conformance_platform::{holder, idle_child, in_child, lock_whole};
use crate::world::Hold::{Alone, BesideOthers, NotAtAll};
use crate::world::Owner::{Description, Process};
use crate::world::World;

pub(super) fn description_alone() -> String {
    let (place, a) = file("alone");
    let b = Here::open(&place).expect("a file");
    let mut told = vec![lock(&a, Alone, Description), lock(&b, Alone, Description)];
    told.push(lock(&b, BesideOthers, Description));
    drop(a);
    told.push(lock(&b, Alone, Description));
    told.join(" ")
}

pub(super) fn description_in_child() -> String {
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

pub(super) fn description_killed() -> String {
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

/// Some systems release the locks of a killed process late.
pub(super) fn killed_elsewhere() -> String {
    let (_, a) = file("elsewhere");
    let holder = holder("elsewhere");
    let while_it_lives = lock(&a, Alone, Description);
    holder.kill();
    let is_free = (0..3000).any(|_| {
        Here::sleep(Duration::from_millis(1));
        lock(&a, Alone, Description) == "yes"
    });
    format!("{while_it_lives} {is_free}")
}

pub(super) fn process_close() -> String {
    let (place, a) = file("closed");
    let first = lock(&a, Alone, Process);
    let others = || in_child(&mut || u64::from(lock(&a, Alone, Process) == "yes"));
    let before = others();
    drop(Here::open(&place).expect("a file"));
    let after = others();
    format!("{first} {before} {after}")
}

pub(super) fn process_in_child() -> String {
    let (_, a) = file("own");
    let first = lock(&a, Alone, Process);
    let child = idle_child(&mut || {});
    let own = in_child(&mut || u64::from(lock(&a, BesideOthers, Process) == "yes"));
    child.kill();
    let again = lock(&a, BesideOthers, Process);
    let beside = in_child(&mut || u64::from(lock(&a, BesideOthers, Process) == "yes"));
    format!("{first} {own} {again} {beside}")
}

/// Windows has no fork, for which processes own locks elsewhere.
pub(super) fn no_process_locks() -> String {
    let (_, a) = file("none");
    lock(&a, BesideOthers, Process)
}

pub(super) fn both_kinds() -> String {
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

pub(super) fn changed_in_place() -> String {
    let (place, a) = file("changed");
    let b = Here::open(&place).expect("a file");
    let told = [
        lock(&a, Alone, Description),
        lock(&a, BesideOthers, Description),
        lock(&a, BesideOthers, Description),
        lock(&b, BesideOthers, Description),
        lock(&a, Alone, Description),
        lock(&b, NotAtAll, Description),
        lock(&a, Alone, Description),
        lock(&b, BesideOthers, Description),
    ];
    told.join(" ")
}

/// A shared lock whose holder is refused an exclusive one.
pub(super) fn refused() -> String {
    let (place, a) = file("refused");
    let b = Here::open(&place).expect("a file");
    let told = [
        lock(&a, BesideOthers, Description),
        lock(&b, BesideOthers, Description),
        lock(&a, Alone, Description),
        lock(&b, Alone, Description),
    ];
    told.join(" ")
}

/// Locked bytes can be read and written by all who have the file open.
pub(super) fn beside_locks() -> String {
    let (place, a) = file("beside");
    let b = Here::open(&place).expect("a file");
    let locks = [
        told(Here::lock(&a, 0, Alone, Description)),
        told(Here::lock(&a, 1, Alone, Description)),
    ];
    let written = told(Here::write_at(&b, &[9; 512], 0));
    let mut bytes = [0; 8193];
    let read = Here::read_at(&b, &mut bytes, 0).unwrap_or(0);
    format!("{} {written} {read} {}", locks.join(" "), bytes[1])
}

/// Another program's lock of the whole file.
pub(super) fn whole() -> String {
    let (_, a) = file("whole");
    let is_flocked = || Here::is_flocked(&a).map_or("error", |is| if is { "whole" } else { "not" });
    let before = is_flocked();
    let stranger = lock_whole("whole");
    let (during, own) = (is_flocked(), lock(&a, Alone, Description));
    drop(stranger);
    let after = is_flocked();
    format!("{before} {during} {own} {after}")
}

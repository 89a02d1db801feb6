//! Programs that lock files.

use std::time::Duration;

use super::{file, lock, told};
use crate::Sys;
use crate::conformance_platform::{holder, idle_child, in_child, lock_whole};
use crate::sys::LockMode::{Exclusive, Shared, Unlocked};
use crate::sys::LockOwner::{Description, Process};
use crate::sys::Os;

pub(super) fn description_alone() -> String {
    let (place, a) = file("alone");
    let b = Sys::open(&place).expect("a file");
    let mut told = vec![
        lock(&a, Exclusive, Description),
        lock(&b, Exclusive, Description),
    ];
    told.push(lock(&b, Shared, Description));
    drop(a);
    told.push(lock(&b, Exclusive, Description));
    told.join(" ")
}

pub(super) fn description_in_child() -> String {
    let (place, a) = file("inherited");
    let first = lock(&a, Exclusive, Description);
    let own = in_child(&mut || u64::from(lock(&a, Exclusive, Description) == "yes"));
    let other = in_child(&mut || {
        let b = Sys::open(&place).expect("a file");
        u64::from(lock(&b, Exclusive, Description) == "yes")
    });
    let reopened = in_child(&mut || {
        let b = Sys::reopen(&a, &place).expect("a file");
        u64::from(lock(&b, Exclusive, Description) == "yes")
    });
    format!("{first} {own} {other} {reopened}")
}

pub(super) fn description_killed() -> String {
    let (place, a) = file("killed");
    let first = lock(&a, Exclusive, Description);
    let child = idle_child(&mut || {});
    drop(a);
    let b = Sys::open(&place).expect("a file");
    let while_child_lives = lock(&b, Exclusive, Description);
    child.kill();
    let after = lock(&b, Exclusive, Description);
    format!("{first} {while_child_lives} {after}")
}

/// Some systems release the locks of a killed process late.
pub(super) fn killed_elsewhere() -> String {
    let (_, a) = file("elsewhere");
    let holder = holder("elsewhere");
    let while_it_lives = lock(&a, Exclusive, Description);
    holder.kill();
    let is_free = (0..3000).any(|_| {
        Sys::sleep(Duration::from_millis(1));
        lock(&a, Exclusive, Description) == "yes"
    });
    format!("{while_it_lives} {is_free}")
}

pub(super) fn process_close() -> String {
    let (place, a) = file("closed");
    let first = lock(&a, Exclusive, Process);
    let others = || in_child(&mut || u64::from(lock(&a, Exclusive, Process) == "yes"));
    let before = others();
    drop(Sys::open(&place).expect("a file"));
    let after = others();
    format!("{first} {before} {after}")
}

pub(super) fn process_in_child() -> String {
    let (_, a) = file("own");
    let first = lock(&a, Exclusive, Process);
    let child = idle_child(&mut || {});
    let own = in_child(&mut || u64::from(lock(&a, Shared, Process) == "yes"));
    child.kill();
    let again = lock(&a, Shared, Process);
    let beside = in_child(&mut || u64::from(lock(&a, Shared, Process) == "yes"));
    format!("{first} {own} {again} {beside}")
}

/// Windows has no fork, for which processes own locks elsewhere.
pub(super) fn no_process_locks() -> String {
    let (_, a) = file("none");
    lock(&a, Shared, Process)
}

pub(super) fn both_kinds() -> String {
    let (_, a) = file("kinds");
    let told = [
        lock(&a, Shared, Process),
        lock(&a, Shared, Description),
        lock(&a, Exclusive, Description),
        lock(&a, Unlocked, Process),
        lock(&a, Exclusive, Description),
        lock(&a, Shared, Process),
    ];
    told.join(" ")
}

pub(super) fn changed_in_place() -> String {
    let (place, a) = file("changed");
    let b = Sys::open(&place).expect("a file");
    let told = [
        lock(&a, Exclusive, Description),
        lock(&a, Shared, Description),
        lock(&a, Shared, Description),
        lock(&b, Shared, Description),
        lock(&a, Exclusive, Description),
        lock(&b, Unlocked, Description),
        lock(&a, Exclusive, Description),
        lock(&b, Shared, Description),
    ];
    told.join(" ")
}

/// Holders of a shared lock that cannot get an exclusive one.
pub(super) fn refused() -> String {
    let (place, a) = file("refused");
    let b = Sys::open(&place).expect("a file");
    let told = [
        lock(&a, Shared, Description),
        lock(&b, Shared, Description),
        lock(&a, Exclusive, Description),
        lock(&b, Exclusive, Description),
    ];
    told.join(" ")
}

/// Every process with the file open can read and write locked bytes.
pub(super) fn beside_locks() -> String {
    let (place, a) = file("beside");
    let b = Sys::open(&place).expect("a file");
    let locks = [
        told(Sys::lock_byte(&a, 0, Exclusive, Description)),
        told(Sys::lock_byte(&a, 1, Exclusive, Description)),
    ];
    let written = told(Sys::write_at(&b, &[9; 512], 0));
    let mut bytes = [0; 8193];
    let read = Sys::read_at(&b, &mut bytes, 0).unwrap_or(0);
    format!("{} {written} {read} {}", locks.join(" "), bytes[1])
}

/// Another program's lock of the whole file.
pub(super) fn whole() -> String {
    let (_, a) = file("whole");
    let is_flocked = || Sys::is_flocked(&a).map_or("error", |is| if is { "whole" } else { "not" });
    let before = is_flocked();
    let stranger = lock_whole("whole");
    let (during, own) = (is_flocked(), lock(&a, Exclusive, Description));
    drop(stranger);
    let after = is_flocked();
    format!("{before} {during} {own} {after}")
}

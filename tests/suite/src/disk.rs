//! The disk below `target/`: what of it is free, what a whole run needs, and what lies there.

use std::collections::HashSet;
use std::fs::Metadata;
use std::path::{Path, PathBuf};

use crate::report::{Failure, Section, print_failures};
use crate::suite::Run;

/// The bytes that a whole run of a fresh clone leaves, as its summary tells, and some more for what is there for a while.
const WHOLE_RUN: u64 = 9_000_000_000;

impl Run<'_> {
    /// Says what is free; a failure if that is less than a run needs that is a whole one, and then whether it may begin is `false`.
    pub(crate) fn has_room(&mut self) -> bool {
        let taken = taken(&self.root);
        let Some(free) = free(&self.root) else {
            self.console.line("Disk: it does not say what is free");
            return true;
        };
        let line = format!("Disk: {} free, {} below target/", gb(free), gb(taken));
        self.console.line(&line);
        if !self.args.is_whole() {
            return true;
        }
        let failure = too_small(free, taken);
        let has_room = failure.is_none();
        if !has_room {
            let mut section = Section::new("disk");
            section.check(failure);
            print_failures(self.console, &section.failures);
            self.report.add(section);
        }
        has_room
    }

    /// The line of the summary.
    pub(crate) fn tell_taken(&self) {
        let taken = gb(taken(&self.root));
        self.console.line(&format!("  {taken} below target/"));
    }
}

/// Why a whole run cannot go on to its end, beside what it has left there before.
fn too_small(free: u64, taken: u64) -> Option<Failure> {
    // What is renewed lies beside what it was for a while.
    let needed = WHOLE_RUN.saturating_sub(taken).max(WHOLE_RUN / 8);
    let reason = || {
        format!(
            "{} are free, and a whole run needs {} more than lies below target/; --only LANGUAGES needs less",
            gb(free),
            gb(needed)
        )
    };
    (free < needed).then(|| Failure::new(None, "the disk is too small", reason()))
}

fn gb(bytes: u64) -> String {
    format!("{:.1} GB", bytes as f64 / 1e9)
}

/// The folder of all that cargo builds.
pub(crate) fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

/// Where everything is built: the root's `target`, and cargo's if that is another.
fn folders(root: &Path) -> Vec<PathBuf> {
    let mut folders = vec![root.join("target"), target(root)];
    folders.dedup();
    folders
}

#[cfg(unix)]
fn free(root: &Path) -> Option<u64> {
    let folders = folders(root);
    let there = folders.iter().filter(|folder| folder.is_dir());
    let told = there.filter_map(|folder| rustix::fs::statvfs(folder).ok());
    told.map(|told| told.f_bavail.saturating_mul(told.f_frsize))
        .min()
}

#[cfg(not(unix))]
fn free(_: &Path) -> Option<u64> {
    None
}

fn taken(root: &Path) -> u64 {
    let mut seen = HashSet::new();
    folders(root)
        .iter()
        .map(|folder| size(folder, &mut seen))
        .sum()
}

/// What lies below a folder, each file once however often it is linked.
fn size(folder: &Path, seen: &mut HashSet<(u64, u64)>) -> u64 {
    let mut sum = 0;
    // What goes while this looks at it takes nothing.
    for entry in folder.read_dir().into_iter().flatten().flatten() {
        let Ok(metadata) = entry.metadata() else {
            continue;
        };
        let is_new = identity(&metadata).is_none_or(|identity| seen.insert(identity));
        sum += match is_new {
            true if metadata.is_dir() => size(&entry.path(), seen),
            true => on_disk(&metadata),
            false => 0,
        };
    }
    sum
}

/// What a file is by whatever name, where it may have several.
#[cfg(unix)]
fn identity(metadata: &Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    let has_several = metadata.is_dir() || metadata.nlink() > 1;
    has_several.then(|| (metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn identity(_: &Metadata) -> Option<(u64, u64)> {
    None
}

#[cfg(unix)]
fn on_disk(metadata: &Metadata) -> u64 {
    use std::os::unix::fs::MetadataExt;
    // Of so many bytes, whatever blocks the disk has.
    metadata.blocks().saturating_mul(512)
}

#[cfg(not(unix))]
fn on_disk(metadata: &Metadata) -> u64 {
    metadata.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_there_is_not_needed_again_but_something_always_is() {
        let needs = |free, taken| too_small(free, taken).is_some();
        assert!(needs(WHOLE_RUN - 1, 0));
        assert!(!needs(WHOLE_RUN, 0));
        assert!(!needs(WHOLE_RUN / 2, WHOLE_RUN / 2));
        assert!(needs(WHOLE_RUN / 2 - 1, WHOLE_RUN / 2));
        assert!(needs(WHOLE_RUN / 8 - 1, u64::MAX));
        assert!(!needs(WHOLE_RUN / 8, u64::MAX));
        let told = too_small(1_500_000_000, 0).map(|failure| failure.details[0].1.clone());
        assert!(told.is_some_and(|told| told.starts_with("1.5 GB are free, ")));
    }

    #[cfg(unix)]
    #[test]
    fn a_file_of_two_names_is_counted_once() {
        let folder = crate::suite::root().join("target/suite/self-test/disk");
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(folder.join("in")).expect("a folder");
        let whole = |seen: &mut HashSet<_>| size(&folder, seen);
        assert_eq!(whole(&mut HashSet::new()), 0);
        // Written to the disk, else it may have no blocks yet.
        let mut file = std::fs::File::create(folder.join("one")).expect("a file");
        std::io::Write::write_all(&mut file, &[1; 300_000]).expect("room");
        file.sync_all().expect("a disk");
        let once = whole(&mut HashSet::new());
        assert!((300_000..400_000).contains(&once), "{once}");
        std::fs::hard_link(folder.join("one"), folder.join("in/two")).expect("a link");
        std::os::unix::fs::symlink("..", folder.join("in/up")).expect("a link");
        assert_eq!(whole(&mut HashSet::new()), once);
        let mut seen = HashSet::new();
        assert_eq!((whole(&mut seen), whole(&mut seen)), (once, 0));
        assert!(free(&crate::suite::root()).is_some_and(|free| free > 0));
    }
}

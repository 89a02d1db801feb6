//! Generators in programs that close foreign descriptors, as daemons do.
#![cfg(all(feature = "state-file", target_os = "linux"))]

#[path = "common/folder.rs"]
mod folder;

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::os::fd::{AsRawFd, FromRawFd};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

#[cfg(feature = "lease")]
use sortid::lease;
use sortid::{AnyId, ErrorCode, Format, Generator, Options};

use folder::Folder;

/// The formats: with a counter, without one, permuted, with a shared node, with random bits.
const FORMATS: [Format; 6] = [
    Format::Tid,
    Format::Snowflake,
    Format::Uid11Xid,
    Format::Uid11Snowish,
    Format::Uuid7,
    Format::Scru160,
];

type FileOption = fn(Options, PathBuf) -> Options;

/// With a mapping, locks survive the closed descriptor; without one they are lost.
const FILE_OPTIONS: &[FileOption] = &[
    Options::state_file,
    #[cfg(feature = "unmapped")]
    Options::unmapped_state_file,
];

fn cases() -> impl Iterator<Item = (Format, FileOption)> {
    let options = |format| FILE_OPTIONS.iter().map(move |&option| (format, option));
    FORMATS.into_iter().flat_map(options)
}

/// Runs one test at a time: descriptors belong to the whole process.
fn alone() -> MutexGuard<'static, ()> {
    static TESTS: Mutex<()> = Mutex::new(());
    TESTS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn open(format: Format, path: &Path) -> Generator<AnyId> {
    open_with(format, Options::state_file, path)
}

fn open_with(format: Format, option: FileOption, path: &Path) -> Generator<AnyId> {
    let options = option(Options::new(), path.into());
    Generator::dynamic(format, &options).unwrap_or_else(|error| panic!("{format}: {error}"))
}

fn make(generator: &Generator<AnyId>, ids: &mut Vec<AnyId>) {
    ids.extend((0..50).map(|_| generator.next().expect("an id")));
}

fn assert_unique(format: Format, ids: &[AnyId]) {
    let set: std::collections::HashSet<&AnyId> = ids.iter().collect();
    assert_eq!(set.len(), ids.len(), "{format}: repeated");
}

/// This process's descriptors of a file.
fn descriptors_of(path: &Path) -> Vec<i32> {
    let file = fs::metadata(path).expect("a file");
    let numbers = fs::read_dir("/proc/self/fd").expect("a list");
    let numbers = numbers.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    let is_same = |number: &i32| {
        let of = fs::metadata(format!("/proc/self/fd/{number}"));
        of.is_ok_and(|of| (of.dev(), of.ino()) == (file.dev(), file.ino()))
    };
    numbers.filter(is_same).collect()
}

/// Closes all descriptors of a file.
fn close(path: &Path) {
    let numbers = descriptors_of(path);
    assert!(!numbers.is_empty());
    for number in numbers {
        // SAFETY: closes a descriptor of the library as daemons do, which the library must detect.
        unsafe { libc::close(number) };
    }
}

/// Replaces each descriptor of a state file with a log, which closes the file.
fn replace_by_logs(path: &Path, log: &Path) -> Vec<File> {
    let open = |number: &i32| {
        let log = OpenOptions::new().create(true).append(true).open(log);
        let log = log.expect("a log");
        // SAFETY: the result owns the number. The library must detect that.
        unsafe {
            libc::dup3(log.as_raw_fd(), *number, libc::O_CLOEXEC);
            File::from_raw_fd(*number)
        }
    };
    let numbers = descriptors_of(path);
    assert!(!numbers.is_empty());
    numbers.iter().map(open).collect()
}

/// Fails if the library closed a log or wrote to it.
fn assert_intact(logs: Vec<File>, log: &Path) {
    let count = logs.len();
    for mut log in logs {
        log.write_all(b"line\n").expect("the log is open");
    }
    let text = fs::read_to_string(log).expect("a log");
    assert_eq!(text, "line\n".repeat(count));
}

#[test]
fn generator_whose_descriptor_became_a_log_continues_and_leaves_the_log() {
    let _alone = alone();
    for (format, option) in cases() {
        let open = |path| open_with(format, option, path);
        let folder = Folder::new();
        let (path, log) = (folder.file(), folder.0.join("log"));
        let mut ids = Vec::new();
        let generator = open(&path);
        make(&generator, &mut ids);
        let logs = replace_by_logs(&path, &log);
        make(&generator, &mut ids);
        // With another generator, which may have begun a session meanwhile.
        let other = open(&path);
        make(&other, &mut ids);
        make(&generator, &mut ids);
        drop(generator);
        make(&other, &mut ids);
        assert_intact(logs, &log);
        assert_unique(format, &ids);
    }
}

#[test]
fn generator_without_descriptor_is_dropped_and_closes_nothing() {
    let _alone = alone();
    let folder = Folder::new();
    let (path, log) = (folder.file(), folder.0.join("log"));
    let generator = open(Format::Tid, &path);
    let mut ids = Vec::new();
    make(&generator, &mut ids);
    let logs = replace_by_logs(&path, &log);
    drop(generator);
    assert_intact(logs, &log);
    make(&open(Format::Tid, &path), &mut ids);
    assert!(ids.is_sorted_by(|a, b| a < b));
}

/// The generator that lost its lock cannot detect that the session ended and another began.
#[test]
fn sessions_repeat_no_id_of_a_member_that_lost_its_lock() {
    let _alone = alone();
    for (format, option) in cases() {
        let open = |path| open_with(format, option, path);
        let folder = Folder::new();
        let path = folder.file();
        let mut ids = Vec::new();
        let unknowing = open(&path);
        let known = open(&path);
        make(&unknowing, &mut ids);
        make(&known, &mut ids);
        close(&path);
        // The known member rejoins, and believes that it is the last one.
        make(&known, &mut ids);
        make(&open(&path), &mut ids);
        drop(known);
        make(&unknowing, &mut ids);
        let later = open(&path);
        make(&later, &mut ids);
        make(&unknowing, &mut ids);
        make(&later, &mut ids);
        assert_unique(format, &ids);
    }
}

/// Its session and the next one begin at the same position, but with another key and node.
#[test]
fn generator_whose_session_ended_before_its_first_id_joins_the_next_one() {
    let _alone = alone();
    for (format, option) in cases() {
        let open = |path| open_with(format, option, path);
        let folder = Folder::new();
        let path = folder.file();
        let mut ids = Vec::new();
        let unknowing = open(&path);
        close(&path);
        let later = open(&path);
        make(&later, &mut ids);
        make(&unknowing, &mut ids);
        make(&later, &mut ids);
        assert_unique(format, &ids);
        let is_in_one_order =
            matches!(format, Format::Tid | Format::Uid11Snowish | Format::Scru160);
        assert!(!is_in_one_order || ids.is_sorted(), "{format}: {ids:?}");
    }
}

#[test]
fn generator_whose_file_was_closed_and_removed_fails() {
    let _alone = alone();
    let folder = Folder::new();
    let path = folder.file();
    let generator = open(Format::Tid, &path);
    close(&path);
    fs::remove_file(&path).expect("removed");
    let mut results = (0..1_000_000).map(|_| generator.next().map(|_| ()));
    let error = results.find_map(Result::err).expect("an error at the mark");
    assert_eq!(error.code(), ErrorCode::StoreIo);
}

#[test]
fn state_file_gets_no_standard_descriptor() {
    let _alone = alone();
    let folder = Folder::new();
    let path = folder.file();
    // SAFETY: standard input is unused here, and restored below.
    let input = unsafe {
        let input = libc::dup(0);
        libc::close(0);
        input
    };
    let generator = open(Format::Tid, &path);
    let numbers = descriptors_of(&path);
    generator.next().expect("an id");
    // SAFETY: as above.
    unsafe {
        libc::dup2(input, 0);
        libc::close(input);
    }
    assert!(
        !numbers.is_empty() && numbers.iter().all(|&number| number > 2),
        "{numbers:?}"
    );
}

/// Closing the descriptor drops the writer's lock, which another writer may acquire.
#[test]
#[cfg(feature = "lease")]
fn writer_of_a_lease_file_whose_descriptor_was_closed_takes_its_lock_again() {
    let _alone = alone();
    let folder = Folder::new();
    let (path, log) = (folder.file(), folder.0.join("log"));
    let open = || lease::open_file(&path, Format::Tsid, &Options::new(), "test");
    let code = |result: Result<(), sortid::Error>| result.err().map(|error| error.code());
    let writer = open().expect("a writer");
    let logs = replace_by_logs(&path, &log);
    writer.held().expect("the file");
    let second = open().map(|_| ());
    assert_eq!(code(second), Some(ErrorCode::StoreLocked));
    close(&path);
    let second = open().expect("the lock is free");
    assert_eq!(
        code(writer.held().map(|_| ())),
        Some(ErrorCode::StoreLocked)
    );
    drop(second);
    writer.held().expect("the file");
    drop(writer);
    assert_intact(logs, &log);
}

/// Another process may have a lease on the file (`F_SETLEASE`), as Samba does. Opening the file
/// would block for 45 seconds.
#[test]
fn state_file_with_another_programs_lease_is_locked() {
    let _alone = alone();
    let folder = Folder::new();
    let path = folder.file();
    drop(open(Format::Tid, &path));
    let leased = File::open(&path).expect("a file");
    // SAFETY: the descriptor is open. The kernel's signal about the lease is ignored.
    unsafe {
        libc::signal(libc::SIGIO, libc::SIG_IGN);
        let set = libc::fcntl(leased.as_raw_fd(), libc::F_SETLEASE, libc::F_RDLCK);
        assert_eq!(set, 0, "{}", std::io::Error::last_os_error());
    }
    let refused = Generator::dynamic(Format::Tid, &Options::new().state_file(&path));
    assert_eq!(
        refused.err().map(|error| error.code()),
        Some(ErrorCode::StoreLocked)
    );
    drop(leased);
    let mut ids = Vec::new();
    make(&open(Format::Tid, &path), &mut ids);
}

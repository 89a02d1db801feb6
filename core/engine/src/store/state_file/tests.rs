//! State files within one process.

use super::*;
use crate::examples::S;
use crate::store::record::tests::HEADER;

/// A path without a file.
fn unused_path(test: &str) -> std::path::PathBuf {
    let name = format!("sortid-{test}-{}", std::process::id());
    let path = std::env::temp_dir().join(name);
    let _ = std::fs::remove_file(&path);
    path
}

fn opened(path: &Path, header: FileHeader) -> StateFile<S> {
    let mut data = || Ok(SessionData::default());
    StateFile::open(
        path,
        header,
        FileAccess::default(),
        process::generation::<S>(),
        &mut data,
    )
    .expect("opens")
}

/// Writes a record, if given, and reads it back.
fn on_disk(file: &StateFile<S>, record: Option<Record>) -> Record {
    let generation = process::generation::<S>();
    let mut deadlines = CallDeadlines::until(Deadline::NEVER);
    let read = file.with_file(generation, &mut deadlines, |opened, deadline| {
        file.change(opened, generation, deadline, |change| {
            if let Some(record) = record {
                file.map_io(change.write_record(&record, &file.header))?;
            }
            file.read_record(change)
        })
    });
    read.expect("the file is readable")
}

/// A writer may end between writing a lease and publishing it.
#[test]
fn reserving_publishes_the_lease_on_the_disk() {
    let path = unused_path("published");
    let header = FileHeader {
        leased_bits: Some(10),
        ..HEADER
    };
    let absolute = file::absolute_path::<S>(&path).expect("a path");
    let created = OpenFile::<S>::open_or_create(&absolute, &header, Some(&Record::default()));
    assert!(created.is_ok());
    let file = opened(&path, header);
    let lease = LeaseRecord {
        epoch: 9,
        ..LeaseRecord::NONE
    };
    let record = Record {
        sequence: lease.epoch,
        lease,
        ..Record::default()
    };
    on_disk(&file, Some(record));
    let mut deadlines = CallDeadlines::until(Deadline::NEVER);
    let reservation = Reservation {
        position: 10,
        ahead: 0,
        max_seen: 5,
    };
    let reserved = file.reserve(process::generation::<S>(), &mut deadlines, reservation);
    assert!(reserved.is_err(), "the lease is of another file");
    assert_eq!(file.page.lease_epoch(), 9);
    let _ = std::fs::remove_file(&path);
}

/// A mark on the disk may be above that of the page: a writer ended in between.
#[test]
fn reserving_lowers_neither_the_mark_nor_the_highest_reading() {
    let path = unused_path("reserve");
    let file = opened(&path, HEADER);
    let generation = process::generation::<S>();
    let mut deadlines = CallDeadlines::until(Deadline::NEVER);
    let record = Record {
        sequence: 1,
        mark: 500,
        max_seen: 40,
        ..Record::default()
    };
    on_disk(&file, Some(record));
    let reserve = |position, max_seen| Reservation {
        position,
        ahead: 0,
        max_seen,
    };
    let reserved = file.reserve(generation, &mut deadlines, reserve(100, 30));
    reserved.expect("reserves");
    let record = on_disk(&file, None);
    assert_eq!((record.mark, record.max_seen, file.mark()), (500, 40, 500));
    file.page.raise_max_seen(60);
    let reserved = file.reserve(generation, &mut deadlines, reserve(600, 50));
    reserved.expect("reserves");
    let record = on_disk(&file, None);
    assert_eq!((record.mark, record.max_seen, file.mark()), (600, 60, 600));
    let _ = std::fs::remove_file(&path);
}

#[cfg(target_os = "linux")]
thread_local! {
    /// Whether syncs of file data fail in this thread.
    static SYNC_FAILS: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// Replaces the C library's `fdatasync`, which the standard library calls.
#[cfg(target_os = "linux")]
#[unsafe(no_mangle)]
extern "C" fn fdatasync(descriptor: libc::c_int) -> libc::c_int {
    let descriptor = if SYNC_FAILS.get() { -1 } else { descriptor };
    // SAFETY: `fsync` takes no pointers, and fails if the descriptor is not open.
    unsafe { libc::fsync(descriptor) }
}

/// Ids up to a mark that is not on the disk repeat after a power loss.
#[cfg(target_os = "linux")]
#[test]
fn failed_sync_leaves_the_shared_mark_unchanged() {
    let path = unused_path("sync-fails");
    let (file, other) = (opened(&path, HEADER), opened(&path, HEADER));
    let reserve = || {
        let reservation = Reservation {
            position: 100,
            ahead: 0,
            max_seen: 0,
        };
        let mut deadlines = CallDeadlines::until(Deadline::NEVER);
        let reserved = file.reserve(process::generation::<S>(), &mut deadlines, reservation);
        reserved.map_err(|error| error.code())
    };
    SYNC_FAILS.set(true);
    let failed = reserve();
    SYNC_FAILS.set(false);
    assert_eq!(failed, Err(ErrorCode::StoreIo));
    assert_eq!(on_disk(&file, None).mark, 100, "written, but not synced");
    assert_eq!((file.mark(), other.mark()), (0, 0));
    assert_eq!(reserve(), Ok(()));
    assert_eq!((file.mark(), other.mark()), (100, 100));
    let _ = std::fs::remove_file(&path);
}

/// A child that a signal handler forked during a change shares its parent's lock.
#[test]
fn change_is_not_unlocked_by_another_process() {
    let path = unused_path("forked");
    let file = opened(&path, HEADER);
    let absolute = file::absolute_path::<S>(&path).expect("a path");
    let is_free = || {
        let other = OpenFile::<S>::open_or_create(&absolute, &HEADER, None);
        matches!(
            other.map(|other| other.try_lock_exclusive(LockByte::Change)),
            Ok(Ok(true))
        )
    };
    let generation = process::generation::<S>();
    let mut deadlines = CallDeadlines::until(Deadline::NEVER);
    for (began_in, is_over) in [(generation, true), (generation.of_child(), false)] {
        let changed = file.with_file(generation, &mut deadlines, |opened, deadline| {
            file.change_with(opened, began_in, deadline, |_| Ok(()))
        });
        assert!(changed.is_ok());
        assert_eq!(is_free(), is_over);
    }
    let _ = std::fs::remove_file(&path);
}

// Process locks, as in a child without permission to open the file again

/// Locks as a process from now on, in place of `file`'s description and its locks.
fn lock_as_process(file: &StateFile<S>) {
    let changed = act(file, |opened| {
        opened.unlock(LockByte::Member)?;
        opened.lock_as_process();
        opened.lock_shared(LockByte::Member)
    });
    changed.expect("locks work");
}

/// Calls `act` with the open file.
fn act<R>(
    file: &StateFile<S>,
    act: impl FnOnce(&mut OpenFile<S>) -> io::Result<R>,
) -> Result<R, Error> {
    let mut deadlines = CallDeadlines::until(Deadline::NEVER);
    file.with_file(process::generation::<S>(), &mut deadlines, |opened, _| {
        file.map_io(act(opened))
    })
}

/// Rejoins as after a lost member lock. Returns whether a session began.
fn rejoin(file: &StateFile<S>) -> bool {
    file.membership.store(LOST, Ordering::Relaxed);
    let (mut has_begun, mut deadlines) = (false, CallDeadlines::until(Deadline::NEVER));
    let joined = file.rejoin(process::generation::<S>(), &mut deadlines, &mut || {
        has_begun = true;
        Ok(SessionData::default())
    });
    joined.expect("the file can be joined");
    has_begun
}

/// Whether another process could be the only member.
fn is_unused(path: &Path) -> bool {
    let path = file::absolute_path::<S>(path).expect("a path");
    let other = OpenFile::<S>::open_or_create(&path, &HEADER, None);
    let lock = other.map(|other| other.try_lock_exclusive(LockByte::Member));
    matches!(lock, Ok(Ok(true)))
}

/// Its own generators do not exclude each other.
#[test]
fn process_locks_never_count_as_the_only_user() {
    let path = unused_path("process-only");
    let file = opened(&path, HEADER);
    assert!(file.is_exclusive());
    lock_as_process(&file);
    assert!(!rejoin(&file), "the session goes on");
    assert!(!file.is_exclusive());
    let reservation = Reservation {
        position: 100,
        ahead: 0,
        max_seen: 0,
    };
    let mut deadlines = CallDeadlines::until(Deadline::NEVER);
    let reserved = file.reserve(process::generation::<S>(), &mut deadlines, reservation);
    reserved.expect("reserves");
    assert!(!file.is_exclusive());
    file.page.end_session();
    assert!(rejoin(&file), "another session");
    assert!(!file.is_exclusive());
    let _ = std::fs::remove_file(&path);
}

#[test]
fn leaving_with_process_locks_keeps_session_mark_and_member_lock() {
    let path = unused_path("process-leaves");
    let file = opened(&path, HEADER);
    let record = Record {
        sequence: 1,
        mark: 500,
        ..Record::default()
    };
    on_disk(&file, Some(record));
    lock_as_process(&file);
    file.leave(process::generation::<S>(), |_| 7);
    assert!(file.page.has_session());
    assert_eq!(on_disk(&file, None).mark, 500);
    assert!(!is_unused(&path));
    file.page.end_session();
    file.leave(process::generation::<S>(), |_| 7);
    assert!(is_unused(&path), "the session is over");
    let _ = std::fs::remove_file(&path);
}

/// Closing any descriptor of the file would drop the process's locks.
#[test]
fn file_with_process_locks_is_not_closed() {
    let path = unused_path("process-closes");
    let file = opened(&path, HEADER);
    lock_as_process(&file);
    let absolute = file::absolute_path::<S>(&path).expect("a path");
    let other = OpenFile::<S>::open_or_create(&absolute, &HEADER, None);
    let Ok(other) = other else { panic!("opens") };
    assert!(other.reopen_for_change(&absolute).is_none());
    drop(other);
    assert!(!is_unused(&path));
    let _ = std::fs::remove_file(&path);
}

// What a file loses

#[test]
fn locks_without_effect_are_an_error() {
    let path = unused_path("no-locks");
    let file = opened(&path, HEADER);
    let joined = act(&file, |opened| {
        // Of one description, as if locks did not exclude each other.
        let same = opened.sharing_description();
        let joined = file.join_session(opened, &same, &Record::default(), &mut || {
            Ok(SessionData::default())
        });
        Ok(joined.map_err(|error| error.code()))
    });
    assert_eq!(joined, Ok(Err(ErrorCode::StoreIo)));
    let _ = std::fs::remove_file(&path);
}

#[test]
fn copy_at_the_path_of_a_closed_file_is_not_opened() {
    let path = unused_path("copied");
    let file = opened(&path, HEADER);
    let content = std::fs::read(&path).expect("the file");
    // The old file keeps its inode.
    let old = path.with_extension("old");
    std::fs::rename(&path, &old).expect("renamed");
    std::fs::write(&path, content).expect("a copy");
    let opened = act(&file, |opened| opened.open_again(&file.path));
    assert_eq!(
        opened.map_err(|error| error.code()),
        Err(ErrorCode::StoreIo)
    );
    for path in [path, old] {
        let _ = std::fs::remove_file(&path);
    }
}

/// Others may have begun a session without it.
#[test]
fn file_without_its_member_lock_has_no_room_below_the_mark() {
    let path = unused_path("not-a-member");
    let file = opened(&path, HEADER);
    file.page.raise_mark(500);
    assert_eq!(file.mark(), 500);
    file.membership.store(LOST, Ordering::Relaxed);
    assert_eq!(file.mark(), 0);
    let _ = std::fs::remove_file(&path);
}

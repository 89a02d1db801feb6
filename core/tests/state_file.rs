//! Generators with a state file: restarts, crashes, sharing, errors.
#![cfg(all(feature = "state-file", any(target_os = "linux", windows)))]

#[path = "common/folder.rs"]
mod folder;

mod common;
#[path = "common/size.rs"]
mod size;

use std::collections::HashSet;
use std::fs;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Barrier, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use sortid::options::{
    ClockSource, FieldOrder, OPTIONS, OnExhausted, OnRollback, Order, Preset, RollbackTolerance,
};
use sortid::{AnyId, Error, ErrorCode, Format, Generator, Options, Reseed, Tid};

use common::{NOON_US, at_us, timed};
use folder::Folder;
use size::sized;

/// Whether the format's ids are ordered, not only unique.
fn is_ordered(format: Format) -> bool {
    format.is_ordered()
}

/// Whether ids are ordered across all generators of a file: a position has tick and counter.
fn is_ordered_over_all(format: Format) -> bool {
    !matches!(
        format,
        Format::Uid11Xid
            | Format::Uuid6
            | Format::Uuid7
            | Format::Uuid7Draft01
            | Format::Flake
            | Format::Ksuid
            | Format::Elasticflake
            | Format::OrderedUuid
            | Format::CombGuid
            | Format::CombMssql
            | Format::Ulid
            | Format::Sid
            | Format::PushId
            | Format::Uuid1
            | Format::Scru128
    )
}

/// Raises the lead for formats with ticks of a second or a quarter of one. Each session or process
/// takes a later tick, and the default lead only allows one.
fn with_room(format: Format, options: Options) -> Options {
    match format {
        Format::Ksuid | Format::Xid | Format::ObjectId | Format::Scru64 => {
            options.max_lead_ms(600_000)
        }
        _ => options,
    }
}

fn options(path: &Path) -> Options {
    Options::new().state_file(path)
}

fn manual(path: &Path) -> Options {
    options(path).clock(ClockSource::Manual)
}

fn open(format: Format, options: &Options) -> Generator<AnyId> {
    Generator::dynamic(format, options).unwrap_or_else(|error| panic!("{format}: {error}"))
}

fn refusal(format: Format, options: &Options) -> Error {
    match Generator::dynamic(format, options) {
        Ok(_) => panic!("{format} was opened"),
        Err(error) => error,
    }
}

/// Leaks the generator without closing its file, as if the process had been killed.
fn kill(generator: Generator<AnyId>) {
    static KILLED: Mutex<Vec<Generator<AnyId>>> = Mutex::new(Vec::new());
    KILLED.lock().expect("no panic").push(generator);
}

/// Excludes forked children: a child inherits the locks of all open files of this process.
fn without_other_children() -> MutexGuard<'static, ()> {
    static FORKS: Mutex<()> = Mutex::new(());
    FORKS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn assert_unique(format: Format, ids: &[AnyId]) {
    let set: HashSet<AnyId> = ids.iter().copied().collect();
    assert_eq!(set.len(), ids.len(), "{format}: repeated");
}

#[test]
fn state_file_option_requires_a_format_with_time() {
    let option = OPTIONS.iter().find(|option| option.name == "state_file");
    let option = option.expect("state_file is listed");
    let with = Format::ALL.iter().copied();
    let with = with.filter(|format| option.is_for(*format));
    assert!(with.eq(timed()));
    let error = refusal(Format::Uid11Fullrand, &options(Path::new("never-made")));
    assert_eq!(error.code(), ErrorCode::InvalidOption);
    assert!(!Path::new("never-made").exists());
}

#[test]
fn reopened_file_continues_where_last_generator_ended() {
    for format in timed() {
        let folder = Folder::new();
        let mut ids = Vec::new();
        for _ in 0..5 {
            let generator = open(format, &with_room(format, manual(&folder.file())));
            for _ in 0..10 {
                ids.push(generator.next_at(at_us(0)).expect("an id within the lead"));
            }
        }
        if is_ordered(format) {
            assert!(ids.is_sorted_by(|a, b| a < b), "{format}");
        }
        assert_unique(format, &ids);
        // After a clean close, ids continue without a lead if they fit into the tick.
        if let Ok(time) = ids[49].timestamp() {
            let lead_us = time.unix_ns() / 1000 - i128::from(NOON_US);
            let unit_us = i128::from(format.resolution_ns().unwrap_or(0) / 1000);
            assert!(lead_us <= 5 * unit_us.max(1000), "{format}: {lead_us}");
        }
    }
}

#[test]
fn seeded_ids_are_the_same_with_and_without_a_file() {
    for format in timed().filter(|format| *format != Format::Uid11Xid) {
        let folder = Folder::new();
        let seeded = |options: Options| {
            let generator = open(format, &options.clock(ClockSource::Manual).seed([7; 32]));
            let ids = (0..100).map(|nth| generator.next_at(at_us(nth * 200)));
            ids.collect::<Result<Vec<_>, _>>().expect("ids")
        };
        assert_eq!(
            seeded(options(&folder.file())),
            seeded(Options::new()),
            "{format}"
        );
    }
}

#[test]
fn ids_after_kill_and_lost_memory_are_greater() {
    for format in timed() {
        let folder = Folder::new();
        let (path, mut ids) = (folder.file(), Vec::new());
        for session in 0..6 {
            let generator = open(format, &with_room(format, options(&path)));
            for _ in 0..200 {
                ids.push(generator.next().expect("an id"));
            }
            if session % 2 == 0 {
                ids.extend((0..2000).map(|_| generator.next().expect("an id")));
            }
            kill(generator);
            // A new file, which no generator has open. Content that was only in memory is lost.
            let mut content = fs::read(&path).expect("the file");
            content[4096..].fill(0);
            fs::rename(&path, folder.0.join(session.to_string())).expect("renamed");
            fs::write(&path, content).expect("written");
        }
        if is_ordered(format) {
            assert!(ids.is_sorted_by(|a, b| a < b), "{format}");
        }
        assert_unique(format, &ids);
    }
}

#[test]
fn mark_is_written_before_any_id_exceeds_it() {
    let folder = Folder::new();
    let path = folder.file();
    let generator = Generator::<Tid>::with(&manual(&path)).expect("opened");
    // Opened once: an emulated Windows defers closing files while any lock is held.
    let mut file = fs::File::open(&path).expect("the file");
    let mut mark = || {
        let mut mark = [0; 8];
        file.seek(SeekFrom::Start(104)).expect("a seek");
        file.read_exact(&mut mark).expect("eight bytes");
        u64::from_le_bytes(mark)
    };
    let mut marks = HashSet::new();
    for _ in 0..50_000 {
        let id = generator.next_at(at_us(0)).expect("a tid");
        let mark = mark();
        // A position is one more than the tick.
        assert!(id.timestamp_us() < mark);
        marks.insert(mark);
    }
    // Few ids write the mark: 10 ms ahead of the first id, then twice as far each time.
    assert_eq!(marks.len(), 4);
}

#[test]
fn rollback_continues_within_tolerance_and_is_refused_beyond() {
    for format in timed() {
        let folder = Folder::new();
        let path = folder.file();
        let next = |options: &Options, us| {
            open(format, &with_room(format, options.clone())).next_at(at_us(us))
        };
        let first = next(&manual(&path), 0).expect("an id");
        let second = next(&manual(&path), -9_000_000).expect("within the tolerance");
        let breaks_order = |a: AnyId, b: AnyId| is_ordered(format) && b <= a;
        assert!(!breaks_order(first, second), "{format}");
        for us in [-11_000_000, -5 * 3_600_000_000, -365 * 86_400_000_000] {
            let error = next(&manual(&path), us).expect_err("too far back");
            assert_eq!(error.code(), ErrorCode::ClockRollback, "{format}");
        }
        let unlimited = manual(&path).rollback_tolerance_ms(RollbackTolerance::Unlimited);
        let third = next(&unlimited, -5 * 3_600_000_000).expect("an unlimited tolerance");
        assert!(!breaks_order(second, third), "{format}");
        let fourth = next(&manual(&path), 10_000_000).expect("the clock is back");
        assert!(!breaks_order(third, fourth), "{format}");
        assert_unique(format, &[first, second, third, fourth]);
    }
}

#[test]
fn on_rollback_reset_is_rejected() {
    for format in timed() {
        let folder = Folder::new();
        let asked = options(&folder.file()).on_rollback(OnRollback::Reset);
        let error = refusal(format, &asked);
        assert_eq!(error.code(), ErrorCode::InvalidOption, "{format}");
        assert_eq!(error.subject(), Some("on_rollback"), "{format}");
        assert!(!folder.file().exists(), "{format}");
    }
}

#[test]
fn alternating_generators_share_the_file() {
    for format in timed() {
        let folder = Folder::new();
        let generators: [_; 3] = std::array::from_fn(|_| open(format, &options(&folder.file())));
        let mut ids = Vec::new();
        for round in 0..3000 {
            ids.push(generators[round % 3].next().expect("an id"));
            if round % 100 == 0 {
                let mut more = [ids[0]; 10];
                generators[round % 2]
                    .fill(&mut more)
                    .complete()
                    .expect("ids");
                ids.extend(more);
            }
        }
        if is_ordered_over_all(format) {
            assert!(ids.is_sorted_by(|a, b| a < b), "{format}");
        }
        assert_unique(format, &ids);
    }
}

#[test]
fn second_generator_continues_above_ids_of_the_first() {
    for format in timed() {
        let folder = Folder::new();
        let first = open(format, &options(&folder.file()));
        let mut ids: Vec<AnyId> = (0..5000).map(|_| first.next().expect("an id")).collect();
        let second = open(format, &options(&folder.file()));
        ids.push(second.next().expect("an id"));
        ids.push(first.next().expect("an id"));
        ids.push(second.next().expect("an id"));
        drop(second);
        // The first generator has the file to itself again, at the latest when the mark moves.
        ids.extend((0..5000).map(|_| first.next().expect("an id")));
        if is_ordered_over_all(format) {
            assert!(ids.is_sorted_by(|a, b| a < b), "{format}");
        }
        assert_unique(format, &ids);
    }
}

#[test]
fn concurrent_threads_of_two_generators_get_ordered_ids() {
    let each = sized(4000, 20_000);
    for format in timed() {
        let folder = Folder::new();
        let options = options(&folder.file()).max_lead_ms(60_000);
        let generators: [_; 2] = std::array::from_fn(|_| open(format, &options));
        let start = Barrier::new(4);
        let make = |generator: &Generator<AnyId>| {
            start.wait();
            let ids = (0..each).map(|_| generator.next());
            ids.collect::<Result<Vec<_>, _>>().expect("ids")
        };
        let all: Vec<AnyId> = std::thread::scope(|scope| {
            let threads = [0, 1, 0, 1].map(|nth| {
                let (generator, make) = (&generators[nth], &make);
                scope.spawn(move || make(generator))
            });
            let made = threads.map(|thread| thread.join().expect("no panic"));
            for ids in &made {
                assert!(
                    !is_ordered(format) || ids.is_sorted_by(|a, b| a < b),
                    "{format}"
                );
            }
            made.concat()
        });
        assert_unique(format, &all);
        let made: u64 = generators
            .iter()
            .map(|generator| generator.status().ids)
            .sum();
        assert_eq!(made, 4 * each as u64, "{format}: counted");
    }
}

#[test]
fn generators_without_distinct_random_bits_share_the_file() {
    // Without random bits, and with ticks so fine that a position has no room for the counter.
    let folder = Folder::new();
    let fixed = options(&folder.file())
        .timestamp_bits(64)
        .unit_ns(1000)
        .node(7);
    let generators: [_; 2] = std::array::from_fn(|_| open(Format::Uuid8, &fixed));
    let ids: Vec<AnyId> = (0..2000)
        .map(|nth| generators[nth % 2].next().expect("an id"))
        .collect();
    assert_unique(Format::Uuid8, &ids);

    // With the same seed, the random bits are also the same.
    for format in timed() {
        let folder = Folder::new();
        let seeded = with_room(format, options(&folder.file()).seed([9; 32]));
        let generators: [_; 2] = std::array::from_fn(|_| open(format, &seeded));
        let ids: Vec<AnyId> = (0..300)
            .map(|nth| generators[nth % 2].next().expect("an id"))
            .collect();
        assert_unique(format, &ids);
    }
}

#[test]
fn generators_of_one_file_share_one_machine() {
    let _alone = without_other_children();
    let folder = Folder::new();
    let snowish = |machine| options(&folder.file()).node(machine);
    let first = open(Format::Uid11Snowish, &snowish(1));
    let drawn = open(Format::Uid11Snowish, &options(&folder.file()));
    let machine = |id: AnyId| id.field("machine").expect("a machine");
    assert_eq!(machine(drawn.next().expect("an id")), 1);
    // Ids of one millisecond sort by their machines.
    let error = refusal(Format::Uid11Snowish, &snowish(2));
    assert_eq!(error.code(), ErrorCode::StoreLocked);
    drop((first, drawn));
    open(Format::Uid11Snowish, &snowish(2))
        .next()
        .expect("a file that no other generator uses");
}

#[test]
fn file_of_another_format_or_layout_is_foreign() {
    let folder = Folder::new();
    let path = folder.file();
    open(Format::Uuid8, &options(&path));
    let foreign = |format, options: Options| {
        let error = refusal(format, &options);
        assert_eq!(error.code(), ErrorCode::StoreForeign);
        let name = path.to_str().expect("text");
        assert_eq!(error.subject(), Some(name));
        assert!(error.to_string().contains(name));
    };
    foreign(Format::Tid, options(&path));
    foreign(Format::Uuid8, options(&path).epoch_unix_ms(5));
    foreign(Format::Uuid8, options(&path).unit_ns(1000));
    foreign(Format::Uuid8, options(&path).timestamp_bits(60));
    let custom = folder.0.join("custom.state");
    let custom = || options(&custom);
    open(Format::Custom64, &custom());
    for other in [
        custom().preset(Preset::Discord),
        custom().timestamp_bits(40),
        custom().timestamp_bits(41).node_bits(9),
        custom().sequence_bits(11),
        custom().field_order(FieldOrder::SequenceNode),
    ] {
        let error = refusal(Format::Custom64, &other);
        assert_eq!(error.code(), ErrorCode::StoreForeign, "{other:?}");
    }
    let other = folder.0.join("xid.state");
    open(Format::Uid11Xid, &options(&other));
    let monotonic = options(&other).order(Order::Monotonic);
    assert_eq!(
        refusal(Format::Uid11Xid, &monotonic).code(),
        ErrorCode::StoreForeign
    );
}

#[test]
fn damaged_file_is_reported_and_left_unchanged() {
    let folder = Folder::new();
    let path = folder.file();
    open(Format::Tid, &options(&path)).next().expect("a tid");
    let whole = fs::read(&path).expect("the file");
    let code_for = |content: &[u8]| {
        fs::write(&path, content).expect("written");
        let error = refusal(Format::Tid, &options(&path));
        assert_eq!(fs::read(&path).expect("the file"), content);
        assert_eq!(error.subject(), path.to_str());
        error.code()
    };
    for len in [0, 1, 7, 8, 100, 511, 512, 4096, whole.len() - 1] {
        assert_eq!(
            code_for(&whole[..len]),
            ErrorCode::StoreCorrupt,
            "{len} bytes"
        );
    }
    for bit in (0..4096 * 8).step_by(61) {
        let mut content = whole.clone();
        content[bit / 8] ^= 1 << (bit % 8);
        let code = code_for(&content);
        // With a damaged magic number it is another program's file.
        let expected = if bit < 64 {
            ErrorCode::StoreForeign
        } else {
            ErrorCode::StoreCorrupt
        };
        assert_eq!(code, expected, "bit {bit}");
    }
    assert_eq!(code_for(&vec![0; whole.len()]), ErrorCode::StoreCorrupt);
    assert_eq!(code_for(b"some text"), ErrorCode::StoreForeign);
    fs::write(&path, whole).expect("written");
    open(Format::Tid, &options(&path));
}

#[test]
fn unusable_paths_are_reported() {
    let folder = Folder::new();
    let code = |path: &Path| {
        let error = refusal(Format::Tid, &options(path));
        assert_eq!(error.subject(), path.to_str());
        assert_eq!(error.offset(), None);
        (error.code(), error.os_error())
    };
    let io = |number| (ErrorCode::StoreIo, number);
    #[cfg(unix)]
    {
        let none = code(&folder.0.join("none/ids.state"));
        assert_eq!(none, io(Some(libc::ENOENT)));
        assert_eq!(code(&folder.0), io(Some(libc::EISDIR)));
        let below = code(Path::new("/dev/null/ids.state"));
        assert_eq!(below, io(Some(libc::ENOTDIR)));
        assert_eq!(code(Path::new("/dev/zero")).0, ErrorCode::StoreForeign);
    }
    #[cfg(windows)]
    {
        const PATH_NOT_FOUND: i32 = 3;
        let none = code(&folder.0.join("none").join("ids.state"));
        assert_eq!(none, io(Some(PATH_NOT_FOUND)));
        assert_eq!(code(&folder.0), io(None));
        assert_eq!(code(Path::new(r"\\.\NUL")).0, ErrorCode::StoreForeign);
    }

    let long = folder.0.join("n".repeat(255));
    open(Format::Tid, &options(&long)).next().expect("a tid");

    let path = folder.file();
    open(Format::Tid, &options(&path));
    let mut rights = fs::metadata(&path).expect("the file").permissions();
    rights.set_readonly(true);
    fs::set_permissions(&path, rights).expect("changed");
    assert_eq!(code(&path).0, ErrorCode::StoreReadOnly);
}

/// Needs root, which may change a file's owner.
#[cfg(unix)]
#[test]
fn file_of_an_untrusted_owner_is_foreign() {
    use std::os::unix::fs::{PermissionsExt, chown};

    const USER: u32 = 4321;
    let folder = Folder::new();
    let path = folder.file();
    open(Format::Tid, &options(&path));
    if chown(&path, Some(USER), None).is_err() {
        return;
    }
    for (owner, mode, is_trusted) in [
        (0, 0o755, false),
        (USER, 0o755, true),
        (USER, 0o775, false),
        (USER, 0o1777, false),
    ] {
        chown(&folder.0, Some(owner), None).expect("changed");
        fs::set_permissions(&folder.0, fs::Permissions::from_mode(mode)).expect("changed");
        let opened = Generator::dynamic(Format::Tid, &options(&path));
        let Err(error) = opened else {
            assert!(is_trusted, "{owner} {mode:o}");
            continue;
        };
        assert!(!is_trusted, "{owner} {mode:o}: {error}");
        assert_eq!(
            (error.code(), error.subject()),
            (ErrorCode::StoreForeign, path.to_str())
        );
        let text = error.to_string();
        assert!(
            text.ends_with(&format!(
                ", which belongs to user {USER}, not to user 0: see the option allow_other_owner)"
            )),
            "{text}"
        );
        open(Format::Tid, &options(&path).allow_other_owner(true));
    }
    chown(&path, Some(0), None).expect("changed");
    open(Format::Tid, &options(&path));
}

#[test]
fn foreign_lock_times_out_with_store_locked() {
    let _alone = without_other_children();
    let folder = Folder::new();
    let path = folder.file();
    open(Format::Tid, &options(&path));
    let file = fs::OpenOptions::new()
        .write(true)
        .open(&path)
        .expect("opened");
    file.lock().expect("locked");
    let begun = Instant::now();
    let error = refusal(Format::Tid, &options(&path));
    assert_eq!(error.code(), ErrorCode::StoreLocked);
    assert_eq!(error.subject(), path.to_str());
    assert!(begun.elapsed() < Duration::from_secs(60));
    drop(file);
    open(Format::Tid, &options(&path));
}

#[test]
fn removed_or_restored_file_is_detected() {
    let folder = Folder::new();
    let path = folder.file();
    let generator = open(Format::Tid, &options(&path).max_lead_ms(60_000));
    generator.next().expect("a tid");
    let old = fs::read(&path).expect("the file");
    let before = (0..20_000).map(|_| generator.next().expect("a tid")).max();
    // Written in place: some systems cannot truncate a mapped file.
    let mut file = fs::OpenOptions::new();
    let mut file = file.write(true).open(&path).expect("opened");
    file.write_all(&old).expect("written over");
    // Later ids are greater than all issued ones, or are refused.
    let after = (0..20_000).map_while(|_| generator.next().ok());
    assert!(after.min().is_none_or(|id| Some(id) > before));

    let generator = open(
        Format::Timeid,
        &options(&folder.0.join("other")).max_lead_ms(60_000),
    );
    generator.next().expect("a timeid");
    let removed = fs::remove_file(folder.0.join("other"));
    if removed.is_err() || fs::metadata(folder.0.join("other")).is_ok() {
        // Some systems do not remove a mapped file, or not before it is closed.
        match cfg!(windows) {
            true => return,
            false => panic!("{removed:?}"),
        }
    }
    let error = (0..3_000_000).find_map(|_| generator.next().err());
    assert_eq!(error.map(|error| error.code()), Some(ErrorCode::StoreIo));
}

#[test]
fn full_tick_fails_if_on_exhausted_is_error() {
    let folder = Folder::new();
    let strict = manual(&folder.file()).on_exhausted(OnExhausted::Error);
    let first = open(Format::Tid, &strict).next_at(at_us(0));
    assert!(first.is_ok());
    let again = open(Format::Tid, &strict).next_at(at_us(0));
    assert_eq!(
        again.map_err(|error| error.code()),
        Err(ErrorCode::CounterExhausted)
    );
}

#[cfg(unix)]
#[test]
fn forked_child_continues_with_the_file() {
    let _alone = without_other_children();
    for format in timed() {
        let folder = Folder::new();
        // If possible, only the file distinguishes the ids of parent and child.
        let fixed = match format {
            Format::Tid => options(&folder.file()).node(5),
            Format::Timeid => options(&folder.file()).node(5),
            Format::Uid11Snowish => options(&folder.file()).node(5),
            Format::Uuid8 => options(&folder.file()).node(5),
            _ => options(&folder.file()).seed([5; 32]),
        };
        let generator = open(format, &fixed);
        let mut ids: Vec<AnyId> = (0..100).map(|_| generator.next().expect("an id")).collect();
        let (mut reader, mut writer) = std::io::pipe().expect("a pipe");
        // SAFETY: the child makes ids, writes them, and ends without running anything else.
        match unsafe { libc::fork() } {
            0 => {
                let mut bytes = vec![0; 1000 * format.byte_len()];
                for slot in bytes.chunks_mut(format.byte_len()) {
                    let Ok(id) = generator.next() else { break };
                    slot.copy_from_slice(id.to_bytes().as_ref());
                }
                let _ = writer.write_all(&bytes);
                // SAFETY: ends the process at once.
                unsafe { libc::_exit(0) };
            }
            child => {
                drop(writer);
                ids.extend((0..1000).map(|_| generator.next().expect("an id")));
                let mut bytes = Vec::new();
                std::io::Read::read_to_end(&mut reader, &mut bytes).expect("read");
                let theirs = bytes.chunks(format.byte_len());
                ids.extend(theirs.map(|bytes| AnyId::from_bytes(bytes, format).expect("an id")));
                // SAFETY: a child of this process, waited for once.
                unsafe { libc::waitpid(child, std::ptr::null_mut(), 0) };
            }
        }
        assert_eq!(ids.len(), 2100, "{format}");
        assert_unique(format, &ids);
    }
}

/// Limits the descriptors of this process. Returns the former limit.
#[cfg(target_os = "linux")]
fn limit_descriptors(most: libc::rlim_t) -> libc::rlim_t {
    let mut limit = libc::rlimit {
        rlim_cur: 0,
        rlim_max: 0,
    };
    // SAFETY: the structure is live.
    unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, &raw mut limit) };
    let before = std::mem::replace(&mut limit.rlim_cur, most);
    // SAFETY: the structure is live.
    unsafe { libc::setrlimit(libc::RLIMIT_NOFILE, &raw const limit) };
    before
}

/// Checks a child that has no descriptor for its first id. Returns the number of the failed check,
/// or 0.
#[cfg(target_os = "linux")]
fn check_without_descriptors(generator: &Generator, before: AnyId, other: &Path) -> i32 {
    let limit = limit_descriptors(0);
    let refused = generator.next().map_err(|error| error.code());
    limit_descriptors(limit);
    if refused != Err(ErrorCode::StoreIo) {
        return 1;
    }
    if !generator.next().is_ok_and(|id| id > before) {
        return 2;
    }
    let open_files = || fs::read_dir("/proc/self/fd").map_or(0, Iterator::count);
    let count = open_files();
    for _ in 0..20 {
        let generator = Generator::dynamic(Format::Tid, &options(other));
        if !generator.is_ok_and(|generator| generator.next().is_ok()) {
            return 3;
        }
    }
    if open_files() == count { 0 } else { 4 }
}

#[cfg(target_os = "linux")]
#[test]
fn child_without_descriptors_fails_and_then_recovers() {
    let _alone = without_other_children();
    let folder = Folder::new();
    let generator = open(Format::Tid, &options(&folder.file()).node(5));
    let before = generator.next().expect("an id");
    let other = folder.0.join("other.state");
    // SAFETY: the child makes ids, and ends without running anything else.
    match unsafe { libc::fork() } {
        0 => {
            let failed = check_without_descriptors(&generator, before, &other);
            // SAFETY: ends the process at once.
            unsafe { libc::_exit(failed) };
        }
        child => {
            let mut status = -1;
            // SAFETY: a child of this process, waited for once.
            unsafe { libc::waitpid(child, &raw mut status, 0) };
            assert_eq!(status, 0, "the child ended with {}", status >> 8);
        }
    }
}

/// The last generator to close the file lowers the mark to the last id of all generators. The
/// position that it saw while others were still there may be lower.
#[test]
fn concurrent_opens_and_closes_repeat_no_id() {
    let folder = Folder::new();
    for round in 0..sized(150, 600) {
        let path = folder.0.join(format!("{}.state", round % 3));
        let made = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for thread in 0..3 {
                let (path, made) = (&path, &made);
                scope.spawn(move || {
                    std::thread::sleep(Duration::from_micros(thread * 400));
                    let generator = open(Format::Uuid8, &options(path).node(7));
                    for _ in 0..1000 {
                        let id = generator.next().expect("an id");
                        made.lock().expect("no panic").push(id);
                    }
                });
            }
        });
        let mut ids = made.into_inner().expect("no panic");
        let count = ids.len();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), count, "round {round}");
    }
}

/// A new session has another permutation and another drawn machine. So its first id is in a new
/// tick, whichever generator issues it.
#[test]
fn new_session_begins_a_new_tick() {
    let _alone = without_other_children();
    for format in [Format::Uid11Xid, Format::Uid11Snowish] {
        let folder = Folder::new();
        let manual = manual(&folder.file());
        let now = at_us(0);
        let before = open(format, &manual).next_at(now).expect("an id");
        let begins = open(format, &manual);
        let joins = open(format, &manual);
        let time = |id: AnyId| id.timestamp().expect("a time");
        let first = joins.next_at(now).expect("an id");
        assert!(time(first) > time(before), "{format}");
        let second = begins.next_at(now).expect("an id");
        assert_eq!(time(second), time(first), "{format}");
    }
}

#[test]
fn each_tick_has_its_own_permutation() {
    let folder = Folder::new();
    let generator = open(Format::Uid11Xid, &manual(&folder.file()));
    let places = |offset_us| {
        let ids = (0..8).map(|_| generator.next_at(at_us(offset_us)).expect("an id"));
        let random = ids.map(|id| id.field("random").expect("a field"));
        random.collect::<Vec<_>>()
    };
    assert_ne!(places(0), places(10_000_000));
}

/// Runs `act` while the file is moved away, so that its mark cannot be moved.
#[cfg(unix)]
fn without_file<R>(path: &Path, act: impl FnOnce() -> R) -> R {
    let aside = path.with_extension("aside");
    fs::rename(path, &aside).expect("moved away");
    let result = act();
    fs::rename(&aside, path).expect("moved back");
    result
}

#[cfg(unix)]
#[test]
fn failed_tick_keeps_the_previous_permutation() {
    let folder = Folder::new();
    let path = folder.file();
    let generator = open(Format::Uid11Xid, &manual(&path));
    let next = |offset_us| generator.next_at(at_us(offset_us));
    let mut ids: Vec<AnyId> = (0..10_000).map(|_| next(0).expect("an id")).collect();
    let refused = without_file(&path, || next(9_000_000));
    assert_eq!(
        refused.map_err(|error| error.code()),
        Err(ErrorCode::StoreIo)
    );
    ids.extend((0..10_000).map(|_| next(0).expect("within the tolerance")));
    // With another permutation of the 4 million values, some 20 would repeat.
    assert_unique(Format::Uid11Xid, &ids);
}

#[cfg(unix)]
#[test]
fn reseed_discards_draws_of_a_failed_tick() {
    let ids = |fails: bool| {
        let folder = Folder::new();
        let path = folder.file();
        let generator = open(Format::Scru160, &manual(&path).seed([1; 32]));
        generator.next_at(at_us(0)).expect("an id");
        if fails {
            let refused = without_file(&path, || generator.next_at(at_us(5_000_000)));
            assert!(refused.is_err());
        }
        let with = Reseed::new().seed([2; 32]);
        generator.reseed(with).expect("reseeded");
        generator.next_at(at_us(9_000_000)).expect("an id")
    };
    assert_eq!(ids(true), ids(false));
}

/// Forks a child that calls `child`, which makes ids only. Fails unless it returns 0.
#[cfg(target_os = "linux")]
fn in_child(child: impl FnOnce() -> i32) {
    // SAFETY: the child makes ids, and ends without running anything else.
    match unsafe { libc::fork() } {
        0 => {
            let found = child();
            // SAFETY: ends the process at once.
            unsafe { libc::_exit(found) };
        }
        number => {
            let mut status = -1;
            // SAFETY: a child of this process, waited for once.
            unsafe { libc::waitpid(number, &raw mut status, 0) };
            assert_eq!(status, 0, "the child ended with {}", status >> 8);
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn generator_that_a_child_drops_leaves_the_file_to_its_parent() {
    let _alone = without_other_children();
    let folder = Folder::new();
    let path = folder.file();
    let generator = open(Format::Tid, &manual(&path).node(5));
    generator.next_at(at_us(0)).expect("10 ms in reserve");
    let before = fs::read(&path).expect("the file");
    let mut generator = Some(generator);
    in_child(|| {
        drop(generator.take());
        0
    });
    assert!(generator.is_some() && fs::read(&path).expect("the file") == before);
}

/// A store to a mapped page cannot report that the disk is full.
#[cfg(target_os = "linux")]
#[test]
fn page_without_room_on_the_disk_is_found_by_opening() {
    let _alone = without_other_children();
    let folder = Folder::new();
    let path = folder.file();
    drop(open(Format::Tid, &options(&path).node(5)));
    in_child(|| {
        let record_only = libc::rlimit {
            rlim_cur: 4096,
            rlim_max: 4096,
        };
        // SAFETY: the structure is live, and the child runs nothing else.
        unsafe {
            libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
            libc::setrlimit(libc::RLIMIT_FSIZE, &raw const record_only);
        }
        let opened = Generator::<AnyId>::dynamic(Format::Tid, &options(&path).node(5));
        match opened.map_err(|error| error.code()) {
            Err(ErrorCode::StoreFull) => 0,
            Err(_) => 1,
            Ok(_) => 2,
        }
    });
}

/// The positions of another file may be above those of this one.
#[cfg(feature = "unmapped")]
#[test]
fn mapped_session_over_an_unmapped_file_is_corrupt() {
    let folder = Folder::new();
    let [path, other] = [folder.file(), folder.0.join("other.state")];
    let options = Options::new().unmapped_state_file(&path);
    let generator = open(Format::Tid, &options.clock(ClockSource::Manual));
    generator.next_at(at_us(0)).expect("an id");
    let mapped = open(Format::Tid, &manual(&other));
    mapped.next_at(at_us(5000)).expect("an id");
    fs::write(&path, fs::read(&other).expect("the file")).expect("written over");
    let refused = generator.next_at(at_us(0)).map_err(|error| error.code());
    assert_eq!(refused, Err(ErrorCode::StoreCorrupt));
}

#[test]
fn older_content_over_an_open_file_is_corrupt() {
    let folder = Folder::new();
    let path = folder.file();
    let generator = open(Format::Tid, &manual(&path));
    let next = || generator.next_at(at_us(0));
    next().expect("an id");
    let old = fs::read(&path).expect("the file");
    next().expect("an id");
    let mut file = fs::OpenOptions::new();
    let mut file = file.write(true).open(&path).expect("opened");
    file.write_all(&old).expect("written over");
    let refused = next().map_err(|error| error.code());
    assert_eq!(refused, Err(ErrorCode::StoreCorrupt));
}

#[test]
fn alternating_generators_lead_the_clock_by_their_ids_only() {
    let folder = Folder::new();
    let generators: [_; 2] = std::array::from_fn(|_| open(Format::Tid, &options(&folder.file())));
    let mut ids = 0;
    for _ in 0..20_000 {
        for generator in &generators {
            generator.next().expect("an id");
            ids += 1;
            assert!(generator.status().lead_ns <= ids * 1000, "{ids} ids");
        }
    }
}

#[test]
fn quickly_killed_processes_do_not_exhaust_the_lead() {
    let folder = Folder::new();
    // A process usually reserves 10 ms, and ten of them would exhaust the lead.
    let options = manual(&folder.file()).max_lead_ms(100);
    let mut last = None;
    for session in 0..50 {
        let generator = open(Format::Tid, &options);
        let id = generator.next_at(at_us(0));
        let id = id.unwrap_or_else(|error| panic!("session {session}: {error}"));
        assert!(Some(id) > last);
        last = Some(id);
        kill(generator);
        // A new file, which no generator has open.
        let content = fs::read(folder.file()).expect("the file");
        fs::rename(folder.file(), folder.0.join(session.to_string())).expect("renamed");
        fs::write(folder.file(), content).expect("written");
    }
}

#[test]
fn highest_reading_survives_the_last_close() {
    let _alone = without_other_children();
    let folder = Folder::new();
    let tolerance = RollbackTolerance::Ms(3);
    let options = manual(&folder.file()).rollback_tolerance_ms(tolerance);
    let next = |generator: &Generator, us| generator.next_at(at_us(us));
    let generator = open(Format::Tid, &options);
    next(&generator, 0).expect("an id, and a mark 10 ms ahead");
    next(&generator, 5000).expect("an id");
    drop(generator);
    let refused = next(&open(Format::Tid, &options), 1000);
    assert_eq!(
        refused.map_err(|error| error.code()),
        Err(ErrorCode::ClockRollback)
    );
}

/// Gives up the right to open a file that this process has open. Works in a user namespace too,
/// which has no other user.
#[cfg(target_os = "linux")]
fn give_up_rights(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    const NO_CAPABILITIES: [u32; 6] = [0; 6];
    // `_LINUX_CAPABILITY_VERSION_3`, and this process.
    let mut header = [0x2008_0522, 0_u32];
    // SAFETY: both have the sizes of this version.
    let mut capset = || unsafe {
        libc::syscall(
            libc::SYS_capset,
            header.as_mut_ptr(),
            NO_CAPABILITIES.as_ptr(),
        )
    };
    let closed = fs::set_permissions(path, fs::Permissions::from_mode(0o0)).is_ok();
    closed && capset() == 0 && fs::File::open(path).is_err()
}

/// Forks a child that gives up its rights. Runs `child` there once `parent` has returned here.
/// Fails unless `child` returns 0.
#[cfg(target_os = "linux")]
fn in_child_without_rights(path: &Path, child: impl FnOnce() -> i32, parent: impl FnOnce()) {
    let _alone = without_other_children();
    let (mut reader, writer) = std::io::pipe().expect("a pipe");
    // SAFETY: the child makes ids, and ends without running anything else.
    match unsafe { libc::fork() } {
        0 => {
            drop(writer);
            let is_over = reader.read_to_end(&mut Vec::new()).is_ok();
            let found = match is_over && give_up_rights(path) {
                true => child(),
                false => 99,
            };
            // SAFETY: ends the process at once.
            unsafe { libc::_exit(found) };
        }
        number => {
            parent();
            drop(writer);
            let mut status = -1;
            // SAFETY: a child of this process, waited for once.
            unsafe { libc::waitpid(number, &raw mut status, 0) };
            assert_eq!(status, 0, "the child ended with {}", status >> 8);
            let mode = std::os::unix::fs::PermissionsExt::from_mode(0o600);
            fs::set_permissions(path, mode).expect("the file's owner");
        }
    }
}

/// Locks of a process, which such a child uses, do not exclude its own other generators.
#[cfg(target_os = "linux")]
#[test]
fn generators_of_child_without_rights_are_in_one_order() {
    let folder = Folder::new();
    let path = folder.file();
    let options = options(&path).node(5).max_lead_ms(60_000);
    let generators: [_; 2] = std::array::from_fn(|_| open(Format::Tid, &options));
    let mut last = generators[0].next().expect("an id");
    in_child_without_rights(
        &path,
        || {
            for round in 0..50_000 {
                match generators[round % 2].next() {
                    Ok(id) if id > last => last = id,
                    Ok(_) => return 1,
                    Err(_) => return 2,
                }
            }
            0
        },
        || {},
    );
}

#[cfg(target_os = "linux")]
#[test]
fn generator_closed_by_child_without_rights_leaves_ids_of_others() {
    let folder = Folder::new();
    let path = folder.file();
    let [first, second, parents] =
        std::array::from_fn(|_| open(Format::Tid, &manual(&path).node(5)));
    let next = |generator: &Generator<AnyId>| generator.next_at(at_us(0));
    next(&first).expect("an id, with 10 ms in reserve");
    let (mut reader, writer) = std::io::pipe().expect("a pipe");
    let mut parents = Some(parents);
    in_child_without_rights(
        &path,
        || {
            if next(&first).is_err() || next(&second).is_err() {
                return 1;
            }
            drop(first);
            let mut last = None;
            for _ in 0..100 {
                last = next(&second).ok();
            }
            let Some(last) = last else { return 2 };
            match (&writer).write_all(last.to_bytes().as_ref()) {
                Ok(()) => 0,
                Err(_) => 3,
            }
        },
        || drop(parents.take()),
    );
    let mut bytes = [0; 8];
    reader.read_exact(&mut bytes).expect("the child's last id");
    let last = AnyId::from_bytes(&bytes, Format::Tid).expect("an id");
    let after = next(&open(Format::Tid, &manual(&path).node(5)));
    assert!(after.expect("an id") > last);
}

/// The reverse is in `tests/testing.rs`.
#[cfg(feature = "testing")]
#[test]
fn test_clock_does_not_begin_while_a_file_is_open() {
    use sortid::testing::TestClock;
    let folder = Folder::new();
    let generator = open(Format::Tid, &options(&folder.file()));
    let begun = TestClock::freeze(at_us(NOON_US)).start();
    assert_eq!(
        begun.map_err(|error| error.code()).err(),
        Some(ErrorCode::NotApplicable)
    );
    drop(generator);
}

/// The record's mark in the file, and the position in the page, as `docs/state-file.md` has them.
const MARK_AT: usize = 104;
const MAX_SEEN_AT: usize = 112;
const CHECKSUM_AT: usize = 508;
const POSITION_AT: u64 = 4288;

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| match crc & 1 {
            0 => crc >> 1,
            _ => crc >> 1 ^ 0xedb8_8320,
        })
    })
}

/// Changes a number of the record, with a valid checksum.
fn forge(path: &Path, at: usize, change: impl Fn(u64) -> u64) {
    let mut bytes = fs::read(path).expect("a file");
    let old = u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
    bytes[at..at + 8].copy_from_slice(&change(old).to_le_bytes());
    let checksum = crc32(&bytes[..CHECKSUM_AT]);
    bytes[CHECKSUM_AT..CHECKSUM_AT + 4].copy_from_slice(&checksum.to_le_bytes());
    fs::write(path, bytes).expect("written");
}

/// Numbers that a hostile party may write, for a number and the positions of a day.
fn forged(old: u64, day: u64) -> [u64; 6] {
    [
        old.saturating_add(day),
        old.saturating_add(36_500_u64.saturating_mul(day)),
        1 << 63,
        u64::MAX - 1,
        u64::MAX,
        0,
    ]
}

fn positions_of_a_day(format: Format) -> u64 {
    let unit_ns = format.resolution_ns().unwrap_or(1_000_000);
    u64::try_from(86_400_000_000_000 / i128::from(unit_ns)).unwrap_or(u64::MAX)
}

/// Ends soon, with later ids or an error about the file.
fn assert_ends(generator: &Generator<AnyId>, before: AnyId, what: &str) {
    let began = Instant::now();
    for _ in 0..3 {
        match generator.next() {
            // A tick that the format lacks would wrap.
            Ok(id) => {
                let times = [before, id].map(|id| id.timestamp().ok());
                assert!(times.is_sorted(), "{what}: {id} after {before}");
            }
            Err(error) => {
                let expected = [
                    ErrorCode::StoreCorrupt,
                    ErrorCode::ClockRollback,
                    ErrorCode::TimestampOutOfRange,
                ];
                assert!(expected.contains(&error.code()), "{what}: {error}");
            }
        }
    }
    let took = began.elapsed();
    assert!(took < Duration::from_secs(20), "{what}: {took:?}");
}

#[test]
fn forged_record_makes_no_call_wait() {
    for format in timed() {
        let day = positions_of_a_day(format);
        for at in [MARK_AT, MAX_SEEN_AT] {
            for nth in 0..forged(0, day).len() {
                let folder = Folder::new();
                let options = options(&folder.file()).rollback_tolerance_ms(
                    [RollbackTolerance::Unlimited, RollbackTolerance::Ms(10_000)][nth % 2],
                );
                let before = open(format, &options).next().expect("an id");
                forge(&folder.file(), at, |old| forged(old, day)[nth]);
                if let Ok(generator) = Generator::dynamic(format, &options) {
                    assert_ends(&generator, before, &format!("{format}, {at}, {nth}"));
                }
            }
        }
    }
}

#[test]
fn mark_a_day_ahead_is_corrupt() {
    let folder = Folder::new();
    let generator = open(Format::Tid, &options(&folder.file()));
    generator.next().expect("an id");
    drop(generator);
    let day = positions_of_a_day(Format::Tid);
    forge(&folder.file(), MARK_AT, |old| old + day);
    let error = open(Format::Tid, &options(&folder.file())).next();
    let error = error.expect_err("a position that no lead brings about");
    assert_eq!(error.code(), ErrorCode::StoreCorrupt);
    assert!(error.to_string().contains("ids.state"), "{error}");
}

#[test]
fn forged_position_in_the_page_is_corrupt_and_no_call_waits() {
    for format in timed() {
        let day = positions_of_a_day(format);
        for nth in 0..forged(0, day).len() {
            let folder = Folder::new();
            let users = [(); 2].map(|()| open(format, &options(&folder.file())));
            let before = users.each_ref().map(|user| user.next().expect("an id"))[0];
            let file = fs::OpenOptions::new()
                .read(true)
                .write(true)
                .open(folder.file());
            let mut file = file.expect("a file");
            let mut word = [0; 8];
            file.seek(SeekFrom::Start(POSITION_AT)).expect("an offset");
            file.read_exact(&mut word).expect("a position");
            let word = forged(u64::from_ne_bytes(word), day)[nth];
            file.seek(SeekFrom::Start(POSITION_AT)).expect("an offset");
            file.write_all(&word.to_ne_bytes()).expect("written");
            for user in &users {
                assert_ends(user, before, &format!("{format}, {nth}"));
                if format == Format::Tid && word == u64::MAX {
                    let error = user.next().expect_err("a position above the mark");
                    assert_eq!(error.code(), ErrorCode::StoreCorrupt);
                }
            }
        }
    }
}

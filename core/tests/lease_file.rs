//! Generators with a lease file only generate ids of the leased node, until the end of the lease.
#![cfg(all(feature = "lease", target_os = "linux"))]

#[path = "common/folder.rs"]
mod folder;

use std::collections::BTreeMap;
use std::ffi::{CStr, CString};
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use sortid::lease::{self, LeaseFile, Stretch};
use sortid::options::{ClockSource, OPTIONS, OnExhausted, OnRollback};
use sortid::{AnyId, Error, ErrorCode, Format, Generator, Options, Reseed, Tid, Timestamp, Uuid7};

use folder::Folder;

/// 2026-01-01T12:00:00Z.
const NOON_MS: i64 = 1_767_268_800_000;

/// Every format whose generator supports a lease file.
fn leasable() -> impl Iterator<Item = Format> {
    let option = OPTIONS.iter().find(|option| option.name == "lease_file");
    let option = option.expect("lease_file is listed");
    let formats = Format::ALL.iter().copied();
    formats.filter(|format| option.is_for(*format))
}

fn now_ms() -> i64 {
    Timestamp::now().unix_ms()
}

fn until(until_ms: i64) -> Stretch {
    Stretch {
        until_ms,
        ids: [1, 0, 0, 0],
        count: 1,
    }
}

fn open_as_agent(path: &Path, format: Format) -> LeaseFile {
    lease::open_file(path, format, &Options::new(), "test").expect("a lease file")
}

/// Grants a node for ten minutes, which is longer than any test takes.
fn lend(agent: &LeaseFile, node: u64) {
    let lent = agent.turn_to(node, now_ms(), until(now_ms() + 600_000));
    lent.expect("a granted node");
}

fn leased(path: &Path) -> Options {
    Options::new().lease_file(path)
}

fn manual(path: &Path) -> Options {
    leased(path).clock(ClockSource::Manual)
}

fn code<T>(result: Result<T, Error>) -> Option<ErrorCode> {
    result.err().map(|error| error.code())
}

fn at_ms(unix_ms: i64) -> Timestamp {
    Timestamp::from_unix_ms(unix_ms)
}

fn tid(options: &Options) -> Generator<Tid> {
    Generator::with(options).expect("a generator")
}

#[test]
fn lease_file_option_requires_a_node_option() {
    let leasable: Vec<Format> = leasable().collect();
    for &format in Format::ALL {
        let folder = Folder::new();
        let made = Generator::dynamic(format, &leased(&folder.file()));
        let expected = match (leasable.contains(&format), format.can_generate()) {
            (true, _) => ErrorCode::StoreIo,
            (false, true) => ErrorCode::InvalidOption,
            (false, false) => ErrorCode::NotApplicable,
        };
        assert_eq!(code(made), Some(expected), "{format}");
        assert!(!folder.file().exists(), "a generator created the file");
    }
}

#[test]
fn options_that_conflict_with_lease_file_are_rejected() {
    let folder = Folder::new();
    let with = || leased(&folder.file());
    let cases = [
        (Format::Tid, with().node(1), "node"),
        (Format::Timeid, with().node(1), "node"),
        (Format::Uuid8, with().node(1), "node"),
        (Format::Tsid, with().node(1), "node"),
        (Format::Snowflake, with().node(1), "node"),
        (Format::Snowflake, with().datacenter(1), "datacenter"),
        (Format::FlakeIdgen, with().worker(1), "worker"),
        (Format::ShardingId, with().node(1), "node"),
        (Format::Uuid7, with().machine_id(1), "machine_id"),
        (Format::Scru160, with().node(1), "node"),
        (Format::Tid, with().seed([1; 32]), "seed"),
        (Format::Tid, with().state_file(folder.file()), "state_file"),
        (
            Format::Tid,
            with().on_rollback(OnRollback::Reset),
            "on_rollback",
        ),
        (Format::Tsid, with().node_bits(0), "lease_file"),
        (Format::Custom64, with().node_bits(0), "lease_file"),
        (Format::Scru160, with().counter_bits(16), "lease_file"),
    ];
    for (format, options, subject) in cases {
        let error = Generator::dynamic(format, &options).err();
        let found = error.map(|error| (error.code(), error.subject()));
        assert_eq!(
            found,
            Some((ErrorCode::InvalidOption, Some(subject))),
            "{format}"
        );
    }
}

#[test]
fn state_file_and_lease_file_are_not_interchangeable() {
    let folder = Folder::new();
    let plain = Options::new().state_file(folder.file());
    drop(tid(&plain));
    let opened = Generator::<Tid>::with(&leased(&folder.file()));
    assert_eq!(code(opened), Some(ErrorCode::StoreForeign));
    fs::remove_file(folder.file()).expect("removed");
    let _agent = open_as_agent(&folder.file(), Format::Tid);
    assert_eq!(
        code(Generator::<Tid>::with(&plain)),
        Some(ErrorCode::StoreForeign)
    );
    let other = Generator::<Uuid7>::with(&leased(&folder.file()));
    assert_eq!(code(other), Some(ErrorCode::StoreForeign));
}

#[test]
fn machine_bits_must_match_the_lease_file() {
    let folder = Folder::new();
    let eight = Options::new().machine_bits(8);
    let agent =
        lease::open_file(&folder.file(), Format::Uuid7, &eight, "test").expect("a lease file");
    lend(&agent, 5);
    let opened = Generator::<Uuid7>::with(&leased(&folder.file()));
    assert_eq!(code(opened), Some(ErrorCode::StoreForeign));
    let options = leased(&folder.file()).machine_bits(8);
    let id = Generator::<Uuid7>::with(&options).and_then(|generator| generator.next());
    id.expect("an id");
}

#[test]
fn ids_of_every_format_carry_the_node_until_the_lease_ends() {
    for format in leasable() {
        let folder = Folder::new();
        let agent = open_as_agent(&folder.file(), format);
        let generator = Generator::dynamic(format, &manual(&folder.file())).expect("a generator");
        let expired = generator.next_at(at_ms(NOON_MS));
        assert_eq!(code(expired), Some(ErrorCode::LeaseExpired), "{format}");
        let held = agent
            .turn_to(5, NOON_MS, until(NOON_MS + 60_000))
            .expect("a granted node");
        assert_eq!((held.node, held.counts), (Some(5), true), "{format}");
        assert_eq!(generator.node(), Ok(Some(5)), "{format}");
        let mut ids = Vec::new();
        for ms in (0..90_000).step_by(500) {
            match generator.next_at(at_ms(NOON_MS + ms)) {
                Ok(id) => ids.push((ms, id)),
                Err(error) => {
                    assert_eq!(error.code(), ErrorCode::LeaseExpired, "{format}");
                    assert!(ms >= 60_000 - 40_000, "{format} at {ms}");
                }
            }
        }
        for (_, id) in &ids {
            let begins_ms = id.timestamp().map_or(NOON_MS, |time| time.unix_ms());
            let stretch = NOON_MS..NOON_MS + 60_000;
            assert!(stretch.contains(&begins_ms), "{format}: {id}");
        }
        assert!(ids.len() > 30, "{format}");
        // The positions of the node's bits, found from ids with a configured node.
        let places = node_places(format);
        assert!(places.len() >= 10, "{format}: {places:?}");
        for (_, id) in ids {
            assert_eq!(node_of(id, &places), 5, "{format}: {id}");
        }
    }
}

/// Returns the positions of the node's bits in a format's ids: those that are 0 in all ids of node
/// 0, and 1 in all ids of the largest node.
fn node_places(format: Format) -> Vec<usize> {
    let has_node = format != Format::Uuid8 && format.options().contains(&"node");
    let name = if has_node { "node" } else { "machine_id" };
    let same_in_all = |node: u64| -> Option<Vec<u8>> {
        let mut same: Option<Vec<u8>> = None;
        for _ in 0..24 {
            let mut options = Options::new().clock(ClockSource::Manual);
            options
                .set(name, sortid::options::OptionValue::Int(node.into()))
                .ok()?;
            let generator = Generator::dynamic(format, &options).ok()?;
            for ms in 0..40 {
                let bytes = generator
                    .next_at(at_ms(NOON_MS + ms * 1000))
                    .ok()?
                    .to_bytes();
                // Inverted for node 0, so that the node's bits are 1 in both cases.
                let bytes = bytes
                    .iter()
                    .map(|byte| if node == 0 { !byte } else { *byte });
                same = Some(match same {
                    None => bytes.collect(),
                    Some(same) => same.into_iter().zip(bytes).map(|(a, b)| a & b).collect(),
                });
            }
        }
        same
    };
    let zeros = same_in_all(0).expect("ids of node 0");
    let ones = (1..=64)
        .rev()
        .find_map(|bits| same_in_all(u64::MAX >> (64 - bits)));
    let both: Vec<u8> = (zeros.iter().zip(ones.expect("ids of the greatest node")))
        .map(|(a, b)| a & b)
        .collect();
    (0..both.len() * 8)
        .filter(|at| both[at / 8] >> (7 - at % 8) & 1 == 1)
        .collect()
}

fn node_of(id: AnyId, places: &[usize]) -> u64 {
    let bytes = id.to_bytes();
    let bits = places.iter().map(|at| bytes[at / 8] >> (7 - at % 8) & 1);
    bits.fold(0, |node, bit| node << 1 | u64::from(bit))
}

#[test]
fn extended_lease_continues_where_it_ended() {
    let folder = Folder::new();
    let agent = open_as_agent(&folder.file(), Format::Tid);
    agent
        .turn_to(7, NOON_MS, until(NOON_MS + 1000))
        .expect("a granted node");
    let generator = tid(&manual(&folder.file()));
    let last = generator.next_at(at_ms(NOON_MS + 999)).expect("an id");
    for beyond in [1000, 5000] {
        let expired = generator.next_at(at_ms(NOON_MS + beyond));
        assert_eq!(code(expired), Some(ErrorCode::LeaseExpired));
    }
    // Rejected readings were not stored, so the clock may return to its previous time.
    assert!(generator.next_at(at_ms(NOON_MS + 999)).expect("an id") > last);
    agent.extend(until(NOON_MS + 3000)).expect("extended");
    let id = generator.next_at(at_ms(NOON_MS + 2999)).expect("an id");
    assert_eq!(id.clock_id(), 7);
    assert_eq!(id.timestamp().unix_ms(), NOON_MS + 2999);
}

#[test]
fn lease_ends_with_the_last_tick_that_begins_in_it() {
    let folder = Folder::new();
    let agent = open_as_agent(&folder.file(), Format::Tid);
    agent
        .turn_to(7, NOON_MS, until(NOON_MS + 1))
        .expect("a granted node");
    let generator = tid(&manual(&folder.file()).max_lead_ms(0));
    let mut ticks = Vec::new();
    for us in 0..1002 {
        let time = Timestamp::from_unix_us(NOON_MS * 1000 + us);
        if let Ok(id) = generator.next_at(time) {
            ticks.push(id.timestamp().unix_us());
        }
    }
    let first = NOON_MS * 1000;
    assert_eq!(ticks, (first..first + 1000).collect::<Vec<_>>());
}

#[test]
fn new_node_begins_its_own_tick_and_keeps_order() {
    for format in [
        Format::Tid,
        Format::Snowflake,
        Format::Uuid7,
        Format::Scru160,
        Format::Xid,
    ] {
        let folder = Folder::new();
        let agent = open_as_agent(&folder.file(), format);
        let options = leased(&folder.file()).max_lead_ms(60_000);
        let make = || Generator::dynamic(format, &options).expect("a generator");
        agent
            .turn_to(0, now_ms(), until(now_ms() + 600_000))
            .expect("a granted node");
        let generators = [make(), make()];
        let mut ids: Vec<AnyId> = Vec::new();
        for turn in 1..20_u64 {
            for nth in 0..30 {
                ids.push(generators[nth % 2].next().expect("an id"));
            }
            agent
                .turn_to(turn % 4, now_ms(), until(now_ms() + 600_000))
                .expect("a granted node");
        }
        if !matches!(format, Format::Uuid7) {
            assert!(ids.is_sorted_by(|a, b| a < b), "{format}");
        }
        // No tick has ids of two nodes.
        let mut nodes = BTreeMap::new();
        for (place, id) in ids.iter().enumerate() {
            let tick = id.timestamp().expect("a time");
            let turn = place / 30;
            assert_eq!(*nodes.entry(tick).or_insert(turn), turn, "{format}: {id}");
        }
    }
}

#[test]
fn copied_lease_file_needs_its_own_grant() {
    let folder = Folder::new();
    let agent = open_as_agent(&folder.file(), Format::Tid);
    lend(&agent, 7);
    let generator = tid(&leased(&folder.file()));
    generator.next().expect("an id");
    let copy = folder.0.join("copy");
    fs::copy(folder.file(), &copy).expect("copied");
    let copied = tid(&leased(&copy).max_lead_ms(0));
    assert_eq!(code(copied.next()), Some(ErrorCode::LeaseExpired));
    let other = open_as_agent(&copy, Format::Tid);
    assert!(!other.held().expect("a record").counts);
    lend(&other, 8);
    assert_eq!(copied.next().expect("an id").clock_id(), 8);
    assert_eq!(generator.next().expect("an id").clock_id(), 7);
}

/// The restored file may have the inode number of the removed one. Then only the creation time
/// distinguishes them.
#[test]
fn lease_file_restored_from_backup_yields_no_ids() {
    let folder = Folder::new();
    let agent = open_as_agent(&folder.file(), Format::Tid);
    lend(&agent, 7);
    let backup = fs::read(folder.file()).expect("read");
    drop(agent);
    fs::remove_file(folder.file()).expect("removed");
    fs::write(folder.file(), backup).expect("written");
    let generator = tid(&leased(&folder.file()).max_lead_ms(0));
    assert_eq!(code(generator.next()), Some(ErrorCode::LeaseExpired));
}

/// Inode number, owner, group, mode and access control list.
fn access(path: &Path) -> (u64, [u32; 3], Vec<u8>) {
    let known = fs::metadata(path).expect("a file");
    let (path, mut list) = (CString::new(path.to_str().expect("a path")), vec![0; 256]);
    let (path, bytes) = (path.expect("no zero"), list.as_mut_ptr().cast());
    // SAFETY: the names are null-terminated, and `list` has room for its length.
    let len = unsafe { libc::getxattr(path.as_ptr(), ACL.as_ptr(), bytes, list.len()) };
    list.truncate(len.try_into().unwrap_or(0));
    (known.ino(), [known.uid(), known.gid(), known.mode()], list)
}

const ACL: &CStr = c"system.posix_acl_access";

/// Lets user 12345 read a file of mode 0640. Returns `false` without access control lists.
fn add_access(path: &Path) -> bool {
    let path = CString::new(path.to_str().expect("a path")).expect("no zero");
    let entry = |tag: u16, bits: u16, id: u32| {
        let bytes = [tag.to_le_bytes(), bits.to_le_bytes()].concat();
        [bytes, id.to_le_bytes().to_vec()].concat()
    };
    let (own, group, other) = (entry(1, 6, !0), entry(4, 4, !0), entry(32, 0, !0));
    let list = [
        2_u32.to_le_bytes().to_vec(),
        own,
        entry(2, 4, 12_345),
        group,
        entry(16, 4, !0),
        other,
    ]
    .concat();
    let bytes = list.as_ptr().cast();
    // SAFETY: the names are null-terminated, and `list` is live.
    let set = unsafe { libc::setxattr(path.as_ptr(), ACL.as_ptr(), bytes, list.len(), 0) };
    let error = std::io::Error::last_os_error();
    let has_none = matches!(error.raw_os_error(), Some(libc::EINVAL | libc::ENOTSUP));
    assert!(set == 0 || has_none, "{error}");
    set == 0
}

#[test]
fn replaced_lease_file_keeps_access_rights_and_content() {
    let folder = Folder::new();
    let path = folder.file();
    let agent = open_as_agent(&path, Format::Tid);
    lend(&agent, 7);
    let has_list = add_access(&path);
    let ((inode, rights, list), content) = (access(&path), fs::read(&path).expect("a file"));
    assert_eq!(!list.is_empty(), has_list);
    let closed = agent.close().expect("a closed lease");
    assert_eq!(agent.replace(), Ok(true));
    let (new_inode, new_rights, new_list) = access(&path);
    assert_ne!(inode, new_inode);
    assert_eq!((rights, list), (new_rights, new_list));
    assert_eq!(fs::read_dir(&folder.0).expect("a folder").count(), 1);
    drop(agent);
    let again = open_as_agent(&path, Format::Tid);
    let held = again.held().expect("a file");
    assert_eq!((held.node, held.used_ms), (Some(7), closed.used_ms));
    // A copy of the old file, written into the new one.
    drop(again);
    fs::write(&path, content).expect("in place");
    assert_eq!(access(&path).0, new_inode);
    let again = open_as_agent(&path, Format::Tid);
    assert!(!again.held().expect("a file").counts);
}

#[test]
fn lease_file_in_use_or_with_other_names_is_not_replaced() {
    let folder = Folder::new();
    let (path, other) = (folder.file(), folder.0.join("other"));
    let agent = open_as_agent(&path, Format::Tid);
    lend(&agent, 7);
    let inode = access(&path).0;
    let generator = tid(&leased(&path));
    assert_eq!(agent.replace(), Ok(false));
    drop(generator);
    fs::hard_link(&path, &other).expect("a link");
    assert_eq!(agent.replace(), Ok(false));
    fs::remove_file(&other).expect("a link");
    drop(agent);
    std::os::unix::fs::symlink(&path, &other).expect("a link");
    assert_eq!(open_as_agent(&other, Format::Tid).replace(), Ok(false));
    assert!(other.is_symlink() && access(&path).0 == inode);
    assert_eq!(fs::read_dir(&folder.0).expect("a folder").count(), 2);
    assert_eq!(open_as_agent(&path, Format::Tid).replace(), Ok(true));
}

#[test]
fn lease_file_has_one_agent_and_one_namespace() {
    let folder = Folder::new();
    let agent = open_as_agent(&folder.file(), Format::Tid);
    let open = |name| lease::open_file(&folder.file(), Format::Tid, &Options::new(), name);
    assert_eq!(code(open("test")), Some(ErrorCode::StoreLocked));
    drop(agent);
    assert_eq!(code(open("other")), Some(ErrorCode::StoreForeign));
    let long = "x".repeat(65);
    for name in ["", &long] {
        let opened = lease::open_file(&folder.file(), Format::Tid, &Options::new(), name);
        assert_eq!(code(opened), Some(ErrorCode::InvalidOption));
    }
    open("test").expect("a lease file");
}

#[test]
fn closed_lease_still_yields_reserved_ids_only() {
    let folder = Folder::new();
    let agent = open_as_agent(&folder.file(), Format::Tid);
    agent
        .turn_to(7, NOON_MS, until(NOON_MS + 30_000))
        .expect("a granted node");
    let generator = tid(&manual(&folder.file()));
    generator.next_at(at_ms(NOON_MS)).expect("an id");
    assert!(agent.is_in_use().expect("a lock query"));
    let closed = agent.close().expect("closed");
    // Ids of a hundredth of a second were reserved.
    assert_eq!(closed.used_ms, NOON_MS + 11);
    assert_eq!(closed.stretch.ids, [0; 4]);
    generator
        .next_at(at_ms(NOON_MS + 5))
        .expect("a reserved id");
    let beyond = generator.next_at(at_ms(NOON_MS + 20));
    assert_eq!(code(beyond), Some(ErrorCode::LeaseExpired));
    drop(generator);
    assert!(!agent.is_in_use().expect("a lock query"));
    // The last generator to close the file lowers the mark to its last id.
    assert_eq!(agent.held().expect("a record").used_ms, NOON_MS + 6);
}

#[test]
fn call_waits_for_a_late_agent_up_to_max_lead() {
    let folder = Folder::new();
    let agent = open_as_agent(&folder.file(), Format::Tid);
    let began = Instant::now();
    let hasty = tid(&leased(&folder.file()).max_lead_ms(50));
    assert_eq!(code(hasty.next()), Some(ErrorCode::LeaseExpired));
    assert!(began.elapsed() >= Duration::from_millis(50));
    let strict = tid(&leased(&folder.file()).on_exhausted(OnExhausted::Error));
    assert_eq!(code(strict.next()), Some(ErrorCode::LeaseExpired));
    let none = hasty.next_within(Duration::ZERO);
    assert_eq!(none, Ok(None));
    let patient = tid(&leased(&folder.file()).max_lead_ms(60_000));
    thread::scope(|scope| {
        let waiting = scope.spawn(|| patient.next());
        thread::sleep(Duration::from_millis(30));
        lend(&agent, 7);
        let id = waiting.join().expect("a thread").expect("an id");
        assert_eq!(id.clock_id(), 7);
    });
    let mut ids = [hasty.next().expect("an id"); 5000];
    hasty.fill(&mut ids).complete().expect("ids");
    assert!(ids.is_sorted_by(|a, b| a < b));
}

#[test]
fn clock_before_lease_start_counts_as_rollback() {
    let folder = Folder::new();
    let agent = open_as_agent(&folder.file(), Format::Tid);
    agent
        .turn_to(7, NOON_MS, until(NOON_MS + 30_000))
        .expect("a granted node");
    let generator = tid(&manual(&folder.file()));
    let id = generator.next_at(at_ms(NOON_MS - 9000)).expect("an id");
    assert_eq!(id.timestamp().unix_ms(), NOON_MS);
    let behind = generator.next_at(at_ms(NOON_MS - 10_001));
    assert_eq!(code(behind), Some(ErrorCode::ClockRollback));
}

#[test]
fn reseed_of_leased_generator_rejects_seed_and_node() {
    let folder = Folder::new();
    let agent = open_as_agent(&folder.file(), Format::Tid);
    lend(&agent, 7);
    let generator = tid(&leased(&folder.file()));
    let node = generator.reseed(Reseed::new().node(3));
    assert_eq!(node.map_err(|error| error.subject()), Err(Some("node")));
    let seed = generator.reseed(Reseed::new().seed([1; 32]));
    assert_eq!(seed.map_err(|error| error.subject()), Err(Some("seed")));
    let both = generator.reseed(Reseed::new().seed([1; 32]).node(1 << 40));
    let both = both.expect_err("neither goes with a lease file");
    assert_eq!(
        both.to_string(),
        "invalid_option: seed cannot be combined with lease_file"
    );
    generator.reseed(Reseed::new()).expect("reseeded");
    assert_eq!(generator.next().expect("an id").clock_id(), 7);
}

#[test]
fn clock_before_start_of_new_node_counts_as_rollback() {
    let folder = Folder::new();
    let agent = open_as_agent(&folder.file(), Format::Tid);
    let lend = |node, from_ms| agent.turn_to(node, from_ms, until(from_ms + 30_000));
    lend(1, NOON_MS).expect("a granted node");
    let generator = tid(&manual(&folder.file()));
    generator.next_at(at_ms(NOON_MS)).expect("an id of node 1");
    lend(2, NOON_MS + 100_000).expect("a granted node");
    let refused = generator.next_at(at_ms(NOON_MS + 50_000));
    assert_eq!(code(refused), Some(ErrorCode::ClockRollback));
    let id = generator.next_at(at_ms(NOON_MS + 100_000)).expect("an id");
    assert_eq!(id.clock_id(), 2);
}

#[test]
fn writes_to_a_removed_lease_file_fail() {
    let folder = Folder::new();
    let agent = open_as_agent(&folder.file(), Format::Tid);
    lend(&agent, 1);
    fs::remove_file(folder.file()).expect("removed");
    assert_eq!(code(agent.close()), Some(ErrorCode::StoreIo));
    assert_eq!(code(agent.raise(now_ms())), Some(ErrorCode::StoreIo));
    let turned = agent.turn_to(2, now_ms(), until(now_ms() + 30_000));
    assert_eq!(code(turned), Some(ErrorCode::StoreIo));
}

#[test]
fn raise_to_a_lower_time_changes_nothing() {
    let folder = Folder::new();
    let agent = open_as_agent(&folder.file(), Format::Tid);
    let raised = agent.raise(NOON_MS).expect("raised");
    assert_eq!(agent.raise(NOON_MS - 1000), Ok(raised));
    assert_eq!(agent.held(), Ok(raised));
}

#[test]
fn unused_lease_from_before_the_first_tick_is_used_up_to_it() {
    const FIRST_MS: i64 = 1_409_529_600_000;
    let folder = Folder::new();
    let agent = open_as_agent(&folder.file(), Format::Sonyflake);
    let from_ms = FIRST_MS - 1_000_000;
    let lent = agent.turn_to(6, from_ms, until(from_ms + 40_000));
    assert_eq!(lent.expect("a turn").used_ms, FIRST_MS);
    let closed = agent.close().expect("closed");
    assert_eq!(closed.used_ms, FIRST_MS);
}

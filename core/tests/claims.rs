//! Claims: nodes reserved among this user's processes, without an option.
//!
//! Each test runs in a new process, started from this file by its name: claims belong to a process.
#![cfg(all(target_os = "linux", feature = "std"))]

use std::collections::BTreeSet;
use std::ffi::CStr;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::fd::FromRawFd;
use std::os::unix::fs::{FileExt, MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

#[path = "common/skip.rs"]
mod skip;
#[path = "claims/surroundings.rs"]
mod surroundings;

use sortid::options::NodeClaim;
use sortid::{AnyId, ErrorCode, Format, Generator, NodeOrigin, Options, Reseed, default_generator};

const RUNS: &str = "SORTID_TEST_RUNS";

/// Runs the test in a new process with these variables and an empty `/dev/shm`, since some tests
/// destroy the table. Skipped if the system permits no mount namespace.
fn alone(test: &str, variables: &[(&str, &str)], body: fn()) {
    if std::env::var(RUNS).is_ok() {
        return body();
    }
    let mut command = Command::new(std::env::current_exe().expect("a path"));
    command
        .args([test, "--exact", "--nocapture"])
        .env(RUNS, "1");
    command.envs(variables.iter().copied());
    // SAFETY: `leave_table` only calls the system.
    unsafe { command.pre_exec(leave_table) };
    match command.status() {
        Ok(status) => assert!(status.success(), "{test}"),
        Err(error) => skip::skip(test, &format!("no mount namespace: {error}")),
    }
}

/// Mounts a `/dev/shm` for this process alone.
fn leave_table() -> std::io::Result<()> {
    // SAFETY: calls the system without pointers.
    if unsafe { libc::unshare(libc::CLONE_NEWNS) } != 0 {
        return Err(std::io::Error::last_os_error());
    }
    mount(c"", c"/", libc::MS_REC | libc::MS_PRIVATE, c"")?;
    mount(c"tmpfs", c"/dev/shm", libc::MS_NOSUID, c"")
}

fn mount(kind: &CStr, place: &CStr, flags: libc::c_ulong, options: &CStr) -> std::io::Result<()> {
    let [kind, place, options] = [kind, place, options].map(CStr::as_ptr);
    // SAFETY: the texts are null-terminated.
    match unsafe { libc::mount(kind, place, kind, flags as _, options.cast()) } {
        0 => Ok(()),
        _ => Err(std::io::Error::last_os_error()),
    }
}

fn table() -> File {
    // SAFETY: `geteuid` always succeeds.
    let path = format!("/dev/shm/sortid-{}/nodes", unsafe { libc::geteuid() });
    let mut options = File::options();
    options.read(true).write(true).open(path).expect("a table")
}

/// The offset of a node's word.
fn word(bits: u32, node: u64) -> u64 {
    8 * ((1 << bits) + node)
}

fn fence_ms(bits: u32, node: u64) -> u64 {
    let mut fence = [0; 8];
    table()
        .read_exact_at(&mut fence, word(bits, node))
        .expect("a word");
    u64::from_le_bytes(fence)
}

/// The fence of a TID generator's node.
fn fence_of(generator: &Generator) -> u64 {
    fence_ms(10, node(generator))
}

fn generator(format: Format) -> Generator {
    Generator::dynamic(format, &Options::new()).expect("a generator")
}

fn node(generator: &Generator) -> u64 {
    generator.node().expect("no error").expect("a node")
}

fn origin(generator: &Generator) -> (NodeOrigin, &'static str) {
    let status = generator.status();
    (status.node_origin, status.node_reason)
}

/// Waits until the clock has passed a fence, which is at most a second ahead.
fn wait_for(fence_ms: u64) {
    while (sortid::Timestamp::now().unix_ms() as u64) <= fence_ms {
        std::thread::yield_now();
    }
}

/// The formats with few nodes, and the width of a drawn node.
const CLAIMED: [(Format, u32); 10] = [
    (Format::Tid, 10),
    (Format::Timeid, 5),
    (Format::Uid11Snowish, 10),
    (Format::Snowflake, 10),
    (Format::ShardingId, 13),
    (Format::FlakeIdgen, 10),
    (Format::Sonyflake, 16),
    (Format::Tsid, 10),
    (Format::Scru64, 10),
    (Format::Custom64, 10),
];

#[test]
fn default_generators_claim_their_nodes() {
    alone("default_generators_claim_their_nodes", &[], || {
        for (format, bits) in CLAIMED {
            let generator = default_generator(format).expect("a generator");
            assert_eq!(origin(generator).0, NodeOrigin::Claimed, "{format}");
            for _ in 0..1000 {
                let id = generator.next().expect("an id");
                let time_ms = id.timestamp().map(|time| time.unix_ms() as u64);
                // A custom64 has no time without options.
                let fence_ms = fence_ms(bits, node(generator));
                assert!(time_ms.is_ok_and(|time| time < fence_ms) || format == Format::Custom64);
            }
        }
        // All formats of a width share one number.
        let nodes = CLAIMED.iter().filter(|(_, bits)| *bits == 10);
        let nodes = nodes.map(|(format, _)| node(default_generator(*format).expect("a generator")));
        assert_eq!(nodes.collect::<BTreeSet<_>>().len(), 1);
        let file = table().metadata().expect("metadata");
        assert_eq!((file.mode() & 0o777, file.len()), (0o600, 1 << 20));
    });
}

#[test]
fn other_generators_claim_no_node() {
    alone("other_generators_claim_no_node", &[], || {
        let made = |options: &Options| Generator::dynamic(Format::Tid, options).expect("valid");
        for (options, expected) in [
            (Options::new().node(5), NodeOrigin::Assigned),
            (Options::new().seed([1; 32]), NodeOrigin::Drawn),
            (
                Options::new().clock(sortid::options::ClockSource::Manual),
                NodeOrigin::Drawn,
            ),
            (
                Options::new().node_claim(NodeClaim::Drawn),
                NodeOrigin::Drawn,
            ),
        ] {
            assert_eq!(origin(&made(&options)).0, expected, "{options:?}");
        }
        assert_eq!(origin(&generator(Format::Flake)).0, NodeOrigin::Drawn);
        assert_eq!(origin(&generator(Format::Uuid7)).0, NodeOrigin::Absent);
        sortid::new_id_at(sortid::Timestamp::now(), Format::Tid).expect("an id");
        // Nodes that are too wide for the table.
        let wide = Options::new().node_bits(20);
        let required = wide.clone().node_claim(NodeClaim::Required);
        let made = |options: &Options| Generator::dynamic(Format::Custom64, options);
        assert_eq!(origin(&made(&wide).expect("valid")).0, NodeOrigin::Drawn);
        let refused = made(&required).map_err(|error| (error.code(), error.subject()));
        assert_eq!(
            refused.err(),
            Some((ErrorCode::InvalidOption, Some("node_claim")))
        );
        assert_eq!(descriptors_of_the_table(), 0);
    });
}

fn descriptors_of_the_table() -> usize {
    let links = fs::read_dir("/proc/self/fd").expect("a folder");
    let targets = links.filter_map(|link| fs::read_link(link.expect("an entry").path()).ok());
    targets.filter(|target| target.ends_with("nodes")).count()
}

#[test]
fn variable_drawn_opens_no_table() {
    alone(
        "variable_drawn_opens_no_table",
        &[("SORTID_NODE", "drawn")],
        || {
            let generator = default_generator(Format::Tid).expect("a generator");
            generator.next().expect("an id");
            assert_eq!(origin(generator).0, NodeOrigin::Drawn);
            let from_env = Options::new().node_from_env(true);
            let from_env = Generator::dynamic(Format::Tid, &from_env).expect("no node");
            assert_eq!(origin(&from_env).0, NodeOrigin::Drawn);
            assert_eq!(descriptors_of_the_table(), 0);
            let required = Options::new().node_claim(NodeClaim::Required);
            let refused = Generator::dynamic(Format::Tid, &required).map(|_| ());
            assert_eq!(
                refused.map_err(|error| error.code()),
                Err(ErrorCode::InvalidOption)
            );
        },
    );
}

#[test]
fn generators_of_one_format_claim_32_nodes() {
    alone("generators_of_one_format_claim_32_nodes", &[], || {
        let mut generators: Vec<_> = (0..40).map(|_| generator(Format::Tid)).collect();
        let nodes: BTreeSet<_> = generators.iter().map(node).collect();
        assert_eq!(nodes.len(), 40);
        let (claimed, drawn) = generators.split_at(32);
        assert!(
            claimed
                .iter()
                .all(|one| origin(one).0 == NodeOrigin::Claimed)
        );
        assert!(drawn.iter().all(|one| origin(one).0 == NodeOrigin::Drawn));
        assert_eq!(descriptors_of_the_table(), 1);
        // A dropped generator releases its number.
        let node = node(&generators.remove(0));
        assert_eq!(origin(&generator(Format::Tid)).0, NodeOrigin::Claimed);
        assert!(is_free(10, node));
        // A required claim is an error, also if nothing can be claimed.
        let layouts = [Options::new().node_bits(0), Options::new().node_bits(20)];
        let others = [
            Options::new().node(5),
            Options::new().seed([1; 32]),
            Options::new().clock(sortid::options::ClockSource::Manual),
            Options::new().node_from_env(true),
        ];
        let layouts = layouts.map(|options| (Format::Custom64, options));
        let others = others.map(|options| (Format::Tid, options));
        for (format, options) in layouts.into_iter().chain(others) {
            let options = options.node_claim(NodeClaim::Required);
            let refused = Generator::dynamic(format, &options).map(|_| ());
            let refused = refused.map_err(|error| (error.code(), error.subject()));
            let expected = Err((ErrorCode::InvalidOption, Some("node_claim")));
            assert_eq!(refused, expected, "{options:?}");
        }
        generators.push(generator(Format::Tid));
        let required = Options::new().node_claim(NodeClaim::Required);
        let refused = Generator::dynamic(Format::Tid, &required).map(|_| ());
        assert_eq!(
            refused.map_err(|error| error.code()),
            Err(ErrorCode::StoreLocked)
        );
    });
}

#[test]
fn reseed_with_a_seed_or_node_releases_the_number() {
    let test = "reseed_with_a_seed_or_node_releases_the_number";
    alone(test, &[], || {
        for (with, expected) in [
            (Reseed::new().seed([1; 32]), NodeOrigin::Drawn),
            (Reseed::new().node(5), NodeOrigin::Assigned),
        ] {
            let generator = generator(Format::Tid);
            let claimed = node(&generator);
            generator.reseed(with).expect("reseeded");
            assert_eq!(origin(&generator).0, expected, "{with:?}");
            assert!(is_free(10, claimed), "{with:?}");
        }
    });
}

#[test]
fn drawn_node_is_not_shared_by_another_format() {
    alone("drawn_node_is_not_shared_by_another_format", &[], || {
        let tid = generator(Format::Tid);
        let snowflake = generator(Format::Snowflake);
        assert_eq!(node(&tid), node(&snowflake));
        let drawn = Options::new().node_claim(NodeClaim::Drawn);
        for _ in 1..1024 {
            let other = Generator::dynamic(Format::Snowflake, &drawn).expect("valid");
            assert_ne!(node(&other), node(&snowflake));
        }
    });
}

/// Whether another file description can lock a number.
fn is_free(bits: u32, node: u64) -> bool {
    use std::os::fd::AsRawFd;
    let table = table();
    // SAFETY: zeros are valid in a structure of integers.
    let mut range: libc::flock = unsafe { std::mem::zeroed() };
    range.l_type = libc::F_WRLCK as _;
    range.l_start = (word(bits, node) / 8) as _;
    range.l_len = 1;
    // SAFETY: the descriptor is open and the structure is live.
    unsafe { libc::fcntl(table.as_raw_fd(), libc::F_OFD_SETLK, &raw const range) == 0 }
}

#[test]
fn ids_are_unique_with_a_damaged_table() {
    let test = "ids_are_unique_with_a_damaged_table";
    alone(test, &[], || {
        for harm in [
            close_descriptors,
            overwrite_fence,
            replace_table,
            truncate_table,
        ] {
            let generator = generator(Format::Tid);
            let before = node(&generator);
            let mut ids = BTreeSet::new();
            let mut make = |generator: &Generator| {
                for _ in 0..100 {
                    assert!(ids.insert(generator.next().expect("an id")));
                }
            };
            make(&generator);
            let fence = fence_ms(10, before);
            let files = harm(before);
            make(&generator);
            wait_for(fence.min(sortid::Timestamp::now().unix_ms() as u64 + 2000));
            make(&generator);
            assert_ne!(
                node(&generator),
                before,
                "the lost number is not used again"
            );
            assert_eq!(origin(&generator).0, NodeOrigin::Claimed);
            drop(generator);
            if let Some(files) = files {
                files.assert_unharmed();
            }
        }
    });
}

/// Closes descriptors as a daemon does. The program's next files reuse their numbers.
fn close_descriptors(_: u64) -> Option<ProgramFiles> {
    let folder = std::env::temp_dir();
    // SAFETY: in this process only the library uses descriptors above the standard streams.
    unsafe { libc::close_range(3, libc::c_uint::MAX, 0) };
    let files = (0..8).map(|nth| {
        let path = folder.join(format!("sortid-claims-{}-{nth}", std::process::id()));
        let mut options = File::options();
        let file = options.read(true).write(true).create(true).open(&path);
        let file = file.expect("a file");
        file.set_len(1 << 20).expect("as long as a table");
        fs::remove_file(path).expect("removed");
        file
    });
    Some(ProgramFiles(files.collect()))
}

/// Files of zeros, which the library must not modify.
struct ProgramFiles(Vec<File>);

impl ProgramFiles {
    fn assert_unharmed(&self) {
        for file in &self.0 {
            let mut content = vec![1; 1 << 20];
            let read = file.read_exact_at(&mut content, 0);
            read.expect("the descriptor is still the program's");
            assert!(content.iter().all(|byte| *byte == 0));
            assert_eq!(file.metadata().expect("metadata").nlink(), 0);
        }
    }
}

fn overwrite_fence(node: u64) -> Option<ProgramFiles> {
    let fence = fence_ms(10, node) + 5;
    table()
        .write_all_at(&fence.to_le_bytes(), word(10, node))
        .expect("written");
    None
}

fn replace_table(_: u64) -> Option<ProgramFiles> {
    // SAFETY: `geteuid` always succeeds.
    let path = format!("/dev/shm/sortid-{}/nodes", unsafe { libc::geteuid() });
    fs::remove_file(path).expect("removed");
    None
}

fn truncate_table(_: u64) -> Option<ProgramFiles> {
    table().set_len(0).expect("truncated");
    None
}

#[test]
fn forked_child_claims_another_node() {
    alone("forked_child_claims_another_node", &[], || {
        let generator = generator(Format::Tid);
        let first = generator.next().expect("an id");
        let parents = node(&generator);
        let mut ends = [0; 2];
        // SAFETY: `ends` has room for two descriptors; no other thread holds a lock.
        let child = unsafe {
            assert_eq!(libc::pipe(ends.as_mut_ptr()), 0);
            libc::fork()
        };
        if child == 0 {
            let id = generator.next().map_or(0, |id| id.to_u64().unwrap_or(0));
            let is_claimed = origin(&generator).0 == NodeOrigin::Claimed;
            // SAFETY: the descriptors are open, and the child exits without cleanup.
            unsafe {
                File::from_raw_fd(ends[1])
                    .write_all(&id.to_le_bytes())
                    .expect("written");
                libc::_exit(i32::from(!is_claimed));
            }
        }
        // SAFETY: this process owns the descriptors.
        let mut pipe = unsafe {
            libc::close(ends[1]);
            File::from_raw_fd(ends[0])
        };
        let mut id = [0; 8];
        pipe.read_exact(&mut id).expect("an id");
        let id = AnyId::from_u64(u64::from_le_bytes(id), Format::Tid).expect("an id");
        let mut status = 0;
        // SAFETY: waits for a child of this process.
        unsafe { libc::waitpid(child, &raw mut status, 0) };
        assert_eq!(status, 0, "the child has no claim");
        assert_ne!(id.field("clock_id"), first.field("clock_id"));
        assert_eq!(node(&generator), parents);
        // A reseed closes the table, and the next id claims again.
        generator.reseed(Reseed::new()).expect("reseeded");
        sortid::reseed().expect("reseeded");
        assert_eq!(descriptors_of_the_table(), 0);
        generator.next().expect("an id");
        assert_eq!(origin(&generator).0, NodeOrigin::Claimed);
        assert_eq!(descriptors_of_the_table(), 1);
    });
}

/// An unusable table only costs the claim.
#[test]
fn unusable_table_draws_the_node() {
    alone("unusable_table_draws_the_node", &[], || {
        let generator = || generator(Format::Tid);
        drop(generator());
        // SAFETY: `geteuid` always succeeds.
        let folder = format!("/dev/shm/sortid-{}", unsafe { libc::geteuid() });
        let set_mode = |path: &str, mode| {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("set");
        };
        let file = format!("{folder}/nodes");
        let expect = |origin_is: NodeOrigin, what: &str| {
            sortid::reseed().expect("reseeded");
            let generator = generator();
            assert_eq!(
                origin(&generator).0,
                origin_is,
                "{what}: {}",
                origin(&generator).1
            );
            generator.next().expect("an id");
        };
        for (path, mode) in [(&folder, 0o700), (&file, 0o600)] {
            set_mode(path, 0o755);
            expect(NodeOrigin::Drawn, "another mode");
            set_mode(path, mode);
            expect(NodeOrigin::Claimed, "its mode again");
        }
        table().write_all_at(b"sortid\0\x02", 0).expect("written");
        expect(NodeOrigin::Drawn, "another version");
        table().set_len(4096).expect("cut");
        expect(NodeOrigin::Drawn, "another size");
        table().set_len(0).expect("cut");
        expect(NodeOrigin::Claimed, "an empty file");
        fs::remove_file(&file).expect("removed");
        std::os::unix::fs::symlink("elsewhere", &file).expect("linked");
        expect(NodeOrigin::Drawn, "a link");
        fs::remove_file(&file).expect("removed");
        expect(NodeOrigin::Claimed, "no file");
    });
}

#[test]
fn eighty_processes_repeat_no_id() {
    const PROCESSES: usize = 80;
    const IDS: usize = 500;
    let test = "eighty_processes_repeat_no_id";
    if std::env::var(RUNS).is_ok() {
        let mut go = [0];
        std::io::stdin().read_exact(&mut go).expect("the start");
        let ids: Vec<u8> = (0..IDS)
            .flat_map(|_| {
                sortid::try_snowflake()
                    .expect("an id")
                    .to_u64()
                    .to_le_bytes()
            })
            .collect();
        fs::write(std::env::var(RUNS).expect("a path"), ids).expect("written");
        return;
    }
    let folder = std::env::temp_dir().join(format!("sortid-claims-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let mut children: Vec<_> = (0..PROCESSES)
        .map(|nth| {
            let mut command = Command::new(std::env::current_exe().expect("a path"));
            command.args([test, "--exact", "--nocapture"]);
            command.env(RUNS, folder.join(nth.to_string()));
            command.stdin(Stdio::piped()).stdout(Stdio::null());
            command.spawn().expect("started")
        })
        .collect();
    for child in &mut children {
        child
            .stdin
            .take()
            .expect("a pipe")
            .write_all(b"g")
            .expect("written");
    }
    let mut ids = BTreeSet::new();
    for (nth, mut child) in children.into_iter().enumerate() {
        assert!(child.wait().expect("ended").success());
        let made = fs::read(folder.join(nth.to_string())).expect("ids");
        ids.extend(made.chunks_exact(8).map(<[u8]>::to_vec));
    }
    fs::remove_dir_all(folder).expect("removed");
    assert_eq!(ids.len(), PROCESSES * IDS);
}

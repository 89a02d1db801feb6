//! The lease rules on real files: agents, lease files and generators, with a server in memory.
#![cfg(target_os = "linux")]

#[path = "../../../core/tests/common/folder.rs"]
mod folder;

use std::cell::Cell;
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use sortid::options::ClockSource;
use sortid::{ErrorCode, Generator, Options, Tid, Timestamp};
use sortid_leasing::{
    Action, Answer, Effect, Grant, GrantId, GrantIds, Holder, LeaseFile, Namespace, Now, OwnedFile,
    Record, Request, Row, StoredLease, answer, create, read_lease, retire,
};

use folder::Folder;

const TERM_MS: i64 = 30_000;

/// 2026-01-01T12:00:00Z.
const NOON_MS: i64 = 1_767_268_800_000;

/// The clock of the agents, the server and the generators, which only tests advance.
struct Clock(Cell<i64>);

impl Clock {
    const fn new() -> Self {
        Self(Cell::new(NOON_MS))
    }

    fn advance(&self, ms: i64) {
        self.0.set(self.0.get() + ms);
    }

    fn now(&self) -> Now {
        let unix_ms = self.0.get();
        Now {
            unix_ms,
            steady_ms: unix_ms - NOON_MS,
        }
    }

    fn time(&self) -> Timestamp {
        Timestamp::from_unix_ms(self.0.get())
    }
}

/// A server with one namespace.
struct Server {
    record: Record,
    rows: BTreeMap<u64, Row>,
}

impl Server {
    fn new(namespace: &Namespace) -> Self {
        let record = create(None, namespace, "first", NOON_MS, true).expect("a namespace");
        let rows = namespace.nodes().map(|node| (node, Row::default()));
        Self {
            record,
            rows: rows.collect(),
        }
    }

    fn answer(&mut self, request: &Request, holder: &str, clock: &Clock) -> Answer {
        let Self { record, rows } = self;
        let now_ms = clock.now().unix_ms;
        // The random number chooses among free nodes.
        answer(record, rows, request, ("first", holder), now_ms, 7)
    }
}

fn number() -> GrantId {
    static LAST: AtomicU64 = AtomicU64::new(0);
    let random = LAST.fetch_add(0x9e37_79b9_7f4a_7c15, Ordering::Relaxed);
    GrantId::from_random(random | 1).expect("not 0")
}

fn namespace(nodes: std::ops::RangeInclusive<u64>) -> Namespace {
    let kind = "tid".parse().expect("a kind");
    let namespace = Namespace::new("orders", kind, Some(nodes)).expect("a namespace");
    namespace.with_times(TERM_MS, TERM_MS).expect("times")
}

fn holder(path: &Path, namespace: &Namespace) -> Holder<OwnedFile> {
    let file = OwnedFile::open(path, namespace).expect("a file");
    Holder::open(file, namespace.stretch_ms(), None).expect("an agent")
}

fn generator(path: &Path) -> Generator<Tid> {
    let options = Options::new().lease_file(path);
    Generator::with(&options.clock(ClockSource::Manual)).expect("a generator")
}

/// Sends the agent's next request, if one is due, and returns the effect of the reply.
fn step(holder: &mut Holder<OwnedFile>, server: &mut Server, clock: &Clock) -> Option<Effect> {
    match holder.next_action(clock.now(), number()).expect("a file") {
        Action::Wait(_) => None,
        Action::Send(request) => {
            let answer = server.answer(&request, "test", clock);
            let heard = holder.process_reply(&answer, clock.now(), 1 << 31);
            Some(heard.expect("a file"))
        }
    }
}

#[test]
fn agents_of_one_namespace_hold_distinct_nodes_and_renew_them() {
    let folder = Folder::new();
    let (clock, namespace) = (Clock::new(), namespace(16..=18));
    let mut server = Server::new(&namespace);
    let paths = [folder.0.join("a"), folder.0.join("b"), folder.0.join("c")];
    let mut holders: Vec<_> = paths.iter().map(|path| holder(path, &namespace)).collect();
    for holder in &mut holders {
        let heard = step(holder, &mut server, &clock);
        assert!(
            matches!(heard, Some(Effect::Granted { is_new: true, .. })),
            "{heard:?}"
        );
    }
    let generators: Vec<_> = paths.iter().map(|path| generator(path)).collect();
    let (mut ids, mut renewals) = (HashSet::new(), 0);
    while clock.now().steady_ms < 4 * TERM_MS {
        for (holder, generator) in holders.iter_mut().zip(&generators) {
            let heard = step(holder, &mut server, &clock);
            renewals += u32::from(matches!(heard, Some(Effect::Granted { is_new: false, .. })));
            let id = generator.next_at(clock.time()).expect("an id");
            assert!((16..=18).contains(&id.clock_id()));
            assert!(ids.insert(id), "{id} repeats");
        }
        clock.advance(100);
    }
    // Each agent renews when a fifth of its lease term is used, reserved ids included.
    assert_eq!(renewals, 3 * 21);
    assert_eq!(
        ids.iter()
            .map(|id| id.clock_id())
            .collect::<HashSet<_>>()
            .len(),
        3
    );
}

/// The server is unreachable until the lease has expired. Within a margin the agent gets the same
/// node again, and ids continue.
#[test]
fn lease_is_renewed_within_a_margin_after_its_end() {
    for (away_ms, is_same) in [
        (TERM_MS + 1, true),
        (2 * TERM_MS - 1, true),
        (2 * TERM_MS, false),
    ] {
        let folder = Folder::new();
        let (clock, namespace) = (Clock::new(), namespace(0..=9));
        let mut server = Server::new(&namespace);
        let path = folder.file();
        let mut own = holder(&path, &namespace);
        step(&mut own, &mut server, &clock);
        let generator = generator(&path);
        let before = generator.next_at(clock.time()).expect("an id");
        clock.advance(away_ms);
        let refused = generator
            .next_at(clock.time())
            .map_err(|error| error.code());
        assert_eq!(refused, Err(ErrorCode::LeaseExpired));
        let heard = step(&mut own, &mut server, &clock);
        assert_eq!(
            matches!(heard, Some(Effect::Granted { is_new: false, .. })),
            is_same,
            "{away_ms}: {heard:?}"
        );
        if is_same {
            assert!(generator.next_at(clock.time()).expect("an id") > before);
        }
    }
}

#[test]
fn released_node_passes_to_next_agent_without_repeated_ids() {
    let folder = Folder::new();
    let (clock, namespace) = (Clock::new(), namespace(7..=7));
    let mut server = Server::new(&namespace);
    let mut ids = HashSet::new();
    for nth in 0..5 {
        let path = folder.0.join(nth.to_string());
        let mut holder = holder(&path, &namespace);
        let heard = step(&mut holder, &mut server, &clock);
        assert!(
            matches!(heard, Some(Effect::Granted { .. })),
            "{nth}: {heard:?}"
        );
        let generator = generator(&path);
        for _ in 0..3000 {
            let id = generator.next_at(clock.time());
            assert!(ids.insert(id.expect("an id")));
        }
        drop(generator);
        let request = holder.release().expect("a file").expect("a node");
        assert_eq!(server.answer(&request, "test", &clock), Answer::Closed);
        assert!(holder.grant().is_none());
        // The ids of the released lease end 3 ms ahead of the clock.
        clock.advance(3);
    }
}

/// A backup of a lease file is written into the file after its node was released.
#[test]
fn restored_copy_is_void_or_its_node_is_not_granted() {
    for is_open in [false, true] {
        let folder = Folder::new();
        let (own, other) = (folder.0.join("own"), folder.0.join("other"));
        let (clock, namespace) = (Clock::new(), namespace(7..=7));
        let mut server = Server::new(&namespace);
        let mut first = holder(&own, &namespace);
        step(&mut first, &mut server, &clock);
        let copy = fs::read(&own).expect("a file");
        let opened = is_open.then(|| generator(&own));
        let request = first.release().expect("a file").expect("a node");
        server.answer(&request, "test", &clock);
        drop((opened, first));
        clock.advance(1000);
        let mut second = holder(&other, &namespace);
        let heard = step(&mut second, &mut server, &clock);
        let is_taken = matches!(heard, Some(Effect::Granted { .. }));
        let file = fs::OpenOptions::new().write(true).open(&own);
        file.and_then(|mut file| file.write_all(&copy))
            .expect("in place");
        let made = generator(&own).next_at(clock.time());
        assert_eq!((is_taken, made.is_ok()), (!is_open, is_open));
        // The node is free once the copy has ended, without a margin.
        clock.advance(TERM_MS - 1000);
        if is_open {
            let heard = step(&mut second, &mut server, &clock);
            assert!(matches!(heard, Some(Effect::Granted { .. })), "{heard:?}");
        }
    }
}

#[test]
fn lease_that_ended_a_margin_ago_is_taken_anew_and_ids_increase() {
    let folder = Folder::new();
    let path = folder.file();
    let (clock, namespace) = (Clock::new(), namespace(0..=1));
    let mut server = Server::new(&namespace);
    let mut holder = holder(&path, &namespace);
    step(&mut holder, &mut server, &clock);
    let generator = generator(&path);
    let first = generator.next_at(clock.time()).expect("an id");
    clock.advance(TERM_MS - 1);
    assert!(generator.next_at(clock.time()).is_ok());
    clock.advance(1);
    let late = generator.next_at(clock.time());
    let late = late.map_err(|error| error.code());
    assert_eq!(late, Err(ErrorCode::LeaseExpired));
    clock.advance(namespace.margin_ms());
    assert_eq!(step(&mut holder, &mut server, &clock), Some(Effect::Lost));
    let heard = step(&mut holder, &mut server, &clock);
    assert!(
        matches!(heard, Some(Effect::Granted { is_new: true, .. })),
        "{heard:?}"
    );
    let second = generator.next_at(clock.time()).expect("an id");
    assert!(second > first);
}

#[test]
fn new_agent_on_file_of_dead_agent_renews_its_lease() {
    let folder = Folder::new();
    let path = folder.file();
    let (clock, namespace) = (Clock::new(), namespace(0..=9));
    let mut server = Server::new(&namespace);
    let node = {
        let mut holder = holder(&path, &namespace);
        step(&mut holder, &mut server, &clock);
        holder.grant().expect("a grant").node
    };
    let generator = generator(&path);
    generator.next_at(clock.time()).expect("an id");
    let mut holder = holder(&path, &namespace);
    let heard = step(&mut holder, &mut server, &clock);
    assert!(
        matches!(heard, Some(Effect::Granted { is_new: false, .. })),
        "{heard:?}"
    );
    assert_eq!(holder.grant().map(|held| held.node), Some(node));
    assert!(holder.file().is_in_use().expect("a lock query"));
    let looked = read_lease(&path).expect("a file that can be read while an agent has it");
    assert_eq!(looked, ("orders".to_owned(), holder.grant()));
    let plain = folder.0.join("plain");
    let made = Generator::<Tid>::with(&Options::new().state_file(plain.clone()));
    made.expect("a state file");
    let refused = read_lease(&plain).map_err(|error| error.code());
    assert_eq!(refused, Err(ErrorCode::StoreForeign));
    assert!(holder.file().mark_ms() > 0);
}

/// A program migrates from a configured node to a leased one: ids keep increasing, and the old
/// state file generates no more.
#[test]
fn retired_state_file_is_closed_and_lease_begins_above_it() {
    let folder = Folder::new();
    let (old, new) = (folder.0.join("old"), folder.0.join("new"));
    let namespace = namespace(16..=18);
    let manual = Options::new().clock(ClockSource::Manual);
    let configured = manual.clone().node(7).state_file(old.clone());
    let code = |result: Result<i64, sortid::Error>| result.map_err(|error| error.code());
    assert_eq!(code(retire(&old, &namespace)), Err(ErrorCode::StoreIo));
    let generator = Generator::<Tid>::with(&configured).expect("a generator");
    let clock = Clock::new();
    generator.next_at(clock.time()).expect("an id");
    // The last id is half a second ahead of the clock.
    let ahead = Timestamp::from_unix_ms(NOON_MS + 500);
    let last = generator.next_at(ahead).expect("an id");
    assert_eq!(code(retire(&old, &namespace)), Err(ErrorCode::StoreLocked));
    // A copy of the file as after a kill: its mark is ahead.
    let copy = folder.0.join("copy");
    std::fs::copy(&old, &copy).expect("copied");
    drop(generator);
    let scru = Namespace::new("others", "scru160".parse().expect("a kind"), None).expect("a name");
    assert_eq!(code(retire(&old, &scru)), Err(ErrorCode::StoreForeign));
    drop(Generator::<Tid>::with(&configured).expect("nothing has changed"));

    let of_killed = retire(&copy, &namespace).expect("retired");
    let above_ms = retire(&old, &namespace).expect("retired");
    assert!(above_ms > last.timestamp().unix_ms() && above_ms <= of_killed);
    assert_eq!(
        retire(&old, &namespace),
        Ok(above_ms),
        "retiring again returns the same time"
    );
    let next = |options: &Options| {
        let opened = Generator::<Tid>::with(options);
        opened.and_then(|generator| generator.next_at(clock.time()))
    };
    let refused = next(&configured).map_err(|error| error.code());
    assert_eq!(refused, Err(ErrorCode::StoreForeign));
    let refused = next(&manual.clone().lease_file(old.clone())).map_err(|error| error.code());
    assert_eq!(refused, Err(ErrorCode::LeaseExpired));
    let opened = OwnedFile::open(&old, &namespace).map(|_| 0);
    assert_eq!(code(opened), Err(ErrorCode::StoreForeign));

    let mut server = Server::new(&namespace);
    let file = OwnedFile::open(&new, &namespace).expect("a file");
    let mut holder = Holder::open(file, TERM_MS, Some(above_ms + 100)).expect("an agent");
    step(&mut holder, &mut server, &clock);
    let id = next(&manual.lease_file(new).max_lead_ms(1000)).expect("an id");
    assert!(id.timestamp().unix_ms() >= above_ms + 100, "{id}");
    assert!((16..=18).contains(&id.clock_id()));
}

/// Runs agents for `ms` milliseconds of the clock: each sends the requests that are due. Returns
/// the number of requests of each.
fn run_for(
    ms: i64,
    holders: &mut [Holder<OwnedFile>],
    server: &mut Server,
    clock: &Clock,
) -> Vec<usize> {
    let mut counts = vec![0; holders.len()];
    let end_ms = clock.now().steady_ms + ms;
    loop {
        let mut wait_ms = end_ms - clock.now().steady_ms;
        if wait_ms <= 0 {
            return counts;
        }
        for (holder, count) in holders.iter_mut().zip(&mut counts) {
            match holder.next_action(clock.now(), number()) {
                Ok(Action::Send(request)) => {
                    *count += 1;
                    let answer = server.answer(&request, "test", clock);
                    let _ = holder.process_reply(&answer, clock.now(), 1 << 31);
                    wait_ms = wait_ms.min(1);
                }
                Ok(Action::Wait(ms)) => wait_ms = wait_ms.min(ms),
                // The next call returns how long to wait.
                Err(_) => wait_ms = wait_ms.min(1),
            }
        }
        clock.advance(wait_ms);
    }
}

/// A lease file in memory, which another one may replace.
struct Replaceable<'a> {
    held: Option<StoredLease>,
    next: &'a Cell<Option<StoredLease>>,
}

impl LeaseFile for Replaceable<'_> {
    type Error = std::convert::Infallible;

    fn held(&self) -> Option<StoredLease> {
        self.held
    }

    fn mark_ms(&self) -> i64 {
        NOON_MS
    }

    fn write(&mut self, grant: &Grant, ids: &GrantIds) -> Result<(), Self::Error> {
        self.held = Some(StoredLease::of(grant, ids));
        Ok(())
    }

    fn close(&mut self) -> Result<i64, Self::Error> {
        self.held = None;
        Ok(NOON_MS)
    }

    fn raise(&mut self, _above_ms: i64) -> Result<(), Self::Error> {
        Ok(())
    }

    fn refresh(&mut self) -> Result<bool, Self::Error> {
        let next = self.next.take();
        self.held = next.or(self.held);
        Ok(next.is_some())
    }
}

/// The id of a renewal without a reply may belong to the lease of the replaced file.
#[test]
fn replaced_file_is_renewed_by_its_own_ids_only() {
    let (clock, next) = (Clock::new(), Cell::new(None));
    let mut server = Server::new(&namespace(0..=9));
    let file = Replaceable {
        held: None,
        next: &next,
    };
    let Ok(mut holder) = Holder::open(file, TERM_MS, None);
    let mut sent = |clock: &Clock| loop {
        match holder.next_action(clock.now(), number()) {
            Ok(Action::Wait(_)) => clock.advance(1000),
            Ok(Action::Send(Request::Renew(renew))) => return renew.ids,
            Ok(Action::Send(request)) => {
                let answer = server.answer(&request, "test", clock);
                let Ok(_) = holder.process_reply(&answer, clock.now(), 0);
            }
        }
    };
    let first = sent(&clock);
    assert_eq!(first.iter().flatten().count(), 1);
    let again = sent(&clock);
    assert_eq!(again.iter().flatten().count(), 2, "one without a reply");
    let other = [Some(number()), None, None, None];
    next.set(Some(StoredLease {
        node: 9,
        until_ms: clock.now().unix_ms + TERM_MS / 3,
        ids: other,
        count: 1,
        is_valid: true,
    }));
    assert_eq!(sent(&clock), other);
}

/// The lease file of one agent is removed, and later its server loses all rows. If the folder still
/// exists, the agent takes a node for a new file.
#[test]
fn agent_without_its_file_delays_no_other_agent() {
    for is_remade in [true, false] {
        let folder = Folder::new();
        let clock = Clock::new();
        let namespace = namespace(0..=9);
        let mut server = Server::new(&namespace);
        let own = folder.0.join("own");
        std::fs::create_dir(&own).expect("a folder");
        let paths = [own.join("a"), folder.0.join("b"), folder.0.join("c")];
        let mut holders: Vec<_> = paths[..2]
            .iter()
            .map(|path| holder(path, &namespace))
            .collect();
        run_for(1000, &mut holders, &mut server, &clock);
        let before = generator(&paths[0]);
        before.next_at(clock.time()).expect("an id");

        std::fs::remove_file(&paths[0]).expect("removed");
        if !is_remade {
            std::fs::remove_dir(&own).expect("removed");
        }
        let counts = run_for(2 * TERM_MS, &mut holders, &mut server, &clock);
        assert!(counts[0] <= 10, "{counts:?}");
        if is_remade {
            let id = generator(&paths[0]).next_at(clock.time());
            id.expect("a node for a generator that is opened now");
        }
        let refused = before.next_at(clock.time()).map_err(|error| error.code());
        assert_eq!(refused, Err(ErrorCode::StoreIo));

        // The server loses everything and creates its namespace again.
        server.record =
            create(None, &namespace, "second", clock.now().unix_ms, false).expect("a namespace");
        server.rows.clear();
        let floor_ms = server.record.floor_ms;
        holders.push(holder(&paths[2], &namespace));
        let counts = run_for(
            namespace.quiet_ms() + 3000,
            &mut holders,
            &mut server,
            &clock,
        );
        assert_eq!(
            server.record.floor_ms, floor_ms,
            "the floor was raised again"
        );
        assert!(holders[2].grant().is_some(), "no node in time");
        assert!(counts.iter().all(|count| *count <= 20), "{counts:?}");
    }
}

/// The file is damaged in place. The agent renames it, and takes another node for a new file.
#[test]
fn damaged_file_is_set_aside() {
    let folder = Folder::new();
    let path = folder.file();
    let (clock, namespace) = (Clock::new(), namespace(0..=9));
    let mut server = Server::new(&namespace);
    let mut holders = vec![holder(&path, &namespace)];
    run_for(100, &mut holders, &mut server, &clock);
    let before = generator(&path);
    let first = before.next_at(clock.time()).expect("an id");
    for nth in 1..=2 {
        let file = std::fs::OpenOptions::new().write(true).open(&path);
        std::os::unix::fs::FileExt::write_all_at(&file.expect("a file"), &[b'x'; 512], 0)
            .expect("damaged");
        run_for(3000, &mut holders, &mut server, &clock);
        assert_eq!(holders[0].file().replaced(), nth);
        let id = generator(&path).next_at(clock.time()).expect("an id");
        assert_ne!(id.clock_id(), first.clock_id());
        let aside = std::fs::read(format!("{}.damaged", path.display())).expect("set aside");
        assert!(aside.starts_with(&[b'x'; 512]));
    }
}

/// An agent starts with a damaged file. It renames the file, and takes another node for a new one.
/// A foreign file remains.
#[test]
fn file_that_was_damaged_before_the_start_is_set_aside() {
    let folder = Folder::new();
    let path = folder.file();
    let (clock, namespace) = (Clock::new(), namespace(0..=9));
    let mut server = Server::new(&namespace);
    let mut holders = vec![holder(&path, &namespace)];
    run_for(100, &mut holders, &mut server, &clock);
    let whole = std::fs::read(&path).expect("a file");
    let turned = |at: usize| {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        bytes
    };
    let damages = [
        Vec::new(),
        whole[..4096].to_vec(),
        turned(40),
        turned(3000),
        [&whole[..], b"x"].concat(),
    ];
    for damaged in damages {
        std::fs::write(&path, &damaged).expect("damaged");
        let file = OwnedFile::open(&path, &namespace);
        assert!(
            file.is_err_and(|error| error.code() == ErrorCode::StoreLocked),
            "another agent has it open"
        );
        holders.clear();
        holders.push(holder(&path, &namespace));
        assert!(holders[0].file().is_damaged());
        run_for(100, &mut holders, &mut server, &clock);
        assert!(holders[0].grant().is_some());
        let aside = std::fs::read(format!("{}.damaged", path.display())).expect("set aside");
        assert!(aside == damaged);
    }
    holders.clear();
    for foreign in [b"a text".to_vec(), turned(0)] {
        std::fs::write(&path, &foreign).expect("another file");
        let file = OwnedFile::open(&path, &namespace);
        assert!(file.is_err_and(|error| error.code() == ErrorCode::StoreForeign));
        assert!(std::fs::read(&path).expect("it stays") == foreign);
    }
}

/// A program has a lease file open while the node changes, and closes it without an id of the new
/// node. The next holder of that node, whose clock is late, begins at the end of the previous
/// holder's ids.
#[test]
fn unused_node_is_released_from_its_beginning() {
    let folder = Folder::new();
    let clock = Clock::new();
    let namespace = namespace(0..=1);
    let mut server = Server::new(&namespace);
    let path = |name: &str| folder.0.join(name);
    let times = || {
        (NOON_MS..NOON_MS + 5000)
            .step_by(100)
            .map(Timestamp::from_unix_ms)
    };
    let release = |mut holder: Holder<OwnedFile>, server: &mut Server, clock: &Clock| {
        let request = holder.release().expect("a file").expect("a node");
        assert_eq!(server.answer(&request, "test", clock), Answer::Closed);
    };

    // The file has the first node and one id of it.
    let mut own = holder(&path("own"), &namespace);
    step(&mut own, &mut server, &clock);
    let stays = generator(&path("own"));
    stays.next_at(clock.time()).expect("an id");
    // Another file has the second node, and uses five seconds of it.
    let mut before = holder(&path("before"), &namespace);
    step(&mut before, &mut server, &clock);
    let node = before.grant().expect("a grant").node;
    let ids = {
        let generator = generator(&path("before"));
        times()
            .map(|time| generator.next_at(time).expect("an id"))
            .collect::<HashSet<_>>()
    };
    release(before, &mut server, &clock);
    drop(stays);
    release(own, &mut server, &clock);
    // A program opens the file between two leases.
    let stays = generator(&path("own"));
    // Another agent takes the first node, so the file gets the second one.
    clock.advance(5100);
    let mut other = holder(&path("other"), &namespace);
    step(&mut other, &mut server, &clock);
    assert_ne!(
        other.grant().expect("a grant").node,
        node,
        "the first node was unused longer"
    );
    let mut own = holder(&path("own"), &namespace);
    step(&mut own, &mut server, &clock);
    assert_eq!(own.grant().map(|held| held.node), Some(node));
    let begin_ms = server.rows[&node].until_ms - TERM_MS;
    assert_eq!(begin_ms, clock.now().unix_ms);

    drop(stays);
    release(own, &mut server, &clock);
    let mut next = holder(&path("next"), &namespace);
    step(&mut next, &mut server, &clock);
    assert_eq!(next.grant().map(|held| held.node), Some(node));
    let generator = generator(&path("next"));
    // This program's clock is behind, but within the tolerance.
    for time in times() {
        if let Ok(id) = generator.next_at(time) {
            assert!(!ids.contains(&id), "{id} repeats");
        }
    }
}

//! Agents, a server in memory, lease files and generators together: the rules on the real file.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a test is outside of the library"
)]
#![cfg(all(feature = "lease", target_os = "linux"))]

#[path = "common/folder.rs"]
mod folder;

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use sortid::grant::{
    Answer, Ask, GrantId, Heard, Holder, KeptFile, LeaseFile, Namespace, Now, Record, Request, Row,
    answer, create, look, retire,
};
use sortid::{ErrorCode, Generator, Options, Tid, Timestamp};

use folder::Folder;

const STRETCH_MS: i64 = 300;

/// Namespaces, one of them, as a server has them.
struct Server {
    record: Record,
    rows: BTreeMap<u64, Row>,
}

impl Server {
    fn new(namespace: &Namespace) -> Self {
        let record = create(None, namespace, "first", now().unix_ms, true).expect("a namespace");
        let rows = namespace.nodes().map(|node| (node, Row::default()));
        Self {
            record,
            rows: rows.collect(),
        }
    }

    fn answer(&mut self, request: &Request, holder: &str) -> Answer {
        let Self { record, rows } = self;
        // Any node will do.
        answer(record, rows, request, ("first", holder), now().unix_ms, 7)
    }
}

fn now() -> Now {
    static BEGAN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let steady = BEGAN.get_or_init(Instant::now).elapsed();
    Now {
        unix_ms: Timestamp::now().unix_ms(),
        steady_ms: steady.as_millis() as i64,
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
    namespace.with_times(STRETCH_MS, STRETCH_MS).expect("times")
}

fn holder(path: &Path, namespace: &Namespace) -> Holder<KeptFile> {
    let file = KeptFile::open(path, namespace).expect("a file");
    Holder::open(file, namespace.stretch_ms(), None).expect("an agent")
}

fn generator(path: &Path) -> Generator<Tid> {
    let options = Options::new().lease_file(path.into()).max_lead_ms(20);
    Generator::with(&options).expect("a generator")
}

/// What the agent has to do now, done.
fn step(holder: &mut Holder<KeptFile>, server: &mut Server) -> Option<Heard> {
    match holder.ask(now(), number()) {
        Ask::Wait(_) => None,
        Ask::Send(request) => {
            let answer = server.answer(&request, "test");
            Some(holder.hear(&answer, now(), 1 << 31).expect("a file"))
        }
    }
}

#[test]
fn agents_of_one_namespace_have_nodes_of_their_own_and_renew_them() {
    let folder = Folder::new();
    let namespace = namespace(16..=18);
    let mut server = Server::new(&namespace);
    let paths = [folder.0.join("a"), folder.0.join("b"), folder.0.join("c")];
    let mut holders: Vec<_> = paths.iter().map(|path| holder(path, &namespace)).collect();
    for holder in &mut holders {
        let heard = step(holder, &mut server);
        assert!(
            matches!(heard, Some(Heard::Has { is_new: true, .. })),
            "{heard:?}"
        );
    }
    let generators: Vec<_> = paths.iter().map(|path| generator(path)).collect();
    let (mut ids, mut renewals) = (HashSet::new(), 0);
    let began = Instant::now();
    while began.elapsed().as_millis() < 4 * STRETCH_MS as u128 {
        for (holder, generator) in holders.iter_mut().zip(&generators) {
            let heard = step(holder, &mut server);
            renewals += u32::from(matches!(heard, Some(Heard::Has { is_new: false, .. })));
            let id = generator.next().expect("an id");
            assert!((16..=18).contains(&id.clock_id()));
            assert!(ids.insert(id), "{id} twice");
        }
    }
    assert!(renewals >= 6, "{renewals}");
    assert_eq!(
        ids.iter()
            .map(|id| id.clock_id())
            .collect::<HashSet<_>>()
            .len(),
        3
    );
}

#[test]
fn a_node_that_is_given_back_is_the_next_ones_and_no_id_comes_twice() {
    let folder = Folder::new();
    let namespace = namespace(7..=7);
    let mut server = Server::new(&namespace);
    let mut ids = HashSet::new();
    for nth in 0..5 {
        let path = folder.0.join(nth.to_string());
        let mut holder = holder(&path, &namespace);
        let heard = step(&mut holder, &mut server);
        assert!(matches!(heard, Some(Heard::Has { .. })), "{nth}: {heard:?}");
        let generator = generator(&path);
        for _ in 0..3000 {
            assert!(ids.insert(generator.next().expect("an id")));
        }
        drop(generator);
        let request = holder.release().expect("a file").expect("a node");
        assert_eq!(server.answer(&request, "test"), Answer::Closed);
        assert!(holder.grant().is_none());
        // What is given back may still lie ahead of the clock.
        std::thread::sleep(std::time::Duration::from_millis(15));
    }
}

#[test]
fn who_is_too_late_takes_a_node_anew_and_goes_on() {
    let folder = Folder::new();
    let path = folder.file();
    let namespace = namespace(0..=1);
    let mut server = Server::new(&namespace);
    let mut holder = holder(&path, &namespace);
    step(&mut holder, &mut server);
    let generator = generator(&path);
    let first = generator.next().expect("an id");
    std::thread::sleep(std::time::Duration::from_millis(STRETCH_MS as u64 + 20));
    let late = generator.next().map_err(|error| error.code());
    assert_eq!(late, Err(ErrorCode::LeaseExpired));
    assert_eq!(step(&mut holder, &mut server), Some(Heard::Lost));
    let heard = step(&mut holder, &mut server);
    assert!(
        matches!(heard, Some(Heard::Has { is_new: true, .. })),
        "{heard:?}"
    );
    let second = generator.next().expect("an id");
    assert!(second > first);
    assert_ne!(second.clock_id(), first.clock_id());
}

/// What one agent asked and another one heard: a new agent on the same file renews by what the file has.
#[test]
fn an_agent_that_died_leaves_its_lease_to_the_next() {
    let folder = Folder::new();
    let path = folder.file();
    let namespace = namespace(0..=9);
    let mut server = Server::new(&namespace);
    let node = {
        let mut holder = holder(&path, &namespace);
        step(&mut holder, &mut server);
        holder.grant().expect("a grant").node
    };
    let generator = generator(&path);
    generator.next().expect("an id");
    let mut holder = holder(&path, &namespace);
    let heard = step(&mut holder, &mut server);
    assert!(
        matches!(heard, Some(Heard::Has { is_new: false, .. })),
        "{heard:?}"
    );
    assert_eq!(holder.grant().map(|held| held.node), Some(node));
    assert!(holder.file().is_in_use().expect("to ask"));
    let looked = look(&path).expect("to look beside the keeper");
    assert_eq!(looked, ("orders".to_owned(), holder.grant()));
    let plain = folder.0.join("plain");
    let made = Generator::<Tid>::with(&Options::new().state_file(plain.clone()));
    made.expect("a state file");
    let refused = look(&plain).map_err(|error| error.code());
    assert_eq!(refused, Err(ErrorCode::StoreForeign));
    assert!(holder.file().mark_ms() > 0);
}

/// From a number in a configuration to a lease: the order goes on, and the old file makes no ids any more, whatever its program does.
#[test]
fn a_state_file_is_retired_by_whoever_has_it_alone_and_its_lease_begins_above() {
    let folder = Folder::new();
    let (old, new) = (folder.0.join("old"), folder.0.join("new"));
    let namespace = namespace(16..=18);
    let by_hand = Options::new().clock_id(7).state_file(old.clone());
    let code = |result: Result<i64, sortid::Error>| result.map_err(|error| error.code());
    assert_eq!(code(retire(&old, &namespace)), Err(ErrorCode::StoreIo));
    let generator = Generator::<Tid>::with(&by_hand).expect("a generator");
    let mut last = generator.next().expect("an id");
    let ahead = Timestamp::now().unix_ms() + 500;
    while last.timestamp().unix_ms() < ahead {
        last = generator.next().expect("an id");
    }
    assert_eq!(code(retire(&old, &namespace)), Err(ErrorCode::StoreLocked));
    // As one that was killed leaves it: with its mark ahead.
    let copy = folder.0.join("copy");
    std::fs::copy(&old, &copy).expect("to copy it");
    drop(generator);
    let scru = Namespace::new("others", "scru160".parse().expect("a kind"), None).expect("a name");
    assert_eq!(code(retire(&old, &scru)), Err(ErrorCode::StoreForeign));
    drop(Generator::<Tid>::with(&by_hand).expect("nothing has changed"));

    let of_killed = retire(&copy, &namespace).expect("to retire it");
    let above_ms = retire(&old, &namespace).expect("to retire it");
    assert!(above_ms > last.timestamp().unix_ms() && above_ms <= of_killed);
    assert_eq!(
        retire(&old, &namespace),
        Ok(above_ms),
        "as often as it is asked"
    );
    for options in [by_hand, Options::new().lease_file(old.clone())] {
        let opened = Generator::<Tid>::with(&options).and_then(|generator| generator.next());
        let refused = opened.map_err(|error| error.code());
        assert!(refused.is_err(), "{refused:?}");
    }
    let kept = KeptFile::open(&old, &namespace).map(|_| 0);
    assert_eq!(code(kept), Err(ErrorCode::StoreForeign));

    let mut server = Server::new(&namespace);
    let file = KeptFile::open(&new, &namespace).expect("a file");
    let mut holder = Holder::open(file, STRETCH_MS, Some(above_ms + 100)).expect("an agent");
    step(&mut holder, &mut server);
    let options = Options::new().lease_file(new).max_lead_ms(1000);
    let id = Generator::<Tid>::with(&options).and_then(|generator| generator.next());
    let id = id.expect("an id");
    assert!(id.timestamp().unix_ms() >= above_ms + 100, "{id}");
    assert!((16..=18).contains(&id.clock_id()));
}

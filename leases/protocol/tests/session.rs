//! Sessions over the caller's connection, with a lease file, generators, and a Redis in memory that
//! implements the script.
#![cfg(target_os = "linux")]

#[path = "../../../core/tests/common/folder.rs"]
mod folder;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use sortid::options::ClockSource;
use sortid::{ErrorCode, Generator, Options, Tid, Timestamp};
use sortid_leasing::{
    Answer, Close, GrantId, GrantIds, Kind, Namespace, Record, Renew, Request, Row, Server,
    Session, Statement, Step, Take, Value, answer, create, postgres, redis,
};

use folder::Folder;

/// The term of long leases: sessions read the system clock, and a test may be suspended.
const TERM_MS: i64 = 600_000;
const FIRST: u64 = 16;

/// A server with the namespace `orders`, of two nodes.
///
/// Its clock reads the time at which the agent sent the request, plus `ahead_ms`, however long the
/// request took.
struct Redis {
    record: Record,
    rows: BTreeMap<u64, Row>,
    requests: Vec<String>,
    ahead_ms: i64,
}

impl Redis {
    fn new(kind: &str, stretch_ms: i64) -> Self {
        let kind = kind.parse().expect("a kind");
        let namespace = Namespace::new("orders", kind, Some(FIRST..=FIRST + 1));
        let namespace = namespace.and_then(|namespace| namespace.with_times(stretch_ms, 1));
        let namespace = namespace.expect("a namespace");
        let record = create(None, &namespace, "first", Timestamp::now().unix_ms(), true);
        Self {
            record: record.expect("a record"),
            rows: BTreeMap::new(),
            requests: Vec::new(),
            ahead_ms: 0,
        }
    }

    /// Runs a command and returns its reply.
    fn run(&mut self, statement: &Statement) -> Vec<Option<String>> {
        let words: Vec<_> = statement.values.iter().map(Value::to_string).collect();
        let namespace = &self.record.namespace;
        let reply = match statement.text {
            "HMGET" => vec![
                namespace.kind().to_string(),
                namespace.nodes().start().to_string(),
                2.to_string(),
                namespace.stretch_ms().to_string(),
                namespace.margin_ms().to_string(),
                self.record.floor_ms.to_string(),
                self.record.server.clone(),
            ],
            _ => {
                assert_eq!((words[0].as_str(), words[1].as_str()), (redis::SCRIPT, "1"));
                assert_eq!(words[2], "sortid:{orders}");
                self.script(&words[3..])
            }
        };
        reply.into_iter().map(Some).collect()
    }

    fn script(&mut self, words: &[String]) -> Vec<String> {
        let int = |nth: usize| words[nth].parse::<i64>().expect("an integer");
        let node = |nth: usize| FIRST + words[nth].parse::<u64>().expect("a place");
        let known = |word: &str| GrantId::from_random(u64::from_str_radix(word, 16).unwrap_or(0));
        let mine = |nth: usize| {
            let mut mine: GrantIds = [None; 4];
            let words = words[nth].split(' ').map(known);
            mine.iter_mut()
                .zip(words)
                .for_each(|(place, id)| *place = id);
            mine
        };
        let id = || known(&words[8]).expect("a number");
        let request = match words[0].as_str() {
            "take" => Request::Take(Take {
                wanted: (words[9] != "-").then(|| node(9)),
                id: id(),
                clock_ms: int(6),
            }),
            "renew" => Request::Renew(Renew {
                node: node(9),
                ids: mine(10),
                id: id(),
                until_ms: int(11),
                count: int(12) as u64,
                clock_ms: int(6),
                used_ms: (words[13] != "-").then(|| int(13)),
            }),
            _ => Request::Close(Close {
                node: node(8),
                ids: mine(9),
                until_ms: int(10),
            }),
        };
        self.requests.push(words[0].clone());
        // A close has no clock.
        let now_ms = int(6) + self.ahead_ms;
        let Self { record, rows, .. } = self;
        let reply = match answer(record, rows, &request, ("first", &words[7]), now_ms, 7) {
            Answer::Granted { grant, now_ms } => {
                let place = (grant.node - FIRST) as i64;
                let count = grant.count as i64;
                (
                    "granted",
                    vec![place, grant.from_ms, grant.until_ms, count, now_ms],
                )
            }
            Answer::Closed => ("closed", vec![now_ms]),
            Answer::RunOut => ("run_out", vec![now_ms]),
            Answer::Superseded => ("superseded", vec![now_ms]),
            Answer::Exhausted { next_ms, .. } => ("exhausted", vec![next_ms, now_ms]),
            other => panic!("unexpected answer: {other:?}"),
        };
        let numbers = reply.1.into_iter().map(|number| number.to_string());
        [reply.0.to_owned()].into_iter().chain(numbers).collect()
    }
}

fn session(path: &Path) -> Session {
    let kind = Kind::new(sortid::Format::Tid, &Options::new()).expect("a kind");
    Session::open(path, "orders", kind, Server::Redis, "a test").expect("a session")
}

/// While a forked child lives, it holds the locks of all files that this process has open.
static FORKS: Mutex<()> = Mutex::new(());

/// Returns the session of a restarted program, which renews at once and not after part of the term.
fn restarted(before: Session, path: &Path) -> Session {
    let _no_child = FORKS.lock().unwrap_or_else(PoisonError::into_inner);
    drop(before);
    session(path)
}

/// Handles all requests that are due. Returns the time until the next one, in milliseconds.
fn renew(session: &mut Session, redis: &mut Redis) -> i64 {
    loop {
        match session.next_step().expect("random bits") {
            Step::Wait(wait_ms) => return wait_ms,
            Step::Run(_, statements) => hear(session, redis, &statements),
        }
    }
}

fn hear(session: &mut Session, redis: &mut Redis, statements: &[Statement]) {
    let [statement] = statements else {
        panic!("one command at a time: {statements:?}");
    };
    session
        .process_result(&redis.run(statement))
        .expect("a file");
}

/// Handles one request, which must be due, and returns its name.
fn serve(session: &mut Session, redis: &mut Redis) -> String {
    let count = redis.requests.len();
    while redis.requests.len() == count {
        match session.next_step().expect("random bits") {
            Step::Wait(wait_ms) => panic!("nothing is due for {wait_ms} ms"),
            Step::Run(_, statements) => hear(session, redis, &statements),
        }
    }
    redis.requests[count].clone()
}

fn generator(path: &Path) -> Generator<Tid> {
    let options = Options::new().lease_file(path);
    Generator::with(&options.clock(ClockSource::Manual)).expect("a generator")
}

fn code_at(generator: &Generator<Tid>, unix_ms: i64) -> Option<ErrorCode> {
    let id = generator.next_at(Timestamp::from_unix_ms(unix_ms));
    id.err().map(|error| error.code())
}

#[test]
fn session_takes_renews_and_releases_a_node() {
    let folder = Folder::new();
    let path = folder.file();
    let (mut redis, mut session) = (Redis::new("tid", TERM_MS), session(&path));
    redis.ahead_ms = -9000;
    let wait_ms = renew(&mut session, &mut redis);
    assert!((1..=TERM_MS).contains(&wait_ms), "{wait_ms}");
    assert_eq!(redis.requests, ["take"]);
    let grant = session.grant().expect("a grant");
    let (node, mut until_ms) = (grant.node, grant.until_ms);
    let ids = generator(&path);
    let first = ids.next_at(Timestamp::from_unix_ms(until_ms - TERM_MS));
    assert_eq!(first.expect("an id").clock_id(), node as u16);
    for ahead_ms in [-6000, -3000, 0] {
        assert_eq!(code_at(&ids, until_ms - 1000), None);
        redis.ahead_ms = ahead_ms;
        session = restarted(session, &path);
        assert_eq!(serve(&mut session, &mut redis), "renew");
        let grant = session.grant().expect("a grant");
        assert_eq!(grant.node, node);
        assert!(grant.until_ms >= until_ms + 3000, "{grant:?}");
        until_ms = grant.until_ms;
    }
    assert_eq!(code_at(&ids, until_ms - 2000), None);
    session.release().expect("a file");
    // At most a second of ids was reserved.
    let expired = Some(ErrorCode::LeaseExpired);
    assert_eq!(code_at(&ids, until_ms - 999), expired);
    assert!(
        redis.rows[&node].grant.is_some(),
        "the row is closed after the file"
    );
    assert_eq!(renew(&mut session, &mut redis), i64::MAX);
    assert_eq!(redis.rows[&node].grant, None);
    assert_eq!(redis.requests[4..], ["close"]);
    assert_eq!(
        session.next_step().expect("random bits"),
        Step::Wait(i64::MAX)
    );
}

#[test]
fn expired_lease_is_not_renewed_and_a_node_is_taken_again() {
    const SHORT_MS: i64 = 8000;
    let folder = Folder::new();
    let path = folder.file();
    let (mut redis, mut session) = (Redis::new("tid", SHORT_MS), session(&path));
    // By this machine's clock, the lease ends a second before the session requests it.
    redis.ahead_ms = -9000;
    assert_eq!(serve(&mut session, &mut redis), "take");
    assert_eq!(session.grant(), None);
    let until_ms = |redis: &Redis| {
        let ends = redis.rows.values().map(|row| row.until_ms);
        ends.max().expect("a row")
    };
    let ids = generator(&path);
    let end_ms = until_ms(&redis);
    assert_eq!(code_at(&ids, end_ms - 1), None);
    assert_eq!(code_at(&ids, end_ms), Some(ErrorCode::LeaseExpired));
    redis.ahead_ms = 0;
    session = restarted(session, &path);
    assert_eq!(serve(&mut session, &mut redis), "renew");
    let refused = session.refused().map(|refused| refused.why);
    assert_eq!(refused, Some("run_out"));
    assert_eq!(serve(&mut session, &mut redis), "take");
    assert_eq!(session.refused(), None);
    assert_eq!(code_at(&ids, until_ms(&redis) - 1), None);
}

#[test]
fn renewal_with_a_lost_answer_is_recognized_by_its_id() {
    let folder = Folder::new();
    let path = folder.file();
    let (mut redis, mut session) = (Redis::new("tid", TERM_MS), session(&path));
    renew(&mut session, &mut redis);
    let until_ms = session.grant().expect("a grant").until_ms;
    assert_eq!(code_at(&generator(&path), until_ms - 1000), None);
    session = restarted(session, &path);
    // The server grants the renewal, but its answer is lost.
    while redis.requests.len() < 2 {
        let Step::Run(_, statements) = session.next_step().expect("random bits") else {
            panic!("the lease is used and not renewed");
        };
        let reply = redis.run(&statements[0]);
        if redis.requests.len() < 2 {
            session.process_result(&reply).expect("a file");
        }
    }
    let failed = Instant::now();
    session.fail().expect("random bits");
    assert_eq!(
        session.refused().map(|refused| refused.why),
        Some("silence")
    );
    let statements = loop {
        match session.next_step().expect("random bits") {
            Step::Wait(wait_ms) => thread::sleep(Duration::from_millis(wait_ms as u64)),
            Step::Run(_, statements) => break statements,
        }
    };
    // The wait is 250 ms minus at most a quarter. The session's clock counts whole milliseconds.
    assert!(failed.elapsed() > Duration::from_millis(250 * 3 / 4 - 2));
    hear(&mut session, &mut redis, &statements);
    assert_eq!(serve(&mut session, &mut redis), "renew");
    assert_eq!(redis.requests, ["take", "renew", "renew"]);
    assert_eq!(session.refused(), None);
}

#[test]
fn session_reports_exhausted_if_all_nodes_are_held() {
    let folder = Folder::new();
    let mut redis = Redis::new("tid", TERM_MS);
    let mut sessions: Vec<_> = ["a", "b", "c"]
        .map(|name| session(&folder.0.join(name)))
        .into();
    for session in &mut sessions {
        renew(session, &mut redis);
    }
    assert!(sessions[0].grant() != sessions[1].grant());
    let refused = sessions[2].refused().expect("a refusal");
    assert_eq!((sessions[2].grant(), refused.why), (None, "exhausted"));
    assert!((0..=TERM_MS + 1).contains(&refused.later_ms), "{refused:?}");
}

#[test]
fn missing_foreign_or_damaged_namespace_is_rejected() {
    let folder = Folder::new();
    let mut session = session(&folder.file());
    let mut error_for = |reply: &[Option<String>]| {
        assert!(matches!(session.next_step(), Ok(Step::Run(0, _))));
        let error = session.process_result(reply).expect_err("refused");
        (error.code(), error.subject())
    };
    let none = vec![None; 7];
    assert_eq!(
        error_for(&none),
        (ErrorCode::InvalidOption, Some("namespace"))
    );
    let mut other = Redis::new("snowflake", TERM_MS);
    let reply = other.run(&redis::read("orders"));
    assert_eq!(
        error_for(&reply),
        (ErrorCode::StoreForeign, Some("namespace"))
    );
    let damaged = vec![Some("tid".to_owned()); 7];
    assert_eq!(
        error_for(&damaged),
        (ErrorCode::StoreForeign, Some("namespace"))
    );
    // The error is not final: the session finds a namespace that was repaired.
    renew(&mut session, &mut Redis::new("tid", TERM_MS));
    assert!(session.grant().is_some());
}

/// The statements of PostgreSQL, in order and by transaction.
#[test]
fn postgres_dialogue_issues_statements_in_order() {
    let take = Request::Take(Take {
        wanted: Some(u64::MAX),
        id: GrantId::from_random(7).expect("not 0"),
        clock_ms: 1000,
    });
    let texts = |dialogue: &postgres::Dialogue| -> Vec<&'static str> {
        dialogue.statements().iter().map(|one| one.text).collect()
    };
    let cells = |words: &[&str]| -> Vec<Option<String>> {
        words
            .iter()
            .map(|word| (*word != "-").then(|| (*word).to_owned()))
            .collect()
    };
    let mut dialogue = postgres::Dialogue::new("orders", take, "a test", false);
    assert_eq!(texts(&dialogue), [postgres::SETTLE_ALL, postgres::TAKE]);
    let values: Vec<_> = dialogue.statements()[1]
        .values
        .iter()
        .map(Value::to_string)
        .collect();
    assert_eq!(values, ["orders", "-1", "7", "1000", "a test"]);
    assert_eq!(
        dialogue.process_result(&[]),
        sortid_leasing::Decoded::Again(0)
    );
    assert_eq!(texts(&dialogue), [postgres::WHY_NOT_TAKEN]);
    assert_eq!(
        dialogue.process_result(&cells(&["again", "1", "0", "0"])),
        sortid_leasing::Decoded::Again(5)
    );
    assert_eq!(texts(&dialogue), [postgres::SETTLE_ALL, postgres::TAKE]);
    dialogue.process_result(&[]);
    dialogue.process_result(&cells(&["exhausted", "5", "0", "9"]));
    assert_eq!(texts(&dialogue), [postgres::IDLE]);
    let reply = dialogue.process_result(&cells(&["-1", "-", "-", "9", "3", "web", "4", "10"]));
    let sortid_leasing::Decoded::Answer(Answer::Exhausted {
        next_ms: 9,
        idle,
        now_ms: 5,
    }) = reply
    else {
        panic!("{reply:?}");
    };
    let idle: Vec<_> = idle
        .iter()
        .map(|one| (one.node, one.holder.as_str(), one.used_ms))
        .collect();
    assert_eq!(idle, [(u64::MAX, "", None), (3, "web", Some(4))]);
    assert_eq!(dialogue.process_result(&cells(&["exhausted"])), {
        let (next_ms, now_ms) = (9, 5);
        sortid_leasing::Decoded::Answer(Answer::Exhausted {
            next_ms,
            idle: vec![],
            now_ms,
        })
    });
    let array = Value::Ints(vec![1, 2]);
    assert_eq!(
        (array.to_string(), Value::Ints(vec![]).to_string()),
        ("{1,2}".into(), "{}".into())
    );
}

/// A process loses its lock on a file as soon as it closes any descriptor of the file.
#[test]
fn forked_session_does_not_close_the_lease_file() {
    let _one_child = FORKS.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = Folder::new();
    let path = folder.file();
    let open = || std::fs::read_dir("/proc/self/fd").map_or(0, Iterator::count);
    let mut kept = session(&path);
    let mut redis = Redis::new("tid", TERM_MS);
    renew(&mut kept, &mut redis);
    // SAFETY: the child lists a folder, drops the session, and exits.
    let child = unsafe { libc::fork() };
    if child == 0 {
        let before = open();
        drop(kept);
        let is_open = open() == before;
        // SAFETY: `_exit` takes an integer. It skips the exit handlers of the parent.
        unsafe { libc::_exit(i32::from(!is_open)) };
    }
    let mut status = 0;
    // SAFETY: `status` is valid for the integer that `waitpid` writes.
    assert_eq!(unsafe { libc::waitpid(child, &raw mut status, 0) }, child);
    assert_eq!(status, 0, "the child closed the file");
    // In its own process a session closes its file; otherwise opening it again fails.
    drop(kept);
    drop(session(&path));
}

#[test]
fn request_that_is_neither_answered_nor_failed_counts_as_failed() {
    let folder = Folder::new();
    let mut asked = session(&folder.file());
    let mut redis = Redis::new("tid", TERM_MS);
    // The namespace is read, and then again for the request.
    for _ in 0..2 {
        let Ok(Step::Run(_, statements)) = asked.next_step() else {
            panic!("a command is due");
        };
        hear(&mut asked, &mut redis, &statements);
    }
    assert!(
        matches!(asked.next_step(), Ok(Step::Run(..))),
        "the request"
    );
    assert!(
        matches!(asked.next_step(), Ok(Step::Wait(1..=2500))),
        "a backoff"
    );
}

#[test]
fn forked_session_waits_forever() {
    let _one_child = FORKS.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = Folder::new();
    let mut kept = session(&folder.file());
    // SAFETY: the child calls the session, and exits.
    let child = unsafe { libc::fork() };
    if child == 0 {
        let asked = kept.next_step();
        let is_idle = asked == Ok(Step::Wait(i64::MAX));
        // SAFETY: `_exit` takes an integer. It skips the exit handlers of the parent.
        unsafe { libc::_exit(i32::from(!is_idle)) };
    }
    let mut status = 0;
    // SAFETY: `status` is valid for the integer that `waitpid` writes.
    assert_eq!(unsafe { libc::waitpid(child, &raw mut status, 0) }, child);
    assert_eq!(status, 0, "the child has something to do");
    assert!(matches!(kept.next_step(), Ok(Step::Run(..))));
}

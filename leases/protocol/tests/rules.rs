//! The lease rules one by one: replies of the server and actions of the agent.
//! `leases/schedules` searches all schedules for repeated ids.

use std::cell::Cell;
use std::rc::Rc;

use sortid::{Error, ErrorCode};
use sortid_leasing::{
    Action, Answer, Close, Effect, Grant, GrantId, GrantIds, Holder, LeaseFile, Namespace, Now,
    Record, Renew, Request, Row, StoredLease, Take, close, create, guard, renew, settle, take,
};

const NOW_MS: i64 = 1_700_000_000_000;

fn id(number: u64) -> GrantId {
    GrantId::from_random(number).expect("not 0")
}

fn namespace(nodes: std::ops::RangeInclusive<u64>) -> Namespace {
    let kind = "tid".parse().expect("a kind");
    let namespace = Namespace::new("orders", kind, Some(nodes)).expect("a namespace");
    namespace.with_times(30_000, 30_000).expect("times")
}

fn record() -> Record {
    create(None, &namespace(0..=2), "a", NOW_MS, true).expect("made")
}

fn held(until_ms: i64, grant: u64) -> Row {
    Row {
        until_ms,
        grant: GrantId::from_random(grant),
        count: 1,
        ..Row::default()
    }
}

fn taken(record: &Record, rows: &[Row], wanted: Option<u64>) -> Result<Grant, Answer> {
    let rows = rows
        .iter()
        .enumerate()
        .map(|(node, row)| (node as u64, row));
    let request = Take {
        wanted,
        id: id(9),
        clock_ms: NOW_MS + 10_000,
    };
    take(record, rows, &request, "web-3", NOW_MS, 7).map(|(row, grant)| {
        assert_eq!(
            (row.until_ms, row.grant, row.count),
            (grant.until_ms, Some(id(9)), grant.count)
        );
        assert_eq!(row.holder, "web-3");
        grant
    })
}

#[test]
fn released_node_is_free_at_once_and_expired_one_after_margin() {
    let record = record();
    // A released node is free at its end, any other one 30 s later.
    let rows = [
        held(NOW_MS + 1, 0),
        held(NOW_MS - 29_999, 5),
        held(NOW_MS, 0),
    ];
    let grant = taken(&record, &rows, None).expect("one is free");
    assert_eq!(
        (grant.node, grant.from_ms, grant.until_ms, grant.count),
        (2, NOW_MS, NOW_MS + 30_000, 2)
    );
    let rows = [
        held(NOW_MS - 30_000, 5),
        held(NOW_MS - 40_000, 5),
        held(NOW_MS - 31_000, 0),
    ];
    let node = |wanted| taken(&record, &rows, wanted).expect("free").node;
    assert_eq!(
        (node(None), node(Some(0)), node(Some(7))),
        (1, 0, 1),
        "the wanted node, else the one unused longest"
    );
    assert_eq!(
        taken(&record, &rows, None).expect("free").from_ms,
        NOW_MS - 10_000
    );
}

#[test]
fn refused_take_reports_the_reason() {
    let mut record = record();
    let rows = [
        held(NOW_MS + 30_000, 5),
        held(NOW_MS + 10, 5),
        held(NOW_MS + 20_000, 0),
    ];
    let Err(Answer::Exhausted {
        next_ms,
        idle,
        now_ms,
    }) = taken(&record, &rows, None)
    else {
        panic!("all are held");
    };
    assert_eq!((next_ms, idle.len(), now_ms), (NOW_MS + 20_000, 3, NOW_MS));
    let request = Take {
        wanted: None,
        id: id(9),
        clock_ms: NOW_MS - 10_001,
    };
    let refused = take(&record, [(0, &Row::default())], &request, "", NOW_MS, 0);
    assert_eq!(refused, Err(Answer::Clocks { now_ms: NOW_MS }));
    guard(&mut record, NOW_MS);
    let quiet = Answer::Quiet {
        floor_ms: NOW_MS + 90_000,
        now_ms: NOW_MS,
    };
    assert_eq!(taken(&record, &rows, None), Err(quiet));
}

#[test]
fn server_change_raises_floor_once() {
    let mut record = record();
    assert!(!settle(&mut record, "a", NOW_MS));
    assert_eq!(record.floor_ms, 0);
    assert!(settle(&mut record, "b", NOW_MS));
    assert_eq!(
        (record.floor_ms, record.server.as_str()),
        (NOW_MS + 90_000, "b")
    );
    assert!(!settle(&mut record, "b", NOW_MS + 1));
    let new = create(None, &namespace(0..=2), "a", NOW_MS, false).expect("made");
    assert_eq!(
        new.floor_ms,
        NOW_MS + 90_000,
        "a new namespace may be a forgotten one"
    );
}

#[test]
fn create_raises_namespace_times_and_rejects_other_changes() {
    let there = record();
    let with = |stretch_ms, margin_ms| {
        namespace(0..=2)
            .with_times(stretch_ms, margin_ms)
            .expect("times")
    };
    let again = |namespace: &Namespace| create(Some(&there), namespace, "a", NOW_MS, true);
    let raised = again(&with(40_000, 50_000)).expect("raised");
    assert_eq!(
        (raised.namespace.stretch_ms(), raised.namespace.margin_ms()),
        (40_000, 50_000)
    );
    let moved = create(Some(&there), &namespace(0..=2), "b", NOW_MS, true).expect("the same");
    assert_eq!(
        (moved.floor_ms, moved.server.as_str()),
        (NOW_MS + 90_000, "b"),
        "another server may have lost leases"
    );
    for (namespace, code, subject) in [
        (
            with(29_999, 30_000),
            ErrorCode::InvalidOption,
            Some("stretch"),
        ),
        (
            with(30_000, 29_999),
            ErrorCode::InvalidOption,
            Some("margin"),
        ),
        (namespace(0..=3), ErrorCode::InvalidOption, Some("nodes")),
        (
            Namespace::new("orders", "timeid".parse().expect("a kind"), None).expect("a namespace"),
            ErrorCode::StoreForeign,
            None,
        ),
    ] {
        let refused = again(&namespace).map_err(|error: Error| (error.code(), error.subject()));
        assert_eq!(refused, Err((code, subject)));
    }
}

fn request() -> Renew {
    Renew {
        node: 1,
        ids: [Some(id(6)), Some(id(5)), None, None],
        id: id(9),
        until_ms: NOW_MS + 5000,
        count: 1,
        clock_ms: NOW_MS,
        used_ms: Some(NOW_MS),
    }
}

#[test]
fn renewal_continues_from_the_end_known_to_the_file() {
    let mut record = record();
    let mut renewed = |row: &Row, request: &Renew| {
        renew(&mut record, row, request, ("a", ""), NOW_MS).map(|(_, grant)| grant)
    };
    let grant = renewed(&held(NOW_MS + 7000, 5), &request()).expect("mine");
    let expected = Grant {
        node: 1,
        from_ms: NOW_MS + 5000,
        until_ms: NOW_MS + 30_000,
        count: 2,
    };
    assert_eq!(grant, expected);
    let grant = renewed(&held(NOW_MS + 40_000, 5), &request()).expect("mine");
    assert_eq!(
        grant.until_ms,
        NOW_MS + 40_000,
        "a granted end is not lowered"
    );
    for (row, request, answer) in [
        (held(NOW_MS + 7000, 7), request(), Answer::Superseded),
        (held(NOW_MS + 7000, 0), request(), Answer::Superseded),
        (
            held(NOW_MS - 30_000, 5),
            Renew {
                until_ms: NOW_MS - 30_000,
                ..request()
            },
            Answer::RunOut,
        ),
        (
            held(NOW_MS + 7000, 5),
            Renew {
                node: 3,
                ..request()
            },
            Answer::Unknown,
        ),
        (
            held(NOW_MS + 7000, 5),
            Renew {
                clock_ms: NOW_MS + 10_001,
                ..request()
            },
            Answer::Clocks { now_ms: NOW_MS },
        ),
    ] {
        assert_eq!(renewed(&row, &request), Err(answer));
    }
}

/// For a margin after its end, a lease is renewed by the server that has served since before the
/// end.
#[test]
fn late_renewal_needs_the_same_server() {
    let request = Renew {
        until_ms: NOW_MS - 1,
        ..request()
    };
    let renewed = |record: &Record, row: Row, server| {
        renew(&mut record.clone(), &row, &request, (server, ""), NOW_MS).map(|(_, grant)| grant)
    };
    let mut record = record();
    let grant = renewed(&record, held(NOW_MS - 1, 5), "a").expect("kept");
    let expected = Grant {
        node: 1,
        from_ms: NOW_MS - 1,
        until_ms: NOW_MS + 30_000,
        count: 2,
    };
    assert_eq!(grant, expected);
    // The reply to an earlier renewal was lost: the margin begins at the end in the row.
    assert!(renewed(&record, held(NOW_MS - 29_999, 5), "a").is_ok());
    assert!(renewed(&record, held(NOW_MS + 7000, 5), "a").is_ok());
    let over = Err(Answer::RunOut);
    assert_eq!(renewed(&record, held(NOW_MS - 30_000, 5), "a"), over);
    assert_eq!(
        renewed(&record, held(NOW_MS - 1, 5), "b"),
        over,
        "another server"
    );
    // A server that serves since the end, or since a millisecond before.
    settle(&mut record, "b", NOW_MS - 1);
    assert_eq!(renewed(&record, held(NOW_MS - 1, 5), "b"), over);
    assert!(renewed(&record, held(NOW_MS, 5), "b").is_ok());
    // A longer term or margin changes nothing about that.
    let longer = record.namespace.clone().with_times(60_000, 90_000);
    let record = create(Some(&record), &longer.expect("times"), "b", NOW_MS, false);
    let record = record.expect("raised");
    assert_eq!(record.floor_ms, NOW_MS - 1 + 240_000);
    assert_eq!(renewed(&record, held(NOW_MS - 1, 5), "b"), over);
}

#[test]
fn renewal_newer_than_the_servers_row_raises_floor() {
    for (until_ms, is_granted) in [(NOW_MS + 5000, true), (NOW_MS, false)] {
        let mut record = record();
        let request = Renew {
            count: 3,
            until_ms,
            ..request()
        };
        let renewed = renew(&mut record, &held(0, 0), &request, ("a", ""), NOW_MS);
        assert_eq!(
            renewed.map(|(row, _)| row.count),
            if is_granted {
                Ok(4)
            } else {
                Err(Answer::RunOut)
            }
        );
        assert_eq!(record.floor_ms, NOW_MS + 90_000);
    }
}

/// A server has lost its rows, and a holder's lease has expired: the holder's requests delay others
/// only once.
#[test]
fn floor_rises_again_only_for_later_grants() {
    let mut record = record();
    let margin_ms = 30_000;
    let mut floor_after = |asked_ms: i64, until_ms: i64| {
        let request = Renew {
            count: 3,
            until_ms,
            clock_ms: asked_ms,
            ..request()
        };
        let _ = renew(&mut record, &held(0, 0), &request, ("a", ""), asked_ms);
        record.floor_ms
    };
    let floor_ms = floor_after(NOW_MS, NOW_MS - 1000);
    assert_eq!(floor_ms, NOW_MS + 90_000);
    for (asked_ms, until_ms) in [
        (NOW_MS + 1, NOW_MS - 1000),
        (NOW_MS + 1000, NOW_MS + 1000),
        // Another holder, whose lease is from before the loss.
        (NOW_MS + 5000, NOW_MS + 29_999),
        (NOW_MS + 600_000, NOW_MS - 1000),
    ] {
        assert_eq!(floor_after(asked_ms, until_ms), floor_ms, "{until_ms}");
    }
    // A lease granted after the loss and then forgotten was lost later.
    let later_ms = NOW_MS + 10_000;
    let raised_ms = floor_after(later_ms, floor_ms - 2 * margin_ms);
    assert_eq!(raised_ms, later_ms + 90_000);
}

#[test]
fn only_the_holder_can_release_a_node() {
    let request = Close {
        node: 1,
        ids: request().ids,
        until_ms: NOW_MS,
    };
    let closed = close(&held(NOW_MS + 7000, 5), &request).expect("mine");
    assert_eq!(
        (closed.until_ms, closed.grant, closed.count),
        (NOW_MS, None, 1)
    );
    assert_eq!(close(&held(NOW_MS + 7000, 7), &request), None);
    assert_eq!(close(&held(NOW_MS, 0), &request), None);
}

/// The fault of a file, if any.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Trouble {
    #[default]
    None,
    Full,
    Removed,
}

/// A file in memory, whose writes fail while it has a fault.
#[derive(Default)]
struct File {
    held: Option<StoredLease>,
    mark_ms: i64,
    trouble: Rc<Cell<Trouble>>,
    /// Whether it cannot be replaced.
    is_kept: Cell<bool>,
}

impl File {
    fn check(&self) -> Result<(), &'static str> {
        match self.trouble.get() {
            Trouble::None => Ok(()),
            Trouble::Full => Err("full"),
            Trouble::Removed => Err("removed"),
        }
    }
}

impl LeaseFile for File {
    type Error = &'static str;

    fn held(&self) -> Option<StoredLease> {
        self.held
    }

    fn mark_ms(&self) -> i64 {
        self.mark_ms
    }

    fn write(&mut self, grant: &Grant, ids: &GrantIds) -> Result<(), &'static str> {
        self.check()?;
        self.held = Some(StoredLease::of(grant, ids));
        Ok(())
    }

    fn close(&mut self) -> Result<i64, &'static str> {
        self.check()?;
        if let Some(held) = &mut self.held {
            (held.ids, held.is_valid) = ([None; 4], false);
        }
        Ok(self.mark_ms)
    }

    fn replace(&mut self) -> bool {
        !self.is_kept.get()
    }

    fn raise(&mut self, above_ms: i64) -> Result<(), &'static str> {
        self.mark_ms = above_ms;
        Ok(())
    }

    fn refresh(&mut self) -> Result<bool, &'static str> {
        let is_removed = self.trouble.get() == Trouble::Removed;
        if is_removed {
            *self = Self::default();
        }
        Ok(is_removed)
    }
}

const LATER: Now = Now {
    unix_ms: NOW_MS + 15_000,
    steady_ms: i64::MAX,
};

fn granted(node: u64, until_ms: i64) -> Answer {
    let grant = Grant {
        node,
        from_ms: NOW_MS,
        until_ms,
        count: 1,
    };
    Answer::Granted {
        grant,
        now_ms: LATER.unix_ms,
    }
}

/// Returns a holder of node 1 with grant 1.
fn holder() -> Holder<File> {
    holder_at(LATER)
}

fn holder_at(now: Now) -> Holder<File> {
    let mut holder = Holder::open(File::default(), 30_000, None).expect("open");
    let request = Take {
        wanted: None,
        id: id(1),
        clock_ms: now.unix_ms,
    };
    assert_eq!(
        holder.next_action(now, id(1)),
        Ok(Action::Send(Request::Take(request)))
    );
    let heard = holder.process_reply(&granted(1, NOW_MS + 30_000), now, 0);
    assert!(matches!(heard, Ok(Effect::Granted { is_new: true, .. })));
    holder
}

fn mine(ask: Result<Action, &'static str>) -> Vec<u64> {
    match ask {
        Ok(Action::Send(Request::Renew(request))) => {
            request.ids.iter().flatten().map(|id| id.get()).collect()
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn renewals_contain_ids_of_unanswered_requests_and_of_the_file() {
    let mut holder = holder();
    let ask = |holder: &mut Holder<File>, number| {
        // The monotonic clock reads the last time, so there is no wait.
        let due = Now {
            unix_ms: NOW_MS + 25_000,
            ..LATER
        };
        mine(holder.next_action(due, id(number)))
    };
    let hear = |holder: &mut Holder<File>, answer| {
        holder.process_reply(
            &answer,
            Now {
                steady_ms: 0,
                ..LATER
            },
            0,
        )
    };
    assert_eq!(ask(&mut holder, 2), [1]);
    assert_eq!(hear(&mut holder, Answer::Silence), Ok(Effect::Unchanged));
    assert_eq!(ask(&mut holder, 3), [2, 1]);
    assert_eq!(hear(&mut holder, Answer::NotSent), Ok(Effect::Unchanged));
    for (number, known) in [
        (4, vec![2, 1]),
        (5, vec![4, 2, 1]),
        (6, vec![5, 4, 2, 1]),
        (7, vec![6, 5, 4, 1]),
    ] {
        assert_eq!(ask(&mut holder, number), known);
        assert_eq!(hear(&mut holder, Answer::Silence), Ok(Effect::Unchanged));
    }
    assert_eq!(ask(&mut holder, 8), [7, 6, 5, 1]);
    let Ok(Effect::Granted { is_new: false, .. }) = hear(&mut holder, granted(1, NOW_MS + 60_000))
    else {
        panic!("renewed");
    };
    let held = holder.grant().expect("held");
    assert_eq!(held.ids.map(|id| id.map_or(0, GrantId::get)), [8, 7, 6, 5]);
    assert_eq!(held.until_ms, NOW_MS + 60_000);
}

#[test]
fn superseded_agent_closes_its_file_and_takes_a_node() {
    let mut holder = holder();
    let due = Now {
        unix_ms: NOW_MS + 25_000,
        ..LATER
    };
    assert_eq!(mine(holder.next_action(due, id(2))), [1]);
    assert_eq!(
        holder.process_reply(&Answer::Superseded, due, 0),
        Ok(Effect::Lost)
    );
    assert_eq!(holder.grant(), None);
    let request = Take {
        wanted: Some(1),
        id: id(3),
        clock_ms: due.unix_ms,
    };
    assert_eq!(
        holder.next_action(due, id(3)),
        Ok(Action::Send(Request::Take(request)))
    );
}

#[test]
fn release_names_all_grant_ids_and_ends_requests() {
    let mut holder = holder();
    let due = Now {
        unix_ms: NOW_MS + 25_000,
        ..LATER
    };
    assert_eq!(mine(holder.next_action(due, id(2))), [1]);
    let close = Close {
        node: 1,
        ids: [Some(id(2)), Some(id(1)), None, None],
        until_ms: 0,
    };
    assert_eq!(holder.release(), Ok(Some(Request::Close(close))));
    assert_eq!(
        holder.process_reply(&Answer::Closed, due, 0),
        Ok(Effect::Released)
    );
    assert_eq!(holder.next_action(due, id(3)), Ok(Action::Wait(i64::MAX)));
    assert_eq!(holder.release(), Ok(None));
}

#[test]
fn node_of_a_file_that_cannot_be_replaced_is_free_at_its_end() {
    let mut holder = holder();
    holder.file().is_kept.set(true);
    let request = holder.release();
    let Ok(Some(Request::Close(close))) = request else {
        panic!("{request:?}");
    };
    assert_eq!(close.until_ms, NOW_MS + 30_000);
}

#[test]
fn open_raises_mark_but_never_lowers_it() {
    let holder = Holder::open(File::default(), 30_000, Some(NOW_MS)).expect("open");
    assert_eq!(holder.file().mark_ms(), NOW_MS);
    let file = File {
        mark_ms: NOW_MS + 1,
        ..File::default()
    };
    let holder = Holder::open(file, 30_000, Some(NOW_MS)).expect("open");
    assert_eq!(holder.file().mark_ms(), NOW_MS + 1);
}

#[test]
fn full_disk_discards_the_answer_and_backs_off() {
    let mut holder = Holder::open(
        File {
            trouble: Rc::new(Cell::new(Trouble::Full)),
            ..File::default()
        },
        30_000,
        None,
    )
    .expect("open");
    let now = Now {
        steady_ms: 0,
        ..LATER
    };
    assert!(matches!(
        holder.next_action(now, id(1)),
        Ok(Action::Send(Request::Take(_)))
    ));
    assert_eq!(
        holder.process_reply(&granted(1, NOW_MS + 30_000), now, 0),
        Err("full")
    );
    assert_eq!(
        (holder.grant(), holder.next_action(now, id(2))),
        (None, Ok(Action::Wait(188)))
    );
}

/// Returns the requests that an agent sends within a minute if each is answered by `answer`.
fn requests_in_a_minute(holder: &mut Holder<File>, from_ms: i64, answer: &Answer) -> Vec<Request> {
    let (mut steady_ms, mut requests, mut errors) = (from_ms, Vec::new(), 0);
    while steady_ms < from_ms + 60_000 {
        let now = Now {
            unix_ms: LATER.unix_ms + 60_000 + steady_ms,
            steady_ms,
        };
        match holder.next_action(now, id(7)) {
            Ok(Action::Wait(wait_ms)) => steady_ms += wait_ms.max(1),
            Ok(Action::Send(request)) => {
                requests.push(request);
                errors += usize::from(holder.process_reply(answer, now, 0).is_err());
            }
            Err(_) => errors += 1,
        }
        assert!(requests.len() + errors < 100, "requests without a pause");
    }
    requests
}

#[test]
fn failed_close_stops_requests_until_disk_recovers() {
    let mut holder = holder_at(Now {
        steady_ms: 0,
        ..LATER
    });
    let trouble = Rc::clone(&holder.file().trouble);
    trouble.set(Trouble::Full);
    let requests = requests_in_a_minute(&mut holder, 0, &Answer::RunOut);
    assert!(matches!(requests[..], [Request::Renew(_)]), "{requests:?}");
    trouble.set(Trouble::None);
    let requests = requests_in_a_minute(&mut holder, 60_000, &Answer::Silence);
    assert!(matches!(requests[0], Request::Take(_)), "{requests:?}");
}

#[test]
fn release_on_a_full_disk_can_be_repeated() {
    let mut holder = holder();
    let trouble = Rc::clone(&holder.file().trouble);
    trouble.set(Trouble::Full);
    assert_eq!(holder.release(), Err("full"));
    trouble.set(Trouble::None);
    assert!(matches!(holder.release(), Ok(Some(Request::Close(_)))));
}

#[test]
fn agent_of_removed_file_takes_a_node_for_a_new_file() {
    let mut holder = holder_at(Now {
        steady_ms: 0,
        ..LATER
    });
    holder.file().trouble.set(Trouble::Removed);
    let requests = requests_in_a_minute(&mut holder, 0, &Answer::Silence);
    let takes_any =
        |request: &Request| matches!(request, Request::Take(take) if take.wanted.is_none());
    assert!(requests.iter().all(takes_any), "{requests:?}");
    assert!(holder.grant().is_none());
}

#[test]
fn server_clock_rollback_keeps_floor() {
    let mut record = record();
    guard(&mut record, NOW_MS);
    guard(&mut record, NOW_MS - 60_000);
    assert_eq!(record.floor_ms, NOW_MS + 90_000);
}

#[test]
fn release_never_exceeds_the_grant() {
    let file = File {
        mark_ms: NOW_MS + 40_000,
        ..File::default()
    };
    let mut holder = Holder::open(file, 30_000, None).expect("open");
    let request = holder.next_action(LATER, id(1));
    assert!(matches!(request, Ok(Action::Send(Request::Take(_)))));
    let heard = holder.process_reply(&granted(1, NOW_MS + 30_000), LATER, 0);
    assert!(matches!(heard, Ok(Effect::Granted { .. })));
    let close = Close {
        node: 1,
        ids: [Some(id(1)), None, None, None],
        until_ms: NOW_MS + 30_000,
    };
    assert_eq!(holder.release(), Ok(Some(Request::Close(close))));
}

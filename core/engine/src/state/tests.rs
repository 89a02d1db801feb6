//! Runs of ids with scripted readings of the clock.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use super::*;
use crate::examples::S;
use crate::examples::{TID, TIMEID, TSID, XID, plan_with, plan_with_file, policy, with_node};
use crate::layout::Layout;
use crate::plan::Policy;
use crate::store::{FileAccess, Reservation, SessionData, StateFile};
use crate::sys::deadline::CallDeadlines;
use crate::sys::{Deadline, process};

const LAST_TID_US: i64 = (1 << 53) - 1;
const NOON_US: i64 = 1_721_407_246_480_310;

fn at(unix_us: i64) -> UnixTime {
    UnixTime::from_unix_ns(i128::from(unix_us) * 1000).expect("in range")
}

/// A plan and its state, without a file.
struct Scripted {
    plan: Plan,
    state: State<S>,
}

impl Scripted {
    fn new(layout: Layout, change: impl FnOnce(&mut Policy)) -> Self {
        let mut policy = policy(&layout);
        change(&mut policy);
        Self::of(plan_with(layout, policy))
    }

    fn of(plan: Plan) -> Self {
        let identity = Identity::new(&plan, None).expect("an identity");
        let state = State::new(identity, None, process::generation::<S>());
        Self { plan, state }
    }

    /// Requests `ids` ids at this reading. Returns how many of them one run has.
    fn run_at(&mut self, unix_us: i64, ids: u64) -> Result<u64, ErrorCode> {
        let request = Request {
            plan: &self.plan,
            state_file: None,
            reading: at(unix_us),
            is_early: false,
            after: None,
            batch: Batch::Ids(ids),
        };
        match self.state.next_run(&request) {
            Ok(run) => Ok(run.count),
            Err(Blocked::Failed(error)) => Err(error.code()),
            Err(_) => panic!("a wait"),
        }
    }
}

#[test]
fn run_of_ticks_stops_at_max_lead() {
    let mut tid = Scripted::new(TID, |policy| policy.max_lead = 1000);
    assert_eq!(tid.run_at(0, 5000), Ok(1001));
}

#[test]
fn run_of_ticks_stops_at_last_tick() {
    let mut tid = Scripted::new(TID, |_| {});
    assert_eq!(tid.run_at(LAST_TID_US - 3, 100), Ok(4));
    let refused = tid.run_at(LAST_TID_US - 3, 100);
    assert_eq!(refused, Err(ErrorCode::TimestampOutOfRange));
}

#[test]
fn full_tick_fails_mid_fill_if_on_exhausted_is_error() {
    let mut tid = Scripted::new(TID, |policy| policy.fails_if_exhausted = true);
    assert_eq!(tid.run_at(0, 100), Ok(1));
    assert_eq!(tid.run_at(0, 99), Err(ErrorCode::CounterExhausted));
}

#[test]
fn run_of_ticks_stops_below_ticks_closed_by_reset() {
    let mut tid = Scripted::new(with_node(TID, 7), |policy| policy.resets = true);
    let (begin, end) = (60_000_000, 60_000_010);
    assert_eq!(tid.run_at(begin, 11), Ok(11));
    let before = begin - 20_000_000;
    assert_eq!(tid.run_at(before, 1), Ok(1), "a reset");
    let made = (0..100).map_while(|_| tid.run_at(begin - 5, 100).ok());
    assert_eq!(made.sum::<u64>(), 5, "the ticks below");
    assert_eq!(tid.run_at(end, 100), Err(ErrorCode::ClockRollback));
    assert_eq!(tid.run_at(end + 1, 1), Ok(1));
}

#[test]
fn second_reset_keeps_the_ticks_before_the_first_closed() {
    let mut tid = Scripted::new(with_node(TID, 7), |policy| policy.resets = true);
    let resets = || S::statics().resets.load(Ordering::Relaxed);
    let before = resets();
    assert_eq!(tid.run_at(100_000_000, 11), Ok(11));
    assert_eq!(tid.run_at(60_000_000, 1), Ok(1), "a reset");
    assert_eq!(tid.run_at(20_000_000, 1), Ok(1), "another one");
    assert!(resets() >= before + 2, "clock reads under way are invalid");
    let closed = tid.run_at(100_000_005, 1);
    assert_eq!(closed, Err(ErrorCode::ClockRollback));
    assert_eq!(tid.run_at(100_000_011, 1), Ok(1));
}

#[test]
fn run_of_ticks_stops_at_invalid_tick() {
    // A timeid has no tick -1.
    let mut timeid = Scripted::new(TIMEID, |_| {});
    let made = [(); 3].map(|()| timeid.run_at(-3, 100));
    assert_eq!(made, [Ok(1), Ok(1), Ok(100)]);
}

/// A state with a file of its own.
struct Filed {
    scripted: Scripted,
    state_file: StateFile<S>,
    folder: PathBuf,
}

impl Filed {
    fn new(test: &str, layout: Layout) -> Self {
        let name = format!("sortid-unit-{}-{test}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).expect("a folder");
        let scripted = Scripted::of(plan_with_file(layout, policy(&layout)));
        let state_file = Self::open(&scripted.plan, &folder, [1; 4]);
        let mut filed = Self {
            scripted,
            state_file,
            folder,
        };
        let codec = filed.scripted.plan.codec.expect("a file");
        filed.scripted.state.file_position = Some(FilePosition::new(&filed.scripted.plan, codec));
        filed.join();
        filed
    }

    /// Opens the file; `key` is used if no other process has it open.
    fn open(plan: &Plan, folder: &Path, key: [u64; 4]) -> StateFile<S> {
        let header = plan.file_header(&plan.layout.time.expect("ticks"));
        let path = folder.join("ids.state");
        let data = &mut || Ok(SessionData { key, node: 0 });
        StateFile::open(
            &path,
            header,
            FileAccess::default(),
            process::generation::<S>(),
            data,
        )
        .expect("a file")
    }

    fn join(&mut self) {
        let Scripted { plan, state } = &mut self.scripted;
        state.join_session(plan, &self.state_file).expect("joined");
    }

    /// Ends the session of the file, and begins another one with this key.
    fn begin_session(&mut self, key: [u64; 4]) {
        self.state_file
            .leave(process::generation::<S>(), |seen| seen);
        self.state_file = Self::open(&self.scripted.plan, &self.folder, key);
        self.join();
    }

    /// One attempt: it fails if the mark has to be moved first.
    fn try_run_at(&mut self, unix_us: i64, ids: u64) -> Result<Run, Blocked> {
        self.try_batch_at(unix_us, Batch::Ids(ids))
    }

    fn try_batch_at(&mut self, unix_us: i64, batch: Batch) -> Result<Run, Blocked> {
        self.scripted.state.next_run(&Request {
            plan: &self.scripted.plan,
            state_file: Some(&self.state_file),
            reading: at(unix_us),
            is_early: false,
            after: None,
            batch,
        })
    }

    fn run_at(&mut self, unix_us: i64, ids: u64) -> Run {
        loop {
            match self.try_run_at(unix_us, ids) {
                Ok(run) => return run,
                Err(Blocked::Reserve(reservation)) => {
                    let mut deadlines = CallDeadlines::until(Deadline::NEVER);
                    let reserved = self.state_file.reserve(
                        process::generation::<S>(),
                        &mut deadlines,
                        reservation,
                    );
                    reserved.expect("room on the disk");
                }
                Err(_) => panic!("no id"),
            }
        }
    }
}

impl Drop for Filed {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn last_position_after_interrupted_call_comes_from_file() {
    let mut tid = Filed::new("interrupted", TID);
    assert_eq!(tid.run_at(60_000_000, 5).count, 5);
    let (issued, state) = (tid.state_file.page.position(), &mut tid.scripted.state);
    assert_eq!(state.last_issued(issued), issued);
    // As left by a thread that a fork interrupted: behind what was issued according to the file.
    let position = state.position.as_mut().expect("five ids");
    position.tick -= 3;
    assert_eq!(state.last_issued(issued), issued - 3);
    state.is_poisoned = true;
    assert_eq!(state.last_issued(issued), issued);
}

#[test]
fn permutation_of_failed_tick_is_dropped_with_session() {
    let (old, new) = ([1; 4], [2; 4]);
    let mut xid = Filed::new("session", XID);
    let failed = xid.try_run_at(NOON_US, 1);
    assert!(matches!(failed, Err(Blocked::Reserve(_))));
    xid.begin_session(new);
    let run = xid.run_at(NOON_US, 1);
    let tick = xid.scripted.state.position.expect("an id").tick;
    let numbers = |permutation: Permutation| [0, 1, 2, 3].map(|index| permutation.at(index));
    let of_key = |key| numbers(Permutation::of(key, tick));
    assert_eq!(numbers(run.permutation), of_key(new));
    assert_ne!(numbers(run.permutation), of_key(old));
}

/// Another process continues after the run, also if a single id of it is left.
#[test]
fn last_prefetched_id_is_not_taken_once_another_process_joined() {
    let mut tsid = Filed::new("joined", TSID);
    let Err(Blocked::Reserve(first)) = tsid.try_batch_at(NOON_US, Batch::Prefetch) else {
        panic!("a mark")
    };
    let reservation = Reservation { ahead: 1, ..first };
    let mut deadlines = CallDeadlines::until(Deadline::NEVER);
    let generation = process::generation::<S>();
    let reserved = (tsid.state_file).reserve(generation, &mut deadlines, reservation);
    reserved.expect("room on the disk");
    let Ok(mut run) = tsid.try_batch_at(NOON_US, Batch::Prefetch) else {
        panic!("room for two ids")
    };
    assert_eq!(run.count, 2);
    let Scripted { plan, state } = &mut tsid.scripted;
    run.pop(&plan.hot).expect("the first id");
    state.prefetch(plan, run, 5, at(NOON_US));
    state.prefetched.window = ClockWindow {
        opened: 0,
        steps: 10,
    };
    let _other = Filed::open(plan, &tsid.folder, [1; 4]);
    let file = Some(&tsid.state_file);
    let taken = state.take_prefetched(&plan.hot, file, state.generation, 5);
    assert_eq!(taken, None);
}

/// Two processes on one tick of a permuted format number its ids by one permutation.
#[test]
fn tick_of_another_process_is_continued_with_its_permutation() {
    let mut xid = Filed::new("adopted", XID);
    let scripted = Scripted::of(plan_with_file(XID, policy(&XID)));
    let codec = scripted.plan.codec.expect("a file");
    let position = FilePosition::new(&scripted.plan, codec);
    xid.run_at(NOON_US, 1);
    let own = std::mem::replace(&mut xid.scripted, scripted);
    xid.scripted.state.file_position = Some(position);
    xid.join();
    let run = xid.run_at(NOON_US, 1);
    let numbers = |permutation: Permutation| [0, 1, 2, 3].map(|index| permutation.at(index));
    assert_eq!(numbers(run.permutation), numbers(own.state.permutation));
    assert_ne!(numbers(run.permutation), numbers(Permutation::NONE));
    assert!(run.index > 0, "the same tick");
}

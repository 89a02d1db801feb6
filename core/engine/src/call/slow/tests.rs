//! Calls that a fork, a reseed or a snapshot interrupts, in the middle of the slow path.

use std::sync::atomic::Ordering;

use super::*;
use crate::call::Given;
use crate::examples::S;
use crate::examples::{TSID, UUID7, plan_with, plan_with_file, policy};
use crate::plan::{Plan, Policy};
use crate::sys::process;

const NOON: UnixTime = UnixTime {
    seconds: 1_721_407_246,
    nanos: 480_310_000,
};

fn manual(policy: Policy) -> Policy {
    Policy {
        is_manual: true,
        ..policy
    }
}

fn engine(plan: Plan, given: Given<'_>) -> Engine<S> {
    let engine = Engine::new(plan, given).expect("an engine");
    assert!(engine.next_manual(NOON, None).is_ok());
    engine
}

/// A key in a copy of the memory expires, although the ids have given times.
#[test]
fn manual_clock_expires_keys() {
    let engine = engine(plan_with(UUID7, manual(policy(&UUID7))), Given::default());
    let key_epoch_ns = &S::statics().key_epoch_ns;
    for _ in 0..100 {
        key_epoch_ns.store(1, Ordering::Relaxed);
        assert!(engine.next_manual(NOON, None).is_ok());
        assert_ne!(key_epoch_ns.load(Ordering::Relaxed), 1);
    }
}

/// A wait ends early, so that the caller reads a clock that may have been set forward.
#[test]
fn sleep_ends_before_a_distant_time() {
    let deadline = Deadline::after::<S>(Duration::from_secs(30));
    let in_an_hour = UnixTime::from_unix_ms(S::now().unix_ms() + 3_600_000);
    wait_until::<S>(in_an_hour, deadline);
    assert!(!deadline.has_passed::<S>());
}

mod unmapped {
    use std::fs;
    use std::path::PathBuf;

    use super::*;

    struct Unmapped {
        path: PathBuf,
        engine: Engine<S>,
    }

    impl Unmapped {
        fn new(test: &str) -> Self {
            let name = format!("sortid-unmapped-{}-{test}", std::process::id());
            let path = std::env::temp_dir().join(name);
            let _ = fs::remove_file(&path);
            let policy = Policy {
                is_unmapped: true,
                ..manual(policy(&TSID))
            };
            let given = Given {
                file: Some(&path),
                ..Given::default()
            };
            let engine = engine(plan_with_file(TSID, policy), given);
            Self { path, engine }
        }

        /// Issues an id in this generation, and calls `then` before it is written. Returns whether
        /// it was issued.
        fn issues(&self, generation: Generation, then: impl FnOnce()) -> bool {
            let file = self.engine.state_file.as_ref().expect("a file");
            let mut deadlines = CallDeadlines::until(Deadline::NEVER);
            let issue = |state: &mut State<S>| {
                let run = self.engine.issue_run(state, NOON, None, Batch::Ids(1));
                then();
                run
            };
            let issued = self
                .engine
                .issue_unmapped(file, generation, &mut deadlines, issue);
            match issued {
                Ok(Ok(_)) => true,
                Ok(Err(Blocked::SlowPath)) => false,
                _ => panic!("the file can be used"),
            }
        }
    }

    impl Drop for Unmapped {
        fn drop(&mut self) {
            let _ = fs::remove_file(&self.path);
        }
    }

    /// Another process has another generation.
    #[test]
    fn id_is_written_by_the_process_that_began_it_only() {
        let unmapped = Unmapped::new("begun");
        let content = || fs::read(&unmapped.path).expect("the file");
        let before = content();
        let generation = process::generation::<S>();
        assert!(!unmapped.issues(generation, process::redraw::<S>));
        assert_eq!(content(), before);
    }

    #[test]
    fn state_of_an_earlier_generation_issues_no_id() {
        let unmapped = Unmapped::new("earlier");
        process::redraw::<S>();
        assert!(!unmapped.issues(process::generation::<S>(), || ()));
        assert!(unmapped.engine.next_manual(NOON, None).is_ok());
    }
}

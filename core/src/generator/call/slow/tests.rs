//! Calls that a fork, a reseed or a snapshot interrupts, in the middle of the slow path.

use std::sync::atomic::Ordering;

use super::*;
use crate::formats::Format;
use crate::formats::options::Options;
use crate::generator::plan::Plan;
use crate::sys::process;

const NOON: Timestamp = Timestamp::from_unix_us(1_721_407_246_480_310);

fn engine(format: Format, options: &Options) -> Engine {
    let options = options.clone().clock(ClockSource::Manual);
    let plan = Plan::new(format, &options).expect("a plan");
    let engine = Engine::new(plan, &options).expect("an engine");
    assert!(engine.next_manual(NOON, None).is_ok());
    engine
}

/// A key in a copy of the memory expires, although the ids have given times.
#[test]
fn manual_clock_expires_keys() {
    let engine = engine(Format::Uuid7, &Options::new());
    let key_epoch_ns = &Sys::statics().key_epoch_ns;
    for _ in 0..100 {
        key_epoch_ns.store(1, Ordering::Relaxed);
        assert!(engine.next_manual(NOON, None).is_ok());
        assert_ne!(key_epoch_ns.load(Ordering::Relaxed), 1);
    }
}

/// A wait ends early, so that the caller reads a clock that may have been set forward.
#[test]
fn sleep_ends_before_a_distant_time() {
    let deadline = Deadline::after(Duration::from_secs(30));
    let in_an_hour = Timestamp::from_unix_ms(Sys::now().unix_ms() + 3_600_000);
    wait_until(in_an_hour, deadline);
    assert!(!deadline.has_passed());
}

#[cfg(feature = "unmapped")]
mod unmapped {
    use std::fs;
    use std::path::PathBuf;

    use super::*;

    struct Unmapped {
        path: PathBuf,
        engine: Engine,
    }

    impl Unmapped {
        fn new(test: &str) -> Self {
            let name = format!("sortid-unmapped-{}-{test}", std::process::id());
            let path = std::env::temp_dir().join(name);
            let _ = fs::remove_file(&path);
            let options = Options::new().unmapped_state_file(&path);
            let engine = engine(Format::Tsid, &options);
            Self { path, engine }
        }

        /// Issues an id in this generation, and calls `then` before it is written. Returns whether
        /// it was issued.
        fn issues(&self, generation: Generation, then: impl FnOnce()) -> bool {
            let file = self.engine.state_file.as_ref().expect("a file");
            let mut deadlines = CallDeadlines::until(Deadline::NEVER);
            let issue = |state: &mut State| {
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
        let generation = process::generation();
        assert!(!unmapped.issues(generation, process::redraw));
        assert_eq!(content(), before);
    }

    #[test]
    fn state_of_an_earlier_generation_issues_no_id() {
        let unmapped = Unmapped::new("earlier");
        process::redraw();
        assert!(!unmapped.issues(process::generation(), || ()));
        assert!(unmapped.engine.next_manual(NOON, None).is_ok());
    }
}

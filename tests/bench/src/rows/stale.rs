//! Compared with ferroid, whose clock is a number that a sleeping thread updates: its ids may be
//! late, so only the generator with one order over all threads, as ours, has a limit.
//!
//! The thread wakes up a thousand times a second until the process exits, so these rows come last.

use std::cell::OnceCell;
use std::hint::black_box;

use ferroid::generator::thread_local::Ulid;
use ferroid::generator::{AtomicSnowflakeGenerator, LockMonoUlidGenerator};
use ferroid::id::{SnowflakeTwitterId, ULID};
use ferroid::rand::ThreadRandom;
use ferroid::time::{MonotonicClock, TWITTER_EPOCH};

use super::Row;
use super::systems::{MILLISECOND, SNOWFLAKES, our_ulid, snowflakes};
use crate::side::Side;

pub(crate) fn rows() -> Vec<Row> {
    vec![
        Row::new("next ulid", Side::repeated(our_ulid)).beside(
            "ferroid",
            "ferroid ULID, ordered in a thread, may be stale",
            Side::repeated(ulid_mono),
        ),
        Row::new("next ulid", Side::repeated(our_ulid))
            .beside(
                "ferroid",
                "ferroid ULID, ordered, may be stale",
                ordered_ulid(),
            )
            .at_most(1.5),
        Row::new("next snowflake", snowflakes()).beside(
            "ferroid",
            "ferroid Twitter, may be stale",
            atomic(),
        ),
    ]
}

fn ulid_mono() {
    black_box(Ulid::new_ulid_mono(|_| std::hint::spin_loop()));
}

fn ordered_ulid() -> Side {
    let shared = OnceCell::new();
    Side::repeated(move || {
        let generator: &LockMonoUlidGenerator<ULID, _, _> = shared
            .get_or_init(|| LockMonoUlidGenerator::new(MonotonicClock::default(), ThreadRandom));
        let id = generator.try_next_id(|_| std::hint::spin_loop());
        black_box(id.expect("no panic under the lock"));
    })
}

fn atomic() -> Side {
    // Creating the clock starts the thread.
    let shared = OnceCell::new();
    Side::bursts(SNOWFLAKES, MILLISECOND, move || {
        let generator: &AtomicSnowflakeGenerator<SnowflakeTwitterId, _> =
            shared.get_or_init(|| {
                AtomicSnowflakeGenerator::new(1, MonotonicClock::<1>::with_epoch(TWITTER_EPOCH))
            });
        black_box(generator.next_id(|_| std::hint::spin_loop()));
    })
}

//! The next id of formats other than UUIDs, compared with their own crates.

use std::hint::black_box;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ferroid::generator::LockMonoUlidGenerator;
use ferroid::id::ULID;
use ferroid::rand::ThreadRandom;
use ferroid::time::TimeSource;
use sortid::Format;
use svix_ksuid::KsuidLike;

use super::Row;
use super::next::{scru128, ulid};
use crate::side::Side;

const AT_MOST: f64 = 0.9;
const AT_MOST_OF_THE_OTHERS: f64 = 0.6;

/// The peer generates a text, and has no value type.
const AT_MOST_OF_A_TEXT: f64 = 0.15;

/// Numbers of ids per tick: a tick allows 4096, or 256.
pub(super) const SNOWFLAKES: u64 = 4000;
const SONYFLAKES: u64 = 250;

/// The number of ids per tick, which allows at least 2048.
const TSIDS: u64 = 2000;

/// A tick of a quarter of a second allows thousands. With this few, the clock soon catches up.
const SCRU64S: u64 = 500;

pub(super) const MILLISECOND: Duration = Duration::from_millis(1);

pub(super) fn rows() -> Vec<Row> {
    vec![
        Row::new("next ulid", Side::repeated(our_ulid))
            .beside("ulid", "ulid::Generator::generate", ulid())
            .at_most(AT_MOST),
        Row::new("next ulid", Side::repeated(our_ulid))
            .beside("ferroid", "ferroid ULID::now", Side::repeated(ulid_now))
            .at_most(AT_MOST),
        Row::new("next ulid", Side::repeated(our_ulid))
            .beside(
                "ferroid",
                "ferroid ULID, ordered, system clock",
                ordered_ulid(),
            )
            .at_most(AT_MOST),
        Row::new("next ksuid", Side::repeated(ksuid))
            .beside(
                "svix-ksuid",
                "svix_ksuid::Ksuid::now",
                Side::repeated(now_ksuid),
            )
            .at_most(AT_MOST),
        Row::new("next xid", Side::repeated(xid))
            .rested(Format::Xid)
            .beside("xid", "xid::new", Side::repeated(new_xid))
            .at_most(AT_MOST),
        Row::new("next object_id", Side::repeated(object_id))
            .rested(Format::ObjectId)
            .beside("bson", "bson::oid::ObjectId::new", Side::repeated(new_oid))
            .at_most(AT_MOST),
        Row::new("next snowflake", snowflakes())
            .beside(
                "snowflaked",
                "snowflaked::Generator::generate",
                snowflaked(),
            )
            .at_most(AT_MOST),
        Row::new("next snowflake", snowflakes()).beside(
            "snowflaked",
            "snowflaked::sync::Generator",
            snowflaked_sync(),
        ),
        Row::new("next sonyflake", sonyflakes())
            .in_fewer_rounds()
            .beside(
                "sonyflake",
                "sonyflake::Sonyflake::next_id",
                next_sonyflake(),
            )
            .at_most(AT_MOST),
        Row::new("next cuid", Side::repeated(cuid))
            .beside("cuid", CUID, Side::repeated(new_cuid))
            .at_most(AT_MOST_OF_A_TEXT),
        Row::new("next tsid", tsids())
            .beside("tsid", "tsid::create_tsid_1024", create_tsid())
            .at_most(AT_MOST_OF_THE_OTHERS),
        Row::new("next scru128", Side::repeated(our_scru128))
            .rested(Format::Scru128)
            .beside("scru128", "scru128::new", Side::repeated(scru128))
            .at_most(AT_MOST_OF_THE_OTHERS),
        Row::new("next scru64", Side::repeated(scru64).in_bursts_of(SCRU64S))
            .rested(Format::Scru64)
            .in_fewer_rounds()
            .beside("scru64", "scru64 GlobalGenerator", global_scru64())
            .at_most(AT_MOST_OF_THE_OTHERS),
        Row::new("next cuid, as text", Side::repeated(cuid_as_text)).beside(
            "cuid",
            CUID,
            Side::repeated(new_cuid),
        ),
    ]
}

pub(super) fn our_ulid() {
    black_box(sortid::ulid());
}

/// Random bits within a millisecond: unordered.
fn ulid_now() {
    black_box(ULID::now());
}

/// One ordered generator for all threads, like ours.
fn ordered_ulid() -> Side {
    let generator = LockMonoUlidGenerator::<ULID, _, _>::new(SystemClock, ThreadRandom);
    Side::repeated(move || {
        let id = generator.try_next_id(|_| std::hint::spin_loop());
        black_box(id.expect("no panic under the lock"));
    })
}

/// A clock that is read for each id, as a user can configure in ferroid.
struct SystemClock;

impl TimeSource<u128> for SystemClock {
    fn current_millis(&self) -> u128 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        since.map_or(0, |since| since.as_millis())
    }
}

fn ksuid() {
    black_box(sortid::ksuid());
}

fn now_ksuid() {
    black_box(svix_ksuid::Ksuid::now(None));
}

fn xid() {
    black_box(sortid::try_xid().expect("an xid"));
}

fn new_xid() {
    black_box(xid::new());
}

fn object_id() {
    black_box(sortid::try_object_id().expect("an ObjectId"));
}

fn new_oid() {
    black_box(bson::oid::ObjectId::new());
}

pub(super) fn snowflakes() -> Side {
    Side::bursts(SNOWFLAKES, MILLISECOND, || {
        black_box(sortid::try_snowflake().expect("a snowflake"));
    })
}

fn snowflaked() -> Side {
    let mut generator = snowflaked::Generator::new(1);
    Side::bursts(SNOWFLAKES, MILLISECOND, move || {
        black_box(generator.generate::<u64>());
    })
}

fn snowflaked_sync() -> Side {
    let generator = snowflaked::sync::Generator::new(1);
    Side::bursts(SNOWFLAKES, MILLISECOND, move || {
        black_box(generator.generate::<u64>());
    })
}

fn sonyflakes() -> Side {
    Side::bursts(SONYFLAKES, 10 * MILLISECOND, || {
        black_box(sortid::ids::try_sonyflake().expect("a sonyflake"));
    })
}

fn next_sonyflake() -> Side {
    let builder = sonyflake::Sonyflake::builder();
    let generator = builder.machine_id(&|| Ok(1)).finalize();
    let generator = generator.expect("a clock that reads less than 174 years after 2014");
    Side::bursts(SONYFLAKES, 10 * MILLISECOND, move || {
        black_box(generator.next_id().expect("a sonyflake"));
    })
}

fn tsids() -> Side {
    Side::bursts(TSIDS, MILLISECOND, || {
        black_box(sortid::try_tsid().expect("a tsid"));
    })
}

/// With a node of ten bits, as ours has.
fn create_tsid() -> Side {
    Side::bursts(TSIDS, MILLISECOND, || {
        black_box(tsid::create_tsid_1024());
    })
}

fn our_scru128() {
    black_box(sortid::ids::scru128());
}

fn scru64() {
    black_box(sortid::ids::try_scru64().expect("a scru64"));
}

fn global_scru64() -> Side {
    use scru64::generator::{GlobalGenerator, NodeSpec};
    let node = NodeSpec::with_node_id(1, 10).expect("a node of ten bits");
    // Initialized once per process: the rows may be requested again.
    let _ = GlobalGenerator.initialize(node);
    let side = Side::repeated(|| {
        black_box(GlobalGenerator.generate().expect("a scru64"));
    });
    side.in_bursts_of(SCRU64S)
}

const CUID: &str = "cuid::cuid1 (String)";

fn cuid() {
    black_box(sortid::ids::cuid());
}

fn cuid_as_text() {
    black_box(sortid::ids::cuid().to_text());
}

fn new_cuid() {
    black_box(cuid::cuid1());
}

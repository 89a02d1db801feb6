//! `snowflaked`: signed ids are Twitter's, unsigned ones also use the top bit.

use std::time::{Duration, SystemTime};

use snowflaked::{Builder, Generator, Snowflake};
use sortid::{AnyId, ErrorCode, Format, Options, Timestamp};

use super::{
    COUNT, assert_in_order, assert_now, assert_refused, assert_same_order, field, ours, read,
};

/// 2010-11-04T01:42:54.657Z.
const EPOCH_MS: u64 = 1_288_834_974_657;
/// 2015-01-01, Discord's epoch.
const DISCORD_MS: u64 = 1_420_070_400_000;

fn system(epoch_ms: u64, ticks: u64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_millis(epoch_ms + ticks)
}

fn generator(instance: u16, epoch_ms: u64) -> Generator {
    let builder = Builder::new().instance(instance);
    builder.epoch(system(epoch_ms, 0)).build()
}

#[test]
fn peer_ids_have_right_fields_and_order() {
    for instance in [0, 1, 31, 32, 389, 1023] {
        let mut generator = generator(instance, EPOCH_MS);
        let theirs = (0..COUNT).map(|_| {
            let theirs: i64 = generator.generate();
            let id = read(&theirs.to_string(), Format::Snowflake);
            assert_eq!(id.to_u64(), Ok(theirs.unsigned_abs()));
            let machine = field(&id, "datacenter") * 32 + field(&id, "worker");
            assert_eq!(machine, theirs.instance().into());
            assert_eq!(machine, instance.into());
            assert_eq!(field(&id, "sequence"), theirs.sequence().into());
            let time = system(EPOCH_MS, theirs.timestamp());
            assert_eq!(id.timestamp(), Ok(Timestamp::from(time)));
            assert_now(time);
            (theirs, id)
        });
        assert_same_order(theirs.collect());
    }
}

#[test]
fn peer_reads_our_ids_in_order() {
    let read = ours(Format::Snowflake).into_iter().map(|id| {
        let theirs: i64 = id.to_string().parse().expect("a number");
        assert_eq!(u128::from(theirs.timestamp()), field(&id, "timestamp_ms"));
        let machine = field(&id, "datacenter") * 32 + field(&id, "worker");
        assert_eq!(u128::from(theirs.instance()), machine);
        assert_eq!(u128::from(theirs.sequence()), field(&id, "sequence"));
        assert_now(system(EPOCH_MS, theirs.timestamp()));
        theirs
    });
    assert_in_order(&read.collect::<Vec<_>>());
}

/// 42 bits of time, as in Discord's snowflakes: the layout of `flake_idgen`.
#[test]
fn unsigned_id_of_another_epoch_is_read_with_that_epoch() {
    let options = Options::new().epoch_unix_ms(DISCORD_MS as i64);
    let mut theirs = generator(704, DISCORD_MS);
    for _ in 0..COUNT {
        let theirs: u64 = theirs.generate();
        let id = read(&theirs.to_string(), Format::FlakeIdgen);
        assert_eq!((field(&id, "datacenter"), field(&id, "worker")), (22, 0));
        assert_eq!(field(&id, "counter"), theirs.sequence().into());
        let time = system(DISCORD_MS, theirs.timestamp());
        assert_eq!(id.timestamp_with(&options), Ok(Timestamp::from(time)));
        assert_now(time);
    }
}

/// A large time overflows into the sign bit, which the peer drops without an error.
#[test]
fn peer_truncates_a_large_time() {
    let past = i64::from_parts(1 << 41, 0, 0);
    assert_eq!(past, 0);
    let time = Timestamp::from(system(EPOCH_MS, 1 << 41));
    let ours = AnyId::min_at(time, Format::Snowflake).map_err(|error| error.code());
    assert_eq!(ours, Err(ErrorCode::TimestampOutOfRange));
    let unsigned = u64::from_parts(1 << 41, 0, 0).to_string();
    assert_refused(&unsigned, Format::Snowflake, ErrorCode::OutOfRange, None);
}

//! Fields of generated ids: counters, random bits, nodes, and times up to their limits.

use crate::code;
use crate::common::{NOON_US, assert_increasing, at_us, ids_at, manual, ordered};
use sortid::options::{ClockSource, Order, Usage};
use sortid::{
    AnyId, ErrorCode, Format, Generator, Options, Scru160, Timeid, Timestamp, Uid11Xid, Uuid6,
    Uuid7, Uuid7Draft01, Uuid8,
};

#[test]
fn uuid6_clock_sequence_counts_from_a_kept_start() {
    let generator =
        Generator::<Uuid6>::with(&Options::new().clock(ClockSource::Manual)).expect("a generator");
    let at = |offset| generator.next_at(at_us(offset)).expect("an id");
    let (a, b, c) = (at(0), at(0), at(1));
    assert_eq!(b.clock_seq(), a.clock_seq() + 1);
    assert_eq!(
        c.clock_seq(),
        a.clock_seq(),
        "a new tick returns to the start"
    );
    assert!(a.clock_seq() < 1 << 13, "the top bit starts clear");
    assert_ne!(a.node(), b.node(), "nodes are drawn for each id");
    // A tick holds 2^14 ids less the start. The next id is in the next tick, 100 ns later.
    let mut last = c;
    for _ in 0..1 << 14 {
        let next = at(1);
        assert!(next > last);
        last = next;
    }
    let moved = last.timestamp_100ns_gregorian() - c.timestamp_100ns_gregorian();
    assert!((1..=2).contains(&moved), "{moved} ticks ahead");
}

#[test]
fn uuid7_counter_starts_random_with_top_bit_clear() {
    let options = Options::new().clock(ClockSource::Manual);
    let generator = Generator::<Uuid7>::with(&options).expect("a generator");
    let counter = |id: Uuid7| (u64::from(id.rand_a()) << 30) | (id.rand_b() >> 32);
    let mut starts = Vec::new();
    for ms in 0..1000 {
        let (a, b) = (
            generator.next_at(at_us(ms * 1000)).expect("an id"),
            generator.next_at(at_us(ms * 1000)).expect("an id"),
        );
        assert_eq!(counter(b), counter(a) + 1);
        assert_eq!(counter(a) >> 41, 0);
        starts.push(counter(a));
    }
    starts.sort_unstable();
    starts.dedup();
    assert_eq!(starts.len(), 1000);
    assert!(starts.last() > Some(&(1 << 40)), "all 41 bits are drawn");
}

#[test]
fn draft01_sequence_starts_at_zero_and_node_is_nonzero() {
    let options = Options::new().clock(ClockSource::Manual);
    let generator = Generator::<Uuid7Draft01>::with(&options).expect("a generator");
    for tick in 0..3 {
        for count in 0..5 {
            let id = generator.next_at(at_us(tick)).expect("an id");
            assert_eq!(id.subsec_seq_node() >> 48, count, "R-V7D-3");
            assert_ne!(id.subsec_seq_node() & ((1 << 48) - 1), 0);
        }
    }
}

#[test]
fn xid_values_of_one_millisecond_are_a_permutation() {
    let options = Options::new().clock(ClockSource::Manual).seed([3; 32]);
    let generator = Generator::<Uid11Xid>::with(&options).expect("a generator");
    let mut seen = vec![false; 1 << 22];
    let mut first = None;
    for _ in 0..1 << 22 {
        let id = generator.next_at(at_us(0)).expect("an id");
        assert_eq!(*first.get_or_insert(id.timestamp_ms()), id.timestamp_ms());
        let slot = &mut seen[id.random() as usize];
        assert!(
            !std::mem::replace(slot, true),
            "R-GEN-5: a value came twice"
        );
    }
    let next = generator.next_at(at_us(0)).expect("an id");
    assert_eq!(Some(next.timestamp_ms()), first.map(|ms| ms + 1));
}

#[test]
fn monotonic_xid_counts_up_by_one() {
    let options = Options::new().order(Order::Monotonic);
    let ids = ids_at(&manual(Format::Uid11Xid, options), [0; 50]);
    assert_increasing(&ids);
    let random = |id: &AnyId| id.field("random").expect("a field");
    assert_eq!(random(&ids[49]), random(&ids[0]) + 49);
}

#[test]
fn scru160_extends_counter_and_places_node() {
    let options = Options::new()
        .counter_bits(4)
        .counter_seed_bits(0)
        .node(0x2a5)
        .node_bits(10);
    let ids = ids_at(&manual(Format::Scru160, options), [0; 17]);
    assert_increasing(&ids);
    let field = |id: &AnyId, name| id.field(name).expect("a field");
    for (count, id) in ids.iter().enumerate() {
        let counter = field(id, "counter") << 4 | field(id, "random16") >> 12;
        assert_eq!(counter, count as i128);
        assert_eq!(field(id, "random16") & 0x3ff, 0x2a5);
    }
    let microsecond = Options::new().usage(Usage::Microsecond);
    let id = ids_at(&manual(Format::Scru160, microsecond), [7])[0];
    assert_eq!(field(&id, "counter") >> 6, i128::from((NOON_US + 7) % 1000));
    assert_eq!(
        field(&id, "counter") & 0x20,
        0,
        "the sixth bit starts clear"
    );
}

#[test]
fn machine_id_fills_top_bits_of_node() {
    let options = || Options::new().machine_id(0x5).machine_bits(3);
    let top = |format, options: Options, field: &str, width: u32| {
        for id in ids_at(&manual(format, options), [0; 20]) {
            let node = id.field(field).expect("a field") & ((1 << width) - 1);
            assert_eq!(node >> (width - 3), 0x5, "{format}");
        }
    };
    top(Format::Uuid6, options(), "node", 48);
    top(Format::Uuid7, options(), "rand_b", 32);
    top(Format::Uuid7Draft01, options(), "subsec_seq_node", 48);
    top(Format::Uuid8, options(), "custom_c", 62);
    top(Format::Uuid8, options().timestamp_bits(60), "custom_c", 54);
}

#[test]
fn timeid_skips_tick_minus_one() {
    let generator = Generator::<Timeid>::with(&Options::new().clock(ClockSource::Manual).node(3))
        .expect("a generator");
    let start = Timestamp::from_unix_us(-3);
    let times: Vec<i64> = (0..4)
        .map(|_| generator.next_at(start).expect("an id").timestamp_us())
        .collect();
    assert_eq!(times, [-3, -2, 0, 1], "R-TIMEID-3");
}

#[test]
fn scru160_rejects_reserved_times() {
    for seconds in [0, 281_474_976_710] {
        let generator = Generator::<Scru160>::with(&Options::new().clock(ClockSource::Manual))
            .expect("a generator");
        let last =
            Timestamp::new(seconds, if seconds == 0 { 0 } else { 655_000_000 }).expect("a time");
        assert_eq!(
            code(generator.next_at(last)),
            Some(ErrorCode::TimestampOutOfRange),
            "R-SCRU-2"
        );
    }
}

#[test]
fn times_beyond_the_field_are_rejected_and_forgotten() {
    for format in ordered() {
        let generator = manual(format, Options::new());
        let ids = ids_at(&generator, [0]);
        let far = Timestamp::new(1 << 60, 0).expect("a time");
        assert_eq!(
            code(generator.next_at(far)),
            Some(ErrorCode::TimestampOutOfRange),
            "{format}"
        );
        // The rejected reading does not make the next one a rollback.
        assert!(ids_at(&generator, [1000])[0] > ids[0]);
        let early = Timestamp::new(-(1 << 40), 0).expect("a time");
        let fresh = manual(format, Options::new());
        assert_eq!(
            code(fresh.next_at(early)),
            Some(ErrorCode::TimestampOutOfRange),
            "{format}"
        );
    }
}

#[test]
fn uuid8_supports_units_from_nanosecond_to_century() {
    let century_ns = 100 * 365 * 86_400 * 1_000_000_000u64;
    for (bits, unit_ns) in [
        (32, 1_000_000_000),
        (48, 1_000_000),
        (60, 100),
        (64, 1),
        (32, century_ns),
    ] {
        let layout = Options::new().timestamp_bits(bits as u64).unit_ns(unit_ns);
        let options = layout.clone().clock(ClockSource::Manual);
        let generator = Generator::<Uuid8>::with(&options).expect("a generator");
        let time = at_us(0);
        let id = AnyId::from(generator.next_at(time).expect("an id"));
        let unit = i128::from(unit_ns) * if bits == 64 { 16 } else { 1 };
        let floored = time.unix_ns().div_euclid(unit) * unit;
        assert_eq!(
            id.timestamp_with(&layout).expect("a time").unix_ns(),
            floored,
            "{bits} bits"
        );
        let next = Timestamp::from_unix_ns(time.unix_ns() + 1).expect("a time");
        let ids = AnyId::range_with(time, next, Format::Uuid8, &layout).expect("bounds");
        assert!(ids.contains(&id));
    }
}

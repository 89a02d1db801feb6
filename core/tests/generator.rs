//! The one algorithm under scripted clocks: the rulings on generating, one by one.
#![cfg(feature = "std")]

mod common;

use std::time::Duration;

use common::{
    NOON_US, assert_distinct, assert_increasing, at_us, ids_at, made, manual, ordered, timed,
};
use sortid::{
    ClockSource, Error, ErrorCode, Format, Generator, Id, OnExhausted, OnRollback, Options, Order,
    Precision, Reseed, RollbackTolerance, Scru160, Tid, Timeid, Timestamp, Uid11Fullrand,
    Uid11Snowish, Uid11Xid, Usage, Uuid6, Uuid7, Uuid7Draft01, Uuid8,
};

const SECOND: i64 = 1_000_000;

fn code<T>(result: Result<T, Error>) -> Option<ErrorCode> {
    result.err().map(|error| error.code())
}

fn unix_us(id: Id, options: &Options) -> i128 {
    let time = id.timestamp_with(options).expect("a time");
    time.unix_ns().div_euclid(1000)
}

/// The default layout of uuid8, named, so that its time can be read.
fn reading(format: Format) -> Options {
    match format {
        Format::Uuid8 => Options::new().timestamp_bits(48),
        _ => Options::new(),
    }
}

#[test]
fn ids_stay_in_order_through_every_tolerated_set_back() {
    for format in ordered() {
        let generator = manual(format, Options::new());
        let steps = [
            0,
            0,
            1,
            -1,
            -SECOND,
            -9 * SECOND,
            0,
            2,
            -10 * SECOND + 2,
            3,
            3,
            5 * SECOND,
        ];
        let ids = ids_at(&generator, steps);
        assert_increasing(&ids);
        assert_eq!(generator.status().rollbacks, 0, "{format}");
        assert_eq!(generator.status().ids, ids.len() as u64);
    }
}

#[test]
fn beyond_the_tolerance_time_follows_the_clock_or_is_refused() {
    for format in timed() {
        let generator = manual(format, Options::new());
        let first = ids_at(&generator, [0])[0];
        let back = generator.next_at(at_us(-11 * SECOND));
        match format {
            Format::Uid11Xid | Format::Uid11TsSeqRand | Format::Mastodon => {
                assert_eq!(code(back), Some(ErrorCode::ClockRollback), "{format}");
                // Asking again is the same set-back; the clock coming back ends it.
                assert!(generator.next_at(at_us(-11 * SECOND)).is_err());
                assert_eq!(generator.status().rollbacks, 1);
                assert!(generator.next_at(at_us(0)).is_ok());
            }
            _ => {
                let back = back.expect("a reset");
                assert!(back < first, "{format}: order is broken knowingly");
                assert_eq!(generator.status().rollbacks, 1);
                assert_increasing(&[back, ids_at(&generator, [-11 * SECOND])[0]]);
            }
        }
    }
}

#[test]
fn an_unlimited_tolerance_keeps_order_through_a_year_and_to_before_1970() {
    for format in ordered() {
        let options = Options::new()
            .rollback_tolerance_ms(RollbackTolerance::Unlimited)
            .max_lead_ms(1000);
        let generator = manual(format, options);
        let year = 365 * 86_400 * SECOND;
        let ids = ids_at(&generator, [0, -year, -NOON_US - SECOND, 0]);
        assert_increasing(&ids);
    }
}

#[test]
fn a_reset_draws_a_new_node_clock_sequence_or_counter() {
    let back = [0, -20 * SECOND, -40 * SECOND, -60 * SECOND];
    let nodes = |format, field| {
        let ids = ids_at(&manual(format, Options::new()), back);
        let nodes: Vec<_> = ids
            .iter()
            .map(|id| id.field(field).expect("a field"))
            .collect();
        nodes
    };
    for (format, field) in [
        (Format::Tid, "clock_id"),
        (Format::Timeid, "node"),
        (Format::Uid11Snowish, "machine"),
    ] {
        let mut drawn = nodes(format, field);
        drawn.sort_unstable();
        drawn.dedup();
        assert_eq!(drawn.len(), back.len(), "{format} drew a node twice");
    }
    // Of 2^13 starts four alike would be a miracle.
    let mut sequences = nodes(Format::Uuid6, "clock_seq");
    sequences.dedup();
    assert!(sequences.len() > 1);
}

#[test]
fn a_node_is_never_drawn_twice_and_then_the_reset_is_refused() {
    let seeded = Options::new().seed([5; 32]);
    let generator = manual(Format::Timeid, seeded);
    let mut ids = Vec::new();
    for round in 0..32 {
        ids.push(
            generator
                .next_at(at_us(-20 * SECOND * round))
                .expect("a node is left"),
        );
    }
    let refused = generator.next_at(at_us(-20 * SECOND * 32));
    assert_eq!(code(refused), Some(ErrorCode::ClockRollback));
    let mut nodes: Vec<_> = ids.iter().map(|id| id.field("node")).collect();
    nodes.sort_unstable_by_key(|node| node.unwrap_or(-1));
    nodes.dedup();
    assert_eq!(nodes.len(), 32);
    assert!(nodes.iter().all(|node| node.is_ok_and(|node| node < 32)));
}

#[test]
fn what_draws_too_little_never_passes_a_tick_twice() {
    // After a reset the ticks that were passed stay closed.
    let reset = || Options::new().on_rollback(OnRollback::Reset);
    for (format, options) in [
        (Format::Tid, reset().clock_id(7)),
        (Format::Uid11Snowish, reset().machine(7)),
        (Format::Uid11Xid, reset()),
        (Format::Uid11TsSeqRand, reset()),
    ] {
        let generator = manual(format, options);
        let mut ids = ids_at(&generator, [0, 100_000, 200_000]);
        ids.extend(ids_at(&generator, [-30 * SECOND, -30 * SECOND + 1000]));
        for offset in [0, 100_000, 150_000, 200_000] {
            let passed = generator.next_at(at_us(offset));
            assert_eq!(
                code(passed),
                Some(ErrorCode::ClockRollback),
                "{format}, {offset} µs"
            );
        }
        ids.extend(ids_at(&generator, [201_000, 201_000]));
        assert_distinct(ids);
    }
}

#[test]
fn a_node_given_after_a_reset_repeats_nothing() {
    let generator = manual(Format::Tid, Options::new());
    let first = ids_at(&generator, [0])[0];
    // The reset draws another node; given back, the first one must not pass its ticks again.
    ids_at(&generator, [-20 * SECOND]);
    let node = first.field("clock_id").expect("a field");
    let with = Reseed::new().node(node.try_into().expect("a node"));
    generator.reseed(with).expect("reseeded");
    assert_eq!(
        code(generator.next_at(at_us(0))),
        Some(ErrorCode::ClockRollback)
    );
    assert!(generator.next_at(at_us(1)).is_ok());
}

#[test]
fn the_default_is_to_refuse_where_nothing_rules_out_a_repeat() {
    let fixed = [
        (Format::Tid, Options::new().clock_id(1)),
        (Format::Timeid, Options::new().node(1)),
        (Format::Uid11Snowish, Options::new().machine(1)),
        (Format::Uuid8, Options::new().node(1)),
        (Format::Mastodon, Options::new()),
        (Format::Tsid, Options::new().node(1)),
        (Format::Tsid, Options::new().node_bits(0)),
        (Format::Scru64, Options::new().node_id(1)),
    ];
    for (format, options) in fixed {
        let generator = manual(format, options);
        ids_at(&generator, [0]);
        let refused = generator.next_at(at_us(-11 * SECOND));
        assert_eq!(code(refused), Some(ErrorCode::ClockRollback), "{format}");
    }
}

#[test]
fn the_lead_never_passes_its_limit() {
    for format in timed() {
        if format == Format::Uuid6 {
            continue; // ten ticks a microsecond: see the test of uuid6 below
        }
        let unit_us = i128::from(format.resolution_ns().unwrap_or(1_000_000) / 1000);
        let generator = manual(format, Options::new().max_lead_ms(3));
        let mut last = None;
        for _ in 0..3100 {
            match generator.next_at(at_us(0)) {
                Ok(id) => {
                    let ahead = unix_us(id, &reading(format)) - i128::from(NOON_US);
                    assert!(ahead <= 3000, "{format} is {ahead} µs ahead");
                    last = Some(ahead);
                }
                Err(error) => {
                    assert_eq!(error.code(), ErrorCode::CounterExhausted, "{format}");
                    assert!(last >= Some(3000 - unit_us), "{format} stopped at {last:?}");
                    break;
                }
            }
        }
        assert!(generator.status().lead_ns <= 3_000_000);
    }
}

#[test]
fn exhausted_counters_of_the_sixteen_move_on_or_refuse() {
    for (format, room) in [
        (Format::LexicalUuid, 1),
        (Format::Snowflake, 4096),
        (Format::Flake, 65_536),
        (Format::ShardingId, 1024),
        (Format::FlakeIdgen, 4096),
        (Format::Sonyflake, 256),
        (Format::Cuid, 631_040),
    ] {
        let refusing = manual(format, Options::new().on_exhausted(OnExhausted::Error));
        let going_on = manual(format, Options::new());
        let noon = ids_at(&refusing, std::iter::repeat_n(0, room));
        let first = ids_at(&going_on, std::iter::repeat_n(0, room))[0];
        assert!(
            noon.iter().all(|id| id.timestamp() == noon[0].timestamp()),
            "{format}"
        );
        match refusing.next_at(at_us(0)) {
            // Its start is random: there is so much room at least.
            Ok(_) => assert_eq!(format, Format::Cuid),
            refused => assert_eq!(code(refused), Some(ErrorCode::CounterExhausted), "{format}"),
        }
        if format != Format::Cuid {
            let next = ids_at(&going_on, [0])[0];
            let unit_ns = i128::from(format.resolution_ns().expect("a time"));
            let at = |id: Id| id.timestamp().expect("a time").unix_ns();
            // Of lexical_uuid each id is a tick.
            assert_eq!(at(next) - at(first), unit_ns, "{format}");
        }
    }
}

#[test]
fn lead_is_counted_from_the_highest_reading() {
    // A set-back within the tolerance leaves that reading: R-GEN-1.
    let generator = manual(Format::Tid, Options::new().max_lead_ms(0));
    ids_at(&generator, [0]);
    assert_eq!(
        code(generator.next_at(at_us(0))),
        Some(ErrorCode::CounterExhausted)
    );
    assert_eq!(
        code(generator.next_at(at_us(-SECOND))),
        Some(ErrorCode::CounterExhausted)
    );
    assert!(generator.next_at(at_us(1)).is_ok());
}

#[test]
fn an_exhausted_counter_is_an_error_if_asked_for() {
    let error = || Options::new().on_exhausted(OnExhausted::Error);
    let full = |format, options: Options, ids: usize| {
        let generator = manual(format, options);
        let made = ids_at(&generator, std::iter::repeat_n(0, ids));
        assert_distinct(made);
        let refused = generator.next_at(at_us(0));
        assert_eq!(code(refused), Some(ErrorCode::CounterExhausted), "{format}");
        assert!(
            generator.next_at(at_us(SECOND)).is_ok(),
            "a new tick is a new counter"
        );
    };
    full(Format::Tid, error(), 1);
    full(Format::Timeid, error(), 1);
    full(Format::Uid11Snowish, error(), 4096);
    full(Format::Uid11TsSeqRand, error(), 4096);
    full(Format::Uuid7Draft01, error(), 1 << 14);
    full(
        Format::Uuid7Draft01,
        error().precision(Precision::Ms),
        1 << 12,
    );
    full(
        Format::Uuid7Draft01,
        error().precision(Precision::Ns),
        1 << 8,
    );
    full(Format::Uuid8, error(), 1 << 12);
    full(Format::Uuid8, error().timestamp_bits(60), 1 << 8);
    full(Format::Scru160, error().counter_seed_bits(0), 1 << 16);
    let microsecond = error().usage(Usage::Microsecond).counter_seed_bits(0);
    full(Format::Scru160, microsecond, 1 << 6);
}

#[test]
fn uuid6_counts_in_its_clock_sequence_from_a_kept_start() {
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
    // 2^14 less the start fit into a tick; then the tick moves on by 100 ns.
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
fn uuid7_starts_its_counter_at_random_with_the_top_bit_clear() {
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
fn draft01_sequences_start_at_zero_and_nodes_are_never_zero() {
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
fn a_millisecond_of_xid_is_a_permutation() {
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
fn a_monotonic_xid_counts_up_from_a_random_start() {
    let options = Options::new().order(Order::Monotonic);
    let ids = ids_at(&manual(Format::Uid11Xid, options), [0; 50]);
    assert_increasing(&ids);
    let random = |id: &Id| id.field("random").expect("a field");
    assert_eq!(random(&ids[49]), random(&ids[0]) + 49);
}

#[test]
fn scru160_extends_its_counter_and_places_a_node() {
    let options = Options::new()
        .counter_bits(4)
        .counter_seed_bits(0)
        .node_id(0x2a5)
        .node_bits(10);
    let ids = ids_at(&manual(Format::Scru160, options), [0; 17]);
    assert_increasing(&ids);
    let field = |id: &Id, name| id.field(name).expect("a field");
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
fn a_machine_id_stands_on_top_of_the_node() {
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
fn a_timeid_steps_over_minus_one() {
    let generator = Generator::<Timeid>::with(&Options::new().clock(ClockSource::Manual).node(3))
        .expect("a generator");
    let start = Timestamp::from_unix_us(-3);
    let times: Vec<i64> = (0..4)
        .map(|_| generator.next_at(start).expect("an id").timestamp_us())
        .collect();
    assert_eq!(times, [-3, -2, 0, 1], "R-TIMEID-3");
}

#[test]
fn reserved_times_of_scru160_are_never_made() {
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
fn times_beyond_a_field_are_refused_and_forgotten() {
    for format in ordered() {
        let generator = manual(format, Options::new());
        let ids = ids_at(&generator, [0]);
        let far = Timestamp::new(1 << 60, 0).expect("a time");
        assert_eq!(
            code(generator.next_at(far)),
            Some(ErrorCode::TimestampOutOfRange),
            "{format}"
        );
        // The refused reading is no set-back for the next one.
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
fn a_reading_before_the_first_time_is_a_set_back() {
    let early = Timestamp::new(-(1 << 40), 0).expect("a time");
    for (format, error) in [
        (Format::Uuid7, ErrorCode::TimestampOutOfRange),
        (Format::Uid11Xid, ErrorCode::ClockRollback),
    ] {
        let generator = manual(format, Options::new());
        ids_at(&generator, [0]);
        assert_eq!(code(generator.next_at(early)), Some(error), "{format}");
        assert_eq!(generator.status().rollbacks, 1);
        assert!(generator.next_at(at_us(0)).is_ok());
    }
}

#[test]
fn a_seed_gives_the_same_ids() {
    for format in made() {
        let seeded = || manual(format, Options::new().seed([9; 32]));
        let steps = [0, 0, 1, 1000, 1000, 1000, -500, 5000];
        let ids = ids_at(&seeded(), steps);
        assert_eq!(ids, ids_at(&seeded(), steps), "{format}");
        assert_ne!(
            ids,
            ids_at(&manual(format, Options::new().seed([10; 32])), steps),
            "{format}"
        );
    }
}

#[test]
fn fills_are_the_ids_of_single_calls() {
    for format in made() {
        let generator = Generator::dynamic(format, &Options::new()).expect("a generator");
        let before = generator.next().expect("an id");
        let mut ids = vec![before; 1000];
        assert_eq!(generator.fill(&mut ids).complete(), Ok(1000));
        let mut texts = vec![0; 300 * format.text_len()];
        assert_eq!(generator.fill_text(&mut texts).complete(), Ok(300));
        let mut bytes = vec![0; 300 * format.byte_len()];
        assert_eq!(generator.fill_bytes(&mut bytes).complete(), Ok(300));
        let texts = texts.chunks(format.text_len());
        let texts = texts.map(|text| text.split(|&byte| byte == 0).next().unwrap_or_default());
        ids.extend(texts.map(|text| Id::parse(text, format).expect("a text")));
        let bytes = bytes.chunks(format.byte_len());
        ids.extend(bytes.map(|bytes| Id::from_bytes(bytes, format).expect("bytes")));
        if format.bits() == 64 {
            let mut ints = [0; 100];
            assert_eq!(generator.fill_u64(&mut ints).complete(), Ok(100));
            ids.extend(
                ints.iter()
                    .map(|&int| Id::from_u64(int, format).expect("an integer")),
            );
        } else {
            let refused = generator.fill_u64(&mut [0; 2]);
            assert_eq!(code(refused.complete()), Some(ErrorCode::NotApplicable));
        }
        if format.is_ordered() {
            assert_increasing(&ids);
        }
        assert_distinct(ids);
        let odd = generator.fill_bytes(&mut [0; 7]);
        assert_eq!(
            (odd.ids, code(odd.complete())),
            (0, Some(ErrorCode::InvalidLength))
        );
    }
}

#[test]
fn a_fill_tells_how_far_it_came() {
    // A tick of a day holds 4096 ids, however slow the machine.
    let day_ns = 86_400_000_000_000;
    let options = Options::new()
        .on_exhausted(OnExhausted::Error)
        .unit_ns(day_ns);
    let generator = Generator::<Uuid8>::with(&options).expect("a generator");
    let before = generator.next().expect("an id");
    let mut ids = [before; 5000];
    let filled = generator.fill(&mut ids);
    assert_eq!(code(filled.complete()), Some(ErrorCode::CounterExhausted));
    assert_eq!(filled.ids, 4095);
    assert!(ids[..filled.ids].iter().all(|id| *id > before));
    assert!(ids[filled.ids..].iter().all(|id| *id == before));
}

#[test]
fn an_id_is_never_older_than_its_call_by_more_than_a_unit() {
    for format in timed().filter(|&format| format != Format::Uuid8) {
        let generator = Generator::dynamic(format, &Options::new()).expect("a generator");
        let unit_ns = i128::from(format.resolution_ns().expect("a time"));
        let until = Timestamp::now().unix_ns() + 20_000_000;
        while Timestamp::now().unix_ns() < until {
            // In bursts, so that most ids are made without a look at the clock.
            for _ in 0..20 {
                let before = Timestamp::now().unix_ns();
                let id = generator.next().expect("an id");
                let time = id.timestamp().expect("a time").unix_ns();
                assert!(before - time <= unit_ns, "{format}: {} ns", before - time);
                let _ = generator.next();
            }
        }
    }
}

#[test]
fn without_lead_the_clock_is_waited_for() {
    let generator = Generator::<Tid>::with(&Options::new().max_lead_ms(0)).expect("a generator");
    for _ in 0..2000 {
        let before = Timestamp::now();
        let id = Id::from(generator.next().expect("an id"));
        let after = Timestamp::now();
        let time = id.timestamp().expect("a time");
        assert!(
            time.unix_ns() + 1000 > before.unix_ns(),
            "no older than the call"
        );
        assert!(time <= after, "not ahead of the clock");
    }
}

#[test]
fn who_has_no_patience_is_not_made_to_wait() {
    // Few ids in a long tick: however slow a machine makes them, the lead is used up before the clock goes on.
    let options = Options::new()
        .timestamp_bits(60)
        .unit_ns(500_000_000)
        .max_lead_ms(1000);
    let generator = Generator::<Uuid8>::with(&options).expect("a generator");
    let none = Duration::ZERO;
    let mut last = generator.next().expect("an id");
    let refused = (0..10_000).find(|_| {
        let id = generator.next_within(none).expect("no error");
        id.is_none_or(|id| {
            assert!(id > last);
            last = id;
            false
        })
    });
    assert!(refused.is_some(), "ids without end");
    let id = generator.next_within(Duration::from_secs(60));
    assert!(id.expect("no error").expect("the clock goes on") > last);
    let manual =
        Generator::<Tid>::with(&Options::new().clock(ClockSource::Manual)).expect("a generator");
    assert_eq!(
        code(manual.next_within(none)),
        Some(ErrorCode::InvalidOption)
    );
}

#[test]
fn clocks_and_calls_must_match() {
    let system = Generator::<Tid>::new().expect("a generator");
    assert_eq!(
        code(system.next_at(at_us(0))),
        Some(ErrorCode::InvalidOption),
        "R-GEN-9"
    );
    let manual =
        Generator::<Tid>::with(&Options::new().clock(ClockSource::Manual)).expect("a generator");
    assert_eq!(code(manual.next()), Some(ErrorCode::InvalidOption));
    assert_eq!(
        code(manual.fill_u64(&mut [0]).complete()),
        Some(ErrorCode::InvalidOption)
    );
    let id = Tid::from_u64(0).expect("a tid");
    assert_eq!(code(manual.next_after(id)), Some(ErrorCode::InvalidOption));
    assert_eq!(
        code(system.next_after_at(id, at_us(0))),
        Some(ErrorCode::InvalidOption)
    );
}

#[test]
fn next_after_is_greater_than_the_given_id_and_all_before() {
    for format in timed() {
        // Of ticks of a second the default lead is one, which the received id takes.
        let unit_ms = format.resolution_ns().unwrap_or(1) / 1_000_000;
        let lead_ms = (8 * unit_ms).max(1000);
        let options = Options::new().max_lead_ms(lead_ms);
        let (ours, theirs) = (
            manual(format, options.clone()),
            manual(format, options.clone()),
        );
        let mut known = ids_at(&ours, [0, 0]);
        for lead in [0, 400_000, -400_000, 900_000] {
            let received = ids_at(&theirs, [lead])[0];
            let next = ours
                .next_after_at(received, at_us(0))
                .expect("within the lead");
            assert!(next > received, "{format}");
            assert!(known.iter().all(|&id| id < next), "{format}");
            known.push(next);
        }
        let far = SECOND + lead_ms as i64 * 1000;
        let far = ids_at(&manual(format, options), [far])[0];
        let refused = ours.next_after_at(far, at_us(0));
        assert_eq!(
            code(refused),
            Some(ErrorCode::TimestampOutOfRange),
            "R-GEN-10, {format}"
        );
    }
    let tid = Generator::dynamic(Format::Tid, &Options::new()).expect("a generator");
    let other = sortid::uuid7().into();
    assert_eq!(code(tid.next_after(other)), Some(ErrorCode::NotApplicable));
    let random = Generator::<Uid11Fullrand>::new().expect("a generator");
    let id = random.next().expect("an id");
    assert_eq!(code(random.next_after(id)), Some(ErrorCode::NotApplicable));
}

#[test]
fn reseeding_draws_anew_and_keeps_order() {
    for format in ordered() {
        let generator = Generator::dynamic(format, &Options::new()).expect("a generator");
        let mut ids = Vec::new();
        for _ in 0..20 {
            ids.push(generator.next().expect("an id"));
            generator.reseed(Reseed::new()).expect("reseeded");
        }
        assert_increasing(&ids);
    }
}

#[test]
fn reseeding_takes_a_seed_or_a_node() {
    let generator = manual(Format::Uuid7, Options::new().seed([1; 32]));
    ids_at(&generator, [0]);
    generator
        .reseed(Reseed::new().seed([2; 32]))
        .expect("reseeded");
    let again = manual(Format::Uuid7, Options::new().seed([2; 32]));
    assert_eq!(ids_at(&generator, [5000]), ids_at(&again, [5000]));

    let fixed = manual(Format::Uid11Snowish, Options::new().machine(4));
    assert_eq!(
        code(fixed.reseed(Reseed::new())),
        Some(ErrorCode::ForkedGenerator)
    );
    assert_eq!(
        code(fixed.reseed(Reseed::new().node(1024))),
        Some(ErrorCode::InvalidOption)
    );
    fixed.reseed(Reseed::new().node(5)).expect("reseeded");
    let id = Uid11Snowish::try_from(ids_at(&fixed, [0])[0]).expect("a snowish");
    assert_eq!(id.machine(), 5);
    let no_node = manual(Format::Uuid7, Options::new());
    assert_eq!(
        code(no_node.reseed(Reseed::new().node(5))),
        Some(ErrorCode::InvalidOption)
    );
}

#[test]
fn ids_of_one_nanosecond_and_of_a_century_as_uuid8() {
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
        let id = Id::from(generator.next_at(time).expect("an id"));
        let unit = i128::from(unit_ns) * if bits == 64 { 16 } else { 1 };
        let floored = time.unix_ns().div_euclid(unit) * unit;
        assert_eq!(
            id.timestamp_with(&layout).expect("a time").unix_ns(),
            floored,
            "{bits} bits"
        );
        let next = Timestamp::from_unix_ns(time.unix_ns() + 1).expect("a time");
        let ids = Id::range_with(time, next, Format::Uuid8, &layout).expect("bounds");
        assert!(ids.contains(&id));
    }
}

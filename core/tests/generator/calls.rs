//! Calls of a generator: seeds, fills, `next_after`, `reseed`.

use crate::common::{
    NOON_US, assert_distinct, assert_increasing, at_us, ids_at, made, manual, ordered, timed,
};
use crate::{SECOND, code};
use sortid::options::{ClockSource, OnExhausted};
use sortid::{
    AnyId, ErrorCode, Format, Generator, Options, Reseed, Tid, Timestamp, Uid11Fullrand,
    Uid11Snowish, Uuid4, Uuid8,
};

#[test]
fn same_seed_yields_same_ids() {
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
fn same_seed_yields_same_ids_with_system_clock() {
    // Long enough to measure the rate of the cycle counter.
    let seeded = || Generator::<Uuid4>::with(&Options::new().seed([9; 32])).expect("a generator");
    let (a, b) = (seeded(), seeded());
    for _ in 0..500_000 {
        assert_eq!(a.next(), b.next());
    }
}

#[test]
fn fills_yield_distinct_ordered_ids() {
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
        ids.extend(texts.map(|text| AnyId::parse(text, format).expect("a text")));
        let bytes = bytes.chunks(format.byte_len());
        ids.extend(bytes.map(|bytes| AnyId::from_bytes(bytes, format).expect("bytes")));
        if format.bits() == 64 {
            let mut ints = [0; 100];
            assert_eq!(generator.fill_u64(&mut ints).complete(), Ok(100));
            ids.extend(
                ints.iter()
                    .map(|&int| AnyId::from_u64(int, format).expect("an integer")),
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
fn failed_fill_reports_number_of_ids_written() {
    // A tick holds 4096 ids. It lasts a day, so it does not end even on a slow machine.
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
fn calls_reject_the_wrong_clock_source() {
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
fn next_after_exceeds_given_and_all_previous_ids() {
    for format in timed() {
        // With ticks of a second the default lead is one tick, which the received id uses up.
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
        let error = refused.expect_err("beyond the lead");
        assert_eq!(error.code().name(), "lead_exceeded", "{format}");
        assert_eq!(error.subject(), Some("max_lead_ms"), "{format}");
    }
    let tid = Generator::dynamic(Format::Tid, &Options::new()).expect("a generator");
    let other = sortid::uuid7().into();
    assert_eq!(code(tid.next_after(other)), Some(ErrorCode::NotApplicable));
    let random = Generator::<Uid11Fullrand>::new().expect("a generator");
    let id = random.next().expect("an id");
    assert_eq!(code(random.next_after(id)), Some(ErrorCode::NotApplicable));
}

/// The last microsecond of a tid.
const LAST_TID_US: i128 = (1 << 53) - 1;

fn tid_at(unix_us: i128) -> Tid {
    Tid::from_fields([("timestamp_us", unix_us)]).expect("a tid")
}

#[test]
fn next_after_reports_which_limit_was_exceeded() {
    let names = |generator: &Generator<Tid>| {
        let ahead = Timestamp::now().unix_ns() / 1000 + 600 * i128::from(SECOND);
        let made = [ahead, LAST_TID_US].map(|us| generator.next_after(tid_at(us)));
        made.map(|made| made.map_err(|error| error.code().name()))
    };
    let generator = Generator::<Tid>::new().expect("a generator");
    let refused = [Err("lead_exceeded"), Err("timestamp_out_of_range")];
    assert_eq!(names(&generator), refused, "the first id");
    generator.next().expect("an id");
    assert_eq!(names(&generator), refused, "a later id");
}

#[test]
fn large_max_lead_continues_any_tid() {
    // In atproto a `rev` follows the previous one, whatever the clock of that one.
    let options = Options::new().max_lead_ms(10_000_000_000_000);
    for previous in [i128::from(NOON_US), 1 << 52, LAST_TID_US - 2] {
        let generator = Generator::<Tid>::with(&options).expect("a generator");
        let first = generator.next_after(tid_at(previous)).expect("no limit");
        let second = generator.next().expect("no wait");
        assert!(first > tid_at(previous) && second > first, "{previous}");
        if previous > i128::from(NOON_US) {
            assert_eq!(i128::from(first.timestamp_us()), previous + 1);
            assert_eq!(i128::from(second.timestamp_us()), previous + 2);
        }
    }
}

#[test]
fn reseed_keeps_order() {
    const ROUNDS: usize = 20;
    for format in ordered() {
        // Each reseed starts a new tick. The clock stands still, so ids run ahead of it.
        let stands_still = manual(format, Options::new().max_lead_ms(600_000));
        let mut ids = Vec::new();
        for _ in 0..ROUNDS {
            ids.extend(ids_at(&stands_still, [0]));
            stands_still.reseed(Reseed::new()).expect("reseeded");
        }
        assert_increasing(&ids);
        // Also with the system clock, if ticks are short enough to wait for.
        if format.resolution_ns().is_some_and(|tick| tick > 10_000_000) {
            continue;
        }
        let generator = Generator::dynamic(format, &Options::new()).expect("a generator");
        let mut ids = Vec::new();
        for _ in 0..ROUNDS {
            ids.push(generator.next().expect("an id"));
            generator.reseed(Reseed::new()).expect("reseeded");
        }
        assert_increasing(&ids);
    }
}

#[test]
fn reseed_accepts_seed_or_node() {
    let generator = manual(Format::Uuid7, Options::new().seed([1; 32]));
    ids_at(&generator, [0]);
    generator
        .reseed(Reseed::new().seed([2; 32]))
        .expect("reseeded");
    let again = manual(Format::Uuid7, Options::new().seed([2; 32]));
    assert_eq!(ids_at(&generator, [5000]), ids_at(&again, [5000]));

    let fixed = manual(Format::Uid11Snowish, Options::new().node(4));
    assert_eq!(
        code(fixed.reseed(Reseed::new())),
        Some(ErrorCode::ForkedGenerator)
    );
    let too_large = fixed.reseed(Reseed::new().node(1024));
    assert_eq!(
        too_large.expect_err("too large").to_string(),
        "invalid_option: node of a uid11_snowish is 0 to 1023, not 1024"
    );
    fixed.reseed(Reseed::new().node(5)).expect("reseeded");
    let id = Uid11Snowish::try_from(ids_at(&fixed, [0])[0]).expect("a snowish");
    assert_eq!(id.machine(), 5);
    let no_node = manual(Format::Uuid7, Options::new());
    let absent = no_node.reseed(Reseed::new().node(5));
    assert_eq!(
        absent.expect_err("no node").to_string(),
        "invalid_option: the ids of this generator have no node"
    );
}

#[test]
fn reseed_starts_one_new_tick_and_counts_from_there() {
    let generator = manual(Format::Uid11Snowish, Options::new().node(4));
    ids_at(&generator, [0]);
    generator.reseed(Reseed::new().node(5)).expect("reseeded");
    let ids = ids_at(&generator, [0, 0, 0]);
    assert!(ids.iter().all(|id| id.timestamp() == ids[0].timestamp()));
    assert_increasing(&ids);
}

#[test]
fn status_counts_ids_of_all_calls() {
    let generator = Generator::<Tid>::new().expect("a generator");
    let id = generator.next().expect("an id");
    assert_eq!(generator.fill(&mut [id; 100]).complete(), Ok(100));
    for _ in 0..50 {
        generator.next().expect("an id");
    }
    assert_eq!(generator.status().ids, 151);
}

#[test]
fn node_is_that_of_the_ids() {
    let node = |generator: &Generator<AnyId>| generator.node().expect("a node");
    let in_id = |generator: &Generator<AnyId>, field| {
        let field = ids_at(generator, [-60 * SECOND])[0].field(field);
        Some(field.expect("a field") as u64)
    };
    let drawn = manual(Format::Tid, Options::new());
    let first = node(&drawn);
    assert_eq!(
        ids_at(&drawn, [0])[0].field("clock_id").ok(),
        first.map(i128::from)
    );
    // A reset and a reseed draw other nodes.
    let second = in_id(&drawn, "clock_id");
    assert_ne!(second, first);
    assert_eq!(node(&drawn), second);
    drawn.reseed(Reseed::new()).expect("reseeded");
    let third = node(&drawn);
    assert_ne!(third, second);
    assert_eq!(in_id(&drawn, "clock_id"), third);
    drawn.reseed(Reseed::new().node(9)).expect("reseeded");
    assert_eq!(node(&drawn), Some(9));
    let options = Options::new();
    for (format, options, expected) in [
        (
            Format::Snowflake,
            options.clone().datacenter(3).worker(1),
            Some(97),
        ),
        (
            Format::Scru64,
            options.clone().node(42).node_bits(8),
            Some(42),
        ),
        (Format::Uuid7, options.clone().machine_id(7), Some(7)),
        (Format::Uuid7, options.clone().node(8), Some(8)),
        (Format::Scru160, options.clone().node(5), Some(5)),
        (Format::Uuid8, options.clone().node(6), Some(6)),
        (Format::Tsid, options.clone().node_bits(0), None),
        (Format::Uuid7, options.clone(), None),
        (Format::Ulid, options, None),
    ] {
        assert_eq!(node(&manual(format, options)), expected, "{format}");
    }
}

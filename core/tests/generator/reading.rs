//! Reading ids with the options of a generator, and with the generator itself.

use crate::code;
use crate::common::{NOON_US, at_us, made};
use sortid::options::{
    ClockSource, Epoch, OPTIONS, OnRollback, OptionKind, OptionValue, Preset, Usage,
};
use sortid::{AnyId, ErrorCode, Format, Generator, Options, Snowflake, Timestamp, Uuid8};

/// Returns sets of generator options that the format accepts.
fn options_of(format: Format) -> Vec<Options> {
    let with = |options: Options| options.clock(ClockSource::Manual);
    let node = |name: &str| {
        let mut options = Options::new();
        let is_for = OPTIONS
            .iter()
            .any(|option| option.name == name && option.is_for(format));
        let given = options.set(name, OptionValue::Int(1));
        (is_for && given.is_ok()).then_some(options)
    };
    let nodes = ["node", "machine_id"];
    let mut all: Vec<_> = nodes.iter().filter_map(|name| node(name)).collect();
    all.push(Options::new().allow_fork(true).seed([3; 32]));
    let chooses = matches!(format, Format::Uuid8 | Format::Custom64);
    if format.resolution_ns().is_some() || chooses {
        all.push(Options::new().max_lead_ms(7).on_rollback(OnRollback::Error));
    }
    let own = |name: &str| format.options().contains(&name);
    if own("epoch") && format != Format::Sonyflake {
        all.push(Options::new().epoch(Epoch::Discord));
    }
    if own("usage") {
        all.push(Options::new().usage(Usage::Microsecond).counter_bits(4));
    }
    if own("preset") {
        all.push(Options::new().preset(Preset::Yitter).node_bits(8).node(9));
        all.push(Options::new().node_bits(12).sequence_bits(0));
    }
    if format == Format::Uuid8 {
        all.push(
            Options::new()
                .timestamp_bits(60)
                .unit_ns(1000)
                .machine_id(5),
        );
    }
    all.into_iter().map(with).collect()
}

#[test]
fn reading_accepts_generator_options() {
    let (from, to) = (at_us(0), at_us(5_000_000));
    for format in made() {
        for options in options_of(format) {
            let generator = Generator::dynamic(format, &options).expect("right options");
            let id = generator.next_at(at_us(0)).expect("an id");
            let time = generator.timestamp(id);
            if matches!(format, Format::Uuid8 | Format::Custom64)
                && id.timestamp_with(&options).is_err()
            {
                assert!(time.is_ok(), "a generator knows its layout");
                continue;
            }
            assert_eq!(time, id.timestamp_with(&options), "{format} {options:?}");
            let range = generator.range(from, to);
            assert_eq!(
                range,
                AnyId::range_with(from, to, format, &options),
                "{format}"
            );
            let Ok(time) = time else {
                assert_eq!(code(time), Some(ErrorCode::NotApplicable), "{format}");
                continue;
            };
            assert!(
                range.expect("a range").contains(&id),
                "{format} {options:?}"
            );
            let least = AnyId::min_at_with(time, format, &options).expect("a bound");
            let greatest = AnyId::max_at_with(time, format, &options).expect("a bound");
            assert!((least..=greatest).contains(&id), "{format} {options:?}");
        }
    }
}

#[test]
fn generator_only_options_do_not_narrow_ranges() {
    let (from, to) = (at_us(0), at_us(5_000_000));
    let all = AnyId::range(from, to, Format::Snowflake);
    let node = Options::new().node(3).max_lead_ms(7);
    assert_eq!(AnyId::range_with(from, to, Format::Snowflake, &node), all);
    let layout = Options::new().timestamp_bits(48);
    let all = Uuid8::range_with(from, to, &layout);
    let mut other = layout.clone().machine_id(5).machine_bits(4);
    assert_eq!(Uuid8::range_with(from, to, &other), all);
    other = layout.node(1);
    assert_eq!(Uuid8::range_with(from, to, &other), all);
}

#[test]
fn reading_rejects_invalid_generator_options() {
    let id = Snowflake::min_at(at_us(0)).expect("a bound");
    for (options, subject) in [
        (Options::new().node(1024), "node"),
        (Options::new().datacenter(1), "datacenter"),
        (Options::new().machine_id(1), "machine_id"),
        #[cfg(feature = "state-file")]
        (Options::new().lease_file("x").node(1), "node"),
        #[cfg(feature = "state-file")]
        (
            Options::new()
                .state_file("x")
                .on_rollback(OnRollback::Reset),
            "on_rollback",
        ),
    ] {
        let refused = [
            id.timestamp_with(&options).err(),
            Snowflake::range_with(at_us(0), at_us(1000), &options).err(),
            Snowflake::min_at_with(at_us(0), &options).err(),
            Generator::<Snowflake>::with(&options).err(),
        ];
        for error in refused {
            let error = error.expect("refused");
            assert_eq!(error.code(), ErrorCode::InvalidOption, "{subject}");
            assert_eq!(error.subject(), Some(subject), "{error}");
        }
    }
    assert!(
        OPTIONS
            .iter()
            .any(|option| option.kind == OptionKind::Path && !option.reads)
    );
}

#[test]
fn generator_rejects_ids_of_other_formats() {
    let generator = Generator::dynamic(Format::Tid, &Options::new()).expect("a generator");
    let other = AnyId::min_at(at_us(0), Format::Timeid).expect("a bound");
    assert_eq!(
        code(generator.timestamp(other)),
        Some(ErrorCode::NotApplicable)
    );
    let empty = generator.range(at_us(0), at_us(0));
    assert_eq!(code(empty), Some(ErrorCode::InvalidOption));
    let tid = AnyId::min_at(at_us(0), Format::Tid).expect("a bound");
    let noon = Timestamp::from_unix_us(NOON_US);
    assert_eq!(generator.timestamp(tid), Ok(noon));
}

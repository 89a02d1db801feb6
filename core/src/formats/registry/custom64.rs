//! `custom64`: 64 bits of time, node and sequence in a layout that options or a preset name.

use crate::codec::decimal::Decimal;
use crate::codec::value::Place;
use crate::formats::layout::*;
use crate::formats::node::{NO_LEASED_NODE, NO_NODE, choose_node, count_from_zero_if_assigned};
use crate::formats::options::{FieldOrder, Invalid, Options, Preset, bounded};
use crate::formats::row::*;
use crate::id::typed::{bigint, typed};
use sortid_engine::time::Scale;

/// The maximum width of node and sequence.
const MOST_BITS: u64 = 32;

/// A named layout. Explicit options replace its values.
struct System {
    /// The bits of time, node and sequence together: 64, or 63 below a zero.
    bits: u8,
    node_bits: u8,
    sequence_bits: u8,
    order: FieldOrder,
    unit_ns: u64,
    epoch_unix_ms: i64,
}

/// Twitter's, as in `snowflake`.
const DEFAULT: System = System {
    bits: 63,
    node_bits: 10,
    sequence_bits: 12,
    order: FieldOrder::NodeSequence,
    unit_ns: 1_000_000,
    epoch_unix_ms: 1_288_834_974_657,
};

const fn system(preset: Preset) -> System {
    match preset {
        // sony/sonyflake v2/sonyflake.go
        Preset::SonyflakeV2 => System {
            node_bits: 16,
            sequence_bits: 8,
            order: FieldOrder::SequenceNode,
            unit_ns: 10_000_000,
            epoch_unix_ms: 1_735_689_600_000,
            ..DEFAULT
        },
        // baidu/uid-generator DefaultUidGenerator.java
        Preset::UidGenerator => System {
            node_bits: 22,
            sequence_bits: 13,
            unit_ns: 1_000_000_000,
            epoch_unix_ms: 1_463_673_600_000,
            ..DEFAULT
        },
        // yitter/IdGenerator Go/source/idgen/IdGeneratorOptions.go
        Preset::Yitter => System {
            node_bits: 6,
            sequence_bits: 6,
            epoch_unix_ms: 1_582_136_402_000,
            ..DEFAULT
        },
        // cockroachdb/cockroach GenerateUniqueInt
        Preset::Cockroachdb => System {
            node_bits: 15,
            sequence_bits: 0,
            unit_ns: 10_000,
            epoch_unix_ms: 1_420_070_400_000,
            ..DEFAULT
        },
        // obsidianforensics/unfurl parse_tiktok.py; the lower half is not documented.
        Preset::Tiktok => System {
            bits: 64,
            node_bits: 0,
            sequence_bits: 32,
            unit_ns: 1_000_000_000,
            epoch_unix_ms: 0,
            ..DEFAULT
        },
        // Discord Developer Documentation, Reference, Snowflakes
        Preset::Discord => System {
            bits: 64,
            epoch_unix_ms: 1_420_070_400_000,
            ..DEFAULT
        },
        // SawdustSoftware/simpleflake simpleflake.py
        Preset::Simpleflake => System {
            bits: 64,
            node_bits: 0,
            sequence_bits: 23,
            epoch_unix_ms: 946_702_800_000,
            ..DEFAULT
        },
    }
}

pub(crate) const ROW: Row = Row {
    fields: &[Field::new("custom", &[(0, 64)])],
    layout: Layout {
        time: Some(TimeLayout::linear(
            &[(1, 41)],
            Scale::since_unix_ms(DEFAULT.epoch_unix_ms, DEFAULT.unit_ns as i128),
        )),
        counter: Some(CounterLayout::from_lower_half(Place::new(&[(52, 12)]))),
        node: Some(NodeLayout::drawn(&[(42, 10)], 10)),
        ..Layout::NONE
    },
    options: &[
        "node_claim",
        "preset",
        "field_order",
        "timestamp_bits",
        "node_bits",
        "sequence_bits",
        "unit_ns",
        "epoch",
        "epoch_unix_ms",
        "node",
    ],
    configure,
    tells_time: false,
    text_sorts: false,
    most_drawn_bits: MOST_BITS as u8,
    inspected: Inspected {
        if_named: true,
        ..Inspected::BY_CODE
    },
    summary: "a time, a node and a sequence in a custom layout, as a decimal integer",
    specification: "sortid's own; presets name published layouts",
    ..Row::new(64, &Decimal::OF_64, Decimal::OF_64.literal())
};

fn configure(layout: &mut Layout, options: &Options) -> Result<(), Invalid> {
    let system = options.preset.map_or(DEFAULT, system);
    let width = |name, given, default: u8| bounded(name, given, default.into(), 0..=MOST_BITS);
    let node_bits = width("node_bits", options.node_bits, system.node_bits)?;
    let sequence_bits = width("sequence_bits", options.sequence_bits, system.sequence_bits)?;
    let rest = 64 - node_bits - sequence_bits;
    let default = (rest + u64::from(system.bits)).saturating_sub(64);
    let time_bits = options.timestamp_bits.unwrap_or(default);
    if !(1..=rest.min(63)).contains(&time_bits) {
        return Err(Invalid::range(
            "timestamp_bits",
            time_bits,
            1..=rest.min(63),
        ));
    }
    let place = |at: u64, width: u64| Place::new(&[(at as u8, width as u8)]);
    let begin = rest - time_bits;
    let unit_ns = bounded("unit_ns", options.unit_ns, system.unit_ns, 1..=u64::MAX)?;
    let epoch_unix_ms = options.given_epoch()?.unwrap_or(system.epoch_unix_ms);
    layout.time = Some(TimeLayout::linear(
        &[(begin as u8, time_bits as u8)],
        Scale::since_unix_ms(epoch_unix_ms, unit_ns.into()),
    ));
    // The systems round such an epoch down.
    if options.preset.is_some() && i128::from(epoch_unix_ms) * 1_000_000 % i128::from(unit_ns) != 0
    {
        let option = match (options.epoch, options.epoch_unix_ms) {
            (Some(_), _) => "epoch",
            (_, Some(_)) => "epoch_unix_ms",
            _ => "unit_ns",
        };
        return Err(Invalid::off_unit(option, epoch_unix_ms, unit_ns));
    }
    let (node, counter) = match options.field_order.unwrap_or(system.order) {
        FieldOrder::NodeSequence => (rest, rest + node_bits),
        FieldOrder::SequenceNode => (rest + sequence_bits, rest),
    };
    layout.counter = match sequence_bits {
        0 => None,
        _ => Some(CounterLayout::from_lower_half(place(
            counter,
            sequence_bits,
        ))),
    };
    layout.node = match node_bits {
        0 => None,
        _ => Some(NodeLayout::drawn(
            &[(node as u8, node_bits as u8)],
            node_bits as u8,
        )),
    };
    if node_bits == 0 {
        if options.node.is_some() {
            return Err(Invalid::Because(NO_NODE));
        }
        if options.lease_file.is_some() {
            return Err(Invalid::Because(NO_LEASED_NODE));
        }
    }
    choose_node(layout, options.node)?;
    count_from_zero_if_assigned(layout, options);
    Ok(())
}

typed! {
    /// 64 bits of a time, a node and a sequence, as a decimal integer. The bits do not encode the
    /// layout: options such as `preset` name it, to generate and to read a time.
    ///
    /// Generated ids without options have the layout of [`Snowflake`](crate::Snowflake). Every
    /// 64-bit integer is an id. Bits above the time are zero in generated ids, and ignored when a
    /// time is read. Text sorts by time only among texts of the same length.
    Custom64(u64), example "148656994422095873";
    /// All 64 bits.
    custom: u64 = 0;
}

bigint!(Custom64, reserved);

#[cfg(feature = "std")]
crate::id::typed::plain! {
    /// Generates an id in the layout of a Snowflake, with a node that is claimed or drawn.
    ///
    /// Processes of one user on one Linux machine claim different nodes. Two other processes have
    /// the same node in one of 1,024 cases, and may then repeat each other's ids within a
    /// millisecond. To avoid that, assign the option `node` or use a lease file: see
    /// `docs/choosing.md`.
    try_custom64 -> Custom64
}

//! `uuid8`: a timestamp in a custom layout (draft-peabody-01 section 4.5).

use crate::codec::uuid::Uuid;
use crate::codec::value::Place;
use crate::formats::layout::*;
use crate::formats::node::choose_machine_id;
use crate::formats::options::{Invalid, Options, bounded};
use crate::formats::row::*;
use crate::id::typed::{typed, uuid};
use sortid_engine::time::Scale;

pub(crate) const ROW: Row = Row {
    fields: &[
        Field::new("custom_a", &[(0, 48)]),
        Field::new("custom_b", &[(52, 12)]),
        Field::new("custom_c", &[(66, 62)]),
    ],
    marks: &uuid_marks(8),
    layout: short(&[(0, 48)], Scale::UNIX_MS),
    options: &[
        "timestamp_bits",
        "unit_ns",
        "epoch",
        "epoch_unix_ms",
        "node",
        "machine_id",
        "machine_bits",
    ],
    configure,
    tells_time: false,
    inspected: Inspected {
        among_words: AmongWords::ByMarks,
        ..Inspected::BY_CODE
    },
    is_known: true,
    summary: "UUID version 8: a timestamp in a custom layout",
    specification: "draft-peabody-dispatch-new-uuid-format-01, section 4.5; RFC 9562, section 5.8",
    ..Row::new(128, &Uuid, Uuid::LITERAL)
};

/// Timestamps of 32 and 48 bits: a 12-bit sequence and a 62-bit node.
const fn short(time: &[(u8, u8)], scale: Scale) -> Layout {
    with(time, scale, &[(52, 12)], &[(66, 62)])
}

/// Timestamps of 60 bits: an 8-bit sequence and a 54-bit node.
const fn long(scale: Scale) -> Layout {
    with(&[(0, 48), (52, 12)], scale, &[(66, 8)], &[(74, 54)])
}

const fn with(time: &[(u8, u8)], scale: Scale, sequence: &[(u8, u8)], node: &[(u8, u8)]) -> Layout {
    Layout {
        nonzero: Some(Place::new(node)),
        random_enough: true,
        ..Layout::sequenced(TimeLayout::linear(time, scale), sequence, node)
    }
}

fn configure(layout: &mut Layout, options: &Options) -> Result<(), Invalid> {
    let fixed = layout.fixed;
    let unit_ns = bounded("unit_ns", options.unit_ns, 1_000_000, 1..=u64::MAX)? as i128;
    let scale = Scale::since_unix_ms(options.given_epoch()?.unwrap_or(0), unit_ns);
    *layout = match options.timestamp_bits {
        Some(32) => Layout {
            idle: Place::new(&[(32, 16)]),
            ..short(&[(0, 32)], scale)
        },
        None | Some(48) => short(&[(0, 48)], scale),
        Some(60) => long(scale),
        // Keeps the 60 most significant of 64 bits: ticks of sixteen units.
        Some(64) => long(Scale {
            unit_ns: 16 * unit_ns,
            ..scale
        }),
        Some(given) => return Err(Invalid::one_of("timestamp_bits", given, &[32, 48, 60, 64])),
    };
    layout.fixed = fixed;
    choose_machine_id(layout, options)?;
    choose_whole_node(layout, options)
}

/// Replaces all random bits by the user's node, if given.
fn choose_whole_node(layout: &mut Layout, options: &Options) -> Result<(), Invalid> {
    let Some(node) = options.node else {
        return Ok(());
    };
    let place = layout.random;
    if options.machine_id.is_some() {
        return Err(Invalid::excluded("node", "machine_id"));
    }
    let largest = place.max() as u64;
    if !(1..=largest).contains(&node) {
        return Err(Invalid::range("node", node, 1..=largest));
    }
    layout.node = Some(NodeLayout {
        place,
        drawn_bits: 0,
        drawn_with: 0,
        chosen: Some(node),
    });
    layout.random = Place::NONE;
    layout.nonzero = None;
    layout.random_enough = false;
    Ok(())
}

typed! {
    /// A UUID version 8: 48, 12 and 62 bits whose meaning the application defines. Generated ids
    /// consist of a timestamp, a sequence and a node.
    Uuid8(u128), example "2489e9ad-2ee2-8e00-8ec9-32d5f69181c0";
    /// The first 48 bits.
    custom_a: u64 = 0;
    /// The next 12 bits.
    custom_b: u16 = 1;
    /// The last 62 bits.
    custom_c: u64 = 2;
}

uuid!(Uuid8);

#[cfg(feature = "std")]
crate::id::typed::plain! {
    /// Generates a UUID version 8 of 48 bits of Unix milliseconds, a 12-bit sequence and 62 random
    /// bits.
    uuid8 or try_uuid8 -> Uuid8
}

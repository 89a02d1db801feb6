//! `scru160`: 160 bits of time, counter and randomness (SCRU160 v0.1.0).

use crate::codec::scru160::Scru160 as Codec;
use crate::codec::value::{Place, Value};
use crate::formats::layout::*;
use crate::formats::options::{Invalid, Options, Usage, bounded};
use crate::formats::row::*;
use crate::id::typed::{timed, typed};
use sortid_engine::time::{Scale, Tick};

const TIMESTAMP: Place = Place::new(&[(0, 48)]);
/// Zero and this are reserved ("Reserved IDs").
const LAST_MS: Tick = (1 << 48) - 1;

const RANDOM16_AT: u8 = 64;
const RANDOM80: (u8, u8) = (80, 80);

pub(crate) const ROW: Row = Row {
    fields: &[
        Field::new("timestamp_ms", &[(0, 48)]),
        Field::new("counter", &[(48, 16)]),
        Field::new("random16", &[(RANDOM16_AT, 16)]),
        Field::new("random80", &[RANDOM80]),
    ],
    layout: Layout {
        time: Some(TimeLayout {
            place: TIMESTAMP,
            coding: Coding::Linear,
            scale: Scale::UNIX_MS,
            first: 1,
            last: LAST_MS - 1,
            hole: None,
        }),
        counter: Some(CounterLayout {
            place: Place::new(&[(48, 16)]),
            seed: CounterSeed::Random(15),
        }),
        random: Place::new(&[(RANDOM16_AT, 16), RANDOM80]),
        random_enough: true,
        ..Layout::NONE
    },
    options: &[
        "usage",
        "counter_bits",
        "counter_seed_bits",
        "node",
        "node_bits",
    ],
    configure,
    reserved: Reserved::If(is_reserved),
    compiled_apart: true,
    inspected: Inspected {
        among_words: AmongWords::ByTime,
        ..Inspected::BY_CODE
    },
    is_known: true,
    summary: "160 bits: milliseconds, a counter and 96 random bits",
    specification: "SCRU160 v0.1.0",
    ..Row::new(160, &Codec, Codec::LITERAL)
};

fn is_reserved(value: Value) -> bool {
    let timestamp_ms = TIMESTAMP.read(value) as Tick;
    timestamp_ms == 0 || timestamp_ms == LAST_MS
}

/// The counter may take the top bits of random16 and the node its bottom bits; the rest is random.
fn configure(layout: &mut Layout, options: &Options) -> Result<(), Invalid> {
    let more = bounded("counter_bits", options.counter_bits, 0, 0..=16)? as u8;
    let microseconds = options.usage == Some(Usage::Microsecond);
    let (counter_at, counter_bits) = if microseconds {
        layout.time = Some(TimeLayout {
            place: Place::new(&[(0, 58)]),
            coding: Coding::MillisMicros,
            scale: Scale::UNIX_US,
            first: 1000,
            last: LAST_MS * 1000 - 1,
            hole: None,
        });
        (58, 6 + more)
    } else {
        (48, 16 + more)
    };
    let most = counter_bits as u64 - 1;
    let seed_bits = bounded(
        "counter_seed_bits",
        options.counter_seed_bits,
        most,
        0..=most,
    )?;
    layout.counter = Some(CounterLayout {
        place: Place::new(&[(counter_at, counter_bits)]),
        seed: CounterSeed::Random(seed_bits as u8),
    });
    let node_bits = choose_node(layout, options, 16 - more)?;
    layout.random = Place::new(&[(RANDOM16_AT + more, 16 - more - node_bits), RANDOM80]);
    Ok(())
}

/// Assigns up to `free` low bits of random16 to the node. Returns their number.
fn choose_node(layout: &mut Layout, options: &Options, free: u8) -> Result<u8, Invalid> {
    if options.node.is_none() && options.lease_file.is_none() {
        return match options.node_bits {
            None => Ok(0),
            Some(_) => Err(Invalid::requires("node_bits", "node")),
        };
    }
    if free == 0 {
        let option = match (options.node_bits, options.node) {
            (Some(_), _) => "node_bits",
            (None, Some(_)) => "node",
            (None, None) => "lease_file",
        };
        return Err(Invalid::excluded(option, "counter_bits"));
    }
    let most = free as u64;
    let bits = bounded("node_bits", options.node_bits, most, 1..=most)? as u8;
    let place = Place::new(&[(RANDOM16_AT + 16 - bits, bits)]);
    let largest = place.max() as u64;
    match options.node {
        Some(node) if node > largest => {
            return Err(Invalid::range("node", node, 0..=largest));
        }
        Some(node) => layout.fixed = layout.fixed.or(place.write(node as u128)),
        None => layout.node = Some(NodeLayout::leased(place)),
    }
    Ok(bits)
}

#[cfg(feature = "std")]
crate::id::typed::plain! {
    /// Generates a SCRU160.
    scru160 or try_scru160 -> Scru160
}

typed! {
    /// A SCRU160: 48 bits of milliseconds since 1970, a 16-bit counter and 16 + 80 random bits, as
    /// 32 base32hex or 40 hexadecimal characters.
    Scru160([u8; 20]), example "05TTUP1HNCPNH30VEK64KDQT9BSNU4C4";
    /// Milliseconds since 1970, 48 bits; 0 and 2^48 − 1 are reserved.
    timestamp_ms: u64 = 0;
    /// The counter, 16 bits.
    counter: u16 = 1;
    /// 16 bits: random, counter or node.
    random16: u16 = 2;
    /// 80 random bits.
    random80: u128 = 3;
}

timed!(Scru160);

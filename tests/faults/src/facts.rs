//! What the specifications say of each format. Written down here and not asked of the library:
//! what a library gets wrong about itself it would also tell wrongly.

use sortid::{ClockSource, Error, Format, Generator, Id, Options, Precision, Timestamp};

/// 2024-07-19T16:40:46.480Z: where scripted clocks start.
pub(crate) const NOON_NS: i128 = 1_721_407_246_480_000_000;

pub(crate) const US: i128 = 1000;
pub(crate) const MS: i128 = 1_000_000;
pub(crate) const SECOND: i128 = 1_000_000_000;
pub(crate) const YEAR: i128 = 365 * 86_400 * SECOND;

/// 2011-11-11T11:11:11.111Z, the epoch of the uid11 formats.
const UID11_EPOCH_MS: i128 = 1_321_009_871_111;
/// 1582-10-15, the epoch of uuid6.
const GREGORIAN_NS: i128 = -12_219_292_800 * SECOND;

/// The formats that generate by time.
pub(crate) fn timed() -> impl Iterator<Item = Format> {
    let formats = Format::ALL.iter().copied();
    formats.filter(|&format| format != Format::Uid11Fullrand)
}

/// Whether ids of one generator increase, inside a tick too (R-GEN-5).
pub(crate) fn is_ordered(format: Format) -> bool {
    !matches!(format, Format::Uid11Xid | Format::Uid11Fullrand)
}

/// Whether a forked child and its parent coincide as chance has it: few random bits and no node
/// (R-GEN-8).
pub(crate) fn is_by_chance(format: Format) -> bool {
    matches!(format, Format::Uid11Xid | Format::Uid11TsSeqRand)
}

/// How many of an id's low bits are random: drawn for each id, or for xid for each millisecond.
pub(crate) fn random_bits(format: Format) -> u32 {
    match format {
        Format::Uid11Xid => 22,
        Format::Uid11Fullrand => 64,
        Format::Uid11TsSeqRand => 10,
        Format::Uuid6 | Format::Uuid7Draft01 => 48,
        Format::Uuid7 => 32,
        Format::Uuid8 => 62,
        Format::Scru160 => 80,
        _ => 0,
    }
}

/// The field that tells generators apart, where there is one.
pub(crate) fn node_field(format: Format) -> Option<&'static str> {
    match format {
        Format::Tid => Some("clock_id"),
        Format::Timeid => Some("node"),
        Format::Uid11Snowish => Some("machine"),
        _ => None,
    }
}

/// How many nodes can be drawn (R-GEN-4: those of timeid are best effort, 0–31).
pub(crate) fn drawn_nodes(format: Format) -> Option<u32> {
    match format {
        Format::Tid | Format::Uid11Snowish => Some(1024),
        Format::Timeid => Some(32),
        _ => None,
    }
}

/// The unit in which a format generates by default, in nanoseconds; 0 where it has no time.
pub(crate) fn unit_ns(format: Format) -> i128 {
    match format {
        Format::Uid11Fullrand => 0,
        Format::Tid | Format::Timeid | Format::Uuid7Draft01 => US,
        Format::Uuid6 => 100,
        _ => MS,
    }
}

/// The first and last instant that a generator may use, by the start of their ticks, in Unix
/// nanoseconds.
pub(crate) fn field_ns(format: Format) -> (i128, i128) {
    let ms = |epoch_ms: i128, bits: u32| (epoch_ms * MS, (epoch_ms + (1 << bits) - 1) * MS);
    match format {
        Format::Tid => (0, ((1 << 53) - 1) * US),
        Format::Timeid => (-(1 << 53) * US, ((1 << 53) - 1) * US),
        Format::Uid11Xid | Format::Uid11TsSeqRand => ms(UID11_EPOCH_MS, 42),
        Format::Uid11Snowish => ms(UID11_EPOCH_MS, 41),
        Format::Uuid6 => (GREGORIAN_NS, GREGORIAN_NS + ((1 << 60) - 1) * 100),
        Format::Uuid7Draft01 => (0, (1 << 36) * SECOND - US),
        // Zero and the last are reserved: R-SCRU-2.
        Format::Scru160 => (MS, ((1 << 48) - 2) * MS),
        _ => ms(0, 48),
    }
}

/// The tick inside the field that no id has: timeid's −1 (R-TIMEID-3).
pub(crate) fn hole(format: Format) -> Option<i128> {
    (format == Format::Timeid).then_some(-1)
}

/// How many ids a tick of a default generator holds: at least and at most, by where its counter
/// starts.
pub(crate) fn room(format: Format) -> (u64, u64) {
    match format {
        Format::Tid | Format::Timeid => (1, 1),
        Format::Uid11Xid => (1 << 22, 1 << 22),
        Format::Uuid6 => ((1 << 13) + 1, 1 << 14),
        Format::Uuid7Draft01 => (1 << 14, 1 << 14),
        Format::Uuid7 => ((1 << 41) + 1, 1 << 42),
        Format::Scru160 => ((1 << 15) + 1, 1 << 16),
        Format::Uid11Fullrand => (u64::MAX, u64::MAX),
        _ => (1 << 12, 1 << 12),
    }
}

/// Whether the default answer to a clock set back beyond the tolerance is to follow it: where the
/// random part or a new node rules out a repeat (R-GEN-2).
pub(crate) fn resets(format: Format) -> bool {
    !is_by_chance(format)
}

/// The counter in an id of a default generator, `None` for a format without, or whose counter is
/// not to be seen.
pub(crate) fn counter(id: Id) -> Result<Option<i128>, Error> {
    let field = |name| id.field(name);
    Ok(match id.format() {
        Format::Uid11Snowish | Format::Uid11TsSeqRand => Some(field("sequence")?),
        Format::Uuid6 => Some(field("clock_seq")?),
        Format::Uuid7Draft01 => Some(field("subsec_seq_node")? >> 48),
        Format::Uuid7 => Some((field("rand_a")? << 30) | (field("rand_b")? >> 32)),
        Format::Uuid8 => Some(field("custom_b")?),
        Format::Scru160 => Some(field("counter")?),
        _ => None,
    })
}

/// The time in an id of a default generator, in Unix nanoseconds.
pub(crate) fn time_ns(id: Id) -> Result<i128, Error> {
    let time = match id.format() {
        Format::Uuid8 => id.timestamp_with(&Options::new().timestamp_bits(48))?,
        Format::Uuid7Draft01 => id.timestamp_with(&Options::new().precision(Precision::Us))?,
        _ => id.timestamp()?,
    };
    Ok(time.unix_ns())
}

/// A dynamic generator on the system's clock.
pub(crate) fn system(format: Format, options: &Options) -> Result<Generator, Error> {
    Generator::dynamic(format, options)
}

/// A dynamic generator on a clock that its caller reads.
pub(crate) fn manual(format: Format, options: Options) -> Result<Generator, Error> {
    Generator::dynamic(format, &options.clock(ClockSource::Manual))
}

/// Options under which a frozen clock never runs out of ticks (33 years of lead).
pub(crate) fn endless(format: Format) -> Options {
    match format {
        Format::Uid11Fullrand => Options::new(),
        _ => Options::new().max_lead_ms(1 << 40),
    }
}

/// The instant so many nanoseconds after noon.
pub(crate) fn noon(offset_ns: i128) -> Result<Timestamp, Error> {
    Timestamp::from_unix_ns(NOON_NS + offset_ns)
}

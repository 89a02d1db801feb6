//! Properties of ids, derived only from their fields.

use std::ops::RangeInclusive;
use std::sync::OnceLock;

use sortid::{AnyId, Format};

/// 2011-11-11T11:11:11.111Z.
const UID11_EPOCH_MS: i128 = 1_321_009_871_111;
/// 1582-10-15, in units of 100 ns before 1970.
const GREGORIAN_TICKS: i128 = 122_192_928_000_000_000;

/// Returns the range of values that a field of `width` bits holds.
pub fn span(format: Format, name: &str, width: u32) -> RangeInclusive<i128> {
    let below: i128 = match (format, name) {
        (Format::Timeid, "timestamp_us") => return -(1 << 53)..=(1 << 53) - 1,
        (Format::Cuid, "timestamp_ms" | "random") => 36_i128.pow(8),
        (Format::Cuid, _) => 36_i128.pow(4),
        (Format::Scru64, "timestamp_256ms") => 3_i128.pow(24),
        _ => 1 << width,
    };
    0..=below - 1
}

/// Returns whether some bytes of the right length are not an id, because a bit is fixed or a field
/// has a limit.
pub fn has_gaps(format: Format) -> bool {
    let widths: u32 = format.fields().map(|(_, width)| width).sum();
    let is_full = |(name, width)| *span(format, name, width).end() == (1 << width) - 1;
    widths < format.bits() || !format.fields().all(is_full)
}

/// Returns the bytes of an id with one field set.
fn of_field(format: Format, name: &str, value: i128) -> Option<Vec<u8>> {
    let id = AnyId::from_fields([(name, value)], format);
    id.ok().map(|id| id.to_bytes().to_vec())
}

/// Returns the mask of a format's fields, and the bytes of its zero id.
fn places(format: Format) -> &'static (Vec<u8>, Vec<u8>) {
    static PLACES: OnceLock<Vec<(Vec<u8>, Vec<u8>)>> = OnceLock::new();
    let all = PLACES.get_or_init(|| {
        let of = |&format: &Format| {
            let zero = AnyId::from_fields([], format).expect("zero is an id of every format");
            let zero = zero.to_bytes().to_vec();
            let mut mask = vec![0; zero.len()];
            for (name, width) in format.fields() {
                for bit in 0..width {
                    let span = span(format, name, width);
                    let value = (1 << bit).min(*span.end() + 1);
                    // The highest bit of a signed field.
                    let value = if span.contains(&value) {
                        value
                    } else {
                        *span.start()
                    };
                    let bytes = of_field(format, name, value).expect("a value that fits");
                    let bits = mask.iter_mut().zip(bytes.iter().zip(&zero));
                    bits.for_each(|(mask, (byte, zero))| *mask |= byte ^ zero);
                }
            }
            (mask, zero)
        };
        Format::ALL.iter().map(of).collect()
    });
    let place = Format::ALL.iter().position(|other| *other == format);
    &all[place.expect("a format of all")]
}

/// Returns bytes of the format's width with correct fixed bits, and values within their limits.
/// Otherwise validation would reject most inputs.
pub fn with_marks(format: Format, bytes: &[u8]) -> Vec<u8> {
    let (mask, zero) = places(format);
    let mut all: Vec<u8> = bytes.iter().copied().take(format.byte_len()).collect();
    all.resize(format.byte_len(), 0);
    for (byte, (mask, zero)) in all.iter_mut().zip(mask.iter().zip(zero)) {
        *byte = *byte & mask | zero & !mask;
    }
    for (name, width) in format.fields() {
        let limit = *span(format, name, width).end();
        let top = 1 << (width - 1);
        if limit > top && limit < (1 << width) - 1 {
            let top = of_field(format, name, top).expect("a value that fits");
            let value = of_field(format, name, limit).expect("a value that fits");
            // Compare in place, without the bits of other fields.
            let ones = of_ones(format, name, width);
            let at = |bytes: &[u8]| -> Vec<u8> {
                bytes
                    .iter()
                    .zip(&ones)
                    .map(|(byte, ones)| byte & ones)
                    .collect()
            };
            if at(&all) > at(&value) {
                let bits = all.iter_mut().zip(top.iter().zip(zero));
                bits.for_each(|(byte, (top, zero))| *byte &= !(top ^ zero));
            }
        }
    }
    all
}

/// Returns the mask of a field.
fn of_ones(format: Format, name: &str, width: u32) -> Vec<u8> {
    let (_, zero) = places(format);
    let mut ones = vec![0; zero.len()];
    for bit in 0..width {
        let bytes = of_field(format, name, 1 << bit).expect("a value that fits");
        let bits = ones.iter_mut().zip(bytes.iter().zip(zero));
        bits.for_each(|(ones, (byte, zero))| *ones |= byte ^ zero);
    }
    ones
}

/// Puts the fields of a comb_mssql into the order of comparison and their values into comparable
/// form; `back` reverses this.
fn as_compared(fields: &mut [(&str, i128)], back: bool) {
    let swapped = |int: i128| (int.swap_bytes() as u128 >> 80) as i128;
    for (name, value) in fields.iter_mut() {
        *value = match *name {
            "rand_a" => swapped(*value),
            "rand_b" if back => (*value & 0xf) << 8 | *value >> 4,
            "rand_b" => (*value & 0xff) << 4 | *value >> 8,
            _ => *value,
        };
    }
    fields.reverse();
}

/// Returns the next id in the order of its format, or the previous one, by counting in its fields;
/// `None` at the end.
pub fn neighbour(id: AnyId, up: bool) -> Option<AnyId> {
    let format = id.format();
    let mut fields: Vec<(&str, i128)> = id.fields().collect();
    if format == Format::CombMssql {
        as_compared(&mut fields, false);
    }
    let width = |name| format.fields().find(|field| field.0 == name);
    let step = if up { 1 } else { -1 };
    let mut at = fields.len();
    loop {
        at = at.checked_sub(1)?;
        let (name, value) = &mut fields[at];
        let (low, high) = span(format, name, width(*name)?.1).into_inner();
        if *value != if up { high } else { low } {
            *value += step;
            break;
        }
        *value = if up { low } else { high };
    }
    // A timeid skips −1.
    if format == Format::Timeid && fields[0].1 == -1 {
        fields[0].1 += step;
    }
    if format == Format::CombMssql {
        as_compared(&mut fields, true);
    }
    Some(AnyId::from_fields(fields, format).expect("fields that fit"))
}

/// Returns the default of the configurable epoch in Unix milliseconds; 0 if there is none.
pub fn epoch_ms(format: Format) -> i128 {
    match format {
        Format::Uid11Xid | Format::Uid11Snowish | Format::Uid11TsSeqRand => UID11_EPOCH_MS,
        Format::Snowflake => 1_288_834_974_657,
        Format::ShardingId => 1_314_220_021_721,
        Format::Sonyflake => 1_409_529_600_000,
        Format::Tsid => 1_577_836_800_000,
        _ => 0,
    }
}

/// Returns the time that the fields encode by the specification, in nanoseconds since 1970.
pub fn unix_ns(id: &AnyId) -> Option<i128> {
    let field = |name| id.field(name).expect("a field of the format");
    let epoch_ns = epoch_ms(id.format()) * 1_000_000;
    Some(match id.format() {
        Format::Uuid8
        | Format::Custom64
        | Format::Uuid4
        | Format::AnyUuid
        | Format::Uid11Fullrand => return None,
        Format::Uuid1 | Format::Uuid6 => (field("timestamp") - GREGORIAN_TICKS) * 100,
        Format::Ksuid => (field("timestamp_s") + 1_400_000_000) * 1_000_000_000,
        Format::Uuid7Draft01 => {
            let fraction = field("subsec_a") << 74 | field("subsec_b") << 62;
            let fraction = fraction | field("subsec_seq_node");
            field("unixts") * 1_000_000_000 + ((fraction * 1_000_000_000) >> 86)
        }
        _ => {
            let (name, unit_ns) = UNITS
                .iter()
                .copied()
                .find(|(name, _)| id.field(name).is_ok())
                .expect("a field that is a time");
            field(name) * unit_ns + epoch_ns
        }
    })
}

/// Fields that contain a time, and their units in nanoseconds.
const UNITS: [(&str, i128); 8] = [
    ("timestamp_s", 1_000_000_000),
    ("timestamp_256ms", 256_000_000),
    ("timestamp_10ms", 10_000_000),
    ("timestamp_ms", 1_000_000),
    ("unix_ts_ms", 1_000_000),
    ("timestamp_10us", 10_000),
    ("timestamp_us", 1000),
    ("timestamp_ns", 1),
];

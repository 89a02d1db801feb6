//! What is known of ids from their fields alone.

use sortid::{Format, Id};

/// 2011-11-11T11:11:11.111Z.
const UID11_EPOCH_MS: i128 = 1_321_009_871_111;
/// 1582-10-15, in 100 ns before 1970.
const GREGORIAN_TICKS: i128 = 122_192_928_000_000_000;

/// Bytes of the format's width, those of a UUID with variant and version put right: else most
/// inputs would be refused there and go no further.
pub fn with_marks(format: Format, bytes: &[u8]) -> Vec<u8> {
    let mut all: Vec<u8> = bytes.iter().copied().take(format.byte_len()).collect();
    all.resize(format.byte_len(), 0);
    let version = match format {
        Format::Uuid6 => 0x60,
        Format::Uuid7 | Format::Uuid7Draft01 => 0x70,
        Format::Uuid8 => 0x80,
        _ => return all,
    };
    all[6] = (all[6] & 0x0f) | version;
    all[8] = (all[8] & 0x3f) | 0x80;
    all
}

/// The next id in the order of its format, by counting in its fields; `None` at the end.
pub fn neighbour(id: Id, up: bool) -> Option<Id> {
    let format = id.format();
    let widths: Vec<u32> = format.fields().map(|(_, width)| width).collect();
    let mut fields: Vec<(&str, i128)> = id.fields().collect();
    let step = if up { 1 } else { -1 };
    let mut at = fields.len();
    loop {
        at = at.checked_sub(1)?;
        let (low, high) = match (format, at) {
            (Format::Timeid, 0) => (-(1 << 53), (1 << 53) - 1),
            _ => (0, (1i128 << widths[at]) - 1),
        };
        let value = &mut fields[at].1;
        if *value != if up { high } else { low } {
            *value += step;
            break;
        }
        *value = if up { low } else { high };
    }
    // A timeid steps over −1.
    if format == Format::Timeid && fields[0].1 == -1 {
        fields[0].1 += step;
    }
    Some(Id::from_fields(fields, format).expect("fields that fit"))
}

/// The time that the fields tell by the specification, in nanoseconds since 1970.
pub fn unix_ns(id: &Id) -> Option<i128> {
    let field = |name| id.field(name).expect("a field of the format");
    Some(match id.format() {
        Format::Tid | Format::Timeid => field("timestamp_us") * 1000,
        Format::Uid11Xid | Format::Uid11Snowish | Format::Uid11TsSeqRand => {
            (field("timestamp_ms") + UID11_EPOCH_MS) * 1_000_000
        }
        Format::Uuid6 => (field("timestamp") - GREGORIAN_TICKS) * 100,
        Format::Uuid7 => field("unix_ts_ms") * 1_000_000,
        Format::Uuid7Draft01 => {
            let fraction = field("subsec_a") << 74 | field("subsec_b") << 62;
            let fraction = fraction | field("subsec_seq_node");
            field("unixts") * 1_000_000_000 + ((fraction * 1_000_000_000) >> 86)
        }
        Format::Scru160 => field("timestamp_ms") * 1_000_000,
        _ => return None,
    })
}

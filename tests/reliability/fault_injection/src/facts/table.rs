//! The specification of each generated format, copied by hand: reading it from the library would
//! hide the library's own errors.
//!
//! Fields are (first bit, width), counted from the most significant bit.

use sortid::{AnyId, Format};

use super::{MS, SECOND, US};

/// 2011-11-11T11:11:11.111Z, the epoch of the uid11 formats.
const UID11_EPOCH_MS: i128 = 1_321_009_871_111;
/// 1582-10-15, the epoch of uuid1 and uuid6.
const GREGORIAN_NS: i128 = -12_219_292_800 * SECOND;

/// The facts about a default generator of a format.
#[derive(Clone, Copy)]
pub(crate) struct Fact {
    format: Format,
    pub(super) time: Option<Time>,
    pub(super) counter: &'static [(u8, u8)],
    pub(super) seed: Seed,
    /// The number of counter values; 1 without a counter.
    pub(super) values: u128,
    pub(super) node: Option<Node>,
    /// Drawn for each id.
    pub(super) random: &'static [(u8, u8)],
}

/// The ticks of a format.
#[derive(Clone, Copy)]
pub(crate) struct Time {
    pub(super) unit_ns: i128,
    pub(super) epoch_ns: i128,
    pub(super) first: i128,
    pub(super) last: i128,
}

/// The field that distinguishes generators.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(super) place: (u8, u8),
    /// The number of drawn bits; up to 16 bits come from a list of the process.
    pub(super) drawn: u8,
}

/// The start of a counter in each tick.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Seed {
    /// At zero.
    Zero,
    /// A random number of this many bits.
    Random(u8),
    /// A random number of this many bits that the generator reuses.
    Kept(u8),
    /// Anywhere, in a scrambled order of all values.
    Permuted(u8),
}

/// Ticks from 0 on, in `bits` bits.
const fn bits(unit_ns: i128, epoch_ns: i128, bits: u32) -> Time {
    Time {
        unit_ns,
        epoch_ns,
        first: 0,
        last: (1 << bits) - 1,
    }
}

impl Fact {
    const fn untimed(format: Format) -> Self {
        Self {
            format,
            time: None,
            counter: &[],
            seed: Seed::Zero,
            values: 1,
            node: None,
            random: &[],
        }
    }

    const fn timed(format: Format, time: Time) -> Self {
        Self {
            time: Some(time),
            ..Self::untimed(format)
        }
    }

    const fn counted(self, counter: &'static [(u8, u8)], seed: Seed) -> Self {
        Self {
            counter,
            seed,
            values: 1 << width(counter),
            ..self
        }
    }

    const fn node(self, place: (u8, u8), drawn: u8) -> Self {
        let node = Some(Node { place, drawn });
        Self { node, ..self }
    }

    const fn random(self, random: &'static [(u8, u8)]) -> Self {
        Self { random, ..self }
    }
}

/// The total number of bits.
pub(crate) const fn width(places: &[(u8, u8)]) -> u32 {
    let (mut nth, mut bits) = (0, 0);
    while nth < places.len() {
        bits += places[nth].1 as u32;
        nth += 1;
    }
    bits
}

/// The fields of an id.
pub(crate) fn read(id: AnyId, places: &[(u8, u8)]) -> u128 {
    let bytes = id.to_bytes();
    let all = places
        .iter()
        .flat_map(|&(first, width)| first..first + width);
    all.fold(0, |number, bit| {
        number << 1 | u128::from(bytes[usize::from(bit / 8)] >> (7 - bit % 8) & 1)
    })
}

/// The facts about a format.
pub(crate) fn of(format: Format) -> &'static Fact {
    let found = FACTS.iter().find(|fact| fact.format == format);
    found.unwrap_or_else(|| panic!("nothing is written down of {format}"))
}

const FACTS: &[Fact] = &[
    Fact::timed(Format::Tid, bits(US, 0, 53)).node((54, 10), 10),
    Fact::timed(
        Format::Timeid,
        Time {
            first: -(1 << 53),
            ..bits(US, 0, 53)
        },
    )
    .node((54, 10), 5),
    Fact::timed(Format::Uid11Xid, bits(MS, UID11_EPOCH_MS * MS, 42))
        .counted(&[(42, 22)], Seed::Permuted(22)),
    Fact::untimed(Format::Uid11Fullrand).random(&[(0, 64)]),
    Fact::timed(Format::Uid11Snowish, bits(MS, UID11_EPOCH_MS * MS, 41))
        .counted(&[(52, 12)], Seed::Random(11))
        .node((42, 10), 10),
    Fact::timed(Format::Uid11TsSeqRand, bits(MS, UID11_EPOCH_MS * MS, 42))
        .counted(&[(42, 12)], Seed::Zero)
        .random(&[(54, 10)]),
    Fact::timed(Format::Uuid6, bits(100, GREGORIAN_NS, 60))
        .counted(&[(66, 14)], Seed::Kept(13))
        .random(&[(80, 48)]),
    Fact::timed(
        Format::Uuid7Draft01,
        Time {
            last: (1 << 36) * 1_000_000 - 1,
            ..bits(US, 0, 1)
        },
    )
    .counted(&[(66, 14)], Seed::Zero)
    .random(&[(80, 48)]),
    Fact::timed(Format::Uuid7, bits(MS, 0, 48))
        .counted(&[(52, 12), (66, 30)], Seed::Random(41))
        .random(&[(96, 32)]),
    Fact::timed(Format::Uuid8, bits(MS, 0, 48))
        .counted(&[(52, 12)], Seed::Zero)
        .random(&[(66, 62)]),
    // Zero and the last are reserved: R-SCRU-2.
    Fact::timed(Format::Scru160, inner(48))
        .counted(&[(48, 16)], Seed::Random(15))
        .random(&[(64, 96)]),
    Fact::timed(Format::LexicalUuid, bits(US, 0, 63)).node((64, 64), 64),
    Fact::timed(Format::Snowflake, bits(MS, 1_288_834_974_657 * MS, 41))
        .counted(&[(52, 12)], Seed::Random(11))
        .node((42, 10), 10),
    // One bit of a drawn node is set: R16-GEN-3.
    Fact::timed(Format::Flake, bits(MS, 0, 64))
        .counted(&[(112, 16)], Seed::Zero)
        .node((64, 48), 47),
    Fact::timed(Format::ShardingId, bits(MS, 1_314_220_021_721 * MS, 40))
        .counted(&[(54, 10)], Seed::Random(9))
        .node((41, 13), 13),
    Fact::timed(Format::Ksuid, bits(SECOND, 1_400_000_000 * SECOND, 32))
        .counted(&[(32, 64)], Seed::Random(64))
        .random(&[(96, 64)]),
    Fact::timed(Format::Elasticflake, bits(MS, 0, 48))
        .counted(&[(96, 24)], Seed::Random(23))
        .node((48, 48), 48),
    Fact::timed(Format::FlakeIdgen, bits(MS, 0, 42))
        .counted(&[(52, 12)], Seed::Random(11))
        .node((42, 10), 10),
    Fact::timed(Format::Sonyflake, bits(10 * MS, 1_409_529_600_000 * MS, 39))
        .counted(&[(40, 8)], Seed::Zero)
        .node((48, 16), 16),
    Fact::timed(Format::OrderedUuid, bits(10 * US, 0, 48))
        .counted(&[(52, 12), (66, 30)], Seed::Random(41))
        .random(&[(96, 32)]),
    Fact::timed(Format::CombGuid, bits(MS, 0, 48))
        .counted(&[(52, 12), (66, 30)], Seed::Random(41))
        .random(&[(96, 32)]),
    Fact::timed(Format::Ulid, bits(MS, 0, 48)).counted(&[(48, 80)], Seed::Random(80)),
    Fact::timed(Format::Sid, bits(1, 0, 63)).counted(&[(65, 63)], Seed::Random(63)),
    Fact::timed(Format::PushId, bits(MS, 0, 48)).counted(&[(48, 72)], Seed::Random(72)),
    Fact::timed(Format::Xid, bits(SECOND, 0, 32))
        .counted(&[(72, 24)], Seed::Random(23))
        .node((32, 40), 40),
    Fact::timed(Format::ObjectId, bits(SECOND, 0, 32))
        .counted(&[(72, 24)], Seed::Random(23))
        .node((32, 40), 40),
    // Four and eight digits of base36: only the low bits are set half of the time.
    Fact {
        values: 36_u128.pow(4),
        ..Fact::timed(
            Format::Cuid,
            Time {
                first: 36_i128.pow(7),
                last: 36_i128.pow(8) - 1,
                ..bits(MS, 0, 42)
            },
        )
        .counted(&[(44, 21)], Seed::Random(20))
        .node((65, 21), 20)
        .random(&[(112, 16)])
    },
    Fact::timed(Format::CombMssql, bits(MS, 0, 48))
        .counted(&[(66, 14), (56, 8)], Seed::Random(21))
        .random(&[(0, 48), (52, 4)]),
    Fact::timed(Format::Uuid1, bits(100, GREGORIAN_NS, 60))
        .counted(&[(66, 14)], Seed::Kept(13))
        .random(&[(80, 48)]),
    Fact::untimed(Format::Uuid4).random(&[(0, 48), (52, 12), (66, 62)]),
    Fact::timed(Format::Mastodon, bits(MS, 0, 47)).counted(&[(48, 16)], Seed::Random(15)),
    Fact::timed(Format::Tsid, bits(MS, 1_577_836_800_000 * MS, 42))
        .counted(&[(52, 12)], Seed::Random(11))
        .node((42, 10), 10),
    Fact::timed(Format::Scru128, inner(48))
        .counted(&[(48, 48)], Seed::Random(47))
        .random(&[(96, 32)]),
    Fact::timed(
        Format::Scru64,
        Time {
            first: 1,
            last: 3_i128.pow(24) - 2,
            ..bits(256 * MS, 0, 39)
        },
    )
    .counted(&[(50, 14)], Seed::Random(13))
    .node((40, 10), 10),
    Fact::timed(Format::Custom64, bits(MS, 1_288_834_974_657 * MS, 41))
        .counted(&[(52, 12)], Seed::Random(11))
        .node((42, 10), 10),
];

/// Milliseconds in `width` bits without the first and the last one.
const fn inner(width: u32) -> Time {
    Time {
        first: 1,
        last: (1 << width) - 2,
        ..bits(MS, 0, width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_lists_each_generated_format_once() {
        for &format in Format::ALL {
            let rows = FACTS.iter().filter(|fact| fact.format == format).count();
            assert_eq!(rows, usize::from(format.can_generate()), "{format}");
        }
    }

    #[test]
    fn fields_do_not_overlap() {
        for fact in FACTS {
            let node = fact.node.map(|node| node.place);
            let places = fact.counter.iter().chain(fact.random).copied().chain(node);
            let mut bits: Vec<u8> = places
                .flat_map(|(first, width)| first..first + width)
                .collect();
            let all = bits.len();
            bits.sort_unstable();
            bits.dedup();
            assert_eq!(bits.len(), all, "{}", fact.format);
        }
    }
}

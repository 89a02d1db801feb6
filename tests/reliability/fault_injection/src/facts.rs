//! Facts about formats, and generators for them. The [table] is copied from the specifications.

mod table;

use sortid::options::{ClockSource, Precision};
use sortid::{AnyId, Error, Format, Generator, Options, Timestamp};

use crate::ids::Part;
pub(crate) use table::Seed;
use table::{Fact, of};

/// 2024-07-19T16:40:46.480Z: where scripted clocks start.
pub(crate) const NOON_NS: i128 = 1_721_407_246_480_000_000;

pub(crate) const US: i128 = 1000;
pub(crate) const MS: i128 = 1_000_000;
pub(crate) const SECOND: i128 = 1_000_000_000;
pub(crate) const YEAR: i128 = 365 * 86_400 * SECOND;

/// The formats that can be generated.
pub(crate) fn made() -> impl Iterator<Item = Format> {
    let formats = Format::ALL.iter().copied();
    formats.filter(|format| format.can_generate())
}

/// The formats that generate by time.
pub(crate) fn timed() -> impl Iterator<Item = Format> {
    made().filter(|&format| of(format).time.is_some())
}

/// The name of a row about several formats.
pub(crate) fn all_of(formats: impl Iterator<Item = Format>) -> String {
    format!("{} formats", formats.count())
}

/// Whether ids of a forked child and its parent may collide by chance: few random bits and no node
/// (R-GEN-8).
pub(crate) fn is_by_chance(format: Format) -> bool {
    of(format).node.is_none() && random(format).bits < 32
}

/// The random part of an id: random per id, or per tick if only the counter distinguishes
/// processes.
pub(crate) fn random(format: Format) -> Part {
    let fact = of(format);
    if !fact.random.is_empty() {
        return Part::of(format, fact.random, table::width(fact.random));
    }
    match (fact.node, fact.seed) {
        (None, Seed::Random(bits) | Seed::Permuted(bits)) => {
            Part::of(format, fact.counter, bits.into())
        }
        _ => Part::default(),
    }
}

/// The bits that are random in every id.
pub(crate) fn random_spans(format: Format) -> &'static [(u8, u8)] {
    of(format).random
}

/// The bits of the counter, and its initial value.
pub(crate) fn counted(format: Format) -> (&'static [(u8, u8)], Seed) {
    (of(format).counter, of(format).seed)
}

/// The node that each generator draws at random.
pub(crate) fn wide_node(format: Format) -> Option<(u8, u8)> {
    let node = of(format).node.filter(|node| node.drawn > 16);
    node.filter(|node| node.drawn == node.place.1)
        .map(|node| node.place)
}

/// The node field, if there is one.
pub(crate) fn node(id: AnyId) -> Option<u128> {
    let node = of(id.format()).node?;
    Some(table::read(id, &[node.place]))
}

/// The number of nodes, for formats with a list of used ones per process (R-GEN-4: for timeid best
/// effort, 0–31).
pub(crate) fn drawn_nodes(format: Format) -> Option<u32> {
    let drawn = of(format).node?.drawn;
    (drawn <= 16).then(|| 1 << drawn)
}

/// The options that set this node, and whether only the node distinguishes the ids.
pub(crate) fn with_node(format: Format, node: u64) -> Option<(Options, bool)> {
    let is_alone = match (of(format).node, format) {
        (Some(_), _) => of(format).random.is_empty(),
        // Its node replaces the random bits.
        (None, Format::Uuid8) => true,
        (None, _) => return None,
    };
    let has_node = format.options().contains(&"node");
    has_node.then(|| (Options::new().node(node), is_alone))
}

/// The default tick in nanoseconds; 0 without a time.
pub(crate) fn unit_ns(format: Format) -> i128 {
    of(format).time.map_or(0, |time| time.unit_ns)
}

/// The first and last time of the field, as starts of ticks in Unix nanoseconds.
pub(crate) fn field_ns(format: Format) -> (i128, i128) {
    let ns = |time: table::Time, tick: i128| time.epoch_ns + tick * time.unit_ns;
    let time = of(format).time;
    time.map_or((0, 0), |time| (ns(time, time.first), ns(time, time.last)))
}

/// The tick that no id has: −1 for timeid (R-TIMEID-3).
pub(crate) fn hole(format: Format) -> Option<i128> {
    (format == Format::Timeid).then_some(-1)
}

/// The minimum and maximum number of ids per tick of a default generator, depending on the initial
/// counter.
pub(crate) fn room(format: Format) -> (u64, u64) {
    let fact = of(format);
    if fact.time.is_none() {
        return (u64::MAX, u64::MAX);
    }
    let least = match fact.seed {
        Seed::Zero | Seed::Permuted(_) => fact.values,
        Seed::Random(bits) | Seed::Kept(bits) => fact.values - ((1 << bits) - 1),
    };
    let fits = |values: u128| u64::try_from(values).unwrap_or(u64::MAX);
    (fits(least), fits(fact.values))
}

/// The number of bits of tick and counter.
pub(crate) fn ordered_bits(format: Format) -> u32 {
    let Fact { time, counter, .. } = of(format);
    let ticks = time.map_or(0, |time| time.last - time.first);
    i128::BITS - ticks.leading_zeros() + table::width(counter)
}

/// About how many ids fit into a second.
pub(crate) fn per_second(format: Format) -> u64 {
    let (least, most) = room(format);
    let ids = u128::from(least / 2 + most / 2 + 1);
    let ticks = SECOND / unit_ns(format).max(1);
    u64::try_from(ids * ticks as u128).unwrap_or(u64::MAX)
}

/// Whether a generator follows a rollback beyond the tolerance by default: if random bits or a new
/// node rule out a repeat (R-GEN-2).
pub(crate) fn resets(format: Format) -> bool {
    !is_by_chance(format)
}

/// The counter of an id; `None` if there is none or it is scrambled.
pub(crate) fn counter(id: AnyId) -> Option<u128> {
    let Fact { counter, seed, .. } = of(id.format());
    let is_seen = !counter.is_empty() && !matches!(seed, Seed::Permuted(_));
    is_seen.then(|| table::read(id, counter))
}

/// The time in an id of a default generator, in Unix nanoseconds.
pub(crate) fn time_ns(id: AnyId) -> Result<i128, Error> {
    let time = match id.format() {
        Format::Uuid8 | Format::Custom64 => {
            id.timestamp_with(&Options::new().unit_ns(1_000_000))?
        }
        Format::Uuid7Draft01 => id.timestamp_with(&Options::new().precision(Precision::Us))?,
        _ => id.timestamp()?,
    };
    Ok(time.unix_ns())
}

/// A dynamic generator with the system's clock.
pub(crate) fn system(format: Format, options: &Options) -> Result<Generator, Error> {
    Generator::dynamic(format, options)
}

/// A dynamic generator with a manual clock.
pub(crate) fn manual(format: Format, options: Options) -> Result<Generator, Error> {
    Generator::dynamic(format, &options.clock(ClockSource::Manual))
}

/// Options with which a frozen clock never runs out of ticks (33 years of lead).
pub(crate) fn endless(format: Format) -> Options {
    match of(format).time {
        None => Options::new(),
        Some(_) => Options::new().max_lead_ms(1 << 40),
    }
}

/// Options that avoid long waits for the next tick.
pub(crate) fn without_waits(format: Format) -> Options {
    match unit_ns(format) > MS {
        true => endless(format),
        false => Options::new(),
    }
}

/// The time this many nanoseconds after noon.
pub(crate) fn noon(offset_ns: i128) -> Result<Timestamp, Error> {
    Timestamp::from_unix_ns(NOON_NS + offset_ns)
}

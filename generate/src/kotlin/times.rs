//! The formats for which Kotlin computes the bounds of times without the library.

use std::fmt::Write;

use sortid::{AnyId, Format, Options, Timestamp};

use super::blank_between;
use crate::names::pascal;

/// The words of an id, as in constructors: two of 64 bits and one of 32.
type Words = [u64; 3];

/// `Times.kt`.
pub(crate) fn times(formats: &[Format]) -> String {
    let objects = formats.iter().filter_map(|format| object(*format));
    format!(
        "// Written by `cargo suite generate kotlin` from the core's list of formats.\n\n\
         package sortid.internal\n\n\
         import sortid.Id\n\
         import sortid.IdType\n{}",
        blank_between(objects),
    )
}

/// The name of the object that computes bounds of times. `None` if the format requires the library.
pub(super) fn name(format: Format) -> Option<String> {
    Counted::of(format).map(|_| format!("{}Time", pascal(format.name())))
}

/// A linear time: a tick count in bits that encode nothing else.
struct Counted {
    /// The Unix time of tick 0 in ticks, and the number of ticks per second.
    epoch: i128,
    per_second: i128,
    last: i128,
    /// The word and the position in it for each bit of the tick, lowest first.
    bits: Vec<(usize, u32)>,
    min: Words,
    /// The bits of the largest id of a tick, except its time.
    max: Words,
}

const NANOS_PER_SECOND: i128 = 1_000_000_000;

/// The library converts later ticks, so that the product of seconds and ticks per second fits in 63
/// bits.
const MOST_TICKS: i128 = 1 << 62;

impl Counted {
    fn of(format: Format) -> Option<Self> {
        let (first, last) = AnyId::open_range(None, None, format, &Options::new())
            .ok()?
            .into_inner();
        let unit = i128::from(format.resolution_ns()?);
        let start = first.timestamp().ok()?.unix_ns();
        if NANOS_PER_SECOND % unit != 0 || start % unit != 0 || format.is_signed() {
            return None;
        }
        let last = (last.timestamp().ok()?.unix_ns() - start) / unit;
        let at = |tick: i128| Timestamp::from_unix_ns(start + tick * unit).ok();
        let min = |tick| Some(words(AnyId::min_at(at(tick)?, format).ok()?));
        let max = |tick| Some(words(AnyId::max_at(at(tick)?, format).ok()?));
        let (zero, free) = (min(0)?, max(0)?);
        let width = 128 - last.leading_zeros();
        let bits = (0..width).map(|bit| {
            let (least, most) = (min(1 << bit)?, max(1 << bit)?);
            let changed = differing(zero, least);
            let place = single(changed)?;
            (changed == differing(free, most)).then_some(place)
        });
        Some(Self {
            epoch: start / unit,
            per_second: NANOS_PER_SECOND / unit,
            last: last.min(MOST_TICKS),
            bits: bits.collect::<Option<_>>()?,
            min: zero,
            max: free,
        })
    }

    /// The expression of a word of an id, from the bits of a tick and constant bits.
    fn word(&self, number: usize, constant: u64) -> String {
        let mut parts: Vec<String> = Vec::new();
        let mut from = 0;
        while from < self.bits.len() {
            let (word, place) = self.bits[from];
            let rest = self.bits[from..].iter().zip(0..);
            let run = rest.take_while(|(bit, at)| **bit == (word, place + at));
            let width = run.count();
            if word == number {
                parts.push(run_of_bits(
                    from,
                    width,
                    place,
                    from + width == self.bits.len(),
                ));
            }
            from += width;
        }
        if constant != 0 || parts.is_empty() {
            parts.push(long(constant));
        }
        if let [part] = &parts[..] {
            return part.clone();
        }
        let parts = parts.iter().map(|part| match part.contains(' ') {
            true => format!("({part})"),
            false => part.clone(),
        });
        parts.collect::<Vec<_>>().join(" or ")
    }
}

/// The expression of some bits of `tick`, shifted to their position in a word.
fn run_of_bits(from: usize, width: usize, place: u32, is_last: bool) -> String {
    let mut value = "tick".to_owned();
    if from > 0 {
        value = format!("{value} ushr {from}");
    }
    // Infix functions apply from left to right.
    if !is_last {
        value = format!("{value} and {:#x}", u64::MAX >> (64 - width));
    }
    match place {
        0 => value,
        _ => format!("{value} shl {place}"),
    }
}

/// The three words of an id, the last with 32 bits.
fn words(id: AnyId) -> Words {
    let mut all = [0; 24];
    let bytes = id.to_bytes();
    // The last word has the four bytes at its lower end.
    let (head, tail) = bytes.split_at(bytes.len().min(16));
    all[..head.len()].copy_from_slice(head);
    all[20..20 + tail.len()].copy_from_slice(tail);
    let word = |at: usize| u64::from_be_bytes(std::array::from_fn(|byte| all[at + byte]));
    [word(0), word(8), word(16)]
}

fn differing(one: Words, other: Words) -> Words {
    std::array::from_fn(|word| one[word] ^ other[word])
}

/// The word and position of the only bit that is set. `None` if there are none or several.
fn single(words: Words) -> Option<(usize, u32)> {
    let ones: u32 = words.iter().map(|word| word.count_ones()).sum();
    let word = words.iter().position(|word| *word != 0)?;
    (ones == 1).then_some((word, words[word].trailing_zeros()))
}

/// A signed literal with these bits.
fn long(bits: u64) -> String {
    match i64::try_from(bits) {
        Ok(long) => format!("{long:#x}L"),
        Err(_) => format!("{bits:#x}UL.toLong()"),
    }
}

fn object(format: Format) -> Option<String> {
    let name = name(format)?;
    let counted = Counted::of(format)?;
    let Counted {
        epoch,
        per_second,
        last,
        ..
    } = counted;
    let since = match epoch {
        0 => String::new(),
        1.. => format!(" - {epoch}L"),
        _ => format!(" + {}L", -epoch),
    };
    let seconds = |tick: i128| (epoch + tick).div_euclid(per_second);
    let bound = |bound: &str, constant: Words| {
        let [head, middle] = [0, 1].map(|word| counted.word(word, constant[word]));
        let tail = (constant[2] as u32).cast_signed();
        format!(
            "    override fun <T : Id> {bound}(\n        tick: Long,\n        type: IdType<T>,\n    \
             ): T {{\n        val head = {head}\n        val middle = {middle}\n        \
             return type.make(head, middle, {tail})\n    }}\n"
        )
    };
    let mut text = format!(
        "internal object {name} : PlainTime() {{\n    override fun tick(\n        seconds: Long,\n        nanos: Int,\n    ): Long {{\n        \
         if (seconds < {}L || seconds > {}L) return OUTSIDE\n        \
         val tick = seconds * {per_second}L + nanos / {}{since}\n        \
         return if (tick > {last}L) OUTSIDE else tick\n    }}\n\n",
        seconds(0),
        seconds(last),
        NANOS_PER_SECOND / per_second,
    );
    let _ = write!(
        text,
        "{}\n{}}}\n",
        bound("min", counted.min),
        bound("max", counted.max)
    );
    Some(text)
}

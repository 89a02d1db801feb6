//! The plans of formats: what the engine, which knows no formats, gets of them.

use super::hot_layout::HotLayout;
use super::nodes::NodeWords;
use super::plan::{Counter, FormatKey, Plan};
use crate::error::Error;
use crate::formats::Format;
use crate::formats::layout::{CounterSeed, MOST_LISTED_BITS};
use crate::formats::options::{ClockSource, OnExhausted, OnRollback, Options, Purpose};
use crate::sys::FAMILY_WORDS;

impl FormatKey {
    pub(super) const fn of(format: Format) -> Self {
        Self {
            name: format.name(),
            number: format.code(),
            node_words: node_words(format),
            has_own_layout: matches!(format, Format::Custom64),
        }
    }
}

impl HotLayout {
    /// The hot layout of a format's default generator.
    pub(crate) const fn of(format: Format) -> Self {
        Self::new(&format.row().layout)
    }
}

impl Plan {
    pub(super) fn new(format: Format, options: &Options) -> Result<Self, Error> {
        let layout = format.row().layout_with(options, Purpose::Generate)?;
        Ok(Self::of_layout(FormatKey::of(format), layout, options))
    }

    /// The plan of a format's default generator.
    pub(super) const fn of(format: Format) -> Self {
        const NO_OPTIONS: &Options = &Options::new();
        Self::with(
            FormatKey::of(format),
            format.row().default_layout(),
            NO_OPTIONS,
            None,
        )
    }

    /// The plan of a format's process-wide generator for given times.
    ///
    /// An id has exactly the given time. Times may come in any order if the counter is so wide that
    /// it can continue over all ticks; otherwise they must not go back.
    pub(super) const fn at(format: Format) -> Self {
        let mut plan = Self::of(format);
        plan.clock = ClockSource::Manual;
        plan.may_claim = false;
        plan.policy.max_lead = 0;
        plan.policy.tolerance = Some(0);
        plan.policy.on_exhausted = OnExhausted::Error;
        plan.policy.on_rollback = OnRollback::Error;
        if let Some(Counter {
            seed: CounterSeed::Random(bits),
            ..
        }) = plan.counter
        {
            plan.policy.any_order = bits >= 40;
        }
        plan
    }
}

/// The words that list the format's drawn nodes.
const fn node_words(format: Format) -> NodeWords {
    let (begin, words) = NODE_WORDS;
    let number = format.code() as usize;
    NodeWords {
        first: begin[number - 1],
        end: match number < begin.len() {
            true => begin[number],
            false => words,
        },
    }
}

/// Returns the number of words with a bit for each number of `bits` bits.
const fn node_bit_words(bits: u8) -> usize {
    (1_usize << bits).div_ceil(64)
}

/// The index of each format's first word in the list of drawn nodes, and the total number of words. A format has a word that counts nodes drawn again, and a bit for each node. Nodes of
/// several widths share the bits.
const NODE_WORDS: ([usize; Format::ALL.len()], usize) = {
    let (mut begin, mut words, mut i) = ([0; Format::ALL.len()], 0, 0);
    while i < begin.len() {
        begin[i] = words;
        let row = Format::ALL[i].row();
        if let Some(node) = row.layout.node
            && node.drawn_bits <= MOST_LISTED_BITS
        {
            words += match row.most_drawn_bits {
                0 => node_bit_words(node.drawn_bits) + 1,
                _ => node_bit_words(MOST_LISTED_BITS) + 1,
            };
        }
        i += 1;
    }
    (begin, words)
};

const _: () = assert!(NODE_WORDS.1 <= FAMILY_WORDS);

#[cfg(test)]
mod tests {
    use super::*;

    /// The functions without a generator rely on this.
    #[test]
    fn default_options_yield_the_formats_plan() {
        for &format in Format::ALL {
            let plan = Plan::new(format, &Options::new()).expect("the defaults");
            assert_eq!(plan, Plan::of(format));
        }
    }

    #[test]
    fn counter_write_agrees_with_layout() {
        use crate::formats::options::{Precision, Usage};
        for &format in Format::ALL {
            for options in [
                Options::new(),
                Options::new().counter_bits(16),
                Options::new().usage(Usage::Microsecond),
                Options::new().precision(Precision::Us),
                Options::new().precision(Precision::Ms),
                Options::new().precision(Precision::Ns),
                Options::new().timestamp_bits(64),
            ] {
                let Ok(plan) = Plan::new(format, &options) else {
                    continue;
                };
                let written = plan
                    .counter
                    .map(|counter| counter.write(counter.greatest.into()));
                let expected = plan.layout.counter.map(|counter| {
                    let greatest = plan.layout.largest(counter.place);
                    counter.place.write(greatest).to_u128()
                });
                assert_eq!(written, expected, "{format}");
            }
        }
    }
}

//! The plans of formats: what the engine, which knows neither formats nor options, gets of them.
//! For engines on other operating systems, such as simulated ones, too.

use std::time::Duration;

use sortid_engine::call::Given;
use sortid_engine::nodes::NodeWords;
use sortid_engine::plan::{FormatKey, Plan, Policy};
use sortid_engine::position_codec::PositionCodec;
use sortid_engine::sys::FAMILY_WORDS;
use sortid_engine::ticks::Count;

use crate::error::{Error, ErrorCode, Lack};
use crate::formats::Format;
use crate::formats::layout::{CounterSeed, Layout, MOST_LISTED_BITS};
use crate::formats::options::{
    ClockSource, MAX_LEAD_MS, NodeClaim, OnExhausted, OnRollback, Options, Purpose,
    ROLLBACK_TOLERANCE_MS, RollbackTolerance,
};
use crate::id::AnyId;
use crate::time::Tick;

/// The plan of a format with options.
///
/// # Errors
/// `invalid_option`.
pub fn plan(format: Format, options: &Options) -> Result<Plan, Error> {
    let layout = format.row().layout_with(options, Purpose::Generate)?;
    Ok(plan_of_layout(format, layout, options))
}

/// The plan for a layout with the options applied.
pub(super) fn plan_of_layout(format: Format, layout: Layout, options: &Options) -> Plan {
    let codec = match (options.file(), &layout.time) {
        (Some(_), Some(time)) => Some(PositionCodec::of(&layout, time)),
        _ => None,
    };
    Plan::new(key(format), layout, policy(&layout, options), codec)
}

/// The plan of a format's default generator.
pub const fn default_plan(format: Format) -> Plan {
    const NO_OPTIONS: &Options = &Options::new();
    let layout = format.row().default_layout();
    Plan::new(key(format), layout, policy(&layout, NO_OPTIONS), None)
}

/// The plan of a format's process-wide generator for given times.
///
/// An id has exactly the given time. Times may come in any order if the counter is so wide that it
/// can continue over all ticks; otherwise they must not go back.
pub(super) const fn plan_at(format: Format) -> Plan {
    plan_at_of_layout(format, format.row().default_layout())
}

/// [`plan_at`] for a layout with the options applied.
pub(super) const fn plan_at_of_layout(format: Format, layout: Layout) -> Plan {
    let any_order = match layout.counter {
        Some(counter) => matches!(counter.seed, CounterSeed::Random(40..)),
        None => false,
    };
    let policy = Policy {
        is_manual: true,
        is_leased: false,
        is_unmapped: false,
        may_claim: false,
        must_claim: false,
        max_lead: 0,
        lease_wait: Duration::ZERO,
        fails_if_exhausted: true,
        tolerance: Some(0),
        resets: false,
        any_order,
    };
    Plan::new(key(format), layout, policy, None)
}

/// What a user gives the engine beside the plan.
pub fn given(options: &Options) -> Given<'_> {
    Given {
        seed: options.seed,
        #[cfg(feature = "state-file")]
        file: options.file().map(std::path::PathBuf::as_path),
        #[cfg(not(feature = "state-file"))]
        file: None,
        allows_other_owner: options.allow_other_owner.unwrap_or(false),
        allow_fork: options.allow_fork.unwrap_or(false),
        fixed_node: options.machine_id.or(options.node),
    }
}

/// The tick of an id, decoded with the layout of a generator.
///
/// # Errors
/// `not_applicable` for an id of another format, or a format without time; `timestamp_out_of_range`
/// if no id of the format is greater.
pub fn tick_of(format: Format, layout: &Layout, id: AnyId) -> Result<Tick, Error> {
    match layout.time {
        Some(time) if id.format() == format => {
            let last = layout.fixed.or(time.write(time.last)).or(layout.free());
            let sorted = format.row().sorted;
            // A reserved tid, or a custom64 with bits above the time.
            match sorted.compare(id.value(), last).is_gt() {
                true => Err(Error::about(
                    ErrorCode::TimestampOutOfRange,
                    "\0no later id of the format is possible",
                )),
                false => Ok(time.read(id.value())),
            }
        }
        Some(_) => Err(Error::of_other_format(format, id.format())),
        None => Err(format.row().lacks(Lack::Time)),
    }
}

const fn key(format: Format) -> FormatKey {
    FormatKey {
        name: format.name(),
        number: format.code(),
        node_words: node_words(format),
        has_own_layout: matches!(format, Format::Custom64),
    }
}

const fn policy(layout: &Layout, options: &Options) -> Policy {
    let unit_ns = match layout.time {
        Some(time) => time.scale.unit_ns,
        None => 1,
    };
    let chosen = match layout.node {
        Some(node) => node.chosen,
        None => None,
    };
    let may_reset = layout.rules_out_repeats(chosen)
        && !options.has_state_file()
        && options.lease_file.is_none();
    let max_lead_ms = match options.max_lead_ms {
        Some(ms) => ms,
        None => MAX_LEAD_MS,
    };
    let is_manual = matches!(options.clock, Some(ClockSource::Manual));
    let fails_if_exhausted = matches!(options.on_exhausted, Some(OnExhausted::Error));
    Policy {
        is_manual,
        is_leased: options.lease_file.is_some(),
        is_unmapped: options.is_unmapped(),
        may_claim: !is_manual && !matches!(options.node_claim, Some(NodeClaim::Drawn)),
        must_claim: matches!(options.node_claim, Some(NodeClaim::Required)),
        max_lead: ticks(max_lead_ms, unit_ns),
        lease_wait: match is_manual || fails_if_exhausted {
            true => Duration::ZERO,
            false => Duration::from_millis(max_lead_ms),
        },
        fails_if_exhausted,
        tolerance: match options.rollback_tolerance_ms {
            None => Some(ticks(ROLLBACK_TOLERANCE_MS, unit_ns)),
            Some(RollbackTolerance::Ms(ms)) => Some(ticks(ms, unit_ns)),
            Some(RollbackTolerance::Unlimited) => None,
        },
        resets: match options.on_rollback {
            Some(given) => matches!(given, OnRollback::Reset),
            None => may_reset,
        },
        any_order: false,
    }
}

const fn ticks(ms: u64, unit_ns: i128) -> Count {
    let ticks = ms as i128 * 1_000_000 / unit_ns;
    match ticks < Count::MAX as i128 {
        true => ticks as Count,
        false => Count::MAX,
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

/// The index of each format's first word in the list of drawn nodes, and the total number of words.
/// A format has a word that counts nodes drawn again, and a bit for each node. Nodes of several
/// widths share the bits.
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
    use sortid_engine::permutation::BITS as PERMUTED_BITS;

    /// The functions without a generator rely on this.
    #[test]
    fn default_options_yield_the_formats_plan() {
        for &format in Format::ALL {
            let made = plan(format, &Options::new()).expect("the defaults");
            assert_eq!(made, default_plan(format));
        }
    }

    /// The engine keeps these in 128 bits, draws bounded random bits as two words, and numbers a
    /// permuted counter within 64 bits.
    #[test]
    fn layouts_are_such_as_the_engine_supports() {
        for format in Format::ALL.iter().filter(|format| format.can_generate()) {
            let layout = format.row().layout;
            let counter = layout.counter.map(|counter| counter.place);
            let time = layout.time.map(|time| time.place);
            for place in [counter, time].into_iter().flatten() {
                assert!(place.lowest_span().0 <= 128, "{format}");
            }
            if layout.largest(layout.random) < layout.random.max() {
                assert!((33..=64).contains(&layout.random.width()), "{format}");
                assert!(layout.nonzero.is_none(), "{format}");
            }
            if let Some(counter) = layout.counter
                && counter.seed == CounterSeed::Permuted
            {
                assert_eq!(counter.place.width(), PERMUTED_BITS, "{format}");
                assert!(counter.place.lowest_span().0 <= 64, "{format}");
            }
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
                let Ok(plan) = plan(format, &options) else {
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

//! How a state file tells positions: as words that go up, above 0, which stands for none.

use super::ticks::Count;
use crate::error::{Error, ErrorCode};
use crate::formats::Format;
use crate::layout::{Layout, TimeLayout};
use crate::store::FileHeader;

/// How positions are told as words: a tick above the first, and, where that fits, the counter below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Words {
    /// How many bits below the tick are the counter's; `None` where the word has the tick alone.
    counter_bits: Option<u8>,
}

impl Words {
    /// Those of a layout with time.
    pub(super) fn of(layout: &Layout, time: &TimeLayout) -> Self {
        let counter_bits = counter_bits(layout);
        let fits = time_bits(time) + counter_bits <= 64;
        Self {
            counter_bits: fits.then_some(counter_bits),
        }
    }

    /// Whether each id takes a word of its own.
    pub(super) fn have_counter(self) -> bool {
        self.counter_bits.is_some()
    }

    /// How many words stand for a tick.
    pub(super) fn in_tick(self) -> u64 {
        1 << self.counter_bits.unwrap_or(0)
    }

    /// The word of a position.
    pub(super) fn word(self, tick: Count, counter: u128) -> Result<u64, Error> {
        let place = match self.counter_bits {
            Some(bits) => u128::from(tick) << bits | counter,
            None => tick.into(),
        };
        // A tick that no word can tell, or the last word of all: in the year 2151 or later.
        u64::try_from(place + 1).map_err(|_| Error::new(ErrorCode::TimestampOutOfRange))
    }

    /// The tick of a word, and the counter if it is told.
    pub(super) fn position(self, word: u64) -> (Count, Option<u128>) {
        let place = word - 1;
        match self.counter_bits {
            Some(bits) => (place >> bits, Some(u128::from(place & ((1 << bits) - 1)))),
            None => (place, None),
        }
    }

    #[cfg(feature = "lease")]
    /// The last word before a tick; 0 if no tick is before it.
    pub(super) fn before(self, tick: Count) -> u64 {
        let before = u128::from(tick) << self.counter_bits.unwrap_or(0);
        u64::try_from(before).unwrap_or(u64::MAX)
    }

    #[cfg(feature = "lease")]
    /// The first word of the first tick whose words are all above this one.
    pub(super) fn first_above(self, word: u64) -> u64 {
        match word {
            0 => 1,
            _ => self.before(self.position(word).0 + 1).saturating_add(1),
        }
    }

    /// A reading of the clock as the first word of its tick.
    pub(super) fn reading(self, tick: Count) -> u64 {
        self.word(tick, 0).unwrap_or(u64::MAX)
    }
}

/// How many bits tell a tick.
fn time_bits(time: &TimeLayout) -> u8 {
    (128 - (time.last - time.first).leading_zeros()) as u8
}

fn counter_bits(layout: &Layout) -> u8 {
    layout.counter.map_or(0, |counter| counter.place.width())
}

/// Whether ids of one tick are in the order of their nodes first: then all who share a file have the same.
pub(super) fn node_is_above_counter(layout: &Layout) -> bool {
    match (layout.node, layout.counter) {
        (Some(node), Some(counter)) => node.place.lowest_span().0 < counter.place.lowest_span().0,
        _ => false,
    }
}

/// What a file of this layout says of itself: who has another one cannot use it.
pub(super) fn kind(
    format: Format,
    layout: &Layout,
    time: &TimeLayout,
    is_permuted: bool,
    is_leased: bool,
) -> FileHeader {
    let node_bits = layout.node.map_or(0, |node| node.place.width());
    FileHeader {
        format: format.name(),
        epoch_ns: time.scale.epoch_ns,
        unit_ns: time.scale.unit_ns,
        time_bits: time_bits(time),
        counter_bits: counter_bits(layout),
        is_permuted,
        leased_bits: is_leased.then_some(node_bits),
    }
}

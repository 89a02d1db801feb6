//! Drawn nodes: each is given once in a family of processes, until all are used.
//!
//! Nodes of more than 16 bits are too many for that: of those each is a number of its own. What of the others is used stands in words that forked children share. A node is one of the unused, by chance: so processes that were copied, memory and all,
//! draw apart as soon as their random streams are.

use std::sync::atomic::Ordering;

use crate::error::{Error, ErrorCode};
use crate::formats::Format;
use crate::layout::{Layout, NodeLayout};
use crate::node::{MOST_LISTED_BITS, NODE_WORDS, node_bit_words};
use crate::sys::entropy::Entropy;
use crate::sys::process::{UNMAPPED, publish_page};
use crate::sys::rng::Rng;
use crate::sys::{AtomicU64, Mapping, Os, Sys, guard};

/// The nodes that a generator may draw.
#[derive(Clone, Copy)]
pub(super) struct Range {
    pub(super) bits: u8,
    largest: u64,
    /// Bits that all have.
    with: u64,
}

impl Range {
    pub(super) fn of(layout: &Layout, node: &NodeLayout) -> Self {
        Self {
            bits: node.drawn_bits,
            largest: layout.largest(node.place) as u64,
            with: node.drawn_with,
        }
    }

    fn draw(self, entropy: &mut Entropy) -> Result<u64, Error> {
        loop {
            let node = entropy.bits(self.bits)? as u64 | self.with;
            if node <= self.largest {
                return Ok(node);
            }
        }
    }
}

/// Where a generator's nodes come from.
#[derive(Clone)]
pub(super) enum Nodes {
    /// What the family of processes has left.
    Family(Format),
    /// A seeded generator's own: the first one drawn from the seed, then counting up.
    Own { next: u64, given: u64 },
    /// So many that each is drawn for itself.
    Wide,
}

impl Nodes {
    pub(super) fn new(format: Format, range: Range, entropy: &mut Entropy) -> Result<Self, Error> {
        Ok(if range.bits > MOST_LISTED_BITS {
            Nodes::Wide
        } else if entropy.is_seeded() {
            Nodes::Own {
                next: range.draw(entropy)?,
                given: 0,
            }
        } else {
            Nodes::Family(format)
        })
    }

    /// A node, but not this one, which is the parent's; when all are used, one that another
    /// generator has too.
    pub(super) fn draw_other_than(
        &mut self,
        parents: Option<u64>,
        range: Range,
        entropy: &mut Entropy,
    ) -> Result<u64, Error> {
        loop {
            let (node, _) = self.next(range, entropy)?;
            if Some(node) != parents {
                return Ok(node);
            }
        }
    }

    /// A node that was not used; `clock_rollback` when all are.
    pub(super) fn draw_unused(
        &mut self,
        range: Range,
        entropy: &mut Entropy,
    ) -> Result<u64, Error> {
        match self.next(range, entropy)? {
            (node, true) => Ok(node),
            (_, false) => Err(Error::new(ErrorCode::ClockRollback)),
        }
    }

    /// A node, and whether it was unused.
    fn next(&mut self, range: Range, entropy: &mut Entropy) -> Result<(u64, bool), Error> {
        match self {
            Nodes::Family(format) => {
                let words = node_words(*format);
                entropy.with(|stream| draw(words, range.bits, stream))
            }
            Nodes::Own { next, given } => {
                let (node, count) = (*next, 1 << range.bits);
                let unused = *given < count;
                *next = (*next + 1) % count;
                *given = given.saturating_add(1);
                Ok((node, unused))
            }
            Nodes::Wide => Ok((range.draw(entropy)?, true)),
        }
    }
}

/// The words that list a format's used nodes, in memory that this process shares with its
/// descendants once a node has been drawn.
fn node_words(format: Format) -> impl Fn(usize) -> &'static AtomicU64 {
    let statics = Sys::statics();
    let (begin, words) = NODE_WORDS;
    // Codes count from 1 without gaps, which a test of the registry checks.
    let code = usize::from(format.code());
    let first = begin[code - 1];
    let end = *begin.get(code).unwrap_or(&words);
    if statics.family_page.load(Ordering::Relaxed) == 0 {
        let page = Sys::map(Mapping::Shared, size_of_val(&statics.family_words));
        publish_page(&statics.family_page, page.unwrap_or(UNMAPPED));
    }
    let page = statics.family_page.load(Ordering::Acquire);
    move |nth| {
        debug_assert!(first + nth < end, "the words of another format");
        match page {
            UNMAPPED => &statics.family_words[first + nth],
            // SAFETY: the memory has words for every format, and is never unmapped.
            _ => unsafe { Sys::atomic_at(page + ((first + nth) * size_of::<u64>()) as u64) },
        }
    }
}

/// One of the unused nodes below 2^bits, each equally likely, now used; or, when there is none, one of all in turn, and `false`.
fn draw(words: impl Fn(usize) -> &'static AtomicU64, bits: u8, stream: &mut Rng) -> (u64, bool) {
    let count = 1_usize << bits;
    let in_word = count.min(64);
    let all = u64::MAX >> (64 - in_word);
    loop {
        let unused = |nth: usize| !words(nth).load(Ordering::Relaxed) & all;
        let left: u32 = (0..count / in_word)
            .map(|nth| unused(nth).count_ones())
            .sum();
        if left == 0 {
            // In turn: so those drawn one after another differ, as long as they are not more than there are nodes.
            let again = words(node_bit_words(bits)).fetch_add(1, Ordering::Relaxed);
            return (again % count as u64, false);
        }
        let mut nth_unused = stream.below(left);
        for nth in 0..count / in_word {
            let mut bits_left = unused(nth);
            if nth_unused >= bits_left.count_ones() {
                nth_unused -= bits_left.count_ones();
                continue;
            }
            for _ in 0..nth_unused {
                bits_left &= bits_left - 1;
            }
            let bit = bits_left & bits_left.wrapping_neg();
            let was = words(nth).fetch_or(bit, Ordering::Relaxed);
            if was & bit == 0 || !guard!(NodesOnce) {
                return (nth as u64 * 64 + u64::from(bit.trailing_zeros()), true);
            }
            // Another thread was faster.
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draw_returns_each_node_once_and_then_cycles() {
        static WORDS: [AtomicU64; 17] = [const { AtomicU64::new(0) }; 17];
        let mut stream = Rng::from_seed([1; 32]);
        for bits in [5, 10] {
            for word in &WORDS {
                word.store(0, Ordering::Relaxed);
            }
            let mut next = || draw(|nth| &WORDS[nth], bits, &mut stream);
            let mut drawn: Vec<u64> = (0..1 << bits)
                .map(|_| {
                    let (node, is_unused) = next();
                    assert!(is_unused);
                    node
                })
                .collect();
            assert!(!drawn.is_sorted(), "not in random order");
            drawn.sort_unstable();
            assert_eq!(drawn, (0..1 << bits).collect::<Vec<u64>>());
            let again: Vec<(u64, bool)> = (0..1 << bits).map(|_| next()).collect();
            assert!(again.iter().all(|&(_, is_unused)| !is_unused));
            let again: Vec<u64> = again.into_iter().map(|(node, _)| node).collect();
            assert_eq!(again, (0..1 << bits).collect::<Vec<u64>>());
        }
    }

    /// A counter of 16 bits, as the widest listed node has, would wrap, and every node after the
    /// first would be 0.
    #[test]
    fn seeded_nodes_cover_all_16_bits_before_running_out() {
        let mut entropy = Entropy::new(Some([1; 32])).expect("a seed");
        let range = Range {
            bits: MOST_LISTED_BITS,
            largest: 0xffff,
            with: 0,
        };
        let mut nodes = Nodes::new(Format::Tid, range, &mut entropy).expect("nodes");
        let mut drawn: Vec<u64> = (0..1 << 16)
            .map(|_| nodes.draw_unused(range, &mut entropy).expect("unused"))
            .collect();
        drawn.sort_unstable();
        assert_eq!(drawn, (0..1 << 16).collect::<Vec<u64>>());
        let used_up = nodes.draw_unused(range, &mut entropy);
        assert_eq!(used_up, Err(Error::new(ErrorCode::ClockRollback)));
    }

    #[test]
    fn draw_from_used_nodes_skips_the_parents_node() {
        let mut entropy = Entropy::new(Some([1; 32])).expect("a seed");
        let range = Range {
            bits: 5,
            largest: 31,
            with: 0,
        };
        let mut nodes = Nodes::Own { next: 5, given: 40 };
        let node = nodes.draw_other_than(Some(5), range, &mut entropy);
        assert_eq!(node, Ok(6));
    }

    /// The list of a format fits its default node width. A wider node would be marked in the list
    /// of another format.
    #[cfg(debug_assertions)]
    #[test]
    #[should_panic(expected = "the words of another format")]
    fn draw_wider_than_the_formats_list_panics() {
        let mut entropy = Entropy::new(None).expect("entropy");
        let range = Range {
            bits: 13,
            largest: 0x1fff,
            with: 0,
        };
        let mut nodes = Nodes::new(Format::Uid11Snowish, range, &mut entropy).expect("nodes");
        let _ = nodes.draw_unused(range, &mut entropy);
    }

    #[test]
    fn wide_nodes_respect_limit_and_required_bits() {
        let mut entropy = Entropy::new(Some([1; 32])).expect("a seed");
        let range = Range {
            bits: 21,
            largest: 1 << 20,
            with: 5,
        };
        let mut nodes = Nodes::new(Format::Tid, range, &mut entropy).expect("nodes");
        for _ in 0..1000 {
            let node = nodes.draw_unused(range, &mut entropy).expect("a node");
            assert!(node <= 1 << 20 && node & 5 == 5, "{node}");
        }
    }
}

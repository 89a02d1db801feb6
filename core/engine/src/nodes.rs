//! The nodes from which generators draw, each once in a family of processes until all are used.
//!
//! Memory that forked children share lists the used nodes. A node is drawn at random among the
//! unused ones, so processes that were copied with their memory draw different nodes once their
//! random bits differ. Nodes wider than 16 bits are too many to list; they are random numbers.

use std::marker::PhantomData;
use std::sync::atomic::Ordering;

use crate::claim;
use crate::error::{Error, ErrorCode};
use crate::layout::{Layout, MOST_LISTED_BITS, NodeLayout};
use crate::sys::entropy::Entropy;
use crate::sys::process::{UNMAPPED, publish_page};
use crate::sys::rng::Rng;
use crate::sys::{Atomic, Mapping, Os, guard};

/// The nodes that a generator may draw.
#[derive(Clone, Copy)]
pub struct NodeRange {
    pub bits: u8,
    pub largest: u64,
    /// Bits that are set in every node.
    required: u64,
}

impl NodeRange {
    pub fn of(layout: &Layout, node: &NodeLayout) -> Self {
        Self {
            bits: node.drawn_bits,
            largest: layout.largest(node.place) as u64,
            required: node.drawn_with,
        }
    }

    /// Whether the family of processes lists its nodes, so that each is drawn once.
    pub fn is_listed(self) -> bool {
        self.largest >> MOST_LISTED_BITS == 0
    }

    fn draw<S: Os>(self, entropy: &mut Entropy<S>) -> Result<u64, Error> {
        loop {
            let node = entropy.bits(self.bits)? as u64 | self.required;
            if node <= self.largest {
                return Ok(node);
            }
        }
    }
}

/// The nodes that a claim tries: those that the family has not used, in random order; then all,
/// from a random one on. Few enough are each tried once.
///
/// Marks the node that is being tried as used. Otherwise another thread could draw it.
pub struct Candidates<S: Os> {
    os: PhantomData<S>,
    words: NodeWords,
    range: NodeRange,
    /// The node that was tried last, if this marked it.
    marked: Option<u64>,
    /// The first node that is tried if all are.
    first: Option<u64>,
    count: u64,
}

impl<S: Os> Drop for Candidates<S> {
    fn drop(&mut self) {
        self.unmark();
    }
}

impl<S: Os> Candidates<S> {
    pub fn new(words: NodeWords, range: NodeRange) -> Self {
        Self {
            os: PhantomData,
            words,
            range,
            marked: None,
            first: None,
            count: 0,
        }
    }

    pub fn next(&mut self, entropy: &mut Entropy<S>) -> Result<u64, Error> {
        self.unmark();
        if self.range.bits > claim::WHOLE_BITS && self.first.is_none() {
            let (node, is_unused) = draw_in_family::<S>(self.words, self.range, entropy)?;
            if is_unused {
                self.marked = Some(node);
                return Ok(node);
            }
        }
        let first = match self.first {
            Some(first) => first,
            None => *self.first.insert(self.range.draw(entropy)?),
        };
        // The unused ones in the first round, the others in the second.
        let all = 1 << self.range.bits;
        loop {
            let (node, is_second) = ((first + self.count) % all, self.count / all % 2 == 1);
            self.count += 1;
            let (word, bit) = mark_of::<S>(self.words, node);
            let was_used = match is_second {
                false => word.fetch_or(bit, Ordering::Relaxed) & bit != 0,
                true => word.load(Ordering::Relaxed) & bit != 0,
            };
            if was_used == is_second {
                self.marked = (!was_used).then_some(node);
                return Ok(node);
            }
        }
    }

    /// Marks the claimed node: the one that was tried last, or one that the process has claimed
    /// for another format.
    pub fn keep(&mut self, node: u64) {
        if self.marked == Some(node) {
            self.marked = None;
        }
        let (word, bit) = mark_of::<S>(self.words, node);
        word.fetch_or(bit, Ordering::Relaxed);
    }

    fn unmark(&mut self) {
        if let Some(node) = self.marked.take() {
            let (word, bit) = mark_of::<S>(self.words, node);
            word.fetch_and(!bit, Ordering::Relaxed);
        }
    }
}

#[derive(Clone)]
pub enum Nodes {
    /// The list that a family of processes shares.
    Family(NodeWords),
    /// A seeded generator: the first node is drawn from the seed, later ones count up.
    Seeded { next: u64, given: u64 },
    /// Wide nodes are random numbers.
    Wide,
}

impl Nodes {
    pub fn new<S: Os>(
        words: NodeWords,
        range: NodeRange,
        entropy: &mut Entropy<S>,
    ) -> Result<Self, Error> {
        Ok(if !range.is_listed() {
            Nodes::Wide
        } else if entropy.is_seeded() {
            Nodes::Seeded {
                next: range.draw(entropy)?,
                given: 0,
            }
        } else {
            Nodes::Family(words)
        })
    }

    /// A node other than the parent's. If all are used, another generator has it, too.
    pub fn draw_other_than<S: Os>(
        &mut self,
        parents: Option<u64>,
        range: NodeRange,
        entropy: &mut Entropy<S>,
    ) -> Result<u64, Error> {
        loop {
            let (node, _) = self.next(range, entropy)?;
            if Some(node) != parents {
                return Ok(node);
            }
        }
    }

    /// An unused node; `clock_rollback` if all are used.
    pub fn draw_unused<S: Os>(
        &mut self,
        range: NodeRange,
        entropy: &mut Entropy<S>,
    ) -> Result<u64, Error> {
        match self.next(range, entropy)? {
            (node, true) => Ok(node),
            (_, false) => Err(Error::new(ErrorCode::ClockRollback)),
        }
    }

    fn next<S: Os>(
        &mut self,
        range: NodeRange,
        entropy: &mut Entropy<S>,
    ) -> Result<(u64, bool), Error> {
        match self {
            Nodes::Family(words) => draw_in_family::<S>(*words, range, entropy),
            Nodes::Seeded { next, given } => {
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

/// A format's part of the list of drawn nodes: a word that counts nodes drawn again, and a bit for
/// each node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeWords {
    pub first: usize,
    pub end: usize,
}

/// The words of a format, in memory that this process shares with its descendants once a node has
/// been drawn.
fn node_words<S: Os>(
    NodeWords { first, end }: NodeWords,
) -> impl Fn(usize) -> &'static S::AtomicU64 {
    let statics = S::statics();
    if statics.family_page.load(Ordering::Relaxed) == 0 {
        let page = S::map(Mapping::Shared, size_of_val(&statics.family_words));
        publish_page::<S>(&statics.family_page, page.unwrap_or(UNMAPPED));
    }
    let page = statics.family_page.load(Ordering::Acquire);
    move |nth| {
        debug_assert!(first + nth < end, "the words of another format");
        match page {
            UNMAPPED => &statics.family_words[first + nth],
            // SAFETY: the memory has words for every format, and is never unmapped.
            _ => unsafe { S::atomic_at(page + ((first + nth) * size_of::<u64>()) as u64) },
        }
    }
}

/// The word with the mark of a node, and its bit.
fn mark_of<S: Os>(words: NodeWords, node: u64) -> (&'static S::AtomicU64, u64) {
    let words = node_words::<S>(words);
    (words(1 + node as usize / 64), 1 << (node % 64))
}

/// Draws a node that the family has not used; once all are used, any, and `false`.
fn draw_in_family<S: Os>(
    words: NodeWords,
    range: NodeRange,
    entropy: &mut Entropy<S>,
) -> Result<(u64, bool), Error> {
    let words = node_words::<S>(words);
    entropy.with(|rng| draw_listed::<S>(words, range.bits, rng))
}

/// Draws one of the unused nodes below 2^bits, all equally likely, and marks it as used. If there
/// is none, returns all nodes in turn, and `false`.
fn draw_listed<S: Os>(
    words: impl Fn(usize) -> &'static S::AtomicU64,
    bits: u8,
    rng: &mut Rng,
) -> (u64, bool) {
    let count = 1_usize << bits;
    let in_word = count.min(64);
    let all = u64::MAX >> (64 - in_word);
    loop {
        let unused = |nth: usize| !words(1 + nth).load(Ordering::Relaxed) & all;
        let left: u32 = (0..count / in_word)
            .map(|nth| unused(nth).count_ones())
            .sum();
        if left == 0 {
            // In turn, so that successive draws differ as long as there are nodes.
            let again = words(0).fetch_add(1, Ordering::Relaxed);
            return (again % count as u64, false);
        }
        let mut nth_unused = rng.below(left);
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
            let was = words(1 + nth).fetch_or(bit, Ordering::Relaxed);
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
    use crate::examples::NODE_WORDS;
    use crate::examples::S;
    use std::sync::atomic::AtomicU64;

    #[test]
    fn draw_returns_each_node_once_and_then_cycles() {
        static WORDS: [AtomicU64; 17] = [const { AtomicU64::new(0) }; 17];
        let mut rng = Rng::from_seed([1; 32]);
        for bits in [5, 10] {
            for word in &WORDS {
                word.store(0, Ordering::Relaxed);
            }
            let mut next = || draw_listed::<S>(|nth| &WORDS[nth], bits, &mut rng);
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
        let mut entropy = Entropy::<S>::new(Some([1; 32])).expect("a seed");
        let range = NodeRange {
            bits: MOST_LISTED_BITS,
            largest: 0xffff,
            required: 0,
        };
        let mut nodes = Nodes::new(NODE_WORDS, range, &mut entropy).expect("nodes");
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
        let mut entropy = Entropy::<S>::new(Some([1; 32])).expect("a seed");
        let range = NodeRange {
            bits: 5,
            largest: 31,
            required: 0,
        };
        let mut nodes = Nodes::Seeded { next: 5, given: 40 };
        let node = nodes.draw_other_than(Some(5), range, &mut entropy);
        assert_eq!(node, Ok(6));
    }

    /// The list of a format fits its default node width. A wider node would be marked in the list
    /// of another format.
    #[cfg(debug_assertions)]
    #[test]
    #[should_panic(expected = "the words of another format")]
    fn draw_wider_than_the_formats_list_panics() {
        let mut entropy = Entropy::<S>::new(None).expect("entropy");
        let range = NodeRange {
            bits: 13,
            largest: 0x1fff,
            required: 0,
        };
        let mut nodes = Nodes::new(NODE_WORDS, range, &mut entropy).expect("nodes");
        let _ = nodes.draw_unused(range, &mut entropy);
    }

    #[test]
    fn wide_nodes_respect_limit_and_required_bits() {
        let mut entropy = Entropy::<S>::new(Some([1; 32])).expect("a seed");
        let range = NodeRange {
            bits: 21,
            largest: 1 << 20,
            required: 5,
        };
        let mut nodes = Nodes::new(NODE_WORDS, range, &mut entropy).expect("nodes");
        for _ in 0..1000 {
            let node = nodes.draw_unused(range, &mut entropy).expect("a node");
            assert!(node <= 1 << 20 && node & 5 == 5, "{node}");
        }
    }
}

//! Drawn nodes: each is given once in a family of processes, until all are used.
//!
//! What is used stands in words that forked children share. A node is one of the unused, by chance: so processes that were copied, memory and all,
//! draw apart as soon as their random streams are.

use std::sync::atomic::Ordering;

use super::entropy::Entropy;
use crate::Here;
use crate::error::{Error, ErrorCode};
use crate::formats::Format;
use crate::process::node_words;
use crate::stream::Stream;
use crate::world::{AtomicU64, Guard, NODE_BITS_WORDS, World};

/// Where a generator's nodes come from.
#[derive(Clone)]
pub(super) enum Nodes {
    /// What the family of processes has left.
    Family(Format),
    /// A seeded generator's own: the first one drawn from the seed, then counting up.
    Own { next: u16, given: u32 },
}

impl Nodes {
    pub(super) fn new(format: Format, bits: u8, entropy: &mut Entropy) -> Result<Self, Error> {
        Ok(if entropy.is_seeded() {
            Nodes::Own {
                next: entropy.bits(bits)? as u16,
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
        parents: Option<u16>,
        bits: u8,
        entropy: &mut Entropy,
    ) -> Result<u16, Error> {
        loop {
            let (node, _) = self.next(bits, entropy)?;
            if Some(node) != parents {
                return Ok(node);
            }
        }
    }

    /// A node that was not used; `clock_rollback` when all are.
    pub(super) fn draw_unused(&mut self, bits: u8, entropy: &mut Entropy) -> Result<u16, Error> {
        match self.next(bits, entropy)? {
            (node, true) => Ok(node),
            (_, false) => Err(Error::new(ErrorCode::ClockRollback)),
        }
    }

    /// A node, and whether it was unused.
    fn next(&mut self, bits: u8, entropy: &mut Entropy) -> Result<(u16, bool), Error> {
        match self {
            Nodes::Family(format) => {
                let words = node_words(format.code());
                entropy.with(|stream| draw(words, bits, stream))
            }
            Nodes::Own { next, given } => {
                let node = *next;
                let unused = *given < 1 << bits;
                *next = (*next + 1) & ((1 << bits) - 1);
                *given = given.saturating_add(1);
                Ok((node, unused))
            }
        }
    }
}

/// One of the unused nodes below 2^bits, each equally likely, now used; or, when there is none, one of all in turn, and `false`.
fn draw(words: impl Fn(usize) -> &'static AtomicU64, bits: u8, stream: &mut Stream) -> (u16, bool) {
    let count = 1_usize << bits;
    debug_assert!(count <= NODE_BITS_WORDS * 64);
    let in_word = count.min(64);
    let all = u64::MAX >> (64 - in_word);
    loop {
        let unused = |nth: usize| !words(nth).load(Ordering::Relaxed) & all;
        let left: u32 = (0..count / in_word)
            .map(|nth| unused(nth).count_ones())
            .sum();
        if left == 0 {
            // In turn: so those drawn one after another differ, as long as they are not more than there are nodes.
            let again = words(NODE_BITS_WORDS).fetch_add(1, Ordering::Relaxed);
            return ((again % count as u64) as u16, false);
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
            if was & bit == 0 || !Here::keeps(Guard::NodesOnce) {
                return ((nth * 64) as u16 + bit.trailing_zeros() as u16, true);
            }
            // Another thread was faster.
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::NODE_WORDS;

    #[test]
    fn every_node_is_given_once_and_then_in_turn() {
        static WORDS: [AtomicU64; NODE_WORDS] = [const { AtomicU64::new(0) }; NODE_WORDS];
        let mut stream = Stream::from_seed([1; 32]);
        for bits in [5, 10] {
            for word in &WORDS {
                word.store(0, Ordering::Relaxed);
            }
            let mut next = || draw(|nth| &WORDS[nth], bits, &mut stream);
            let mut drawn: Vec<u16> = (0..1 << bits)
                .map(|_| {
                    let (node, is_unused) = next();
                    assert!(is_unused);
                    node
                })
                .collect();
            assert!(!drawn.is_sorted(), "by chance");
            drawn.sort_unstable();
            assert_eq!(drawn, (0..1 << bits).collect::<Vec<u16>>());
            let again: Vec<(u16, bool)> = (0..1 << bits).map(|_| next()).collect();
            assert!(again.iter().all(|&(_, is_unused)| !is_unused));
            let again: Vec<u16> = again.into_iter().map(|(node, _)| node).collect();
            assert_eq!(again, (0..1 << bits).collect::<Vec<u16>>());
        }
    }

    #[test]
    fn every_drawn_node_has_a_bit() {
        for format in Format::ALL {
            if let Some(node) = format.row().layout.node {
                assert!(
                    1_usize << node.drawn_bits <= NODE_BITS_WORDS * 64,
                    "{format}"
                );
            }
        }
    }
}

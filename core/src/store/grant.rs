//! What of a lease stands in a file: a stretch of ids of one node, and how its keeper moves its end on or takes another node.
//!
//! A grant is `(node, first, end)`: ids of the node whose words lie between, and no others. The mark never passes the end, so whoever has the file open finds
//! out on the disk, before it is too late. A grant counts where it was written for: in this file, since this start of the system. What asks for grants and
//! renews them is the keeper, of which a file has one.
//!
//! The *turn* goes up with the node. Who issues ids looks at the mark, then at the turn, and who changes them writes the turn, then the mark: so who sees the
//! old turn has the old mark, up to which the old node is the file's.

/// How many ids of grants are remembered.
pub(crate) const IDS: usize = 4;

/// The longest name of a namespace.
pub(crate) const NAME_LEN: usize = 64;

/// So many bytes of the record.
pub(super) const LEN: usize = 184;

/// A grant, as a file has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grant {
    /// Goes up with each change of the node; 0 where there never was one.
    pub(crate) turn: u64,
    pub(crate) node: u64,
    /// The first word of the node in this file.
    pub(crate) first: u64,
    /// No word above is the node's.
    pub(crate) end: u64,
    /// The end as the server said it, in Unix milliseconds.
    pub(crate) until_ms: u64,
    /// Where it counts: since this start of the system …
    pub(crate) boot: [u64; 2],
    /// … in the file of this number, on this device, made at this time.
    pub(crate) number: u64,
    pub(crate) device: u64,
    pub(crate) born_ns: u64,
    /// What the grants were called that were had or asked for, the newest first; 0: none.
    pub(crate) ids: [u64; IDS],
    /// How often the node was granted, as far as is known here.
    pub(crate) count: u64,
    /// The namespace, then zeros.
    pub(crate) name: [u8; NAME_LEN],
}

impl Default for Grant {
    fn default() -> Self {
        Self::NONE
    }
}

impl Grant {
    pub(crate) const NONE: Grant = Grant {
        turn: 0,
        node: 0,
        first: 0,
        end: 0,
        until_ms: 0,
        boot: [0; 2],
        number: 0,
        device: 0,
        born_ns: 0,
        ids: [0; IDS],
        count: 0,
        name: [0; NAME_LEN],
    };

    pub(super) fn to_bytes(self) -> [u8; LEN] {
        let mut bytes = [0; LEN];
        let [high, low] = self.boot;
        let words = [
            self.turn,
            self.node,
            self.first,
            self.end,
            self.until_ms,
            high,
            low,
        ];
        let words = words.into_iter().chain([self.number]).chain(self.ids);
        for (place, word) in bytes.chunks_exact_mut(8).zip(words.chain([self.count])) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        bytes[104..168].copy_from_slice(&self.name);
        bytes[168..176].copy_from_slice(&self.device.to_le_bytes());
        bytes[176..].copy_from_slice(&self.born_ns.to_le_bytes());
        bytes
    }

    pub(super) fn read(bytes: &[u8]) -> Self {
        let word = |nth: usize| word_at(bytes, nth * 8);
        let mut name = [0; NAME_LEN];
        for (letter, byte) in name.iter_mut().zip(bytes.iter().skip(104)) {
            *letter = *byte;
        }
        Self {
            turn: word(0),
            node: word(1),
            first: word(2),
            end: word(3),
            until_ms: word(4),
            boot: [word(5), word(6)],
            number: word(7),
            ids: std::array::from_fn(|nth| word(8 + nth)),
            count: word(12),
            name,
            device: word(21),
            born_ns: word(22),
        }
    }

    /// The last word before the first.
    pub(crate) fn before(&self) -> u64 {
        self.first.saturating_sub(1)
    }
}

/// The integer that stands there; zeros beyond the end.
pub(super) fn word_at(bytes: &[u8], at: usize) -> u64 {
    let there = bytes.get(at..at + 8);
    u64::from_le_bytes(
        there
            .and_then(|word| word.try_into().ok())
            .unwrap_or_default(),
    )
}

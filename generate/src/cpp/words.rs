//! Unsigned integers wider than any id, for the tables of texts.

/// 192 bits, the most significant word first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Words(pub(crate) [u32; 6]);

impl Words {
    /// The integer of big-endian bytes, at most 24 of them.
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let mut all = [0; 24];
        all[24 - bytes.len()..].copy_from_slice(bytes);
        let (words, _) = all.as_chunks();
        let mut read = Self::default();
        for (word, bytes) in read.0.iter_mut().zip(words) {
            *word = u32::from_be_bytes(*bytes);
        }
        read
    }

    pub(crate) fn is_zero(self) -> bool {
        self == Self::default()
    }

    /// `self * factor`; `None` beyond 192 bits.
    pub(crate) fn scaled(self, factor: u32) -> Option<Self> {
        let (mut product, mut carry) = (self, 0);
        for word in product.0.iter_mut().rev() {
            carry += u64::from(*word) * u64::from(factor);
            *word = carry as u32;
            carry >>= 32;
        }
        (carry == 0).then_some(product)
    }

    pub(crate) fn plus(self, other: Self) -> Self {
        let (mut sum, mut carry) = (self, 0);
        for (word, other) in sum.0.iter_mut().zip(other.0).rev() {
            carry += u64::from(*word) + u64::from(other);
            *word = carry as u32;
            carry >>= 32;
        }
        sum
    }

    /// `self - other`, which is no less than zero.
    pub(crate) fn minus(self, other: Self) -> Self {
        let complement = other.map(other, |word, _| !word);
        self.plus(complement).plus(Self([0, 0, 0, 0, 0, 1]))
    }

    pub(crate) fn and(self, other: Self) -> Self {
        self.map(other, |word, other| word & other)
    }

    pub(crate) fn or(self, other: Self) -> Self {
        self.map(other, |word, other| word | other)
    }

    /// The bits that differ.
    pub(crate) fn xor(self, other: Self) -> Self {
        self.map(other, |word, other| word ^ other)
    }

    fn map(self, other: Self, of: impl Fn(u32, u32) -> u32) -> Self {
        let mut mapped = self;
        for (word, other) in mapped.0.iter_mut().zip(other.0) {
            *word = of(*word, other);
        }
        mapped
    }

    /// Whether the value has more than this number of bits.
    #[cfg(test)]
    pub(crate) fn exceeds(self, bits: u32) -> bool {
        let first = 192 - bits as usize;
        let words = self.0.iter().enumerate();
        words.into_iter().any(|(at, word)| {
            let above = first.saturating_sub(32 * at).min(32);
            above > 0 && (u64::from(*word) << above) >> 32 != 0
        })
    }
}

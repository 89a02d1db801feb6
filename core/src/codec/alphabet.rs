//! Alphabets: lookup tables, and runs of consecutive ASCII codes for decoding by comparison.

/// The value of bytes that are not symbols. Every symbol's value is below it.
pub(crate) const BAD: u8 = 0x80;

/// `N` symbols in the order of their values, with a reverse lookup table.
pub(crate) struct Alphabet<const N: usize> {
    pub(crate) symbols: [u8; N],
    values: [u8; 256],
}

impl<const N: usize> Alphabet<N> {
    pub(crate) const fn new(symbols: &[u8; N]) -> Self {
        let mut values = [BAD; 256];
        let mut i = 0;
        while i < N {
            values[symbols[i] as usize] = i as u8;
            i += 1;
        }
        Self {
            symbols: *symbols,
            values,
        }
    }

    /// Builds an alphabet that reads both cases.
    pub(crate) const fn ignoring_case(symbols: &[u8; N]) -> Self {
        let mut alphabet = Self::new(symbols);
        let mut i = 0;
        while i < N {
            alphabet.values[symbols[i].to_ascii_lowercase() as usize] = i as u8;
            alphabet.values[symbols[i].to_ascii_uppercase() as usize] = i as u8;
            i += 1;
        }
        alphabet
    }

    pub(crate) const fn values(&self) -> &[u8; 256] {
        &self.values
    }

    /// Returns the value of a symbol, or [`BAD`] for any other byte.
    #[inline]
    pub(crate) const fn value(&self, byte: u8) -> u8 {
        self.values[byte as usize]
    }

    pub(crate) const fn has(&self, byte: u8) -> bool {
        self.value(byte) != BAD
    }

    /// Reads symbols of `BITS` bits each into an integer, most significant first. Returns `None` if
    /// any symbol is bad. Tests for bad symbols once, after the loop, so that the loop has no
    /// branch.
    #[inline]
    pub(crate) const fn read<const BITS: u32>(&self, symbols: &[u8]) -> Option<u64> {
        let (mut int, mut seen, mut i) = (0, 0, 0);
        while i < symbols.len() {
            let value = self.values[symbols[i] as usize];
            seen |= value;
            int = (int << BITS) | value as u64;
            i += 1;
        }
        if seen & BAD == 0 { Some(int) } else { None }
    }

    /// Writes the low `out.len()` symbols of `BITS` bits each, most significant first.
    #[inline]
    pub(crate) const fn write<const BITS: u32>(&self, mut int: u64, out: &mut [u8]) {
        let mut i = out.len();
        while i > 0 {
            i -= 1;
            out[i] = self.symbols[(int & ((1 << BITS) - 1)) as usize];
            int >>= BITS;
        }
    }
}

/// An alphabet as a few runs of consecutive bytes, such as digits followed by letters.
///
/// Tables decode one symbol at a time; comparisons with runs decode many symbols at once.
#[derive(Clone, Copy)]
#[allow(dead_code, reason = "the portable kernels need no more than the table")]
pub(crate) struct Runs<const N: usize> {
    pub(crate) table: &'static Alphabet<N>,
    /// The first symbol of the first run, the length of that run, and the first symbol of the
    /// second.
    pub(crate) first: u8,
    pub(crate) count: u8,
    pub(crate) second: u8,
    /// For each further run: its first value, and the distance (wrapping) of its first symbol from
    /// where the previous run would have continued. Unused entries have distance 0.
    pub(crate) gaps: [(u8, u8); 5],
    /// Whether the second run consists of letters and is also read in the other case.
    pub(crate) any_case: bool,
}

impl<const N: usize> Runs<N> {
    pub(crate) const fn new(table: &'static Alphabet<N>) -> Self {
        let symbols = &table.symbols;
        let (mut gaps, mut runs, mut i) = ([(0, 0); 5], 0, 1);
        while i < N {
            let gap = symbols[i].wrapping_sub(symbols[i - 1] + 1);
            if gap > 0 {
                gaps[runs] = (i as u8, gap);
                runs += 1;
            }
            i += 1;
        }
        let count = gaps[0].0;
        let second = symbols[count as usize];
        let (lower, upper) = (second.to_ascii_lowercase(), second.to_ascii_uppercase());
        Self {
            table,
            first: symbols[0],
            count,
            second,
            gaps,
            any_case: lower != upper && table.has(lower) && table.has(upper),
        }
    }
}

/// An alphabet as a type, so that its parameters are constants even in functions that are not
/// inlined.
pub(crate) trait Symbols<const N: usize> {
    const RUNS: Runs<N>;
}

//! A histogram of durations: any number of calls in a few kilobytes.

/// The number of bins per power of two: durations below twice this have their own bin; longer ones
/// share it with values less than a hundredth longer.
const EXACT: u64 = 1 << EXACT_BITS;
const EXACT_BITS: u32 = 7;

/// Counts of durations, in steps of the clock.
pub(crate) struct Histogram {
    counts: Vec<u64>,
    worst: u64,
}

impl Histogram {
    pub(crate) fn new() -> Self {
        Self {
            counts: vec![0; place(u64::MAX) + 1],
            worst: 0,
        }
    }

    pub(crate) fn add(&mut self, length: u64) {
        self.counts[place(length)] += 1;
        self.worst = self.worst.max(length);
    }

    /// The duration that this many of 10 000 calls do not exceed.
    pub(crate) fn quantile(&self, parts: u64) -> u64 {
        let total: u64 = self.counts.iter().sum();
        let wanted = (total * parts).div_ceil(10_000);
        let mut seen = 0;
        let found = self.counts.iter().position(|count| {
            seen += count;
            seen >= wanted
        });
        found.map_or(self.worst, longest).min(self.worst)
    }

    /// The exact maximum.
    pub(crate) fn worst(&self) -> u64 {
        self.worst
    }
}

fn place(length: u64) -> usize {
    let dropped = (u64::BITS - length.leading_zeros()).saturating_sub(EXACT_BITS + 1);
    (u64::from(dropped) * EXACT + (length >> dropped)) as usize
}

/// The longest duration of a bin.
fn longest(place: usize) -> u64 {
    let place = place as u64;
    let dropped = (place / EXACT).saturating_sub(1);
    let first = place - dropped * EXACT;
    (first << dropped) | ((1 << dropped) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_in_their_bins() {
        for bit in 0..u64::BITS {
            for length in [1 << bit, (1 << bit) - 1, (1 << bit) | (1 << bit >> 3)] {
                let end = longest(place(length));
                assert!(length <= end, "{length} {end}");
                assert!(end - length <= length / 128, "{length} {end}");
                assert_eq!(place(end), place(length));
                assert!(end == u64::MAX || place(end + 1) == place(end) + 1, "{end}");
            }
        }
    }

    #[test]
    fn quantiles_count_from_the_shortest() {
        let mut histogram = Histogram::new();
        for length in 1..=100 {
            for _ in 0..100 {
                histogram.add(length);
            }
        }
        histogram.add(70_001);
        assert_eq!(histogram.quantile(5_000), 51);
        assert_eq!(histogram.quantile(9_999), 100);
        assert_eq!(histogram.quantile(10_000), 70_001);
        assert_eq!(histogram.worst(), 70_001);
    }
}

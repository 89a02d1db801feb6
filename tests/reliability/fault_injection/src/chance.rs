//! The number of coincidences, or the bias of a bit, that chance explains: up to five sigma.

/// The probability that a normal variable is more than five sigma above its mean.
const TAIL: f64 = 2.866_515_7e-7;

/// The largest count that chance explains if `expected` are expected (Poisson): a larger one is
/// less likely than five sigma. For small numbers the normal approximation would be wrong.
pub(crate) fn most(expected: f64) -> u64 {
    let end = (expected + 20.0 * expected.sqrt() + 50.0) as u64;
    // The probability of each count, by logarithms, since e^-expected may underflow.
    let mut log_factorial = 0.0;
    let mut likely = Vec::new();
    for count in 0..=end {
        if count > 0 {
            log_factorial += (count as f64).ln();
        }
        let log = match count {
            0 => -expected,
            _ => count as f64 * expected.ln() - expected - log_factorial,
        };
        likely.push(log.exp());
    }
    let mut or_more = 0.0;
    let counts = likely.iter().enumerate().rev();
    for (count, probability) in counts {
        or_more += probability;
        if or_more > TAIL {
            return count as u64;
        }
    }
    0
}

/// Formats an expected number for people.
pub(crate) fn format_expected(expected: f64) -> String {
    if expected == 0.0 || expected >= 0.01 {
        format!("{expected:.2}")
    } else {
        format!("{expected:.0e}")
    }
}

/// Whether a bit that was set `set` times of `times` is set half of the time, within five sigma.
pub(crate) fn is_fair(set: u64, times: u64) -> bool {
    sigmas(set, times) < 5.0
}

/// How many sigma the count of a fair bit is off its mean.
pub(crate) fn sigmas(set: u64, times: u64) -> f64 {
    let times = times as f64;
    (set as f64 - times / 2.0).abs() / (times.sqrt() / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_matches_poisson_tail_for_few_and_many() {
        assert_eq!(most(0.0), 0, "impossible events must not be tolerated");
        // P(X > 1) is 5·10⁻¹¹ for 10⁻⁵ expected, P(X > 0) is 10⁻⁵.
        assert_eq!(most(1e-5), 1);
        assert_eq!(most(1e-9), 0);
        let most = most(10_000.0);
        assert!((10_495..10_530).contains(&most), "{most}");
    }

    #[test]
    fn is_fair_rejects_biased_bit() {
        assert!(is_fair(502_400, 1_000_000));
        assert!(!is_fair(502_600, 1_000_000));
        assert!(!is_fair(0, 1_000_000));
    }
}

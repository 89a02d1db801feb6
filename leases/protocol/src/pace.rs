//! Request timing: renews well before the term ends, retries after failures, and spreads the
//! requests of many agents.

/// The first and the longest retry delay, in milliseconds.
const FIRST_WAIT_MS: i64 = 250;
const LONGEST_WAIT_MS: i64 = 2000;

/// The longest pause between two checks of the file, in milliseconds.
const LONGEST_LOOK_MS: i64 = 1000;

/// A lease is renewed when the first of this many parts of its term is used.
const PARTS: i64 = 5;

/// The range of `jitter`: 2^32.
const WHOLE: i64 = 1 << 32;

/// A reading of the agent's clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Now {
    /// The clock of the ids, in Unix milliseconds.
    pub unix_ms: i64,
    /// A monotonic clock, in milliseconds since an arbitrary time.
    pub steady_ms: i64,
}

/// The time of the next request.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Pace {
    stretch_ms: i64,
    /// On the monotonic clock.
    not_before_ms: i64,
    last_wait_ms: i64,
    granted: Option<Granted>,
}

/// When to renew the current lease.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Granted {
    /// How far the agent's clock is ahead of the server's.
    ahead_ms: i64,
    /// The remaining term at which the lease is renewed.
    left_ms: i64,
    /// When the lease was granted, on the monotonic clock.
    at_ms: i64,
    /// Minimum delay of the next renewal, even if the term is used up: only the passing of time
    /// moves its end.
    early_wait_ms: i64,
}

impl Pace {
    pub(super) const fn new(stretch_ms: i64) -> Self {
        Self {
            stretch_ms,
            not_before_ms: i64::MIN,
            last_wait_ms: 0,
            granted: None,
        }
    }

    /// Returns how long to wait before any request.
    pub(super) fn wait_ms(&self, now: Now) -> i64 {
        self.not_before_ms.saturating_sub(now.steady_ms).max(0)
    }

    /// Returns how long to wait before the lease is renewed, or its usage is checked again. The
    /// clock or the high-water mark, whichever is further, determines how much of the term is used.
    pub(super) fn renewal_ms(&self, now: Now, until_ms: i64, mark_ms: i64) -> i64 {
        let Some(granted) = &self.granted else {
            return 0;
        };
        let used_ms = now.unix_ms.saturating_sub(granted.ahead_ms).max(mark_ms);
        let left_ms = until_ms.saturating_sub(used_ms);
        let not_before_ms = granted.at_ms.saturating_add(granted.early_wait_ms);
        let early_ms = not_before_ms.saturating_sub(now.steady_ms);
        // The mark may pass the clock: check often enough to notice.
        let look_ms = (self.stretch_ms / 30).clamp(1, LONGEST_LOOK_MS);
        let due_ms = left_ms.saturating_sub(granted.left_ms);
        due_ms.max(early_ms).clamp(0, look_ms)
    }

    /// Schedules the renewal of a lease that ends at `until_ms`, granted when the server's clock
    /// read `now_ms`. A fifth of the term, ± 10 %, is used before the renewal. The high-water mark
    /// may use up the whole term at once, so the delay of renewals in quick succession doubles, up
    /// to half of that fifth.
    pub(super) fn granted(&mut self, now: Now, (now_ms, until_ms): (i64, i64), jitter: u32) {
        // The server's term may be shorter than the one the agent knows. A longer one does not
        // delay renewals.
        let term_ms = until_ms.saturating_sub(now_ms).clamp(1, self.stretch_ms);
        let part_ms = term_ms / PARTS;
        let tenth_ms = part_ms / 10;
        let early_wait_ms = match &self.granted {
            Some(last) if now.steady_ms.saturating_sub(last.at_ms) < part_ms * 3 / 4 => {
                let wait_ms = (2 * last.early_wait_ms).max(FIRST_WAIT_MS);
                wait_ms.min((part_ms / 2).max(1))
            }
            _ => 0,
        };
        let used_ms = part_ms - tenth_ms + 2 * tenth_ms * i64::from(jitter) / WHOLE;
        *self = Self {
            granted: Some(Granted {
                ahead_ms: now.unix_ms.saturating_sub(now_ms),
                left_ms: term_ms - used_ms,
                at_ms: now.steady_ms,
                early_wait_ms,
            }),
            ..Self::new(self.stretch_ms)
        };
    }

    /// Schedules a retry after a refusal: in twice the last delay, ± 25 %, plus the delay that the
    /// server requested.
    pub(super) fn refused(&mut self, now: Now, quiet_ms: i64, jitter: u32) {
        let wait_ms = (2 * self.last_wait_ms).clamp(FIRST_WAIT_MS, LONGEST_WAIT_MS);
        self.last_wait_ms = wait_ms;
        let jittered_ms = wait_ms - wait_ms / 4 + wait_ms / 2 * i64::from(jitter) / WHOLE;
        let wait_ms = jittered_ms.saturating_add(quiet_ms.max(0));
        self.not_before_ms = now.steady_ms.saturating_add(wait_ms);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(unix_ms: i64) -> Now {
        Now {
            unix_ms,
            steady_ms: unix_ms,
        }
    }

    #[test]
    fn lease_is_renewed_after_a_fifth_of_its_term() {
        let mut pace = Pace::new(30_000);
        assert_eq!(
            pace.renewal_ms(at(0), 30_000, 0),
            0,
            "immediate without a lease"
        );
        for (jitter, due_ms) in [(0, 5400), (1 << 31, 6000), (u32::MAX, 6599)] {
            pace.granted(at(0), (0, 30_000), jitter);
            assert_eq!(pace.wait_ms(at(0)), 0);
            assert_eq!(
                pace.renewal_ms(at(0), 30_000, 0),
                1000,
                "the mark is checked"
            );
            assert_eq!(pace.renewal_ms(at(due_ms - 1), 30_000, 0), 1);
            assert_eq!(pace.renewal_ms(at(due_ms), 30_000, 0), 0);
            assert_eq!(
                pace.renewal_ms(at(5000), 30_000, due_ms),
                0,
                "the mark is further"
            );
        }
    }

    /// Counts the renewals within a minute at a server whose term may differ from the one that the
    /// agent knows.
    fn renewals_in_a_minute(stretch_ms: i64, servers_ms: i64, mark_ahead_ms: i64) -> u32 {
        let (mut pace, mut renewals, mut until_ms) = (Pace::new(stretch_ms), 0, servers_ms);
        pace.granted(at(0), (0, until_ms), 0);
        let mut now_ms = 0;
        while now_ms < 60_000 {
            assert!(now_ms < until_ms, "not renewed in time");
            let mark_ms = (now_ms + mark_ahead_ms).min(until_ms);
            let wait_ms = pace.renewal_ms(at(now_ms), until_ms, mark_ms);
            now_ms += wait_ms;
            if wait_ms == 0 {
                renewals += 1;
                until_ms = until_ms.max(now_ms + servers_ms);
                pace.granted(at(now_ms), (now_ms, until_ms), 0);
                // The duration of a request.
                now_ms += 1;
            }
        }
        renewals
    }

    #[test]
    fn mark_ahead_of_the_clock_at_most_doubles_renewals() {
        let usual = renewals_in_a_minute(30_000, 30_000, 0);
        assert_eq!(usual, 11);
        for ahead_ms in [20_000, 30_000, i64::MAX / 2] {
            let count = renewals_in_a_minute(30_000, 30_000, ahead_ms);
            assert!(
                (usual..=2 * usual + 5).contains(&count),
                "{ahead_ms}: {count}"
            );
        }
        // Generators usually reserve a second of ids, which is this whole term.
        let usual = renewals_in_a_minute(1000, 1000, 0);
        assert!(renewals_in_a_minute(1000, 1000, 1000) <= 2 * usual);
    }

    #[test]
    fn one_early_renewal_is_immediate() {
        let mut pace = Pace::new(30_000);
        for wait_ms in [0, 250, 500, 1000] {
            pace.granted(at(7), (7, 30_007), 0);
            assert_eq!(pace.renewal_ms(at(7), 30_007, 30_007), wait_ms);
        }
        pace.granted(at(8000), (8000, 38_000), 0);
        assert_eq!(pace.renewal_ms(at(8000), 38_000, 38_000), 0);
    }

    #[test]
    fn shorter_server_term_is_renewed_after_a_fifth() {
        assert_eq!(renewals_in_a_minute(30_000, 15_000, 0), 22);
        assert_eq!(renewals_in_a_minute(600_000, 3000, 0), 111);
    }

    #[test]
    fn longer_server_term_delays_no_renewal() {
        let mut pace = Pace::new(30_000);
        pace.granted(at(0), (0, 3_600_000), 0);
        assert_eq!(pace.renewal_ms(at(3_575_400), 3_600_000, 0), 0);
        assert_eq!(pace.renewal_ms(at(3_575_399), 3_600_000, 0), 1);
    }

    #[test]
    fn clock_ahead_of_the_server_does_not_renew_early() {
        let mut pace = Pace::new(30_000);
        pace.granted(at(9000), (0, 30_000), 1 << 31);
        assert_eq!(pace.renewal_ms(at(14_999), 30_000, 0), 1);
        assert_eq!(pace.renewal_ms(at(15_000), 30_000, 0), 0);
    }

    #[test]
    fn retry_delay_doubles_up_to_two_seconds_and_a_grant_resets_it() {
        let mut pace = Pace::new(30_000);
        for wait_ms in [250, 500, 1000, 2000, 2000] {
            pace.refused(at(5), 0, 1 << 31);
            assert_eq!(pace.wait_ms(at(5)), wait_ms);
            assert_eq!(pace.wait_ms(at(6)), wait_ms - 1);
        }
        pace.refused(at(5), 60_000, 0);
        assert_eq!(pace.wait_ms(at(5)), 61_500);
        pace.refused(at(5), i64::MAX, u32::MAX);
        assert!(pace.wait_ms(at(5)) > 60_000);
        pace.granted(at(5), (5, 30_005), 0);
        assert_eq!(pace.wait_ms(at(5)), 0);
        pace.refused(at(5), 0, 0);
        assert_eq!(pace.wait_ms(at(5)), 188);
    }
}

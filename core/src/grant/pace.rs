//! When an agent asks: in good time before its stretch ends, and again after a failure, but not all agents at once.

/// The first wait after a failure, and the longest, in milliseconds.
const FIRST_WAIT_MS: i64 = 250;
const LONGEST_WAIT_MS: i64 = 2000;

/// A whole jitter: 2^32.
const WHOLE: i64 = 1 << 32;

/// A reading of the agent's clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Now {
    /// Of the clock that ids are made by, in Unix milliseconds.
    pub unix_ms: i64,
    /// Of one that is never set, in milliseconds since some instant.
    pub steady_ms: i64,
}

/// When the next request is due.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Pace {
    stretch_ms: i64,
    /// By the steady clock.
    not_before_ms: i64,
    last_wait_ms: i64,
    /// How far the clock was ahead of the server's.
    ahead_ms: i64,
    /// How much of a stretch is left when it is renewed; nothing where it is at once.
    left_ms: Option<i64>,
}

impl Pace {
    pub(super) const fn new(stretch_ms: i64) -> Self {
        Self {
            stretch_ms,
            not_before_ms: i64::MIN,
            last_wait_ms: 0,
            ahead_ms: 0,
            left_ms: None,
        }
    }

    /// How long to wait before anything is asked.
    pub(super) fn wait_ms(&self, now: Now) -> i64 {
        self.not_before_ms.saturating_sub(now.steady_ms).max(0)
    }

    /// How long to wait before a stretch is renewed, or looked at again: what is used of it is told by the clock or the mark, whichever is further.
    pub(super) fn renewal_ms(&self, now: Now, until_ms: i64, mark_ms: i64) -> i64 {
        let Some(due_ms) = self.left_ms else {
            return 0;
        };
        let used_ms = now.unix_ms.saturating_sub(self.ahead_ms).max(mark_ms);
        let left_ms = until_ms.saturating_sub(used_ms);
        // The mark may pass the clock: it is looked at often enough to see that.
        let look_ms = (self.stretch_ms / 30).max(1);
        left_ms.saturating_sub(due_ms).clamp(0, look_ms)
    }

    /// A stretch was granted, when the server's clock said `now_ms`: a third of it is used before it is renewed, or a tenth of that more or less.
    pub(super) fn granted(&mut self, now: Now, now_ms: i64, jitter: u32) {
        let third_ms = self.stretch_ms / 3;
        let tenth_ms = third_ms / 10;
        let used_ms = third_ms - tenth_ms + 2 * tenth_ms * i64::from(jitter) / WHOLE;
        *self = Self {
            ahead_ms: now.unix_ms.saturating_sub(now_ms),
            left_ms: Some(self.stretch_ms - used_ms),
            ..Self::new(self.stretch_ms)
        };
    }

    /// Nothing was granted: it is asked again after twice the last wait, or a quarter of that more or less, and after what the server said.
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
    fn a_third_of_a_stretch_is_used_before_it_is_renewed() {
        let mut pace = Pace::new(30_000);
        assert_eq!(
            pace.renewal_ms(at(0), 30_000, 0),
            0,
            "at once, where nothing is known"
        );
        for (jitter, due_ms) in [(0, 9000), (1 << 31, 10_000), (u32::MAX, 10_999)] {
            pace.granted(at(0), 0, jitter);
            assert_eq!(pace.wait_ms(at(0)), 0);
            assert_eq!(
                pace.renewal_ms(at(0), 30_000, 0),
                1000,
                "the mark is looked at"
            );
            assert_eq!(pace.renewal_ms(at(due_ms - 1), 30_000, 0), 1);
            assert_eq!(pace.renewal_ms(at(due_ms), 30_000, 0), 0);
            assert_eq!(
                pace.renewal_ms(at(0), 30_000, due_ms),
                0,
                "the mark is further"
            );
        }
    }

    #[test]
    fn a_clock_that_is_ahead_does_not_renew_at_once() {
        let mut pace = Pace::new(30_000);
        pace.granted(at(9000), 0, 1 << 31);
        assert_eq!(pace.renewal_ms(at(18_999), 30_000, 0), 1);
        assert_eq!(pace.renewal_ms(at(19_000), 30_000, 0), 0);
    }

    #[test]
    fn waits_double_up_to_two_seconds_and_end_with_a_grant() {
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
        pace.granted(at(5), 5, 0);
        assert_eq!(pace.wait_ms(at(5)), 0);
        pace.refused(at(5), 0, 0);
        assert_eq!(pace.wait_ms(at(5)), 188);
    }
}

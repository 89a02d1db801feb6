//! The clock difference between this machine and the store, as far as a reply reveals it.

use std::time::Duration;

use sortid_leasing::Answer;

/// Bounds on how far this machine's clock is ahead of the store's. They differ by the request's
/// duration, during which the store read its clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClockOffset {
    least_ms: i64,
    most_ms: i64,
}

impl ClockOffset {
    /// Returns `None` if the reply has no clock reading.
    pub(super) fn of(answer: &Answer, came_ms: i64, took: Duration) -> Option<Self> {
        let (Answer::Granted { now_ms, .. }
        | Answer::Quiet { now_ms, .. }
        | Answer::Exhausted { now_ms, .. }
        | Answer::Clocks { now_ms }) = answer
        else {
            return None;
        };
        let most_ms = came_ms.saturating_sub(*now_ms);
        let took_ms = i64::try_from(took.as_millis()).unwrap_or(i64::MAX);
        Some(Self {
            least_ms: most_ms.saturating_sub(took_ms),
            most_ms,
        })
    }

    /// Returns the midpoint of the bounds.
    pub(super) fn likely_ms(self) -> i64 {
        self.least_ms.midpoint(self.most_ms)
    }

    /// Returns the difference that is certain: 0 if the clocks may agree.
    pub(super) fn certain_ms(self) -> i64 {
        0_i64.clamp(self.least_ms, self.most_ms.max(self.least_ms))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_reply_is_not_a_clock_difference() {
        let answer = Answer::Clocks { now_ms: 10_000 };
        let of = |came_ms, took_ms| {
            ClockOffset::of(&answer, came_ms, Duration::from_millis(took_ms)).expect("a reading")
        };
        assert_eq!(of(13_000, 4000).certain_ms(), 0);
        assert_eq!(of(13_000, 4000).likely_ms(), 1000);
        assert_eq!(of(13_000, 500).certain_ms(), 2500);
        assert_eq!(of(6000, 500).certain_ms(), -4000);
        assert_eq!(ClockOffset::of(&Answer::Silence, 0, Duration::ZERO), None);
    }
}

//! A histogram of ids over time. The inspector page uses this file for its chart, too.

use sortid::Timestamp;

const US: i128 = 1000;
const MS: i128 = 1000 * US;
const SECOND: i128 = 1000 * MS;
const MINUTE: i128 = 60 * SECOND;
const HOUR: i128 = 60 * MINUTE;
const DAY: i128 = 24 * HOUR;

/// Usual interval lengths, with their names.
const UNITS: [(i128, &str); 22] = [
    (US, "1 µs"),
    (10 * US, "10 µs"),
    (100 * US, "100 µs"),
    (MS, "1 ms"),
    (10 * MS, "10 ms"),
    (100 * MS, "100 ms"),
    (SECOND, "1 s"),
    (5 * SECOND, "5 s"),
    (15 * SECOND, "15 s"),
    (MINUTE, "1 min"),
    (5 * MINUTE, "5 min"),
    (15 * MINUTE, "15 min"),
    (HOUR, "1 h"),
    (4 * HOUR, "4 h"),
    (12 * HOUR, "12 h"),
    (DAY, "1 day"),
    (7 * DAY, "7 days"),
    (30 * DAY, "30 days"),
    (90 * DAY, "90 days"),
    (365 * DAY, "365 days"),
    (3650 * DAY, "3650 days"),
    (36_500 * DAY, "36,500 days"),
];

/// Counts of intervals of equal length, aligned to multiples of that length since 1970.
pub(super) struct Histogram {
    unit_ns: i128,
    first: i128,
    counts: Vec<u64>,
    /// The index and the start of the last counted interval: most times fall into the same one, and
    /// 128-bit divisions are slow.
    last: (i128, i128),
}

impl Histogram {
    /// Chooses the shortest usual length that needs at most `most` intervals.
    pub(super) fn new(first: Timestamp, last: Timestamp, most: i128) -> Self {
        let (first, last) = (first.unix_ns(), last.unix_ns());
        let stretches = |unit: i128| last.div_euclid(unit) - first.div_euclid(unit) + 1;
        let mut units = UNITS.into_iter().map(|(ns, _)| ns);
        let unit_ns = units.find(|&unit| stretches(unit) <= most);
        let unit_ns = unit_ns.unwrap_or((last - first) / (most - 1) + 1);
        let counts = usize::try_from(stretches(unit_ns)).unwrap_or(1);
        Self {
            unit_ns,
            first: first.div_euclid(unit_ns),
            counts: vec![0; counts],
            last: (0, first.div_euclid(unit_ns) * unit_ns),
        }
    }

    pub(super) fn add(&mut self, time: Timestamp) {
        let ns = time.unix_ns();
        let (nth, begin) = self.last;
        let is_of_last = (begin..begin + self.unit_ns).contains(&ns);
        let nth = match is_of_last {
            true => nth,
            false => {
                let stretch = ns.div_euclid(self.unit_ns);
                self.last = (stretch - self.first, stretch * self.unit_ns);
                stretch - self.first
            }
        };
        let count = usize::try_from(nth)
            .ok()
            .and_then(|nth| self.counts.get_mut(nth));
        if let Some(count) = count {
            *count += 1;
        }
    }

    /// Returns the start and the count of each interval.
    pub(super) fn stretches(&self) -> impl Iterator<Item = (Timestamp, u64)> {
        self.counts.iter().enumerate().filter_map(|(nth, &count)| {
            let begin = (self.first + nth as i128) * self.unit_ns;
            // No id has a time whose interval begins out of range.
            Some((Timestamp::from_unix_ns(begin).ok()?, count))
        })
    }

    /// Returns the length of an interval.
    pub(super) fn unit(&self) -> String {
        let usual = UNITS.into_iter().find(|(ns, _)| *ns == self.unit_ns);
        usual.map_or_else(
            || format!("{} s", self.unit_ns / SECOND),
            |(_, name)| name.to_owned(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOST: i128 = 20;

    #[test]
    fn bars_are_few_and_cover_all_times() {
        for (first, last, unit_ns) in [
            (0, 0, 1000),
            (-1, 0, 100_000),
            (0, 19, MS),
            (0, 20, 10 * MS),
            (1_720_000_000_000, 1_720_010_000_000, 900 * SECOND),
            (i64::MIN / 1000, i64::MAX / 1000, 0),
        ] {
            let [from, to] = [first, last].map(Timestamp::from_unix_ms);
            let mut histogram = Histogram::new(from, to, MOST);
            if unit_ns > 0 {
                assert_eq!(histogram.unit_ns, unit_ns);
            }
            histogram.add(from);
            histogram.add(to);
            assert!(histogram.counts.len() as i128 <= MOST, "{first}");
            assert_eq!(histogram.counts.iter().sum::<u64>(), 2);
            let begin = histogram.stretches().next().expect("one").0;
            assert!(begin <= from);
            assert!(!histogram.unit().starts_with('0'));
        }
    }
}

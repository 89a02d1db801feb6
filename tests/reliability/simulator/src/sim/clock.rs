//! The clocks of a machine as functions of true time. Each is a line that every event replaces.

use sortid_reliability_common::Rng;

/// A clock with a constant speed since its last change.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    since: u64,
    value: i128,
    /// In 2^-32 units per nanosecond.
    speed: u64,
}

pub(crate) const EVEN: u64 = 1 << 32;

impl Line {
    pub(crate) fn new(since: u64, value: i128, speed: u64) -> Self {
        Self {
            since,
            value,
            speed,
        }
    }

    #[inline]
    pub(crate) fn at(&self, now: u64) -> i128 {
        let passed = now.saturating_sub(self.since);
        self.value + ((u128::from(passed) * u128::from(self.speed)) >> 32) as i128
    }

    /// Steps the clock and sets its speed.
    pub(crate) fn turn(&mut self, now: u64, step: i128, speed: u64) {
        *self = Self::new(now, self.at(now) + step, speed);
    }

    /// Stops the clock until a given time.
    pub(crate) fn stand(&mut self, now: u64, until: u64) {
        *self = Self::new(until, self.at(now), self.speed);
    }

    pub(crate) fn speed(&self) -> u64 {
        self.speed
    }

    /// How many steps a measured frequency is used for.
    fn rate_serves(&self) -> i128 {
        (RATE_SERVES_NS * i128::from(self.speed)) >> 32
    }
}

/// The number of processors of a machine.
pub(crate) const CORES: usize = 4;

pub(crate) struct Clocks {
    wall: Line,
    monotonic: Line,
    counter: Line,
    /// The offset of each processor's counter.
    cores: [i128; CORES],
    /// The time at which the offsets appeared. The system detects them within half a second.
    differ_since: Option<u64>,
    granularity_ns: i128,
    pub(crate) wall_cost: u64,
    pub(crate) counter_cost: u64,
    has_steady_counter: bool,
    /// The frequency that the processor reports, in Hz; 0 if none.
    told_hz: u64,
    /// The highest speed of the counter.
    nominal: u64,
    is_source: bool,
    /// The total amount by which the wall clock was set back.
    pub(crate) set_back: i128,
    /// The wall clock at the system's start, if it had always been set as now.
    booted: i128,
    /// The wall clock's history.
    walls: Vec<Line>,
    /// The history of the counter: lines and their start.
    lines: Vec<(u64, Line)>,
}

/// The lowest speed of a counter, in 2^-32 steps per nanosecond.
const SLOWEST: u128 = 1 << 21;
const FASTEST: u128 = 31 << 31;

/// The maximum time for which a measured frequency is used.
const RATE_SERVES_NS: i128 = 1 << 30;

/// The highest speed of a counter.
const MOST_IN_NS: u64 = 8;

/// The lowest useful speed: with fewer steps per millisecond the core must not use the counter.
const LEAST_IN_MS: u64 = 5000;

/// The time within which the system detects differing counters.
const NOTICED_NS: u64 = 500_000_000;

/// Common frequencies, intermediate ones, and lower ones.
fn arm_kilohertz(rng: &mut Rng) -> u64 {
    match rng.below(4) {
        0 => *rng.pick(&[19_200, 24_000, 25_000, 54_000, 62_500, 100_000, 1_000_000]),
        1 => rng.magnitude(500, 19_200),
        _ => rng.magnitude(19_200, 1_000_000),
    }
}

impl Clocks {
    pub(crate) fn new(now: u64, wall: i128, rng: &mut Rng) -> Self {
        let is_arm = rng.once_in(3);
        let kilohertz = match is_arm {
            true => arm_kilohertz(rng),
            false => rng.between(1_000_000, 5_000_000),
        };
        // The firmware may report a wrong frequency.
        let told_hz = match (is_arm, rng.below(10)) {
            (false, _) => 0,
            (true, 0) => rng.magnitude(1, 1 << 40),
            (true, _) => kilohertz * 1000,
        };
        let speed = ((u128::from(kilohertz) << 32) / 1_000_000) as u64;
        let counter = Line::new(now, i128::from(rng.magnitude(1, 1 << 54)), speed);
        let is_source = !rng.once_in(10);
        let mut cores = [0; CORES];
        if !is_source && rng.once_in(2) {
            // Differing counters are the system's reason to distrust them.
            for core in &mut cores {
                *core = i128::from(rng.magnitude(100, 60_000));
            }
        }
        let granularity_ns = *rng.pick(&[1, 1, 1, 1, 1, 100, 1000, 20_000]);
        Self {
            wall: Line::new(now, wall, EVEN),
            monotonic: Line::new(now, i128::from(rng.magnitude(1_000, 1 << 53)), EVEN),
            counter,
            cores,
            differ_since: None,
            granularity_ns,
            wall_cost: rng.magnitude(20, 2500),
            counter_cost: rng.between(5, 30),
            told_hz,
            nominal: speed,
            has_steady_counter: !rng.once_in(12),
            is_source,
            set_back: 0,
            booted: wall - 1_000_000_000,
            walls: vec![Line::new(now, wall, EVEN)],
            lines: vec![(now, counter)],
        }
    }

    /// The clocks of a copy of the machine.
    pub(crate) fn copy(&self) -> Self {
        Self {
            walls: self.walls.clone(),
            lines: self.lines.clone(),
            ..*self
        }
    }

    #[inline]
    pub(crate) fn wall(&self, now: u64) -> i128 {
        let exact = self.wall.at(now);
        if self.granularity_ns == 1 {
            exact
        } else {
            exact - exact.rem_euclid(self.granularity_ns)
        }
    }

    #[inline]
    pub(crate) fn monotonic(&self, now: u64) -> u64 {
        self.monotonic.at(now) as u64
    }

    /// The time since the start of the system, suspends included.
    pub(crate) fn since_boot(&self, now: u64) -> u64 {
        (self.wall.at(now) - self.booted) as u64
    }

    #[inline]
    pub(crate) fn counter(&self, now: u64, core: usize) -> u64 {
        (self.counter.at(now) + self.cores[core]) as u64
    }

    pub(crate) fn told_hz(&self) -> u64 {
        self.told_hz
    }

    /// The maximum number of steps in this time, at any speed so far.
    pub(crate) fn most_steps(&self, ns: u64) -> u64 {
        let most = ns * MOST_IN_NS;
        match u128::from(self.told_hz) {
            0 => most,
            hz => most.min((2 * hz * u128::from(ns) / 1_000_000_000) as u64 + 1),
        }
    }

    /// The duration of `steps` steps at the current speed.
    pub(crate) fn takes(&self, steps: u64) -> u64 {
        let ns = (u128::from(steps) << 32) / u128::from(self.counter.speed().max(1));
        u64::try_from(ns).unwrap_or(u64::MAX)
    }

    /// Whether the counter always was too coarse, and no event can have made it seem finer.
    pub(crate) fn is_coarse(&self) -> bool {
        let is_plain = self.lines.len() == 1 && self.monotonic.since == self.walls[0].since;
        let in_ms = (u128::from(self.counter.speed()) * 1_000_000) >> 32;
        is_plain && in_ms < u128::from(LEAST_IN_MS * 99 / 100)
    }

    pub(crate) fn has_steady_counter(&self) -> bool {
        self.has_steady_counter
    }

    /// Whether the counters of the processors differ.
    pub(crate) fn have_cores(&self) -> bool {
        self.cores != [0; CORES]
    }

    pub(crate) fn keeps_time_by_counter(&self, now: u64) -> bool {
        let noticed = self
            .differ_since
            .is_some_and(|since| now.saturating_sub(since) > NOTICED_NS);
        self.is_source && !noticed
    }

    /// Whether the wall clock was changed since then.
    pub(crate) fn was_turned(&self, since: u64) -> bool {
        self.wall.since >= since
    }

    /// Takes over the state that survives a reboot of the same machine.
    pub(crate) fn follow(&mut self, old: &Clocks) {
        self.walls.splice(..0, old.walls.iter().copied());
        self.granularity_ns = old.granularity_ns;
    }

    /// The last time at which the wall clock was set back by at least `by`.
    pub(crate) fn set_back_last(&self, by: i128) -> Option<u64> {
        let mut turns = self.walls.windows(2).rev();
        let turn = turns.find(|turn| turn[0].at(turn[1].since) - turn[1].value >= by)?;
        Some(turn[1].since)
    }

    pub(crate) fn step_wall(&mut self, now: u64, by: i128) {
        self.wall.turn(now, by, self.wall.speed());
        self.booted += by;
        self.set_back += (-by).max(0);
        self.walls.push(self.wall);
    }

    /// Slews both system clocks, in parts per million.
    pub(crate) fn slew(&mut self, now: u64, ppm: i64) {
        let speed = (EVEN as i64 + (EVEN as i64 / 1_000_000) * ppm) as u64;
        self.wall.turn(now, 0, speed);
        self.monotonic.turn(now, 0, speed);
        self.walls.push(self.wall);
    }

    /// Suspends the machine until a given time. The wall clock continues.
    pub(crate) fn suspend(&mut self, now: u64, until: u64, monotonic_goes: bool, counter: Sleep) {
        if !monotonic_goes {
            self.monotonic.stand(now, until);
        }
        match counter {
            Sleep::GoesOn => return,
            Sleep::Stands => self.counter.stand(now, until),
            Sleep::Reset => self.counter = Line::new(until, 0, self.counter.speed()),
        }
        self.lines.push((now, self.counter));
    }

    /// Wakes the machine early.
    pub(crate) fn wake(&mut self, now: u64) {
        for line in [&mut self.monotonic, &mut self.counter] {
            line.since = line.since.min(now);
        }
        self.lines.push((now, self.counter));
    }

    pub(crate) fn change_counter(
        &mut self,
        now: u64,
        step: i128,
        numerator: u64,
        denominator: u64,
    ) {
        let speed = (u128::from(self.counter.speed()) * u128::from(numerator)
            / u128::from(denominator))
        .clamp(SLOWEST, FASTEST) as u64;
        let step = step.max(-self.counter.at(now));
        self.counter.turn(now, step, speed);
        self.lines.push((now, self.counter));
    }

    /// Sets the speed of an unsteady counter, in percent.
    pub(crate) fn waver(&mut self, now: u64, percent: u64) {
        let speed = self.nominal / 100 * percent;
        self.counter.turn(now, 0, speed);
        self.lines.push((now, self.counter));
    }

    /// Sets offsets of up to `steps` steps for the processors' counters.
    pub(crate) fn spread_cores(&mut self, now: u64, steps: u64, rng: &mut Rng) {
        for core in &mut self.cores {
            *core = i128::from(rng.below(steps.max(1)));
        }
        self.differ_since.get_or_insert(now);
    }

    /// Whether the system reports that the counter is unusable.
    pub(crate) fn is_known_unfit(&self) -> bool {
        !self.has_steady_counter || !self.is_source
    }

    /// The steps of the counter between two instants; `None` if it went back.
    pub(crate) fn steps(&self, from: u64, to: u64) -> Option<u64> {
        let at = |now: u64| {
            let mut lines = self.lines.iter().rev();
            let line = lines.find(|(since, _)| *since <= now);
            line.map_or(0, |(_, line)| line.at(now))
        };
        u64::try_from(at(to) - at(from)).ok()
    }

    /// If the counter slowed down so recently that the old frequency may still be in use: the time
    /// since which no clock changed, so that two clock reads detect it. A clock that was set
    /// detects nothing, nor does a counter that jumped.
    pub(crate) fn slowed_lately(&self, now: u64) -> Option<u64> {
        let reading = self.counter.at(now);
        let mut end = now;
        for (since, line) in self.lines.iter().rev() {
            let read = line.at(*since)..line.at(end) + line.rate_serves();
            if line.speed() > self.counter.speed() && read.contains(&reading) {
                let (touched, _) = self.lines.last()?;
                return Some(self.wall.since.max(*touched));
            }
            end = *since;
        }
        None
    }

    /// Whether the counter or the wall clock was changed since then.
    pub(crate) fn were_turned(&self, since: u64) -> bool {
        self.was_turned(since) || self.lines.last().is_some_and(|(at, _)| *at >= since)
    }

    /// The maximum amount by which readings are too low.
    pub(crate) fn grain_ns(&self) -> i128 {
        self.granularity_ns - 1
    }

    /// Whether the counters of the processors differ, possibly without the process knowing.
    pub(crate) fn is_in_doubt(&self, now: u64, trusts_counter: bool) -> bool {
        // The age of a frequency is uncertain by the same amount.
        let ends = self.cores.iter().min().zip(self.cores.iter().max());
        let apart = ends.map_or(0, |(least, most)| most - least);
        self.differ_since.is_some_and(|since| {
            let noticed = since + NOTICED_NS;
            let gone_on = self.counter.at(now) - self.counter.at(noticed);
            let forgotten = self.lines.iter().map(|(_, line)| line.rate_serves());
            trusts_counter || now < noticed || gone_on < forgotten.max().unwrap_or(0) + apart
        })
    }

    /// The lowest and highest reading between two instants.
    pub(crate) fn range(&self, from: u64, to: u64) -> (i128, i128) {
        let (mut least, mut most) = (i128::MAX, i128::MIN);
        let mut end = to;
        for line in self.walls.iter().rev() {
            let begun = line.since.clamp(from, end);
            least = least.min(line.at(begun));
            most = most.max(line.at(end));
            if line.since <= from {
                break;
            }
            end = end.min(line.since);
        }
        (least - least.rem_euclid(self.granularity_ns), most)
    }
}

/// The effect of a suspend on the counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sleep {
    GoesOn,
    Stands,
    Reset,
}

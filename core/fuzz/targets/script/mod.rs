//! Runs a script, and checks each step against the guarantees of generators.

use sortid::{AnyId, Error, ErrorCode, Format, Generator, Options, Reseed, Status, Timestamp};
use sortid_fuzz::{Given, Input, later, with_marks};

/// Enough to fill a counter of 12 bits.
const MOST: usize = 5000;

/// The result of a step.
pub(crate) type Made = Result<AnyId, Error>;

pub(crate) struct Player<'a> {
    generator: &'a Generator,
    format: Format,
    reading: Options,
    unit_ns: i128,
    max_lead_ns: i128,
    seeded: bool,
    /// Whether ids are ordered even inside a tick.
    ordered: bool,
    /// The field that contains the node, and the node if it is the user's.
    node: Option<(&'static str, Option<i128>)>,
    now: Timestamp,
    /// The highest reading that the generator may have taken into account.
    high: Timestamp,
    /// The status after the last id.
    status: Status,
    /// The generator got another seed, whose draws may repeat those of an earlier seed.
    reseeded: bool,
    made: Vec<Made>,
    ids: Vec<AnyId>,
}

impl<'a> Player<'a> {
    pub(crate) fn new(generator: &'a Generator, given: &Given<'_>, start: Timestamp) -> Self {
        let format = generator.format();
        let node = match format {
            Format::Tid => Some(("clock_id", "node")),
            Format::Timeid => Some(("node", "node")),
            Format::Uid11Snowish | Format::Sonyflake => Some(("machine", "node")),
            Format::LexicalUuid | Format::Flake => Some(("worker", "node")),
            Format::Elasticflake => Some(("node", "node")),
            Format::ShardingId => Some(("shard", "node")),
            Format::ObjectId => Some(("random", "node")),
            Format::Cuid => Some(("fingerprint", "node")),
            _ => None,
        };
        Self {
            generator,
            format,
            reading: given.reading(format),
            unit_ns: given.unit_ns(format),
            max_lead_ns: given.int("max_lead_ms").unwrap_or(1000) * 1_000_000,
            seeded: given.has("seed"),
            ordered: format.is_ordered() || given.word("order") == Some("monotonic"),
            node: node.map(|(field, option)| (field, given.int(option))),
            now: start,
            high: start,
            status: generator.status(),
            reseeded: false,
            made: Vec::new(),
            ids: Vec::new(),
        }
    }

    pub(crate) fn play(mut self, script: &[u8]) -> Vec<Made> {
        let mut input = Input::new(script);
        while !input.is_empty() && self.made.len() < MOST {
            match input.byte() % 8 {
                0 => {
                    let steps = i128::from(input.byte() as i8);
                    self.now = later(self.now, steps * self.unit_ns);
                    self.next();
                }
                1 => {
                    self.now = input.time(self.now);
                    self.next();
                }
                2 => {
                    // Long bursts are expensive, and few are needed.
                    for _ in 0..1 << (input.byte() % 13) {
                        if !self.next() {
                            break;
                        }
                    }
                }
                3 => {
                    let back = usize::from(input.byte());
                    if !self.ids.is_empty() {
                        self.next_after(self.ids[self.ids.len() - 1 - back % self.ids.len()]);
                    }
                }
                4 => {
                    let bytes = input.array::<20>();
                    if let Ok(id) = AnyId::from_bytes(&with_marks(self.format, &bytes), self.format)
                    {
                        self.next_after(id);
                    }
                }
                5 => {
                    let time = input.time(self.now);
                    let until = later(time, 1);
                    if let Ok(ids) = AnyId::range_with(time, until, self.format, &self.reading) {
                        self.next_after(*ids.end());
                    }
                }
                6 => self.reseed(&mut input),
                _ => self.system_is_refused(),
            }
            let status = self.generator.status();
            assert_eq!(status.ids, self.ids.len() as u64);
            assert!(i128::from(status.lead_ns) <= self.max_lead_ns);
        }
        self.nothing_came_twice();
        self.made
    }

    fn next(&mut self) -> bool {
        let made = self.generator.next_at(self.now);
        self.judge(made, None)
    }

    fn next_after(&mut self, id: AnyId) {
        let made = self.generator.next_after_at(id, self.now);
        self.judge(made, Some(id));
    }

    fn judge(&mut self, made: Made, after: Option<AnyId>) -> bool {
        self.made.push(made);
        self.high = self.high.max(self.now);
        match made {
            Ok(id) => self.judge_id(id, after),
            Err(error) => assert!(
                matches!(
                    error.code(),
                    ErrorCode::ClockRollback
                        | ErrorCode::CounterExhausted
                        | ErrorCode::TimestampOutOfRange
                ) || (error.code() == ErrorCode::LeadExceeded && after.is_some())
                    || (error.code() == ErrorCode::NotApplicable
                        && after.is_some()
                        && self.format.resolution_ns().is_none()),
                "{error}"
            ),
        }
        made.is_ok()
    }

    fn judge_id(&mut self, id: AnyId, after: Option<AnyId>) {
        assert_eq!(id.format(), self.format);
        assert!(!id.is_reserved());
        assert_eq!(AnyId::from_bytes(&id.to_bytes(), self.format), Ok(id));
        assert!(
            after.is_none_or(|after| after < id),
            "{id:?} after {after:?}"
        );
        if let Some((field, Some(node))) = self.node {
            assert_eq!(id.field(field), Ok(node));
        }
        let status = self.generator.status();
        let was_set_back = status.rollbacks > self.status.rollbacks;
        let last = self.ids.last().copied();
        self.status = status;
        self.ids.push(id);
        if let Some(last) = last
            && self.ordered
            && !was_set_back
        {
            assert!(last < id, "{id:?} follows {last:?}");
        }
        let ns = |id: AnyId| Some(id.timestamp_with(&self.reading).ok()?.unix_ns());
        if let Some(time) = ns(id) {
            self.judge_time(time, last.and_then(ns), was_set_back);
        }
    }

    /// Checks that the time is less than a tick older than the clock, no further ahead of it than
    /// the lead, and does not go back.
    fn judge_time(&mut self, time: i128, last: Option<i128>, was_set_back: bool) {
        if last.is_some_and(|last| time < last) {
            assert!(was_set_back, "time went back, and no reset was counted");
            // The lead counts from the new reading.
            self.high = self.now;
        }
        // A timeid has no tick directly before 1970.
        let gap = match self.format {
            Format::Timeid => self.unit_ns,
            _ => 0,
        };
        let latest = self.high.unix_ns() + self.max_lead_ns + gap;
        assert!(
            time + self.unit_ns > self.now.unix_ns(),
            "older than the clock"
        );
        assert!(time <= latest, "too far ahead of the clock");
    }

    /// Reseeds the generator. A seeded generator gets a seed, so that its ids stay reproducible.
    fn reseed(&mut self, input: &mut Input<'_>) {
        let (mut with, kind) = (Reseed::new(), input.byte());
        if self.seeded {
            with = with.seed([input.byte(); 32]);
        }
        let mut node = None;
        if kind & 1 == 1 {
            let number = u16::from_le_bytes(input.array());
            (node, with) = (Some(i128::from(number)), with.node(number.into()));
        }
        match self.generator.reseed(with) {
            Ok(()) => {
                self.reseeded |= self.seeded;
                if let (Some((field, _)), Some(number)) = (self.node, node) {
                    self.node = Some((field, Some(number)));
                }
            }
            Err(error) => assert!(matches!(
                error.code(),
                ErrorCode::ForkedGenerator | ErrorCode::InvalidOption
            )),
        }
    }

    fn system_is_refused(&self) {
        let mut one = [AnyId::from_fields([], self.format).expect("zero")];
        let filled = self.generator.fill(&mut one);
        assert_eq!(filled.ids, 0);
        let refusals = [self.generator.next().err(), filled.error];
        for refusal in refusals {
            let refusal = refusal.expect("the clock is manual");
            assert_eq!(refusal.code(), ErrorCode::InvalidOption);
            assert_eq!(refusal.subject(), Some("clock"));
        }
    }

    fn nothing_came_twice(&self) {
        // Without a time, and in ticks used twice, only drawn bits distinguish ids, and a repeated
        // seed repeats them.
        let by_chance = self.format.resolution_ns().is_none() || self.status.rollbacks > 0;
        if self.reseeded && by_chance {
            return;
        }
        let mut sorted = self.ids.clone();
        sorted.sort_unstable();
        for pair in sorted.windows(2) {
            assert_ne!(pair[0], pair[1], "made twice");
        }
    }
}

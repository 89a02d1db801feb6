//! Exhausted ticks: exactly as many ids as the counter has values, then an error or the next tick,
//! but never a repeat. A counter that wraps would repeat at the first id too many.

use sortid::options::{OnExhausted, Order, Precision, Usage};
use sortid::{AnyId, ErrorCode, Format, Generator, Options, Timestamp};

use crate::facts::{self, MS, NOON_NS, SECOND, US};
use crate::run::{Checked, Failure, Finding, Run};

/// A format with the options for the lowest initial counter.
struct Counter {
    name: &'static str,
    format: Format,
    options: fn() -> Options,
    unit_ns: i128,
    /// The number of counter values.
    values: u64,
    /// Reads the initial counter, if it is random: the tick holds that many ids fewer.
    start: Option<fn(AnyId) -> Option<u128>>,
}

const fn counter(
    name: &'static str,
    format: Format,
    options: fn() -> Options,
    unit_ns: i128,
    values: u64,
) -> Counter {
    Counter {
        name,
        format,
        options,
        unit_ns,
        values,
        start: None,
    }
}

/// Counters that depend on options.
const COUNTERS: &[Counter] = &[
    Counter {
        start: Some(|id| u128::try_from(id.field("random").ok()?).ok()),
        ..counter(
            "uid11_xid monotonic",
            Format::Uid11Xid,
            || Options::new().order(Order::Monotonic),
            MS,
            1 << 22,
        )
    },
    counter(
        "uuid7_draft01 ms",
        Format::Uuid7Draft01,
        || Options::new().precision(Precision::Ms),
        MS,
        1 << 12,
    ),
    counter(
        "uuid7_draft01 ns",
        Format::Uuid7Draft01,
        || Options::new().precision(Precision::Ns),
        1,
        1 << 8,
    ),
    counter(
        "uuid8 32-bit",
        Format::Uuid8,
        || Options::new().timestamp_bits(32).unit_ns(1_000_000_000),
        SECOND,
        1 << 12,
    ),
    counter(
        "uuid8 60-bit",
        Format::Uuid8,
        || Options::new().timestamp_bits(60),
        MS,
        1 << 8,
    ),
    counter(
        "uuid8 64-bit",
        Format::Uuid8,
        || Options::new().timestamp_bits(64).unit_ns(100),
        1600,
        1 << 8,
    ),
    counter(
        "scru160",
        Format::Scru160,
        || Options::new().counter_seed_bits(0),
        MS,
        1 << 16,
    ),
    counter(
        "scru160 counter_bits 4",
        Format::Scru160,
        || Options::new().counter_seed_bits(0).counter_bits(4),
        MS,
        1 << 20,
    ),
    counter(
        "scru160 microsecond",
        Format::Scru160,
        || {
            Options::new()
                .counter_seed_bits(0)
                .usage(Usage::Microsecond)
        },
        US,
        1 << 6,
    ),
    counter(
        "scru160 microsecond, counter_bits 4",
        Format::Scru160,
        || {
            let options = Options::new().counter_seed_bits(0).counter_bits(4);
            options.usage(Usage::Microsecond)
        },
        US,
        1 << 10,
    ),
];

/// The counter of a default generator, if it can be exhausted.
fn default_of(format: Format) -> Option<Counter> {
    let (least, values) = facts::room(format);
    // A scrambled counter has no order in which repeats would show.
    let fills = values <= 1 << 24 && format.is_ordered();
    let start: fn(AnyId) -> Option<u128> = facts::counter;
    fills.then(|| Counter {
        start: (least < values).then_some(start),
        ..counter(
            format.name(),
            format,
            Options::new,
            facts::unit_ns(format),
            values,
        )
    })
}

/// More ids than this are not needed.
const LONGEST_BURST: u64 = 20_000_000;

pub(crate) fn run(run: &mut Run<'_>) {
    let defaults: Vec<Counter> = facts::timed().filter_map(default_of).collect();
    let counters = || defaults.iter().chain(COUNTERS);
    for counter in counters() {
        run.check("full tick, on_exhausted error", counter.name, || {
            full_tick(
                counter,
                (counter.options)().on_exhausted(OnExhausted::Error),
            )
        });
    }
    for counter in counters() {
        run.check("full tick, max_lead_ms 0", counter.name, || {
            full_tick(counter, (counter.options)().max_lead_ms(0))
        });
    }
    for counter in counters() {
        let lead = lead_ticks(counter);
        let is_exact = counter.start.is_none() && lead > 0;
        if is_exact && counter.values * (lead + 1) <= LONGEST_BURST {
            run.check("every tick of the lead full", counter.name, || {
                full_lead(counter)
            });
        }
    }
    run.check("one millisecond is enough", "uuid7", endless_uuid7);
}

const LEAD_MS: u64 = 3;

/// How many ticks the lead has.
fn lead_ticks(counter: &Counter) -> u64 {
    (i128::from(LEAD_MS) * MS / counter.unit_ns) as u64
}

/// The start of the tick that contains noon.
fn noon_ns(counter: &Counter) -> i128 {
    NOON_NS.div_euclid(counter.unit_ns) * counter.unit_ns
}

/// The ids at one reading, until an error.
struct Burst {
    first: Option<AnyId>,
    made: u64,
    /// Ids not greater than their predecessor: if there are none, all are distinct.
    inversions: u64,
    /// `None` if `most` ids came first.
    ended_by: Option<ErrorCode>,
}

impl Burst {
    fn of(generator: &Generator, unix_ns: i128, most: u64) -> Result<Self, Failure> {
        let reading = Timestamp::from_unix_ns(unix_ns)?;
        let mut burst = Burst {
            first: None,
            made: 0,
            inversions: 0,
            ended_by: None,
        };
        let mut last = None;
        while burst.made < most {
            match generator.next_at(reading) {
                Ok(id) => {
                    burst.first.get_or_insert(id);
                    burst.inversions += u64::from(last.is_some_and(|last| id <= last));
                    burst.made += 1;
                    last = Some(id);
                }
                Err(error) => {
                    burst.ended_by = Some(error.code());
                    break;
                }
            }
        }
        Ok(burst)
    }
}

/// Exhausts three successive ticks. The result at the end stays the same until the tick is over.
fn full_tick(counter: &Counter, options: Options) -> Checked {
    const TICKS: i128 = 3;
    let generator = facts::manual(counter.format, options)?;
    let (mut made, mut inversions, mut miscounts, mut others) = (0, 0, Vec::new(), Vec::new());
    for tick in 0..TICKS {
        let begins = noon_ns(counter) + tick * counter.unit_ns;
        let burst = Burst::of(&generator, begins, counter.values + 10)?;
        made += burst.made;
        inversions += burst.inversions;
        let start = match (burst.first, counter.start) {
            (Some(first), Some(start)) => start(first).ok_or("an id without a counter")? as u64,
            _ => 0,
        };
        let expected = counter.values - start;
        if burst.made != expected {
            miscounts.push(format!("{} ids in a tick of {expected}", burst.made));
        }
        let mut codes = vec![burst.ended_by];
        let ends = begins + counter.unit_ns - 1;
        for unix_ns in [begins, begins, ends] {
            let answer = generator.next_at(Timestamp::from_unix_ns(unix_ns)?);
            codes.push(answer.err().map(|error| error.code()));
        }
        codes.retain(|&code| code != Some(ErrorCode::CounterExhausted));
        others.extend(codes);
    }
    let values = counter.values;
    let mut finding = Finding::of(format!("{TICKS} ticks of {values} values, {made} ids"));
    finding.require(
        inversions == 0,
        format!("{inversions} repeats or inversions"),
    );
    finding.require(
        miscounts.is_empty(),
        match miscounts.first() {
            None => "every value used once".to_owned(),
            Some(first) => first.clone(),
        },
    );
    finding.require(
        others.is_empty(),
        match others.first() {
            None => "then counter_exhausted".to_owned(),
            Some(Some(code)) => format!("then {code}"),
            Some(None) => "an id from a full tick".to_owned(),
        },
    );
    Ok(finding)
}

/// With a frozen clock, the ticks ahead become full too, but none beyond the lead.
fn full_lead(counter: &Counter) -> Checked {
    let generator = facts::manual(counter.format, (counter.options)().max_lead_ms(LEAD_MS))?;
    let expected = counter.values * (lead_ticks(counter) + 1);
    let burst = Burst::of(&generator, noon_ns(counter), expected + 10)?;
    let lead_ns = generator.status().lead_ns;
    let next = Burst::of(&generator, noon_ns(counter) + counter.unit_ns, 1)?;
    let mut finding = Finding::of(format!(
        "max_lead_ms {LEAD_MS}: {} ticks, {} ids",
        lead_ticks(counter) + 1,
        burst.made
    ));
    finding.require(
        burst.inversions == 0,
        format!("{} repeats or inversions", burst.inversions),
    );
    finding.require(burst.made == expected, format!("{expected} ids expected"));
    finding.require(
        burst.ended_by == Some(ErrorCode::CounterExhausted),
        match burst.ended_by {
            Some(code) => format!("then {code}"),
            None => "then no end".to_owned(),
        },
    );
    finding.require(
        lead_ns <= LEAD_MS * 1_000_000,
        format!("lead {} µs", lead_ns / 1000),
    );
    finding.never(next.made == 0, "and none in the tick after");
    Ok(finding)
}

/// Half of uuid7's counter is 2^41 ids: it cannot be exhausted, and without lead no id may move to
/// another millisecond.
fn endless_uuid7() -> Checked {
    const IDS: u64 = 2_000_000;
    let generator = facts::manual(Format::Uuid7, Options::new().max_lead_ms(0))?;
    let burst = Burst::of(&generator, NOON_NS, IDS)?;
    let mut finding = Finding::of(format!("{IDS} ids at one reading, max_lead_ms 0"));
    finding.require(burst.made == IDS, format!("{} made", burst.made));
    finding.require(
        burst.inversions == 0,
        format!("{} repeats or inversions", burst.inversions),
    );
    let lead_ns = generator.status().lead_ns;
    finding.require(lead_ns == 0, format!("lead {lead_ns} ns"));
    Ok(finding)
}

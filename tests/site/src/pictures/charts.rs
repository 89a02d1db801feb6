//! Charts: benchmarks, the timeline of a lease, and a B-tree under random and ordered keys.

use std::collections::{BTreeMap, BTreeSet};

use sortid::options::ClockSource;
use sortid::{Error, Format, Generator, Options, Timestamp};

use super::svg::Svg;
use crate::Fallible;
use crate::results::Results;

/// The bars of the picture: result file and row.
pub(super) const BARS: [(&str, &str, &str); 9] = [
    ("core", "next uuid7", "Rust"),
    ("core", "next ulid", "Rust"),
    ("core", "next snowflake", "Rust"),
    ("core", "next ksuid", "Rust"),
    ("c", "new uuid7 as text", "C"),
    ("python", "uuid7()", "Python"),
    ("python", "ulid()", "Python"),
    ("node", "uuid7Text()", "Node"),
    ("jvm", "uuid7() text", "JVM"),
];

/// The time of an id relative to the peer's.
pub(super) fn benchmarks(read: &dyn Fn(&str) -> Fallible<String>) -> Fallible<String> {
    const LEFT: f64 = 230.0;
    const FULL: f64 = 420.0;
    let mut svg = Svg::new(
        1080.0,
        64.0 + BARS.len() as f64 * 40.0,
        "Time of an id, as a part of the time of a peer (shorter is faster)",
    );
    for (&(file, what, language), index) in BARS.iter().zip(0..) {
        let path = format!("docs/benchmarks/{file}.json");
        let results: Results =
            serde_json::from_str(&read(&path)?).map_err(|error| format!("{path}: {error}"))?;
        let row = results.rows.into_iter().find(|row| row.what == what);
        let row = row.ok_or_else(|| format!("{path} has no row {what:?}"))?;
        let (ours_ns, theirs) = row.figures.both();
        let (Some(peer), Some(peer_ns)) = (row.peer, theirs) else {
            return Err(format!("{path}: {what:?} has no peer"));
        };
        let ratio = ours_ns / peer_ns;
        let y = 50.0 + f64::from(index) * 40.0;
        svg.text_to("", (LEFT - 12.0, y + 16.0), &format!("{language}: {what}"));
        svg.rect("faint", (LEFT, y), (FULL, 24.0), &format!("{peer_ns} ns"));
        let width = (FULL * ratio).min(FULL);
        svg.rect("time", (LEFT, y), (width, 24.0), &format!("{ours_ns} ns"));
        let text = format!("{ratio:.2} of {peer}");
        svg.text("small", (LEFT + FULL + 10.0, y + 16.0), &text);
    }
    Ok(svg.finish())
}

/// The terms of a lease while its server is away, with the default settings.
pub(super) fn lease() -> String {
    const SECOND: f64 = 9.0;
    const LEFT: f64 = 110.0;
    const AWAY: (f64, f64) = (35.0, 55.0);
    let stretch = sortid_leasing::TERM_MS as f64 / 1000.0;
    let x = |seconds: f64| LEFT + seconds * SECOND;
    let mut svg = Svg::new(
        x(80.0) + 32.0,
        300.0,
        "A lease: the agent renews after a third of the term",
    );
    let lanes = [("server", 50.0), ("lease", 90.0), ("ids", 236.0)];
    for (name, y) in lanes {
        svg.text_to("", (LEFT - 12.0, y + 16.0), name);
    }
    svg.rect("node", (x(0.0), 50.0), (AWAY.0 * SECOND, 22.0), "available");
    svg.rect(
        "faint",
        (x(AWAY.0), 50.0),
        ((AWAY.1 - AWAY.0) * SECOND, 22.0),
        "away",
    );
    svg.text("small", (x(AWAY.0) + 6.0, 65.0), "away for 20 s");
    svg.rect(
        "node",
        (x(AWAY.1), 50.0),
        ((80.0 - AWAY.1) * SECOND, 22.0),
        "available",
    );
    let grants = [0.0, 10.0, 20.0, 30.0, 55.0, 65.0];
    for (&begin, row) in grants.iter().zip(0..) {
        let y = 90.0 + f64::from(row) * 22.0;
        let width = (stretch * SECOND).min(x(80.0) - x(begin));
        svg.rect(
            "time",
            (x(begin), y),
            (width, 16.0),
            &format!("a term of {stretch} s"),
        );
        svg.text(
            "on",
            (x(begin) + 4.0, y + 12.0),
            &format!("granted at {begin} s"),
        );
    }
    svg.rect(
        "random",
        (x(0.0), 236.0),
        (80.0 * SECOND, 22.0),
        "ids are issued",
    );
    svg.text(
        "on",
        (x(0.0) + 6.0, 251.0),
        "issued without a break: each term outlasts the absence",
    );
    for second in (0..=80).step_by(10) {
        let at = x(f64::from(second));
        svg.line(&[(at, 262.0), (at, 268.0)]);
        svg.text("small", (at - 6.0, 284.0), &format!("{second} s"));
    }
    svg.finish()
}

/// The maximum number of keys in a leaf.
const LEAF: usize = 128;
const KEYS: usize = 20_000;
/// The number of inserts between two points of the chart.
const STEP: usize = 500;

/// Leaves of a B-tree by their lowest key.
#[derive(Default)]
struct Leaves(BTreeMap<[u8; 16], BTreeSet<[u8; 16]>>);

impl Leaves {
    /// Inserts a key. Returns the lowest key of its leaf.
    fn insert(&mut self, key: [u8; 16]) -> [u8; 16] {
        let lowest = self.0.range(..=key).next_back().map(|(&lowest, _)| lowest);
        let lowest = lowest.or_else(|| self.0.keys().next().copied());
        let lowest = lowest.unwrap_or_default();
        let is_last = self.0.range(lowest..).nth(1).is_none();
        let leaf = self.0.entry(lowest).or_default();
        // Databases split the last leaf at its end, so that ordered keys fill their leaves.
        let at = match is_last && leaf.last().is_some_and(|&last| last < key) {
            true => LEAF,
            false => LEAF / 2,
        };
        leaf.insert(key);
        if leaf.len() > LEAF
            && let Some(&middle) = leaf.iter().nth(at)
        {
            let upper = leaf.split_off(&middle);
            self.0.insert(middle, upper);
        }
        lowest
    }

    /// The used fraction of all leaves.
    fn fill(&self) -> f64 {
        let keys: usize = self.0.values().map(BTreeSet::len).sum();
        keys as f64 / (self.0.len() * LEAF) as f64
    }
}

/// The number of leaves that each step changes, and the fill at the end.
fn grown(format: Format) -> Result<(Vec<usize>, f64), Error> {
    let options = Options::new().clock(ClockSource::Manual).seed([7; 32]);
    let generator = Generator::dynamic(format, &options)?;
    let (mut leaves, mut changed) = (Leaves::default(), Vec::new());
    let mut touched = BTreeSet::new();
    for number in 0..KEYS {
        let time = Timestamp::from_unix_ms(1_721_392_496_789 + number as i64);
        let id = generator.next_at(time)?;
        let mut key = [0; 16];
        key.copy_from_slice(&id.to_bytes());
        touched.insert(leaves.insert(key));
        if (number + 1) % STEP == 0 {
            changed.push(touched.len());
            touched.clear();
        }
    }
    Ok((changed, leaves.fill()))
}

/// The number of leaves that inserts change, for keys of version 4 and 7.
pub(super) fn btree() -> Result<String, Error> {
    let (left, bottom, width, height) = (70.0, 330.0, 600.0, 240.0);
    let mut svg = Svg::new(
        700.0,
        410.0,
        &format!("Leaves of a B-tree that {STEP} inserts change"),
    );
    let both = [Format::Uuid4, Format::Uuid7].map(|format| (format, grown(format)));
    let mut most: usize = 1;
    for (_, grown) in &both {
        let peak = grown.as_ref().map_err(|error| *error)?.0.iter().max();
        most = most.max(peak.copied().unwrap_or_default());
    }
    svg.line(&[
        (left, bottom - height),
        (left, bottom),
        (left + width, bottom),
    ]);
    svg.text_to(
        "small",
        (left - 8.0, bottom - height + 4.0),
        &most.to_string(),
    );
    svg.text_to("small", (left - 8.0, bottom + 4.0), "0");
    svg.text_to(
        "small",
        (left + width, bottom + 18.0),
        &format!("{KEYS} keys"),
    );
    let classes = ["counter", "time"];
    for ((format, grown), class) in both.into_iter().zip(classes) {
        let (changed, fill) = grown?;
        let column = width / changed.len() as f64;
        for (&count, index) in changed.iter().zip(0..) {
            let tall = height * count as f64 / most as f64;
            let x = left + f64::from(index) * column;
            svg.rect(
                class,
                (x + 1.0, bottom - tall),
                (column - 2.0, tall),
                &format!("{count} leaves"),
            );
        }
        let last = changed.last().copied().unwrap_or_default();
        let y = if class == "time" { 394.0 } else { 374.0 };
        let text = format!(
            "{}: the last {STEP} inserts change {last} leaves; leaves are {:.0} % full",
            format.name(),
            fill * 100.0
        );
        svg.rect(class, (left, y - 11.0), (12.0, 12.0), "");
        svg.text("", (left + 18.0, y), &text);
    }
    Ok(svg.finish())
}

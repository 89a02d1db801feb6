//! Checks `docs/conformance.json`: its citations exist, and no row or ruling lacks a proof.
//!
//! The other tests cover requirements that no other test program covers.
#![cfg(feature = "std")]

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use common::{NOON_US, ids_at, manual, timed};
use serde_json::Value;
use sortid::options::Precision;
use sortid::{
    AnyId, ErrorCode, Format, Generator, Options, Timestamp, Uid11Fullrand, Uid11TsSeqRand, Uuid6,
    Uuid7Draft01, Uuid8,
};

const DOCUMENT: &str = "docs/conformance.json";
const VECTORS: &str = "tests/vectors";
/// The text of a row that has no citation.
const MISSING: &str = "not yet";

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &str) -> String {
    fs::read_to_string(repository().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The case names of each vector file, and all rulings that cases name.
struct Vectors {
    names: BTreeMap<String, BTreeSet<String>>,
    rulings: BTreeSet<String>,
}

impl Vectors {
    fn read() -> Self {
        let (mut names, mut rulings) = (BTreeMap::new(), BTreeSet::new());
        for entry in fs::read_dir(repository().join(VECTORS)).expect("the vectors") {
            let file = entry.expect("an entry").file_name();
            let file = file.into_string().expect("a name in UTF-8");
            if !file.ends_with(".json") {
                continue;
            }
            let json: Value =
                serde_json::from_str(&read(&format!("{VECTORS}/{file}"))).expect("JSON");
            let cases = json["cases"].as_array().expect("a list of cases");
            let texts = |key| {
                let values = cases.iter().filter_map(move |case| case[key].as_str());
                values.map(str::to_owned)
            };
            rulings.extend(texts("ruling"));
            names.insert(file, texts("name").collect());
        }
        Self { names, rulings }
    }
}

/// A text of the document, and its place.
#[derive(Clone, Debug, PartialEq)]
struct Passage {
    /// The title of its table.
    table: String,
    /// The number of its row; `None` for the text above a table.
    row: Option<usize>,
    /// The cells of a row, joined by ` | `.
    text: String,
}

impl Passage {
    fn place(&self) -> String {
        match self.row {
            Some(row) => format!("{}, row {row}", self.table),
            None => self.table.clone(),
        }
    }
}

/// Reads the tables of the document.
fn passages(document: &str) -> Vec<Passage> {
    let document: Value = serde_json::from_str(document).expect("JSON");
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let list = |value: &Value| value.as_array().expect("a list").clone();
    let tables = list(&document).into_iter().flat_map(|table| {
        let title = text(&table["title"]);
        let columns = list(&table["columns"]).len();
        let rows = list(&table["rows"])
            .into_iter()
            .zip(1..)
            .map(|(row, number)| {
                let cells: Vec<String> = list(&row).iter().map(text).collect();
                assert_eq!(
                    cells.len(),
                    columns,
                    "{title}, row {number}: number of cells"
                );
                (Some(number), cells.join(" | "))
            });
        let all = [(None, text(&table["text"]))].into_iter().chain(rows);
        let passage = |(row, text)| Passage {
            table: title.clone(),
            row,
            text,
        };
        all.map(passage).collect::<Vec<_>>()
    });
    tables.collect()
}

/// A code span `file: name`.
#[derive(Debug, PartialEq)]
struct Citation<'a> {
    file: &'a str,
    name: &'a str,
}

/// Iterates over the code spans of a text.
fn spans(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

fn citations(text: &str) -> impl Iterator<Item = Citation<'_>> {
    spans(text).filter_map(|span| {
        let (file, name) = span.split_once(": ")?;
        let is_file = file.ends_with(".json") || file.ends_with(".rs");
        is_file.then_some(Citation { file, name })
    })
}

/// Whether a source defines a test of this name.
fn has_test(source: &str, name: &str) -> bool {
    let lines: Vec<&str> = source.lines().map(str::trim_start).collect();
    let head = format!("fn {name}(");
    lines.iter().enumerate().any(|(at, line)| {
        let above = lines[..at].iter().rev();
        let mut attributes = above.take_while(|line| line.starts_with("#["));
        line.starts_with(&head) && attributes.any(|line| line.starts_with("#[test]"))
    })
}

/// Returns the first column of the table of rulings.
fn ruling_rows(passages: &[Passage]) -> Vec<&str> {
    let rows = passages.iter().filter(|passage| passage.row.is_some());
    rows.filter(|passage| passage.table == "Rulings")
        .filter_map(|passage| passage.text.split(" | ").next())
        .collect()
}

/// Returns every ruling that a text names.
fn rulings_named(text: &str) -> BTreeSet<&str> {
    let words = text.split(|c: char| !(c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-'));
    words
        .filter(|word| word.starts_with("R-") && word.len() > 2)
        .collect()
}

/// Returns citations that do not exist, and code spans that name a file in another form.
fn dangling(passages: &[Passage], vectors: &Vectors) -> Vec<String> {
    let mut missing = Vec::new();
    for passage in passages {
        let (place, text) = (passage.place(), passage.text.as_str());
        if text.matches('`').count() % 2 == 1 {
            missing.push(format!("{place}: unclosed code span"));
        }
        for span in spans(text) {
            let names_file = span.contains(".json") || span.contains(".rs");
            if names_file && citations(&format!("`{span}`")).next().is_none() {
                missing.push(format!("{place}: `{span}` is not a citation"));
            }
        }
        for Citation { file, name } in citations(text) {
            let exists = if file.ends_with(".json") {
                let names = vectors.names.get(file);
                names.is_some_and(|names| names.contains(name))
            } else {
                fs::read_to_string(repository().join(file))
                    .is_ok_and(|source| has_test(&source, name))
            };
            if !exists {
                missing.push(format!("{place}: `{file}: {name}` does not exist"));
            }
        }
    }
    missing
}

fn assert_none(missing: &[String]) {
    assert!(missing.is_empty(), "{DOCUMENT}:\n{}", missing.join("\n"));
}

#[test]
fn every_citation_exists() {
    assert_none(&dangling(&passages(&read(DOCUMENT)), &Vectors::read()));
}

#[test]
fn every_row_cites_a_proof_or_says_not_yet() {
    let passages = passages(&read(DOCUMENT));
    let rows = passages.iter().filter(|passage| passage.row.is_some());
    let bare = rows
        .filter(|row| citations(&row.text).next().is_none() && !row.text.contains(MISSING))
        .map(|row| format!("{}: neither a citation nor \"{MISSING}\"", row.place()));
    assert_none(&bare.collect::<Vec<_>>());
}

#[test]
fn every_ruling_has_one_row() {
    let passages = passages(&read(DOCUMENT));
    let listed = ruling_rows(&passages);
    let unique: BTreeSet<&str> = listed.iter().copied().collect();
    assert_eq!(unique.len(), listed.len(), "a ruling has two rows");
    let vectors = Vectors::read();
    let texts = passages.iter().map(|passage| passage.text.as_str());
    let mut named: BTreeSet<&str> = texts.flat_map(rulings_named).collect();
    named.extend(vectors.rulings.iter().map(String::as_str));
    let unlisted = named.difference(&unique);
    let unlisted = unlisted.map(|ruling| format!("{ruling} has no row in the table of rulings"));
    assert_none(&unlisted.collect::<Vec<_>>());
}

#[test]
fn every_link_target_exists() {
    let document = read(DOCUMENT);
    let links = document.split("](").skip(1);
    let targets = links.filter_map(|rest| rest.split(')').next());
    let broken = targets
        .filter(|target| !target.starts_with("https://"))
        .filter(|target| !repository().join("docs").join(target).exists())
        .map(|target| format!("the link to {target} is broken"));
    assert_none(&broken.collect::<Vec<_>>());
}

/// The checks above detect errors.
#[test]
fn wrong_citations_are_reported() {
    let vectors = Vectors::read();
    let passage = |table: &str, row, text: &str| Passage {
        table: table.to_owned(),
        row,
        text: text.to_owned(),
    };
    let found = |text: &str| dangling(&[passage("A", None, text)], &vectors).len();
    assert_eq!(
        found("`tid.json: example 1` `core/tests/conformance.rs: wrong_citations_are_reported`"),
        0
    );
    for wrong in [
        "`tid.json: example 0`",
        "`nothing.json: example 1`",
        "`core/tests/conformance.rs: no_such_test`",
        "`core/tests/conformance.rs: repository`",
        "`core/tests/nothing.rs: wrong_citations_are_reported`",
        "`tid.json`",
        "`core/tests/conformance.rs`",
        "`tid.json: example 1",
    ] {
        assert!(found(wrong) > 0, "{wrong}");
    }
    let document = r#"[{"title": "Rulings", "text": "t", "columns": ["id", "rule"],
        "rows": [["R-A-1", "as R-B-2"]]}]"#;
    let table = passages(document);
    let row = passage("Rulings", Some(1), "R-A-1 | as R-B-2");
    assert_eq!(table, [passage("Rulings", None, "t"), row.clone()]);
    assert_eq!(ruling_rows(&table), ["R-A-1"]);
    assert_eq!(rulings_named(&row.text), BTreeSet::from(["R-A-1", "R-B-2"]));
    assert!(citations(&row.text).next().is_none());
}

#[test]
fn generated_id_carries_the_clock_reading() {
    // An id carries the reading rounded down to the format's unit. The first id never leads.
    for format in timed() {
        let reading = match format {
            Format::Uuid8 | Format::Custom64 => Options::new().unit_ns(1_000_000),
            Format::Uuid7Draft01 => Options::new().precision(Precision::Us),
            _ => Options::new(),
        };
        let unit_ns = i128::from(format.resolution_ns().unwrap_or(1_000_000));
        for (seconds, nanos) in [
            (1_321_009_872, 0),
            (1_721_407_246, 480_310_789),
            (3_000_000_000, 999_999_999),
        ] {
            let time = Timestamp::new(seconds, nanos).expect("a time");
            let bound = AnyId::min_at(time, format).map_err(|error| error.code());
            let made = manual(format, Options::new()).next_at(time);
            if bound == Err(ErrorCode::TimestampOutOfRange) {
                assert_eq!(made.map_err(|error| error.code()), bound, "{format}");
                continue;
            }
            let id = made.expect("an id");
            let carried = id.timestamp_with(&reading).expect("a time").unix_ns();
            assert_eq!(carried, time.unix_ns() / unit_ns * unit_ns, "{format}");
        }
    }
}

#[test]
fn uuid7_fractions_agree_with_postgresql() {
    const MS: u64 = 1_721_407_246_480;
    let us = Options::new().precision(Precision::Us);
    let at = |nanos: u64| {
        let nanos = i128::from(MS) * 1_000_000 + i128::from(nanos);
        Timestamp::from_unix_ns(nanos).expect("a time")
    };
    // PostgreSQL 18: sub_ms * (1 << 12) / NS_PER_MS.
    let fraction = |nanos: u64| nanos * 4096 / 1_000_000;
    for micros in 0..1000 {
        let id = manual(Format::Uuid7, us.clone()).next_at(at(micros * 1000));
        let rand_a = id.expect("an id").field("rand_a").expect("a field");
        assert_eq!(rand_a as u64, fraction(micros * 1000));
    }
    // A fraction of 244 ns may lie in two microseconds.
    for nanos in (0..1_000_000).step_by(7) {
        let bits = u128::from(MS) << 80 | 7 << 76 | u128::from(fraction(nanos)) << 64 | 2 << 62;
        let id = AnyId::from_u128(bits, Format::Uuid7).expect("an id");
        let read = id.timestamp_with(&us).expect("a time").unix_ns() - at(0).unix_ns();
        let (read, last) = (read as u64, nanos / 1000 * 1000);
        assert!(read == last || fraction(read) == fraction(nanos), "{nanos}");
        let range = AnyId::range_with(at(read), at(read + 1000), Format::Uuid7, &us);
        assert!(range.expect("a range").contains(&id), "{nanos}");
    }
}

#[test]
fn draft01_ids_match_figures_3_4_and_5() {
    // The first three ids of one reading: the fraction in `bits` bits, then the sequence.
    for (precision, bits, sequence_bits, per_second) in [
        (Precision::Ms, 12, 12, 1000),
        (Precision::Us, 24, 14, 1_000_000),
        (Precision::Ns, 38, 8, 1_000_000_000u128),
    ] {
        let options = Options::new().precision(precision);
        let ids = ids_at(&manual(Format::Uuid7Draft01, options), [0; 3]);
        for (count, id) in (0u128..).zip(ids) {
            let field = |name| id.field(name).expect("a field") as u128;
            assert_eq!(field("unixts"), NOON_US as u128 / 1_000_000);
            let below = (field("subsec_a") << 74) | (field("subsec_b") << 62);
            let below = below | field("subsec_seq_node");
            let sub = (NOON_US as u128 % 1_000_000) * per_second / 1_000_000;
            // The smallest fraction that is not below the time (R-V7D-2).
            assert_eq!(below >> (86 - bits), (sub << bits).div_ceil(per_second));
            let sequence = below >> (86 - bits - sequence_bits);
            assert_eq!(
                sequence & ((1 << sequence_bits) - 1),
                count,
                "{precision:?}"
            );
        }
    }
}

#[test]
fn random16_bits_between_counter_and_node_are_random() {
    let options = Options::new().counter_bits(4).node(0x15).node_bits(5);
    let ids = ids_at(&manual(Format::Scru160, options), 0..200);
    let (mut set, mut clear) = (0, 0);
    for id in ids {
        let random16 = id.field("random16").expect("a field");
        assert_eq!(random16 & 0x1f, 0x15);
        set |= random16;
        clear |= !random16;
    }
    // Seven bits lie between counter and node. Each was set in one id and clear in another.
    assert_eq!((set & 0x0fe0, clear & 0x0fe0), (0x0fe0, 0x0fe0));
}

#[test]
fn seeded_fill_draws_same_bits_as_single_calls() {
    // In these formats an id's random bits depend only on its number, not on the clock.
    fn made<T: Copy + sortid::TypedId, R>(random: impl Fn(T) -> R) -> (Vec<R>, Vec<R>) {
        let generator =
            || Generator::<T>::with(&Options::new().seed([6; 32])).expect("a generator");
        let single = generator();
        let singly: Vec<T> = (0..64).map(|_| single.next().expect("an id")).collect();
        let mut filled = singly.clone();
        generator().fill(&mut filled).complete().expect("filled");
        let random = |ids: Vec<T>| ids.into_iter().map(&random).collect();
        (random(singly), random(filled))
    }
    let (singly, filled) = made(|id: Uid11Fullrand| id.random());
    assert_eq!(singly, filled);
    let (singly, filled) = made(|id: Uid11TsSeqRand| id.random());
    assert_eq!(singly, filled);
    let (singly, filled) = made(|id: Uuid6| id.node());
    assert_eq!(singly, filled);
    let (singly, filled) = made(|id: Uuid7Draft01| id.subsec_seq_node() << 16);
    assert_eq!(singly, filled);
    let (singly, filled) = made(|id: Uuid8| id.custom_c());
    assert_eq!(singly, filled);
}

#[cfg(feature = "scan")]
#[test]
fn inspect_prefers_times_at_most_ten_years_ahead() {
    // The text is an id of 2021 as draft-01 v7, and of 2181 as RFC 9562 v7.
    let text = "0613f550-aaed-7dbd-9234-56789abcdef0";
    let in_2021 = 1_631_540_490;
    let in_2181 = 6_682_789_849;
    let ten_years = 315_576_000;
    let first = |now: i64| {
        let now = Timestamp::new(now, 0).expect("a time");
        let first: Option<AnyId> = sortid::inspect_at(text, now)
            .readings()
            .next()
            .map(|reading| reading.id);
        first.map(|id| id.format())
    };
    assert_eq!(first(in_2021 - ten_years - 1), Some(Format::Uuid7));
    assert_eq!(first(in_2021 - ten_years), Some(Format::Uuid7Draft01));
    // A time at most a day ahead is as likely as one in the past.
    assert_eq!(first(in_2181 - 86_401), Some(Format::Uuid7Draft01));
    assert_eq!(first(in_2181 - 86_400), Some(Format::Uuid7));
}

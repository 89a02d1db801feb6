//! The report of statistics: for people, as lines, or as a JSON object.

use std::io::Write;

use serde_json::{Map, Value, json};
use sortid::{Format, Timestamp};

use super::tally::{Numbers, Ordered, Tally};
use crate::failure::Failure;
use crate::output::{Output, OutputMode};
use crate::style::{FAINT, TEXT};
use crate::time;

/// How many of the most frequent numbers of each kind are reported.
const MOST_LISTED: usize = 5;
/// The column of the bars, after the time in seconds.
const BAR_AT: usize = 24;
const COUNT_WIDTH: usize = 12;

/// Eighths of a block.
const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

pub(super) struct Report {
    pub(super) tally: Tally,
    pub(super) ordered: Ordered,
}

impl Report {
    pub(super) fn write(&self, out: &mut Output) -> Result<(), Failure> {
        match out.mode() {
            OutputMode::Json => out.json(&self.object())?,
            OutputMode::Tsv => self.write_tsv(out)?,
            OutputMode::Human => self.write_human(out)?,
        }
        Ok(out.flush()?)
    }

    /// Returns the ids per second between the first and the last time.
    fn rate(&self) -> Option<f64> {
        let (first, last) = self.tally.times()?;
        let seconds = (last.unix_ns() - first.unix_ns()) as f64 / 1e9;
        (seconds > 0.0).then(|| self.tally.timed as f64 / seconds)
    }

    /// Returns the nodes and counters of each format that has any.
    fn numbers(&self) -> impl Iterator<Item = (Format, &'static str, &Numbers)> {
        self.tally.formats.iter().flat_map(|(&format, of)| {
            let both = [("node", &of.more.nodes), ("counter", &of.more.counters)];
            let some = both
                .into_iter()
                .filter(|(_, numbers)| numbers.distinct() > 0);
            some.map(move |(what, numbers)| (format, what, numbers))
        })
    }

    fn write_tsv(&self, out: &mut Output) -> Result<(), Failure> {
        writeln!(out, "ids\t{}", self.tally.ids())?;
        for (format, of) in &self.tally.formats {
            writeln!(out, "format\t{format}\t{}", of.ids)?;
        }
        if let Some((first, last)) = self.tally.times() {
            writeln!(out, "first\t{}\nlast\t{}", millis(first), millis(last))?;
        }
        if let Some(rate) = self.rate() {
            writeln!(out, "per_second\t{}", per_second(rate))?;
        }
        writeln!(out, "duplicates\t{}", self.ordered.duplicates)?;
        writeln!(out, "out_of_order\t{}", self.tally.out_of_order())?;
        for (long, from, to) in &self.ordered.gaps {
            writeln!(
                out,
                "gap\t{}\t{}\t{}",
                millis(*from),
                millis(*to),
                seconds(*long)
            )?;
        }
        for (format, what, numbers) in self.numbers() {
            let distinct = distinct(numbers);
            writeln!(out, "{what}s\t{format}\t{distinct}")?;
            for (number, count) in numbers.most(MOST_LISTED) {
                writeln!(out, "{what}\t{format}\t{number}\t{count}")?;
            }
        }
        for (begin, count) in self
            .ordered
            .histogram
            .iter()
            .flat_map(|all| all.stretches())
        {
            writeln!(out, "histogram\t{}\t{count}", millis(begin))?;
        }
        Ok(())
    }

    fn object(&self) -> Map<String, Value> {
        let formats: Map<String, Value> = self
            .tally
            .formats
            .iter()
            .map(|(format, of)| (format.name().to_owned(), of.ids.into()))
            .collect();
        let gaps = self.ordered.gaps.iter().map(|(long, from, to)| {
            json!({ "from": millis(*from), "to": millis(*to), "seconds": seconds(*long) })
        });
        let numbers = self.numbers().map(|(format, what, numbers)| {
            let most = numbers.most(MOST_LISTED).into_iter();
            let most =
                most.map(|(number, count)| json!({ "number": number.to_string(), "ids": count }));
            json!({
                "format": format.name(),
                "what": what,
                "distinct": numbers.distinct(),
                "more": numbers.beyond > 0,
                "most": most.collect::<Vec<_>>(),
            })
        });
        let histogram = self
            .ordered
            .histogram
            .iter()
            .flat_map(|all| all.stretches());
        let histogram =
            histogram.map(|(begin, count)| json!({ "from": millis(begin), "ids": count }));
        let times = self.tally.times();
        let mut object = Map::new();
        object.insert("ids".into(), self.tally.ids().into());
        object.insert("formats".into(), formats.into());
        object.insert("first".into(), times.map(|(first, _)| millis(first)).into());
        object.insert("last".into(), times.map(|(_, last)| millis(last)).into());
        object.insert("per_second".into(), self.rate().into());
        object.insert("duplicates".into(), self.ordered.duplicates.into());
        object.insert("out_of_order".into(), self.tally.out_of_order().into());
        object.insert("gaps".into(), gaps.collect());
        object.insert("numbers".into(), numbers.collect());
        object.insert("histogram".into(), histogram.collect());
        object
    }

    fn write_human(&self, out: &mut Output) -> Result<(), Failure> {
        line(out, "ids", &[self.tally.ids().to_string()])?;
        for (format, of) in &self.tally.formats {
            line(out, "", &[format!("{format} {}", of.ids)])?;
        }
        if let Some((first, last)) = self.tally.times() {
            line(out, "first", &[millis(first)])?;
            line(out, "last", &[millis(last)])?;
        }
        if let Some(rate) = self.rate() {
            line(out, "per second", &[per_second(rate)])?;
        }
        line(out, "duplicates", &[self.ordered.duplicates.to_string()])?;
        line(
            out,
            "out of order",
            &[self.tally.out_of_order().to_string()],
        )?;
        for (nth, (long, from, _)) in self.ordered.gaps.iter().enumerate() {
            let label = if nth == 0 { "longest gaps" } else { "" };
            let words = [
                format!("{} s", seconds(*long)),
                format!("from {}", millis(*from)),
            ];
            line(out, label, &words)?;
        }
        for (format, what, numbers) in self.numbers() {
            let words = format!("{format} {} different", distinct(numbers));
            line(out, &format!("{what}s"), &[words])?;
            let most = numbers.most(MOST_LISTED).into_iter();
            let most: Vec<String> = most
                .map(|(number, count)| format!("{number}×{count}"))
                .collect();
            line(out, "", &most)?;
        }
        self.bars(out)
    }

    fn bars(&self, out: &mut Output) -> Result<(), Failure> {
        let Some(histogram) = &self.ordered.histogram else {
            return Ok(());
        };
        writeln!(out, "{FAINT}each bar {}{FAINT:#}", histogram.unit())?;
        let most = histogram
            .stretches()
            .map(|(_, count)| count)
            .max()
            .unwrap_or(0)
            .max(1);
        let room = out.width().saturating_sub(BAR_AT + COUNT_WIDTH).max(4) as u64;
        for (begin, count) in histogram.stretches() {
            let eighths = (u128::from(count) * u128::from(room) * 8 / u128::from(most)) as usize;
            let part = EIGHTHS.get(eighths % 8).copied().unwrap_or_default();
            let bar = format!("{}{part}", "█".repeat(eighths / 8));
            let begin = millis(begin);
            let begin = begin.get(..BAR_AT - 1).unwrap_or(&begin);
            writeln!(out, "{begin:BAR_AT$}{TEXT}{bar}{TEXT:#} {count}")?;
        }
        Ok(())
    }
}

/// Writes words after a label, wrapped to the width.
fn line(out: &mut Output, label: &str, words: &[String]) -> Result<(), Failure> {
    const LABEL: usize = 14;
    let mut column = LABEL;
    write!(out, "{FAINT}{label:LABEL$}{FAINT:#}")?;
    for (nth, word) in words.iter().enumerate() {
        let length = word.chars().count();
        if nth > 0 && column + 2 + length > out.width() {
            write!(out, "\n{:LABEL$}", "")?;
            column = LABEL;
        } else if nth > 0 {
            write!(out, "  ")?;
            column += 2;
        }
        write!(out, "{word}")?;
        column += length;
    }
    Ok(writeln!(out)?)
}

/// Formats a time in milliseconds, or more exactly if necessary.
fn millis(time: Timestamp) -> String {
    time::format(time, Format::Uuid7)
}

/// Formats with three decimals, or with three significant digits if small.
fn per_second(rate: f64) -> String {
    match rate < 0.01 {
        true => format!("{rate:.2e}"),
        false => format!("{rate:.3}"),
    }
}

fn seconds(ns: i128) -> String {
    let text = format!("{}.{:09}", ns / 1_000_000_000, ns % 1_000_000_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn distinct(numbers: &Numbers) -> String {
    let over = if numbers.beyond > 0 { "over " } else { "" };
    format!("{over}{}", numbers.distinct())
}

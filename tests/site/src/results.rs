//! The result files of benchmarks, `docs/benchmarks/*.json`, as tables.

use serde::Deserialize;

/// A result file, as `cargo suite bench … --json FILE` writes it.
#[derive(Deserialize)]
pub(crate) struct Results {
    command: String,
    date: String,
    machine: String,
    pub(crate) rows: Vec<Row>,
}

#[derive(Deserialize)]
pub(crate) struct Row {
    pub(crate) what: String,
    #[serde(flatten)]
    pub(crate) figures: Figures,
    pub(crate) peer: Option<String>,
    peer_version: Option<String>,
    /// The highest accepted ratio.
    demand: Option<f64>,
}

/// The figures of a row; `peer` is absent in rows for reference.
#[derive(Clone, Copy, Deserialize)]
#[serde(untagged)]
pub(crate) enum Figures {
    /// Nanoseconds for one id, row or call.
    Times { ours_ns: f64, peer_ns: Option<f64> },
    Sizes {
        ours_bytes: f64,
        peer_bytes: Option<f64>,
    },
}

impl Figures {
    /// Ours and the peer's.
    pub(crate) fn both(self) -> (f64, Option<f64>) {
        match self {
            Figures::Times { ours_ns, peer_ns } => (ours_ns, peer_ns),
            Figures::Sizes {
                ours_bytes,
                peer_bytes,
            } => (ours_bytes, peer_bytes),
        }
    }

    /// A figure with its unit.
    fn with_unit(self, figure: f64) -> String {
        let units = match self {
            Figures::Times { .. } => [("ns", 1.0), ("µs", 1e3), ("ms", 1e6), ("s", 1e9)],
            Figures::Sizes { .. } => [("B", 1.0), ("kB", 1e3), ("MB", 1e6), ("GB", 1e9)],
        };
        let fitting = units.iter().rfind(|(_, least)| figure >= *least);
        let (unit, least) = fitting.unwrap_or(&units[0]);
        let digits = if *least == 1.0 { 0 } else { 2 };
        format!("{:.digits$} {unit}", figure / least)
    }
}

impl Results {
    /// All rows as Markdown, with command, date and machine.
    pub(crate) fn markdown(&self) -> String {
        let mut text = format!("`{}`, {}: {}\n\n", self.command, self.date, self.machine);
        let rows = self.rows.iter();
        if rows
            .clone()
            .any(|row| matches!(row.figures, Figures::Sizes { .. }))
        {
            text.push_str(
                "| what | sortid | peer | peer's | ratio | limit |\n|---|--:|---|--:|--:|--:|\n",
            );
            text.extend(rows.map(|row| row.markdown(|figure| row.figures.with_unit(figure))));
            return text;
        }
        let least = rows.clone().map(|row| row.figures.both().0);
        let (unit, divisor) = match least.fold(f64::INFINITY, f64::min) >= 100_000.0 {
            true => ("µs", 1000.0),
            false => ("ns", 1.0),
        };
        text.push_str(&format!(
            "| what | sortid, {unit} | peer | peer, {unit} | ratio | limit |\n|---|--:|---|--:|--:|--:|\n"
        ));
        let time = |ns: f64| format!("{:.*}", if ns < 100_000.0 { 2 } else { 0 }, ns / divisor);
        text.extend(rows.map(|row| row.markdown(time)));
        text
    }
}

impl Row {
    fn markdown(&self, written: impl Fn(f64) -> String) -> String {
        let (ours, theirs) = self.figures.both();
        let escaped = |text: &str| text.replace('|', "\\|");
        let peer = match (&self.peer, &self.peer_version) {
            (Some(peer), Some(version)) => escaped(format!("{peer} {version}").trim_end()),
            _ => String::new(),
        };
        let ratio = theirs.map(|peer| ours / peer);
        let digits = |ratio: f64| format!("{ratio:.*}", if ratio < 0.1 { 4 } else { 2 });
        let limit = match (ratio, self.demand) {
            (Some(ratio), Some(limit)) if ratio > limit => format!("{limit}, missed"),
            (_, Some(limit)) => limit.to_string(),
            _ => String::new(),
        };
        format!(
            "| {} | {} | {peer} | {} | {} | {limit} |\n",
            escaped(&self.what),
            written(ours),
            theirs.map(written).unwrap_or_default(),
            ratio.map(digits).unwrap_or_default(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_has_origin_rows_and_missed_limits() {
        let json = r#"{"command": "c", "date": "d", "machine": "m", "rows": [
            {"what": "next", "ours_ns": 1, "peer": "p|q", "peer_version": "1", "peer_ns": 4, "demand": 0.2},
            {"what": "alone", "ours_ns": 2.5}]}"#;
        let results: Results = serde_json::from_str(json).expect("a result file");
        assert_eq!(
            results.markdown(),
            "`c`, d: m\n\n\
             | what | sortid, ns | peer | peer, ns | ratio | limit |\n|---|--:|---|--:|--:|--:|\n\
             | next | 1.00 | p\\|q 1 | 4.00 | 0.25 | 0.2, missed |\n| alone | 2.50 |  |  |  |  |\n"
        );
    }

    #[test]
    fn figures_have_units_where_units_differ() {
        let json = r#"{"command": "c", "date": "d", "machine": "m", "rows": [
            {"what": "build", "ours_ns": 6630000000, "peer": "p", "peer_version": "1", "peer_ns": 24100000, "demand": null},
            {"what": "id", "ours_bytes": 64, "peer": "p", "peer_version": "1", "peer_bytes": 1632000}]}"#;
        let results: Results = serde_json::from_str(json).expect("a result file");
        let table = results.markdown();
        assert!(
            table.contains("| build | 6.63 s | p 1 | 24.10 ms | 275.10 |  |\n"),
            "{table}"
        );
        assert!(
            table.contains("| id | 64 B | p 1 | 1.63 MB | 0.0000 |  |\n"),
            "{table}"
        );
    }
}

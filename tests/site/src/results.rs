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

/// Times are nanoseconds for one id, row or call.
#[derive(Deserialize)]
pub(crate) struct Row {
    pub(crate) what: String,
    pub(crate) ours_ns: f64,
    pub(crate) peer: Option<String>,
    peer_version: Option<String>,
    pub(crate) peer_ns: Option<f64>,
    /// The highest accepted ratio.
    demand: Option<f64>,
}

impl Results {
    /// All rows as Markdown, with command, date and machine.
    pub(crate) fn markdown(&self) -> String {
        let least = self.rows.iter().map(|row| row.ours_ns);
        let (unit, divisor) = match least.fold(f64::INFINITY, f64::min) >= 100_000.0 {
            true => ("µs", 1000.0),
            false => ("ns", 1.0),
        };
        let mut text = format!("`{}`, {}: {}\n\n", self.command, self.date, self.machine);
        text.push_str(&format!(
            "| what | sortid, {unit} | peer | peer, {unit} | ratio | limit |\n|---|--:|---|--:|--:|--:|\n"
        ));
        text.extend(self.rows.iter().map(|row| row.markdown(divisor)));
        text
    }
}

impl Row {
    fn markdown(&self, divisor: f64) -> String {
        let time = |ns: f64| format!("{:.*}", if ns < 100_000.0 { 2 } else { 0 }, ns / divisor);
        let escaped = |text: &str| text.replace('|', "\\|");
        let peer = match (&self.peer, &self.peer_version) {
            (Some(peer), Some(version)) => escaped(format!("{peer} {version}").trim_end()),
            _ => String::new(),
        };
        let ratio = self.peer_ns.map(|peer| self.ours_ns / peer);
        let digits = |ratio: f64| format!("{ratio:.*}", if ratio < 0.1 { 4 } else { 2 });
        let limit = match (ratio, self.demand) {
            (Some(ratio), Some(limit)) if ratio > limit => format!("{limit}, missed"),
            (_, Some(limit)) => limit.to_string(),
            _ => String::new(),
        };
        format!(
            "| {} | {} | {peer} | {} | {} | {limit} |\n",
            escaped(&self.what),
            time(self.ours_ns),
            self.peer_ns.map(time).unwrap_or_default(),
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
}

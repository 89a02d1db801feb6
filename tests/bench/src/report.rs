//! The table on the screen, and the result file.

use std::io::Write;

use serde_json::Value;

use crate::lines;
use crate::rows::{Measured, Unit};

/// A line on standard output.
///
/// Write errors are ignored: the reader may have closed the pipe.
pub(crate) fn line(text: &str) {
    let _ = writeln!(std::io::stdout(), "{}", text.trim_end());
}

/// The table, printed row by row as the rows are measured.
pub(crate) struct Table {
    rows: Vec<Value>,
}

impl Table {
    /// Prints the header.
    pub(crate) fn new() -> Self {
        print([
            "what", "ours ns", "peer", "version", "peer ns", "ratio", "demand", "met",
        ]);
        Self { rows: Vec::new() }
    }

    /// Prints a row, and stores it for the result file.
    pub(crate) fn add(&mut self, row: &Measured) {
        self.rows.push(lines::json(row));
        // Figures of milliseconds have no decimals.
        let figure = |figure: f64| match row.unit {
            Unit::Ns => format!("{figure:.*}", if figure < 1e5 { 2 } else { 0 }),
            Unit::Bytes => format!("{figure:.0} B"),
        };
        let Some(peer) = &row.peer else {
            print([&row.what, &figure(row.ours), "", "", "", "", "", ""]);
            return;
        };
        let ratio = row.ours / peer.figure;
        let met = peer.demand.map(|demand| ratio <= demand);
        let demand = peer.demand.map(|demand| demand.to_string());
        print([
            &row.what,
            &figure(row.ours),
            &peer.name,
            &peer.version,
            &figure(peer.figure),
            &format!("{ratio:.4}"),
            demand.as_deref().unwrap_or_default(),
            match met {
                Some(true) => "✓",
                Some(false) => "✗",
                None => "",
            },
        ]);
    }

    /// Whether no row was added.
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The text of a result file: one row a line. `cargo suite --write-figures` copies the figures
    /// from such files to the pages.
    pub(crate) fn result_file(&self, command: &str, date: &str, machine: &str) -> String {
        let rows: Vec<String> = self.rows.iter().map(|row| format!("    {row}")).collect();
        format!(
            "{{\n  \"command\": {},\n  \"date\": {},\n  \"machine\": {},\n  \"rows\": [\n{}\n  ]\n}}\n",
            Value::from(command),
            Value::from(date),
            Value::from(machine),
            rows.join(",\n")
        )
    }
}

/// A line of the table; the widths fit the longest names of the core's rows.
fn print([what, ours, peer, version, theirs, ratio, demand, met]: [&str; 8]) {
    line(&format!(
        "{what:<34}  {ours:>9}  {peer:<36}  {version:7}  {theirs:>9}  {ratio:>7}  {demand:>6}  {met}"
    ));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::MeasuredPeer;

    fn measured(demand: Option<f64>) -> Measured {
        Measured {
            what: "next uuid7".to_owned(),
            ours: 3.0,
            unit: Unit::Ns,
            peer: Some(MeasuredPeer {
                name: "uuid::Uuid::now_v7".to_owned(),
                version: "1.2.3".to_owned(),
                demand,
                figure: 12.0,
            }),
        }
    }

    #[test]
    fn result_file_has_all_rows_and_their_origin() {
        let mut table = Table::new();
        assert!(table.is_empty());
        table.add(&measured(Some(0.25)));
        table.add(&measured(None));
        let text = table.result_file("cargo suite bench core", "2026-01-02", "a machine");
        let file: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(file["command"], "cargo suite bench core");
        assert_eq!(file["date"], "2026-01-02");
        assert_eq!(file["machine"], "a machine");
        let rows = file["rows"].as_array().expect("rows");
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[0]["demand"], 0.25);
        assert_eq!(rows[1]["demand"], Value::Null);
        assert_eq!(text.lines().count(), 9);
    }
}

//! The table for people and the JSON for programs.

use std::io::Write;

use serde_json::{Value, json};

use crate::rows::Measured;

/// A line on standard output.
///
/// Write errors are ignored: when the reader of a pipe has gone, there is nobody left to tell.
pub(crate) fn line(text: &str) {
    let _ = writeln!(std::io::stdout(), "{}", text.trim_end());
}

/// The table, printed row by row as the rows are measured.
pub(crate) struct Table {
    judged: Vec<Value>,
    is_empty: bool,
}

impl Table {
    /// Prints the header.
    pub(crate) fn new() -> Self {
        print([
            "what", "ours ns", "peer", "version", "peer ns", "ratio", "demand", "met",
        ]);
        Self {
            judged: Vec::new(),
            is_empty: true,
        }
    }

    /// Prints a row, and keeps it for the JSON if it is judged.
    pub(crate) fn add(&mut self, row: Measured) {
        self.is_empty = false;
        // A wait of milliseconds has no hundredths.
        let ns = |ns: f64| format!("{ns:.*}", if ns < 1e5 { 2 } else { 0 });
        let Some(peer) = row.peer else {
            print([&row.what, &ns(row.ours_ns), "", "", "", "", "", ""]);
            return;
        };
        let ratio = row.ours_ns / peer.ns;
        let met = peer.demand.map(|demand| ratio <= demand);
        let demand = peer.demand.map(|demand| demand.to_string());
        print([
            &row.what,
            &ns(row.ours_ns),
            &peer.name,
            &peer.version,
            &ns(peer.ns),
            &format!("{ratio:.4}"),
            demand.as_deref().unwrap_or_default(),
            match met {
                Some(true) => "✓",
                Some(false) => "✗",
                None => "",
            },
        ]);
        if let (Some(demand), Some(met)) = (peer.demand, met) {
            self.judged.push(json!({
                "what": row.what,
                "ours_ns": row.ours_ns,
                "peer": peer.name,
                "peer_version": peer.version,
                "peer_ns": peer.ns,
                "ratio": ratio,
                "demand": demand,
                "met": met,
            }));
        }
    }

    /// Whether no row was added.
    pub(crate) fn is_empty(&self) -> bool {
        self.is_empty
    }

    /// The judged rows so far.
    pub(crate) fn json(self) -> Value {
        Value::Array(self.judged)
    }
}

/// A line of the table; the widths are those of the longest names of the core's rows.
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
            ours_ns: 3.0,
            peer: Some(MeasuredPeer {
                name: "uuid::Uuid::now_v7".to_owned(),
                version: "1.2.3".to_owned(),
                demand,
                ns: 12.0,
            }),
        }
    }

    #[test]
    fn judged_rows_alone_are_in_the_json() {
        let mut table = Table::new();
        table.add(measured(Some(0.25)));
        table.add(measured(Some(0.2)));
        table.add(measured(None));
        let json = table.json();
        assert_eq!(json.as_array().map(Vec::len), Some(2));
        assert_eq!(json[0]["met"], true, "at most is met by the same");
        assert_eq!(json[1]["met"], false);
        assert_eq!(json[0]["ratio"], 0.25);
        let keys: Vec<_> = json[0]
            .as_object()
            .into_iter()
            .flat_map(|row| row.keys())
            .collect();
        let expected = [
            "what",
            "ours_ns",
            "peer",
            "peer_version",
            "peer_ns",
            "ratio",
            "demand",
            "met",
        ];
        assert_eq!(keys, expected);
    }
}

//! Rows that another program measures: their format and parser.
//!
//! A row is a line of JSON on standard output, `{"what", "ours_ns", "peer", "peer_version",
//! "peer_ns", "demand"}`, where `demand` may be `null`; a row for reference has no peer. Rows of
//! sizes have `ours_bytes` and `peer_bytes` instead. All other output goes to standard error.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::rows::{Measured, MeasuredPeer, Unit};

/// Runs a program, and passes its rows to `add` as they arrive.
pub(crate) fn rows_of(
    mut command: Command,
    name: &str,
    mut add: impl FnMut(Measured),
) -> Result<(), String> {
    let failed = |error| format!("{name}: {error}");
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(failed)?;
    let lines = child
        .stdout
        .take()
        .into_iter()
        .flat_map(|out| BufReader::new(out).lines());
    for line in lines {
        let line = line.map_err(failed)?;
        let row = read(&line);
        add(row.ok_or_else(|| format!("{name} printed an invalid row: {line}"))?);
    }
    let status = child.wait().map_err(failed)?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("{name} ended with {status}"))
    }
}

/// A row as JSON, with figures rounded to hundredths.
pub(crate) fn json(row: &Measured) -> Value {
    let hundredths = |figure: f64| (figure * 100.0).round() / 100.0;
    let [ours, theirs] = keys(row.unit);
    let mut json = json!({ "what": row.what });
    json[ours] = json!(hundredths(row.ours));
    if let Some(peer) = &row.peer {
        json["peer"] = json!(peer.name);
        json["peer_version"] = json!(peer.version);
        json[theirs] = json!(hundredths(peer.figure));
        json["demand"] = json!(peer.demand);
    }
    json
}

/// The keys of both figures.
fn keys(unit: Unit) -> [&'static str; 2] {
    match unit {
        Unit::Ns => ["ours_ns", "peer_ns"],
        Unit::Bytes => ["ours_bytes", "peer_bytes"],
    }
}

fn read(line: &str) -> Option<Measured> {
    let row: Value = serde_json::from_str(line).ok()?;
    let units = [Unit::Ns, Unit::Bytes].into_iter();
    let mut known = units.filter(|&unit| row.get(keys(unit)[0]).is_some());
    let unit = known.next()?;
    let [ours, theirs] = keys(unit);
    let text = |key: &str| row.get(key)?.as_str().map(str::to_owned);
    let number = |key: &str| row.get(key)?.as_f64();
    let peer = match row.get("peer") {
        None | Some(Value::Null) => None,
        Some(_) => Some(MeasuredPeer {
            name: text("peer")?,
            version: text("peer_version")?,
            demand: number("demand"),
            figure: number(theirs)?,
        }),
    };
    Some(Measured {
        what: text("what")?,
        ours: number(ours)?,
        unit,
        peer,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn incomplete_row_is_rejected() {
        let line = r#"{"what": "uuid7", "ours_ns": 3, "peer": "p", "peer_version": "1.2", "peer_ns": 4.5, "demand": 0.5}"#;
        let row = read(line).expect("a row");
        assert_eq!((row.what.as_str(), row.ours), ("uuid7", 3.0));
        let peer = row.peer.expect("a peer");
        assert_eq!((peer.name.as_str(), peer.version.as_str()), ("p", "1.2"));
        assert_eq!((peer.figure, peer.demand), (4.5, Some(0.5)));
        assert!(read(r#"{"what": "clock", "ours_ns": 3}"#).is_some());
        for line in [
            "",
            "hello",
            "{}",
            &line.replace("4.5", "null"),
            &line.replace("\"1.2\"", "1.2"),
        ] {
            assert!(read(line).is_none(), "{line}");
        }
    }

    #[test]
    fn row_round_trips() {
        for line in [
            r#"{"what":"uuid7","ours_ns":3.5,"peer":"p","peer_version":"1.2","peer_ns":4.5,"demand":0.5}"#,
            r#"{"what":"uuid7","ours_ns":3.5,"peer":"p","peer_version":"1.2","peer_ns":4.5,"demand":null}"#,
            r#"{"what":"clock","ours_ns":3.25}"#,
            r#"{"what":"size","ours_bytes":64.0,"peer":"p","peer_version":"1.2","peer_bytes":40.0,"demand":null}"#,
        ] {
            assert_eq!(
                read(line).map(|row| json(&row).to_string()).as_deref(),
                Some(line)
            );
        }
    }
}

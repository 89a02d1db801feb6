//! The `status` command: holders as text or JSON.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::{fs, io};

use serde_json::{Value, json};
use sortid_leasing::{GrantId, Record, Row, free_ms, read_lease};

use crate::address::Address;
use crate::args::Status;
use crate::clock;
use crate::failure::Failure;
use crate::run::heartbeat_ms;
use crate::store;

/// The largest difference between the clock and the heartbeat of an agent that is alive.
const ALIVE_MS: i64 = 30_000;

pub(crate) fn run(options: &Status) -> Result<ExitCode, Failure> {
    match (&options.lease_file, &options.metrics, &options.namespace) {
        (Some(path), _, _) => of_file(path, options.json),
        (None, Some(path), _) => of_agent(path, options.json),
        (None, None, Some(name)) => of_namespace(name, options),
        (None, None, None) => Err(Failure::refused(
            "missing --namespace NAME, --lease-file PATH or --metrics FILE",
        )),
    }
}

/// Prints text. A closed pipe is not an error.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::failed(format!("standard output: {error}")))
        }
        _ => Ok(()),
    }
}

fn of_file(path: &Path, is_json: bool) -> Result<ExitCode, Failure> {
    let (name, lease) = read_lease(path)?;
    let now_ms = clock::now().unix_ms;
    let left_ms = lease
        .filter(|lease| lease.is_valid)
        .map_or(0, |lease| lease.until_ms - now_ms);
    let is_granted = left_ms > 0;
    let text = match (is_json, lease) {
        (true, _) => {
            let status = json!({
                "namespace": name,
                "granted": is_granted,
                "node": lease.map(|lease| lease.node),
                "until_ms": lease.map(|lease| lease.until_ms),
                "count": lease.map(|lease| lease.count),
                "now_ms": now_ms,
            });
            format!("{status}\n")
        }
        (false, None) => format!("{name}: this file never had a lease\n"),
        (false, Some(lease)) if is_granted => {
            format!(
                "{name}: node {}, for {} s\n",
                lease.node,
                clock::in_s(left_ms)
            )
        }
        (false, Some(lease)) => {
            format!(
                "{name}: no lease; the last one was for node {}\n",
                lease.node
            )
        }
    };
    print(&text)?;
    Ok(if is_granted {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Prints whether an agent is alive, according to its metrics file: whether its main loop runs,
/// even without the store.
fn of_agent(path: &Path, is_json: bool) -> Result<ExitCode, Failure> {
    let heartbeat_ms = fs::read_to_string(path)
        .and_then(|text| {
            let no_metrics = || io::Error::other("not a metrics file of an agent");
            heartbeat_ms(&text).ok_or_else(no_metrics)
        })
        .map_err(|error| Failure::failed(format!("{}: {error}", path.display())))?;
    let now_ms = clock::now().unix_ms;
    // A clock that was set back makes the last heartbeat a future one.
    let is_alive = now_ms.saturating_sub(heartbeat_ms).abs() <= ALIVE_MS;
    let text = if is_json {
        let status = json!({
            "alive": is_alive,
            "heartbeat_ms": heartbeat_ms,
            "now_ms": now_ms,
        });
        format!("{status}\n")
    } else {
        let what = if is_alive { "alive" } else { "dead or stuck" };
        let ago = clock::ago(heartbeat_ms, now_ms);
        format!("{what}: the last heartbeat was {ago}\n")
    };
    print(&text)?;
    Ok(if is_alive {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn of_namespace(name: &str, options: &Status) -> Result<ExitCode, Failure> {
    let mut store = store::open(&Address::of(&options.at)?)?;
    let record = store.known(name)?;
    let rows = store.rows(name)?;
    let now_ms = clock::now().unix_ms;
    print(&match options.json {
        true => format!("{}\n", to_json(&record, &rows, now_ms)),
        false => to_text(&record, &rows, now_ms),
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Whether the node has a holder, or may have one.
fn is_held(record: &Record, row: &Row, now_ms: i64) -> bool {
    free_ms(record, row) > now_ms
}

fn to_json(record: &Record, rows: &[(u64, Row)], now_ms: i64) -> Value {
    let namespace = &record.namespace;
    let nodes = namespace.nodes();
    let rows = rows.iter().map(|(node, row)| {
        json!({
            "node": node,
            "held": is_held(record, row, now_ms),
            "closed": row.grant.is_none(),
            "until_ms": row.until_ms,
            "free_ms": free_ms(record, row),
            "grant": row.grant.map(|id| format!("{:016x}", GrantId::get(id))),
            "count": row.count,
            "since_ms": row.since_ms,
            "renewed_ms": row.renewed_ms,
            "used_ms": row.used_ms,
            "holder": row.holder,
        })
    });
    json!({
        "namespace": namespace.name(),
        "kind": namespace.kind().to_string(),
        "first_node": nodes.start(),
        "last_node": nodes.end(),
        "stretch_ms": namespace.stretch_ms(),
        "margin_ms": namespace.margin_ms(),
        "floor_ms": record.floor_ms,
        "server": record.server,
        "now_ms": now_ms,
        "nodes": rows.collect::<Vec<_>>(),
    })
}

fn to_text(record: &Record, rows: &[(u64, Row)], now_ms: i64) -> String {
    let namespace = &record.namespace;
    let nodes = namespace.nodes();
    let holders: Vec<_> = rows
        .iter()
        .filter(|(_, row)| is_held(record, row, now_ms))
        .collect();
    let mut text = format!(
        "{}: {}; nodes {}-{}, {} held; stretch {} s, margin {} s\n",
        namespace.name(),
        namespace.kind(),
        nodes.start(),
        nodes.end(),
        holders.len(),
        clock::in_s(namespace.stretch_ms()),
        clock::in_s(namespace.margin_ms())
    );
    if record.floor_ms > now_ms {
        let left_s = clock::in_s(record.floor_ms - now_ms);
        text += &format!("no lease is granted for {left_s} s\n");
    }
    if holders.is_empty() {
        return text;
    }
    let head = ["node", "holder", "since", "last id", "ends", "count"].map(str::to_owned);
    let lines = holders.iter().map(|(node, row)| {
        [
            node.to_string(),
            row.holder
                .chars()
                .filter(|letter| !letter.is_control())
                .collect(),
            row.since_ms
                .map_or_else(|| "-".to_owned(), |since_ms| clock::ago(since_ms, now_ms)),
            match row.used_ms {
                // A lease begins before it is granted. An earlier time is its start, not that of an
                // id.
                Some(used_ms) if Some(used_ms) > row.since_ms => clock::ago(used_ms, now_ms),
                _ => "-".to_owned(),
            },
            match row.until_ms > now_ms {
                true => format!("in {} s", clock::in_s(row.until_ms - now_ms)),
                false => format!(
                    "expired, free in {} s",
                    clock::in_s(free_ms(record, row) - now_ms)
                ),
            },
            row.count.to_string(),
        ]
    });
    let lines: Vec<[String; 6]> = std::iter::once(head).chain(lines).collect();
    let width = |nth: usize| {
        let widths = lines.iter().filter_map(|line| line.get(nth));
        widths.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: [usize; 6] = std::array::from_fn(width);
    for line in &lines {
        let cells = line
            .iter()
            .zip(widths)
            .map(|(cell, width)| format!("{cell:width$}"));
        let line = cells.collect::<Vec<_>>().join("  ");
        text += line.trim_end();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use sortid_leasing::{Namespace, create};

    use super::*;

    const FORTY: &str = include_str!("../tests/forty.txt");
    const PAGE: &str = include_str!("../../../docs/leases.md");

    /// Names of every length, an expired lease, a node without ids, and a name with a terminal
    /// escape.
    fn forty(now_ms: i64) -> Vec<(u64, Row)> {
        let names = ["web", "billing-batch", "api", "import-eu"];
        let row = |nth: u64| {
            let ago_ms = nth as i64 * 731_000 + 4000;
            let holder = match nth {
                7 => "zürich-7\u{1b}[31m, process 90007".to_owned(),
                _ => format!(
                    "{}-{nth}, process {}",
                    names[nth as usize % 4],
                    31 + nth * nth
                ),
            };
            let row = Row {
                until_ms: now_ms
                    + if nth == 11 {
                        -4000
                    } else {
                        150_000 + nth as i64 * 200
                    },
                grant: GrantId::from_random(nth + 1),
                count: 3 * nth + 1,
                since_ms: Some(now_ms - ago_ms),
                renewed_ms: Some(now_ms - 4000),
                used_ms: (nth != 5).then(|| now_ms - nth as i64 * 900),
                holder,
            };
            (16 + nth, row)
        };
        (0..40).map(row).collect()
    }

    #[test]
    fn forty_holders_are_aligned_in_columns() {
        let now_ms = 1_767_268_800_000;
        let namespace = "tid"
            .parse()
            .and_then(|kind| Namespace::new("orders", kind, Some(16..=1023)));
        let record =
            namespace.and_then(|namespace| create(None, &namespace, "server", now_ms, true));
        let text = to_text(&record.expect("a namespace"), &forty(now_ms), now_ms);
        assert_eq!(text, FORTY);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 42);
        assert!(
            lines
                .iter()
                .all(|line| line.chars().count() <= 100 && !line.contains('\u{1b}'))
        );
        // The page shows the first lines.
        let shown = lines[..6].join("\n");
        assert!(PAGE.contains(&format!("\n{shown}\n")), "{shown}");
    }
}

//! Server rules for stores that read and write a namespace as a whole.

use std::collections::BTreeMap;

use super::{Answer, Record, Request, Row, close, renew, settle, take};

/// Applies a request in one atomic step to a namespace's record and rows, at `now_ms` of the clock
/// of `server`. Records the serving server before it takes a node. Nodes without a row were never
/// granted. Write both back, whatever the reply is.
///
/// `dice` is a random number.
pub fn answer(
    record: &mut Record,
    rows: &mut BTreeMap<u64, Row>,
    request: &Request,
    (server, holder): (&str, &str),
    now_ms: i64,
    dice: u64,
) -> Answer {
    let never = Row::default();
    let granted = match request {
        Request::Take(asked) => {
            settle(record, server, now_ms);
            let nodes = record.namespace.nodes();
            let rows = nodes.map(|node| (node, rows.get(&node).unwrap_or(&never)));
            take(record, rows, asked, holder, now_ms, dice)
        }
        Request::Renew(asked) => {
            let row = rows.get(&asked.node).unwrap_or(&never);
            renew(record, row, asked, (server, holder), now_ms)
        }
        Request::Close(asked) => {
            let row = rows.get(&asked.node).unwrap_or(&never);
            if let Some(closed) = close(row, asked) {
                rows.insert(asked.node, closed);
            }
            return Answer::Closed;
        }
    };
    match granted {
        Ok((row, grant)) => {
            rows.insert(grant.node, row);
            Answer::Granted { grant, now_ms }
        }
        Err(answer) => answer,
    }
}

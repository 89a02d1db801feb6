//! A request on a namespace that is read and written as a whole.

use std::collections::BTreeMap;

use super::{Answer, Record, Request, Row, close, renew, settle, take};

/// What a request comes to, in one atomic step on a namespace's record and rows, by `now_ms` of the clock of `server`: who serves is noted before a node is
/// taken. A node without a row was never granted. Both are written back whatever the answer is.
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
            renew(record, row, asked, holder, now_ms)
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

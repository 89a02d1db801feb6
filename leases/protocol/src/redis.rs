//! The server's rules as one script for Redis and Valkey, which checks and writes one key in one
//! step.

use core::fmt::Write;

use super::dialogue::{Cells, Decoded, Statement, Value, count, int, text};
use super::{Answer, Grant, GrantIds, Idle, Namespace, Record, Request};

/// The script, for `EVALSHA`. Its head documents the arguments and replies.
///
/// Nodes are counted from the namespace's first node, since Lua's numbers cannot hold all 64-bit
/// integers. Lease ids are hexadecimal digits, as `{:x}` of a [`GrantId`](super::GrantId) writes
/// them. A `foreign` reply means `store_foreign`; in reply to `create`, it means the error that
/// [`create`](super::create) returns.
pub const SCRIPT: &str = include_str!("redis.lua");

/// Returns the key of a namespace. Its braces keep it in one slot of a cluster.
///
/// ```
/// assert_eq!(sortid_leasing::redis::key("orders"), "sortid:{orders}");
/// ```
pub fn key(namespace: &str) -> String {
    format!("sortid:{{{namespace}}}")
}

/// The hash fields of a namespace's record.
const FIELDS: [&str; 7] = [
    "kind", "first", "nodes", "stretch", "margin", "floor", "server",
];

/// Returns the command that reads a namespace's record.
pub fn read(name: &str) -> Statement {
    let fields = FIELDS.into_iter().map(Value::from);
    Statement {
        text: "HMGET",
        values: [key(name).as_str().into()]
            .into_iter()
            .chain(fields)
            .collect(),
    }
}

/// Parses the reply to [`read`]. Returns `Some(None)` if the namespace does not exist, and `None`
/// if the key is not a namespace.
pub fn record(name: &str, cells: &Cells) -> Option<Option<Record>> {
    if cells.iter().all(Option::is_none) {
        return Some(None);
    }
    let (first, nodes) = (text(cells, 1)?.parse().ok()?, text(cells, 2)?.parse().ok()?);
    let last = u64::checked_add(first, u64::checked_sub(nodes, 1)?)?;
    let kind = text(cells, 0)?.parse().ok()?;
    let namespace = Namespace::new(name, kind, Some(first..=last)).ok()?;
    let (stretch_ms, margin_ms) = (int(cells, 3)?, int(cells, 4)?);
    Some(Some(Record {
        namespace: namespace.with_times(stretch_ms, margin_ms).ok()?,
        floor_ms: int(cells, 5)?,
        server: text(cells, 6)?.to_owned(),
    }))
}

/// Returns the script's arguments after its key: the operation, the namespace, and the operation's
/// own arguments.
pub fn arguments(
    namespace: &Namespace,
    what: &str,
    (clock_ms, holder): (i64, &str),
    asked: Vec<Value>,
) -> Vec<Value> {
    let nodes = namespace.nodes();
    let common = [
        what.into(),
        Value::Text(namespace.kind().to_string()),
        // Unsigned 64 bits, so not an `Int`.
        Value::Text(nodes.start().to_string()),
        whole(nodes.end() - nodes.start() + 1),
        Value::Int(namespace.stretch_ms()),
        Value::Int(namespace.margin_ms()),
        Value::Int(clock_ms),
        holder.into(),
    ];
    common.into_iter().chain(asked).collect()
}

/// Returns the arguments of a request, or `None` if the namespace lacks the node, which is
/// [`Answer::Unknown`].
pub fn request_arguments(
    namespace: &Namespace,
    request: &Request,
    holder: &str,
) -> Option<Vec<Value>> {
    let nodes = namespace.nodes();
    let place = |node: u64| {
        let is_there = nodes.contains(&node);
        is_there.then(|| whole(node - nodes.start()))
    };
    let or_dash = |value: Option<Value>| value.unwrap_or_else(|| "-".into());
    let (what, clock_ms, asked) = match request {
        Request::Take(take) => {
            // Lua's random seed takes 31 bits.
            let dice = whole(take.id.get() & (u32::MAX >> 1) as u64);
            let wanted = or_dash(take.wanted.and_then(place));
            let asked = vec![numbers(&[Some(take.id), None, None, None]), wanted, dice];
            ("take", take.clock_ms, asked)
        }
        Request::Renew(renew) => {
            let asked = vec![
                numbers(&[Some(renew.id), None, None, None]),
                place(renew.node)?,
                numbers(&renew.ids),
                Value::Int(renew.until_ms),
                whole(renew.count),
                or_dash(renew.used_ms.map(Value::Int)),
            ];
            ("renew", renew.clock_ms, asked)
        }
        Request::Close(close) => {
            let until_ms = Value::Int(close.until_ms);
            let asked = vec![place(close.node)?, numbers(&close.ids), until_ms];
            ("close", 0, asked)
        }
    };
    Some(arguments(namespace, what, (clock_ms, holder), asked))
}

/// Returns the command that runs the script with these arguments.
pub fn call(name: &str, arguments: Vec<Value>) -> Statement {
    let script = [SCRIPT, "1", &key(name)].map(Value::from);
    Statement {
        text: "EVAL",
        values: script.into_iter().chain(arguments).collect(),
    }
}

/// Parses the script's reply.
pub fn answer(namespace: &Namespace, cells: &Cells) -> Decoded {
    let answer = match text(cells, 0) {
        Some("foreign") => {
            return Decoded::Foreign(text(cells, 1).unwrap_or_default().to_owned());
        }
        Some(word) => answered(*namespace.nodes().start(), word, cells),
        None => None,
    };
    answer.map_or(Decoded::Malformed, Decoded::Answer)
}

fn answered(first: u64, word: &str, cells: &Cells) -> Option<Answer> {
    Some(match word {
        "granted" => Answer::Granted {
            grant: Grant {
                node: first.checked_add(count(cells, 1)?)?,
                from_ms: int(cells, 2)?,
                until_ms: int(cells, 3)?,
                count: count(cells, 4)?,
            },
            now_ms: int(cells, 5)?,
        },
        "closed" => Answer::Closed,
        "quiet" => Answer::Quiet {
            floor_ms: int(cells, 1)?,
            now_ms: int(cells, 2)?,
        },
        "clocks" => Answer::Clocks {
            now_ms: int(cells, 1)?,
        },
        "superseded" => Answer::Superseded,
        "run_out" => Answer::RunOut,
        "exhausted" => {
            let idle = |one: &Cells| {
                Some(Idle {
                    node: first.checked_add(count(one, 0)?)?,
                    used_ms: int(one, 1).filter(|used_ms| *used_ms > 0),
                    free_ms: int(one, 2)?,
                    holder: text(one, 3).unwrap_or_default().to_owned(),
                })
            };
            let named = cells.get(3..).unwrap_or_default().chunks_exact(4);
            Answer::Exhausted {
                next_ms: int(cells, 1)?,
                idle: named.filter_map(idle).collect(),
                now_ms: int(cells, 2)?,
            }
        }
        _ => return None,
    })
}

/// Joins lease ids with spaces.
fn numbers(ids: &GrantIds) -> Value {
    let mut words = String::new();
    for id in ids.iter().flatten() {
        let space = if words.is_empty() { "" } else { " " };
        // Writing to a `String` never fails.
        let _ = write!(words, "{space}{id:x}");
    }
    Value::Text(words)
}

/// Counts and node indexes are below 2^63.
fn whole(number: u64) -> Value {
    Value::Int(i64::try_from(number).unwrap_or(i64::MAX))
}

//! Records and rows as readable JSON.

use serde_json::{Value, json};
use sortid_leasing::{GrantId, Kind, Namespace, Record, Row};

/// Returns a record without its name and server.
pub(super) fn of_record(record: &Record) -> Value {
    let namespace = &record.namespace;
    json!({
        "kind": namespace.kind().to_string(),
        "first_node": namespace.nodes().start(),
        "last_node": namespace.nodes().end(),
        "stretch_ms": namespace.stretch_ms(),
        "margin_ms": namespace.margin_ms(),
        "floor_ms": record.floor_ms,
    })
}

pub(super) fn record(name: &str, server: &str, json: &Value) -> Option<Record> {
    let kind: Kind = json["kind"].as_str()?.parse().ok()?;
    let nodes = json["first_node"].as_u64()?..=json["last_node"].as_u64()?;
    let (stretch_ms, margin_ms) = (json["stretch_ms"].as_i64()?, json["margin_ms"].as_i64()?);
    let namespace = Namespace::new(name, kind, Some(nodes)).ok()?;
    Some(Record {
        namespace: namespace.with_times(stretch_ms, margin_ms).ok()?,
        floor_ms: json["floor_ms"].as_i64()?,
        server: server.to_owned(),
    })
}

pub(super) fn of_row(row: &Row) -> Value {
    json!({
        "until_ms": row.until_ms,
        "grant": row.grant.map(GrantId::get),
        "count": row.count,
        "since_ms": row.since_ms,
        "renewed_ms": row.renewed_ms,
        "used_ms": row.used_ms,
        "holder": row.holder,
    })
}

pub(super) fn row(json: &Value) -> Option<Row> {
    Some(Row {
        until_ms: json["until_ms"].as_i64()?,
        grant: json["grant"].as_u64().and_then(GrantId::from_random),
        count: json["count"].as_u64()?,
        since_ms: json["since_ms"].as_i64(),
        renewed_ms: json["renewed_ms"].as_i64(),
        used_ms: json["used_ms"].as_i64(),
        holder: json["holder"].as_str()?.to_owned(),
    })
}

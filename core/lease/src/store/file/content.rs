//! What stands in the file: JSON, for whoever has to look.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use sortid::grant::{GrantId, Kind, Namespace, Record, Row};

use super::{Identity, SERVER};

const VERSION: u64 = 1;

/// All of a file.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Content {
    pub(super) identity: Identity,
    pub(super) namespaces: BTreeMap<String, Known>,
}

/// What is known of a namespace. Nodes that were never granted have no row.
#[derive(Debug, PartialEq)]
pub(super) struct Known {
    pub(super) record: Record,
    pub(super) rows: BTreeMap<u64, Row>,
}

impl Known {
    pub(super) fn new(record: Record) -> Self {
        Self {
            record,
            rows: BTreeMap::new(),
        }
    }
}

impl Content {
    pub(super) fn text(&self) -> String {
        let namespaces: Map<String, Value> = self
            .namespaces
            .iter()
            .map(|(name, known)| (name.clone(), known_to_json(known)))
            .collect();
        let Identity {
            device,
            number,
            born_ns,
        } = self.identity;
        let all = json!({
            "sortid_lease_store": VERSION,
            "file": {"device": device, "number": number, "born_ns": born_ns},
            "namespaces": namespaces,
        });
        format!("{all:#}\n")
    }

    pub(super) fn read(text: &str) -> Result<Self, String> {
        let damaged = || "it is damaged, or no store of leases".to_owned();
        let all: Value = serde_json::from_str(text).map_err(|_| damaged())?;
        match all["sortid_lease_store"].as_u64() {
            Some(VERSION) => {}
            Some(version) => {
                return Err(format!(
                    "it is of version {version}, which this release does not know"
                ));
            }
            None => return Err(damaged()),
        }
        let read = || {
            let file = |name: &str| all["file"][name].as_u64();
            let identity = Identity {
                device: file("device")?,
                number: file("number")?,
                born_ns: file("born_ns")?,
            };
            let namespaces = all["namespaces"].as_object()?.iter();
            let namespaces =
                namespaces.map(|(name, known)| Some((name.clone(), known_of_json(name, known)?)));
            Some(Self {
                identity,
                namespaces: namespaces.collect::<Option<_>>()?,
            })
        };
        read().ok_or_else(damaged)
    }
}

fn known_to_json(known: &Known) -> Value {
    let namespace = &known.record.namespace;
    let rows = known.rows.iter().map(|(node, row)| {
        let row = json!({
            "until_ms": row.until_ms,
            "grant": row.grant.map(GrantId::get),
            "count": row.count,
            "since_ms": row.since_ms,
            "renewed_ms": row.renewed_ms,
            "used_ms": row.used_ms,
            "holder": row.holder,
        });
        (node.to_string(), row)
    });
    json!({
        "kind": namespace.kind().to_string(),
        "first_node": namespace.nodes().start(),
        "last_node": namespace.nodes().end(),
        "stretch_ms": namespace.stretch_ms(),
        "margin_ms": namespace.margin_ms(),
        "floor_ms": known.record.floor_ms,
        "nodes": rows.collect::<Map<_, _>>(),
    })
}

fn known_of_json(name: &str, known: &Value) -> Option<Known> {
    let kind: Kind = known["kind"].as_str()?.parse().ok()?;
    let nodes = known["first_node"].as_u64()?..=known["last_node"].as_u64()?;
    let (stretch_ms, margin_ms) = (known["stretch_ms"].as_i64()?, known["margin_ms"].as_i64()?);
    let namespace = Namespace::new(name, kind, Some(nodes)).ok()?;
    let record = Record {
        namespace: namespace.with_times(stretch_ms, margin_ms).ok()?,
        floor_ms: known["floor_ms"].as_i64()?,
        server: SERVER.to_owned(),
    };
    let rows = known["nodes"].as_object()?.iter().map(|(node, row)| {
        let row = Row {
            until_ms: row["until_ms"].as_i64()?,
            grant: row["grant"].as_u64().and_then(GrantId::from_random),
            count: row["count"].as_u64()?,
            since_ms: row["since_ms"].as_i64(),
            renewed_ms: row["renewed_ms"].as_i64(),
            used_ms: row["used_ms"].as_i64(),
            holder: row["holder"].as_str()?.to_owned(),
        };
        Some((node.parse().ok()?, row))
    });
    Some(Known {
        record,
        rows: rows.collect::<Option<_>>()?,
    })
}

//! The file's contents: readable JSON.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use sortid_leasing::{Record, Row};

use super::{Identity, SERVER};
use crate::store::json;

const VERSION: u64 = 1;

/// The contents of a file.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Content {
    pub(super) identity: Identity,
    pub(super) namespaces: BTreeMap<String, Known>,
}

/// A namespace. Nodes that were never granted have no row.
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
        let damaged = || "it is corrupt or not a lease store".to_owned();
        let all: Value = serde_json::from_str(text).map_err(|_| damaged())?;
        match all["sortid_lease_store"].as_u64() {
            Some(VERSION) => {}
            Some(version) => {
                return Err(format!(
                    "it has version {version}, which this release does not support"
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
    let rows = known.rows.iter();
    let rows = rows.map(|(node, row)| (node.to_string(), json::of_row(row)));
    let mut text = json::of_record(&known.record);
    text["nodes"] = Value::Object(rows.collect());
    text
}

fn known_of_json(name: &str, known: &Value) -> Option<Known> {
    let rows = known["nodes"].as_object()?.iter();
    let rows = rows.map(|(node, row)| Some((node.parse().ok()?, json::row(row)?)));
    Some(Known {
        record: json::record(name, SERVER, known)?,
        rows: rows.collect::<Option<_>>()?,
    })
}

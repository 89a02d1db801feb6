//! The keys and values in etcd, and the transactions that read and change them.
//!
//! `sortid/NAME/ns` contains the record, `sortid/NAME/n/00017` the row of node 17, each as JSON. A
//! change compares the values on which the decision was based, not etcd's revisions of them: after
//! a snapshot was restored, a different value may have the same revision.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::{Value, json};
use sortid_leasing::{Record, Row};

use crate::store::json as people;

/// The keys that a request concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    Record,
    /// The record and one node.
    Node(u64),
    /// The record and all nodes.
    All,
}

/// A namespace, or the part of it that was read.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Content {
    pub(super) record: Option<Record>,
    pub(super) rows: BTreeMap<u64, Row>,
}

/// Parsed contents with their raw values.
#[derive(Debug, Default)]
pub(super) struct Seen {
    pub(super) content: Content,
    values: Changes,
}

impl Seen {
    /// Parses the reply to [`question`], or to a [`Seen::change`] whose comparison failed. Returns
    /// `None` for values that were written by other software.
    pub(super) fn of(name: &str, reply: &Value) -> Option<Self> {
        let mut seen = Self::default();
        let none = Vec::new();
        for response in reply["responses"].as_array().unwrap_or(&none) {
            let found = response["response_range"]["kvs"].as_array();
            for pair in found.unwrap_or(&none) {
                let (key, value) = (pair["key"].as_str()?, pair["value"].as_str()?);
                seen.read(name, &text(key)?, &text(value)?)?;
                seen.values.insert(key.to_owned(), value.to_owned());
            }
        }
        Some(seen)
    }

    fn read(&mut self, name: &str, key: &str, value: &str) -> Option<()> {
        let value: Value = serde_json::from_str(value).ok()?;
        let part = key.strip_prefix(&front(name))?;
        match part.strip_prefix("n/") {
            Some(node) => {
                let row = people::row(&value)?;
                self.content.rows.insert(node.parse().ok()?, row);
            }
            None if part == "ns" => {
                let server = value["server"].as_str()?;
                self.content.record = Some(people::record(name, server, &value)?);
            }
            None => return None,
        }
        Some(())
    }

    /// Whether a node's row was read.
    pub(super) fn has(&self, node: u64) -> bool {
        self.content.rows.contains_key(&node)
    }

    /// Returns the values that turn what was read into `content`.
    pub(super) fn changes(&self, name: &str, content: &Content) -> Changes {
        let mut changes = Changes::new();
        if let Some(record) = &content.record
            && self.content.record.as_ref() != Some(record)
        {
            let mut value = people::of_record(record);
            value["server"] = json!(record.server);
            changes.insert(record_key(name), BASE64.encode(value.to_string()));
        }
        for (node, row) in &content.rows {
            if self.content.rows.get(node) != Some(row) {
                let value = people::of_row(row).to_string();
                changes.insert(row_key(name, *node), BASE64.encode(value));
            }
        }
        changes
    }

    /// Returns a transaction that makes these changes if the record and the changed rows are still
    /// as they were read, and otherwise reads the current values.
    pub(super) fn change(&self, name: &str, scope: Scope, changes: &Changes) -> Value {
        let record = record_key(name);
        let others = changes.keys().filter(|key| **key != record);
        let compared = [&record]
            .into_iter()
            .chain(others)
            .map(|key| match self.values.get(key) {
                Some(value) => {
                    json!({"key": key, "target": "VALUE", "result": "EQUAL", "value": value})
                }
                // The key must not exist.
                None => json!({"key": key, "target": "VERSION", "result": "EQUAL", "version": "0"}),
            });
        let puts = changes.iter();
        let puts = puts.map(|(key, value)| json!({"request_put": {"key": key, "value": value}}));
        json!({
            "compare": compared.collect::<Vec<_>>(),
            "success": puts.collect::<Vec<_>>(),
            "failure": ranges(name, scope),
        })
    }

    /// Returns the known contents after a successful change to `content`: the record and the
    /// changed rows.
    pub(super) fn changed(mut self, name: &str, changes: Changes, mut content: Content) -> Self {
        let before = self.content.rows;
        content
            .rows
            .retain(|node, row| before.get(node) != Some(row));
        let record = record_key(name);
        self.values.retain(|key, _| *key == record);
        self.values.extend(changes);
        Self { content, ..self }
    }
}

/// Values by key, both in base64.
pub(super) type Changes = BTreeMap<String, String>;

/// Returns a transaction that reads the current values.
pub(super) fn question(name: &str, scope: Scope) -> Value {
    json!({"success": ranges(name, scope)})
}

fn ranges(name: &str, scope: Scope) -> Vec<Value> {
    let one = |key: String| json!({"request_range": {"key": key}});
    match scope {
        Scope::Record => vec![one(record_key(name))],
        Scope::Node(node) => vec![one(record_key(name)), one(row_key(name, node))],
        Scope::All => {
            let key = front(name);
            // `0` is the character after `/`.
            let end = format!("sortid/{name}0");
            let range = json!({"key": BASE64.encode(key), "range_end": BASE64.encode(end)});
            vec![json!({"request_range": range})]
        }
    }
}

fn front(name: &str) -> String {
    format!("sortid/{name}/")
}

fn record_key(name: &str) -> String {
    BASE64.encode(format!("{}ns", front(name)))
}

fn row_key(name: &str, node: u64) -> String {
    BASE64.encode(format!("{}n/{node:05}", front(name)))
}

fn text(base64: &str) -> Option<String> {
    String::from_utf8(BASE64.decode(base64).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sortid_leasing::{GrantId, Namespace, create};

    fn content() -> Content {
        let namespace = Namespace::new("orders", "tid".parse().expect("a kind"), Some(16..=18));
        let namespace = namespace.expect("a namespace");
        let row = Row {
            until_ms: 30_000,
            grant: GrantId::from_random(u64::MAX),
            count: 3,
            since_ms: Some(1),
            holder: "web-3, process 7".to_owned(),
            ..Row::default()
        };
        Content {
            record: create(None, &namespace, "7", 0, false).ok(),
            rows: [(17, row)].into(),
        }
    }

    /// The reply of a server with these values.
    fn reply_with(changes: &Changes) -> Value {
        let pairs = changes.iter();
        let pairs = pairs.map(|(key, value)| json!({"key": key, "value": value}));
        json!({"responses": [{"response_range": {"kvs": pairs.collect::<Vec<_>>()}}]})
    }

    #[test]
    fn written_values_read_back() {
        let content = content();
        let changes = Seen::default().changes("orders", &content);
        let keys: Vec<_> = changes.keys().filter_map(|key| text(key)).collect();
        assert_eq!(keys, ["sortid/orders/n/00017", "sortid/orders/ns"]);
        let seen = Seen::of("orders", &reply_with(&changes)).expect("it is whole");
        assert_eq!(seen.content, content);
        assert!(seen.changes("orders", &content).is_empty());
        // Another namespace's values, and a foreign value.
        assert!(Seen::of("order", &reply_with(&changes)).is_none());
        let mut damaged = changes;
        damaged.insert(row_key("orders", 18), BASE64.encode("{}"));
        assert!(Seen::of("orders", &reply_with(&damaged)).is_none());
        let nothing = json!({"responses": [{"response_range": {}}]});
        assert_eq!(
            Seen::of("orders", &nothing).expect("none").content,
            Content::default()
        );
    }

    #[test]
    fn change_compares_the_record_and_the_changed_rows() {
        let before = content();
        let changes = Seen::default().changes("orders", &before);
        let seen = Seen::of("orders", &reply_with(&changes)).expect("it is whole");
        let mut after = before.clone();
        after.rows.insert(18, Row::default());
        let changes = seen.changes("orders", &after);
        let transaction = seen.change("orders", Scope::Node(18), &changes);
        let compared = transaction["compare"].as_array().expect("compares");
        let by = |nth: usize| {
            (
                compared[nth]["key"].as_str(),
                compared[nth]["target"].as_str(),
            )
        };
        assert_eq!(compared.len(), 2);
        assert_eq!(by(0), (Some(record_key("orders").as_str()), Some("VALUE")));
        assert_eq!(
            by(1),
            (Some(row_key("orders", 18).as_str()), Some("VERSION"))
        );
        assert_eq!(transaction["success"].as_array().map(Vec::len), Some(1));
        // After a successful change the record and that row are known without another read.
        let seen = seen.changed("orders", changes, after);
        assert!(seen.has(18) && !seen.has(17));
        let mut later = seen.content.clone();
        later.rows.insert(
            18,
            Row {
                count: 1,
                ..Row::default()
            },
        );
        let changes = seen.changes("orders", &later);
        let transaction = seen.change("orders", Scope::Node(18), &changes);
        assert_eq!(transaction["compare"][1]["target"], "VALUE");
    }
}

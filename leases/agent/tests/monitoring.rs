//! The alerts and the dashboard: they query what the agent writes, and the guide names them.
#![cfg(target_os = "linux")]

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use common::{LONG, Machine, Running};
use serde_json::Value;

fn text(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    fs::read_to_string(path).expect("a file")
}

/// The names of the agent's metrics in a text.
fn metrics(text: &str) -> BTreeSet<String> {
    const PREFIX: &str = "sortid_lease_";
    let names = text.split(PREFIX).skip(1).map(|rest| {
        let end = rest.find(|letter: char| !letter.is_ascii_lowercase() && letter != '_');
        format!("{PREFIX}{}", &rest[..end.unwrap_or(rest.len())])
    });
    names.collect()
}

#[test]
fn alerts_and_dashboard_query_metrics_that_the_agent_writes() {
    let machine = Machine::new(LONG);
    let mut agent = machine.run("l");
    let _agent = Running(agent.args(["--metrics", "m"]).spawn().expect("it starts"));
    machine.wait_for(|| machine.text("m").contains("sortid_lease_node{"));
    let written = machine.text("m");
    let samples = written.lines().filter(|line| !line.starts_with('#'));
    let written = metrics(&samples.collect::<Vec<_>>().join("\n"));
    let dashboard: Value = serde_json::from_str(&text("monitoring/dashboard.json")).expect("JSON");
    let shown = metrics(&dashboard.to_string());
    for queried in [&shown, &metrics(&text("monitoring/alerts.yml"))] {
        let missing: Vec<_> = queried.difference(&written).collect();
        assert!(!queried.is_empty() && missing.is_empty(), "{missing:?}");
    }
    assert_eq!(shown, written, "the dashboard shows all");
}

#[test]
fn each_alert_has_a_test() {
    let (alerts, tests) = (
        text("monitoring/alerts.yml"),
        text("monitoring/alerts_test.yml"),
    );
    let names: Vec<&str> = alerts
        .lines()
        .filter_map(|line| line.trim().strip_prefix("- alert: "))
        .collect();
    assert!(!names.is_empty());
    for name in names {
        let fires = format!("alertname: {name}\n        exp_alerts:\n");
        let is_silent = format!("alertname: {name}}}");
        assert!(
            tests.contains(&fires) && tests.contains(&is_silent),
            "{name}"
        );
    }
}

#[test]
fn guide_names_the_monitoring_files() {
    let page = text("../../docs/leases.md");
    for name in ["alerts.yml", "alerts_test.yml", "dashboard.json"] {
        assert!(text(&format!("monitoring/{name}")).contains("sortid_lease_"));
        assert!(page.contains(&format!("`{name}`")), "{name}");
    }
}

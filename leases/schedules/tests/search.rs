//! The lease protocol under all schedules of the scenarios.

use sortid_lease_schedules::{RULES, Size, scenarios};

#[test]
fn search_without_disabled_rules_finds_no_repeat() {
    for scenario in scenarios() {
        let explored = scenario.search(Size::Full, None);
        let explored = explored.unwrap_or_else(|repeat| panic!("{}: {repeat}", scenario.name));
        assert!(explored.is_complete, "{}", scenario.name);
    }
}

#[test]
fn search_with_disabled_rule_finds_repeat() {
    for rule in &RULES {
        let explored = rule.scenario().search(Size::Full, Some(rule));
        assert!(explored.is_err(), "{}: {explored:?}", rule.name());
    }
}

//! Times on the command line that depend on the system's clock and zone.

use std::process::{Command, Output};

fn range(from: &str, to: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sortid"));
    command.args(["range", "uuid7", "--from", from, "--to", to]);
    command
}

fn run(command: &mut Command) -> Output {
    command.output().expect("sortid starts")
}

/// Returns the milliseconds of the smallest and the largest id.
#[track_caller]
fn bounds(command: &mut Command) -> [i64; 2] {
    let output = run(command);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let ids = String::from_utf8(output.stdout).expect("the output is UTF-8");
    let ms = ids.lines().map(|id| {
        let id: sortid::Uuid7 = id.parse().expect("a uuid7");
        id.timestamp().unix_ms()
    });
    ms.collect::<Vec<_>>().try_into().expect("two ids")
}

#[test]
fn spans_share_one_now() {
    let now = sortid::Timestamp::now().unix_ms();
    let [min, max] = bounds(&mut range("-1h", "now"));
    assert!((now - 3_600_000..now - 3_500_000).contains(&min), "{min}");
    // The end is exclusive: the last id is of the end's millisecond, or of the one before.
    assert!(
        (3_599_999..=3_600_000).contains(&(max - min)),
        "{min} {max}"
    );
    let [min, max] = bounds(&mut range("2 days ago", "+1 week"));
    assert_eq!((max - min + 500) / 86_400_000, 9);
    let output = run(&mut range("-0s", "now"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(errors, "error: --to: must be later than --from\n");
}

#[test]
fn local_is_the_system_zone() {
    let mut command = range("2024-07-19[local]", "2024-07-20 [local]");
    for (zone, start) in [
        ("CET-1CEST,M3.5.0,M10.5.0/3", 1_721_340_000_000),
        ("UTC", 1_721_347_200_000),
    ] {
        let [min, max] = bounds(command.env("TZ", zone));
        assert_eq!([min, max], [start, start + 86_399_999], "{zone}");
    }
    let output = run(command.env("TZ", "Nowhere/Land"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        errors.contains(": TZ names an unknown time zone\n"),
        "{errors}"
    );
}

#[test]
fn range_ends_now_by_default() {
    let now = sortid::Timestamp::now().unix_ms();
    let mut command = Command::new(env!("CARGO_BIN_EXE_sortid"));
    command.args(["range", "uuid7", "--from", "-1h"]);
    let [min, max] = bounds(&mut command);
    assert!((now - 1000..now + 100_000).contains(&max), "{max}");
    assert!(
        (3_599_999..=3_600_000).contains(&(max - min)),
        "{min} {max}"
    );
}

#[test]
fn days_begin_in_utc_or_a_zone() {
    let [min, max] = bounds(&mut range("yesterday", "today"));
    assert_eq!((min % 86_400_000, max - min), (0, 86_399_999));
    let [min, _] = bounds(range("yesterday[local]", "tomorrow").env("TZ", "<+05>-5"));
    assert_eq!(min % 86_400_000, 19 * 3_600_000);
}

#[test]
fn ambiguous_local_times_are_rejected_with_both_offsets() {
    for (from, what) in [
        (
            "2024-03-31T02:30[local]",
            "clocks skip this time when they change from +01 to +02",
        ),
        (
            "2024-10-27T02:30[local]",
            "clocks repeat this time when they change from +02 to +01",
        ),
    ] {
        let output = run(range(from, "now").env("TZ", "CET-1CEST,M3.5.0,M10.5.0/3"));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2));
        assert!(errors.contains(what), "{errors}");
    }
}

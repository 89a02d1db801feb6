//! The store in a file: its contents, and its behaviour when copied, restored, linked, renamed,
//! damaged, or on a full disk.
#![cfg(target_os = "linux")]

mod common;

use std::fs;
use std::process::Stdio;

use common::{LONG, Machine, RENEWED, Running, can_unshare, lines, messages, ran, unshared};

/// Returns the remaining grace period in milliseconds.
fn quiet_ms(machine: &Machine) -> i64 {
    let status = machine.status();
    let at = |name: &str| status[name].as_i64().expect("a number");
    at("floor_ms") - at("now_ms")
}

#[test]
fn status_shows_each_of_forty_holders_once() {
    let machine = Machine::new(&format!("--nodes 16-1023 {LONG}"));
    let files: Vec<String> = (0..40).map(|nth| format!("l{nth}")).collect();
    let agents: Vec<Running> = files
        .iter()
        .map(|file| {
            let started = machine.run(file).stderr(Stdio::null()).spawn();
            Running(started.expect("it starts"))
        })
        .collect();
    // On a busy machine, an agent whose request timed out takes another node, and the first one
    // remains held.
    let held_by =
        |agent: &Running, status: &str| status.contains(&format!("process {} ", agent.0.id()));
    machine.wait_for(|| {
        let status = machine.lease("status --namespace orders").out;
        agents.iter().all(|agent| held_by(agent, &status))
    });
    let status = machine.status();
    let nodes: Vec<u64> = status["nodes"]
        .as_array()
        .expect("nodes")
        .iter()
        .map(|row| row["node"].as_u64().expect("a number"))
        .collect();
    assert!(nodes.windows(2).all(|pair| pair[0] < pair[1]), "{nodes:?}");
    assert!(nodes.iter().all(|node| (16..=1023).contains(node)));
    let status = machine.lease("status --namespace orders").out;
    let mut lines = status.lines();
    let count = nodes.len();
    let first = format!("orders: tid; nodes 16-1023, {count} held; stretch 600 s, margin 600 s");
    assert_eq!(lines.next(), Some(first.as_str()));
    let head: Vec<&str> = lines.next().expect("a head").split_whitespace().collect();
    assert_eq!(
        head,
        ["node", "holder", "since", "last", "id", "ends", "count"]
    );
    let shown: Vec<u64> = lines
        .map(|line| {
            line.split_whitespace()
                .next()
                .expect("a node")
                .parse()
                .expect("a number")
        })
        .collect();
    assert_eq!(shown, nodes);
    for agent in &agents {
        assert!(held_by(agent, &status), "{status}");
    }
}

#[test]
fn new_namespace_has_a_grace_period_unless_never_used() {
    let machine = Machine::new("--stretch 1m --margin 1m");
    assert!(quiet_ms(&machine) < 0);
    let created = machine.lease("create others --format tid --stretch 30s --margin 30s");
    assert_eq!(created.code, Some(0));
    assert!(
        created
            .err
            .contains("new namespace: the first lease is granted in 90 s"),
        "{}",
        created.err
    );
    for (line, code) in [
        ("create orders --format tid --stretch 2m --margin 1m", 0),
        ("create orders --format tid --stretch 1m --margin 1m", 1),
        ("create orders --format uuid6 --stretch 2m --margin 1m", 1),
        (
            "create orders --format tid --nodes 1-2 --stretch 2m --margin 1m",
            1,
        ),
        ("create orders --format uuid4", 2),
        ("create Orders --format tid", 2),
        ("create orders --format tid --nodes 5-1024", 2),
    ] {
        let ran = machine.lease(line);
        assert_eq!(ran.code, Some(code), "{line}: {}", ran.err);
        assert!(
            !ran.err.contains("invalid_option"),
            "what to do: {}",
            ran.err
        );
    }
    assert_eq!(machine.status()["stretch_ms"], 120_000);
    let guarded = machine.lease("guard --namespace orders");
    assert_eq!(
        guarded.err,
        "sortid: orders: no lease is granted for 240 s\n"
    );
    assert!(quiet_ms(&machine) > 120_000);
}

#[test]
fn concurrent_creates_create_one_store() {
    let machine = Machine::new(LONG);
    for _ in 0..10 {
        fs::remove_file(machine.at("store")).expect("to remove it");
        let names: Vec<String> = (0..8).map(|nth| format!("n{nth}")).collect();
        let all: Vec<_> = names
            .iter()
            .map(|name| {
                let line = format!("create {name} --format tid --new {LONG}");
                machine.command(&line).spawn().expect("it starts")
            })
            .collect();
        for mut one in all {
            assert!(one.wait().expect("it ends").success());
        }
        for name in &names {
            let status = machine.lease(&format!("status --namespace {name}"));
            assert_eq!(status.code, Some(0), "{}", status.err);
            assert!(!status.out.contains("nobody"), "{}", status.out);
        }
    }
    let left = fs::read_dir(&machine.folder.0).expect("a folder").count();
    assert_eq!(left, 1, "the store alone");
}

#[test]
fn restored_copy_grants_nothing_during_the_grace_period() {
    let machine = Machine::new(RENEWED);
    let (store, copy) = (machine.at("store"), machine.at("copy"));
    fs::copy(&store, &copy).expect("to copy it");
    let holder = machine.beside("l");
    let node = machine.node_of("l");
    fs::rename(&copy, &store).expect("to put it back");
    assert!(quiet_ms(&machine) > 60_000);
    // The holder renews its node, since its count is above the store's.
    machine.use_up("l");
    machine.wait_for(|| machine.status()["nodes"][0]["count"].as_u64() > Some(1));
    assert_eq!(machine.node_of("l"), node);
    assert!(quiet_ms(&machine) > 0);
    let mut other = machine.run("other");
    let mut other = Running(other.stderr(Stdio::piped()).spawn().expect("it starts"));
    let mut printed = lines(&mut other.0).filter(|line| !messages(line).is_empty());
    let line = printed.next().expect("a line");
    assert!(line.contains("the first lease is granted in"), "{line}");
    assert!(!machine.has_lease("other"));
    for mut agent in [holder, other] {
        agent.signal(libc::SIGTERM);
        assert_eq!(agent.end(), Some(0));
    }
}

#[test]
fn restored_copy_grants_nodes_after_the_grace_period() {
    let machine = Machine::new("--stretch 1s --margin 100ms");
    let (store, copy) = (machine.at("store"), machine.at("copy"));
    fs::copy(&store, &copy).expect("to copy it");
    fs::rename(&copy, &store).expect("to put it back");
    let taken = ran(&mut machine.around("l", "true"));
    assert_eq!(taken.code, Some(0), "{}", taken.err);
}

#[test]
fn store_renamed_and_back_needs_no_grace_period() {
    let machine = Machine::new(LONG);
    ran(&mut machine.around("l", "true"));
    fs::rename(machine.at("store"), machine.at("aside")).expect("to rename it");
    let missing = machine.lease("status --namespace orders");
    assert_eq!(missing.code, Some(1));
    assert!(
        missing.err.contains("there is no such namespace"),
        "{}",
        missing.err
    );
    fs::rename(machine.at("aside"), machine.at("store")).expect("to rename it");
    assert!(quiet_ms(&machine) < 0);
}

/// A link to an old version must not restore it, although it is the same file by its inode number.
#[test]
fn old_version_under_another_name_is_empty() {
    let machine = Machine::new(LONG);
    fs::hard_link(machine.at("store"), machine.at("link")).expect("a link");
    ran(&mut machine.around("l", "true"));
    fs::rename(machine.at("link"), machine.at("store")).expect("to rename it");
    let refused = ran(&mut machine.around("l", "true"));
    assert_eq!(refused.code, Some(125));
    assert!(
        refused.err.contains("there is no such namespace"),
        "{}",
        refused.err
    );
    // The namespace can be created again. Earlier leases are unknown, so the first grant waits.
    assert_eq!(
        machine
            .lease(&format!("create orders --format tid {LONG}"))
            .code,
        Some(0)
    );
    assert!(quiet_ms(&machine) > 0);
}

/// Another user, root in particular, changes the store: owner, group and mode stay the same.
#[test]
fn changed_store_keeps_owner_and_mode() {
    let machine = Machine::new(LONG);
    let store = machine.at("store");
    // SAFETY: `geteuid` takes no arguments and always succeeds.
    if unsafe { libc::geteuid() } != 0 {
        return common::skip(
            "changed_store_keeps_owner_and_mode",
            "only root gives files away",
        );
    }
    std::os::unix::fs::chown(&store, Some(12_345), Some(23_456)).expect("to give it away");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o640);
    fs::set_permissions(&store, mode).expect("to set it");
    for line in [
        "guard --namespace orders",
        "create others --format tid --new",
    ] {
        assert_eq!(machine.lease(line).code, Some(0), "{line}");
        let known = fs::metadata(&store).expect("a store");
        let known = (
            std::os::unix::fs::MetadataExt::uid(&known),
            std::os::unix::fs::MetadataExt::gid(&known),
            std::os::unix::fs::MetadataExt::mode(&known) & 0o777,
        );
        assert_eq!(known, (12_345, 23_456, 0o640), "{line}");
    }
}

/// An init container runs the same command line each time.
#[test]
fn create_without_times_keeps_them() {
    let machine = Machine::new("--stretch 2m --margin 3m");
    for line in [
        "create orders --format tid",
        "create orders --format tid --new",
        "create orders --format tid --stretch 2m",
        "create orders --format tid --margin 3m",
    ] {
        let created = machine.lease(line);
        assert_eq!(
            (created.code, created.err.as_str()),
            (Some(0), ""),
            "{line}"
        );
    }
    let status = machine.status();
    assert_eq!(
        (&status["stretch_ms"], &status["margin_ms"]),
        (&120_000.into(), &180_000.into())
    );
}

#[test]
fn corrupt_or_foreign_store_is_rejected_unchanged() {
    let machine = Machine::new(LONG);
    let whole = machine.text("store");
    for text in [
        "hello",
        &whole[..whole.len() / 2],
        &whole.replace("\"floor_ms\": 0", "\"floor_ms\": \"x\""),
        &whole.replace("_store\": 1", "_store\": 2"),
    ] {
        fs::write(machine.at("store"), text).expect("to write");
        for line in [
            "status --namespace orders",
            "create orders --format tid",
            "guard --namespace orders",
        ] {
            let refused = machine.lease(line);
            assert_eq!(refused.code, Some(1), "{line}: {text}");
            assert_eq!(refused.err.lines().count(), 1, "{}", refused.err);
        }
        assert_eq!(machine.text("store"), text);
    }
}

/// A process killed during a write leaves a partial draft of the next version.
#[test]
fn unfinished_write_of_a_killed_agent_is_ignored() {
    let machine = Machine::new(LONG);
    let whole = machine.text("store");
    for len in (0..=whole.len()).step_by(29) {
        let other = whole.replace("\"floor_ms\": 0", "\"floor_ms\": 9");
        fs::write(machine.at("store.new"), &other[..len]).expect("to write");
        assert_eq!(machine.status()["floor_ms"], 0, "{len}");
        let file = format!("l{len}");
        assert_eq!(
            ran(&mut machine.around(&file, "true")).code,
            Some(0),
            "{len}"
        );
        assert!(!machine.at("store.new").exists());
    }
}

#[test]
fn full_disk_is_reported_once_and_agent_recovers() {
    const APART: &str = "-rm";
    let test = "full_disk_is_reported_once_and_agent_recovers";
    if !can_unshare(APART, test) {
        return;
    }
    let machine = Machine::new(LONG);
    let lease = env!("CARGO_BIN_EXE_sortid-lease");
    let mount = format!(
        "mkdir disk && mount -t tmpfs -o size=32k tmpfs disk && export SORTID_LEASE_STORE=file:$PWD/disk/store || exit 90
{lease} create orders --format tid --new --stretch 1s --margin 1s || exit 91
exec {lease} run --namespace orders --format tid --lease-file l -- sh -c '
cat /dev/zero > disk/filled 2> filled
while {lease} status --lease-file l; do sleep 0.1; done
rm disk/filled
while ! {lease} status --lease-file l; do sleep 0.1; done
exit 5'"
    );
    let mut command = std::process::Command::new("sh");
    command.args(["-c", &mount]).current_dir(&machine.folder.0);
    let ran = ran(&mut unshared(APART, &command));
    assert_eq!(ran.code, Some(5), "{}{}", ran.out, ran.err);
    let full = ran
        .err
        .lines()
        .filter(|line| line.contains("No space left on device"));
    assert_eq!(full.count(), 1, "{}", ran.err);
}

/// A process is stopped while it has the store's lock. Commands give up after a while; an agent
/// reports it and retries.
#[test]
fn stopped_process_with_the_lock_is_not_waited_for() {
    let machine = Machine::new(RENEWED);
    let locked = || {
        let store = fs::File::open(machine.at("store")).expect("a store");
        store.lock().expect("its lock");
        store
    };
    let store = locked();
    let output = machine.lease("status --namespace orders");
    assert_eq!(output.code, Some(1));
    assert!(
        output.err.contains("another process has it locked"),
        "{}",
        output.err
    );
    let mut agent = machine.run("l");
    let mut agent = Running(agent.stderr(Stdio::piped()).spawn().expect("it starts"));
    let mut printed = lines(&mut agent.0);
    let mut expect_line = |what: &str| assert!(printed.any(|line| line.contains(what)), "{what}");
    expect_line("another process has it locked; waiting for it");
    drop(store);
    machine.wait_for(|| machine.has_lease("l"));
    // A change replaces the store.
    let _store = locked();
    machine.use_up("l");
    expect_line("another process has it locked");
    // It exits, even though it cannot release its node.
    agent.signal(libc::SIGTERM);
    assert_eq!(agent.end(), Some(0));
}

//! The `run` command, with a program and without one.
#![cfg(target_os = "linux")]

mod common;

use std::fs;
use std::os::unix::net::UnixDatagram;
use std::process::Stdio;

use common::{LONG, Machine, RENEWED, Running, can_unshare, lines, messages, ran, unshared};

#[test]
fn exit_code_is_that_of_the_program_or_the_failure() {
    let machine = Machine::new(LONG);
    for (script, code) in [
        ("exit 0", 0),
        ("exit 7", 7),
        ("kill -9 $$", 137),
        ("kill -15 $$", 143),
    ] {
        assert_eq!(
            ran(&mut machine.around("l", script)).code,
            Some(code),
            "{script}"
        );
        assert!(!machine.has_lease("l"), "released after {script}");
    }
    for (program, code) in [("/nowhere/at/all", 127), ("/etc/passwd", 126)] {
        assert_eq!(
            ran(machine.run("l").arg("--").arg(program)).code,
            Some(code)
        );
        assert!(!machine.has_lease("l"), "released without {program}");
    }
    for line in [
        "run --namespace others --format tid --lease-file x -- true",
        "run --namespace orders --format uuid6 --lease-file x -- true",
        "run --namespace orders --format tid --lease-file nowhere/x -- true",
        "run --namespace orders --format tid --lease-file x --store file:relative -- true",
    ] {
        let refused = machine.lease(line);
        assert_eq!(refused.code, Some(125), "{line}: {}", refused.err);
        assert_eq!(refused.err.lines().count(), 1, "{}", refused.err);
    }
    assert_eq!(
        machine.lease("run --namespace orders").code,
        Some(2),
        "usage"
    );
    assert_eq!(machine.lease("guard --namespace others").code, Some(1));
}

#[test]
fn program_gets_the_signals_of_its_agent() {
    let machine = Machine::new(LONG);
    let script = "for s in HUP INT QUIT USR1 USR2 WINCH CONT; do trap \"echo $s >> got\" $s; done
trap 'echo TERM >> got; exit 9' TERM
echo ready > got
while test -e got; do sleep 0.05; done";
    let mut agent = Running(machine.around("l", script).spawn().expect("it starts"));
    let mut expected = "ready\n".to_owned();
    machine.wait_for(|| machine.text("got") == expected);
    for (number, name) in [
        (libc::SIGHUP, "HUP"),
        (libc::SIGINT, "INT"),
        (libc::SIGQUIT, "QUIT"),
        (libc::SIGUSR1, "USR1"),
        (libc::SIGUSR2, "USR2"),
        (libc::SIGWINCH, "WINCH"),
        (libc::SIGCONT, "CONT"),
        (libc::SIGTERM, "TERM"),
    ] {
        agent.signal(number);
        expected += &format!("{name}\n");
        machine.wait_for(|| machine.text("got") == expected);
    }
    assert_eq!(agent.end(), Some(9));
    assert!(!machine.has_lease("l"));
}

#[test]
fn program_has_a_renewed_lease_and_no_store_address() {
    let machine = Machine::new(RENEWED);
    let lease = env!("CARGO_BIN_EXE_sortid-lease");
    let script = format!(
        "{lease} status --lease-file l || exit 3
env | grep SORTID_LEASE_STORE && exit 4
until test -e renewed; do sleep 0.05; done
{lease} status --lease-file l || exit 5"
    );
    let mut agent = machine.around("l", &script);
    agent.stdout(Stdio::piped()).stderr(Stdio::piped());
    let agent = agent.spawn().expect("it starts");
    machine.wait_for(|| machine.has_lease("l"));
    machine.use_up("l");
    machine.wait_for(|| machine.count_of("l") >= Some(3));
    fs::write(machine.at("renewed"), "").expect("to write");
    let ended = agent.wait_with_output().expect("it ends");
    let [out, err] = [&ended.stdout, &ended.stderr].map(|text| String::from_utf8_lossy(text));
    assert_eq!(ended.status.code(), Some(0), "{out}{err}");
    assert_eq!(messages(&err).len(), 1, "the node, once: {err}");
    let row = &machine.status()["nodes"][0];
    assert_eq!(row["closed"], true);
    assert!(row["count"].as_u64() >= Some(3), "renewed: {row}");
    let rights = fs::metadata(machine.at("l")).expect("a file").permissions();
    assert_eq!(
        std::os::unix::fs::PermissionsExt::mode(&rights) & 0o777,
        0o660
    );
}

#[test]
fn agent_without_program_notifies_readiness_and_obeys_signals() {
    let machine = Machine::new(LONG);
    let socket = UnixDatagram::bind(machine.at("notify")).expect("a socket");
    let mut command = machine.run("l");
    command.env("NOTIFY_SOCKET", machine.at("notify"));
    let mut agent = Running(command.spawn().expect("it starts"));
    let mut message = [0; 64];
    let len = socket.recv(&mut message).expect("a notification");
    assert!(message[..len].starts_with(b"READY=1"));
    assert!(machine.has_lease("l"));
    let node = machine.node_of("l");
    agent.signal(libc::SIGUSR1);
    machine.wait_for(|| !machine.has_lease("l"));
    machine.wait_for(|| machine.status()["nodes"][0]["closed"] == true);
    agent.signal(libc::SIGUSR2);
    machine.wait_for(|| machine.has_lease("l"));
    assert_eq!(machine.node_of("l"), node, "the same node, which is free");
    agent.signal(libc::SIGTERM);
    assert_eq!(agent.end(), Some(0));
    assert!(!machine.has_lease("l"));
}

#[test]
fn killed_agent_leaves_its_lease_to_the_next() {
    let machine = Machine::new(LONG);
    let mut agent = machine.beside("l");
    let node = machine.node_of("l");
    let refused = ran(&mut machine.around("l", "true"));
    assert_eq!(refused.code, Some(125), "one agent per file");
    assert!(refused.err.contains("locked"), "{}", refused.err);
    agent.signal(libc::SIGKILL);
    agent.end();
    assert!(machine.has_lease("l"));
    assert_eq!(ran(&mut machine.around("l", "true")).code, Some(0));
    assert_eq!(machine.node_of("l"), node);

    let mut agent = machine.beside("l");
    agent.signal(libc::SIGKILL);
    agent.end();
    let released = machine.lease("release --lease-file l");
    assert_eq!((released.code, released.err.as_str()), (Some(0), ""));
    assert!(!machine.has_lease("l"));
    assert_eq!(machine.status()["nodes"][0]["closed"], true);
}

#[test]
fn agent_reports_exhausted_nodes_once_and_waits() {
    let machine = Machine::new(&format!("--nodes 5-5 {LONG}"));
    let mut first = machine.beside("first");
    let mut waiting = machine.around("second", "exit 4");
    let mut waiting = Running(waiting.stderr(Stdio::piped()).spawn().expect("it starts"));
    let mut printed = lines(&mut waiting.0).filter(|line| !messages(line).is_empty());
    let line = printed.next().expect("a line");
    assert!(
        line.starts_with("sortid: orders: all 1 nodes are held; the next may be free in "),
        "{line}"
    );
    assert!(line.contains("(node 5: "), "{line}");
    first.signal(libc::SIGTERM);
    assert_eq!(first.end(), Some(0));
    assert_eq!(printed.next().as_deref(), Some("sortid: orders: node 5"));
    assert_eq!(waiting.end(), Some(4));
    assert_eq!(printed.next(), None);
}

#[test]
fn program_is_not_started_without_a_node_in_time() {
    let machine = Machine::new(&format!("--nodes 5-5 {LONG}"));
    let _first = machine.beside("first");
    let refused = machine.lease(
        "run --namespace orders --format tid --lease-file second --wait 300ms -- touch started",
    );
    assert_eq!(refused.code, Some(125));
    // If the server replied in time, the message before it says that all nodes are held.
    let last = refused.err.lines().next_back().unwrap_or_default();
    assert!(last.contains("no node in time"), "{}", refused.err);
    assert!(messages(&refused.err).len() <= 2, "{}", refused.err);
    assert!(!machine.at("started").exists());
}

#[test]
fn passwords_appear_in_no_argument_or_message() {
    let machine = Machine::new(LONG);
    for line in [
        "status --namespace orders --store postgres://user:secret@localhost/db",
        "run --namespace orders --format tid --lease-file l --store redis://:secret@localhost -- true",
    ] {
        let refused = machine.lease(line);
        assert!(matches!(refused.code, Some(2 | 125)), "{line}");
        assert!(!refused.err.contains("secret"), "{}", refused.err);
        assert!(
            refused.err.contains("SORTID_LEASE_STORE"),
            "{}",
            refused.err
        );
    }
    fs::write(
        machine.at("address"),
        "nosuch://user:secret@host/db?password=secret\n",
    )
    .expect("to write");
    let refused = machine.lease("status --namespace orders --store-file address");
    assert_eq!(refused.code, Some(1));
    assert!(refused.err.contains("nosuch://host/db"), "{}", refused.err);
    assert!(!refused.err.contains("secret"), "{}", refused.err);
}

#[test]
fn metrics_file_is_complete_and_current() {
    let machine = Machine::new(RENEWED);
    let mut command = machine.run("l");
    let mut agent = Running(command.args(["--metrics", "m"]).spawn().expect("it starts"));
    // The labels distinguish two agents on one machine.
    let labels = format!(
        "namespace=\"orders\",lease_file=\"{}\"",
        machine.at("l").display()
    );
    let is_there = |what: &str| machine.text("m").lines().any(|line| line.starts_with(what));
    let renewals = || {
        let text = machine.text("m");
        let mut lines = text.lines();
        let count = lines.find_map(|line| {
            let sample = line.strip_prefix("sortid_lease_requests_total{")?;
            let sample = sample.strip_prefix(&labels)?;
            sample.strip_prefix(",op=\"renew\",outcome=\"granted\"} ")
        });
        count.map_or(0, |count| count.parse().expect("a count"))
    };
    machine.wait_for(|| machine.has_lease("l"));
    machine.use_up("l");
    machine.wait_for(|| renewals() >= 2);
    for name in [
        "heartbeat_seconds",
        "term_seconds",
        "until_seconds",
        "node",
        "server_clock_offset_seconds",
        "request_seconds_sum",
    ] {
        assert!(
            is_there(&format!("sortid_lease_{name}{{{labels}}} ")),
            "{name}"
        );
    }
    assert!(is_there(&format!(
        "sortid_lease_node_changes_total{{{labels}}} 1"
    )));
    agent.signal(libc::SIGTERM);
    assert_eq!(agent.end(), Some(0));
    assert!(!machine.at("m").exists(), "a regular exit removes the file");
}

#[test]
fn metrics_file_of_a_failed_agent_remains() {
    let machine = Machine::new(&format!("--nodes 1-1 {LONG}"));
    let _holder = machine.beside("l");
    let mut second = machine.run("second");
    let failed = ran(second.args(["--wait", "1s", "--metrics", "m"]));
    assert_eq!(failed.code, Some(125), "{}", failed.err);
    assert!(machine.text("m").contains("outcome=\"exhausted\""));
}

/// Process 1 of a container must reap the children of other processes.
#[test]
fn agent_as_process_1_reaps_orphans() {
    const APART: &str = "-rpf --mount-proc";
    if !can_unshare(APART, "agent_as_process_1_reaps_orphans") {
        return;
    }
    let machine = Machine::new(LONG);
    // An unreaped orphan keeps its process id.
    let script = "test $PPID = 1 || exit 3
(sleep 0.1 & echo $! > orphan)
for nth in $(seq 1200); do
    test -e /proc/$(cat orphan) || exit 5
    sleep 0.1
done
exit 4";
    let ran = ran(&mut unshared(APART, &machine.around("l", script)));
    assert_eq!(ran.code, Some(5), "{}{}", ran.out, ran.err);
}

/// The lease file is removed while its agent runs: the agent recreates it, and takes a node for it.
#[test]
fn agent_of_a_removed_lease_file_creates_it_anew() {
    let machine = Machine::new(LONG);
    let mut agent = machine.run("l");
    let mut agent = Running(agent.stderr(Stdio::piped()).spawn().expect("it starts"));
    machine.wait_for(|| machine.has_lease("l"));
    let node = machine.node_of("l");
    fs::remove_file(machine.at("l")).expect("to remove it");
    machine.wait_for(|| machine.at("l").exists() && machine.has_lease("l"));
    assert_ne!(machine.node_of("l"), node, "the old one is still held");
    let rights = fs::metadata(machine.at("l")).expect("a file").permissions();
    assert_eq!(
        std::os::unix::fs::PermissionsExt::mode(&rights) & 0o777,
        0o660
    );
    let mut printed = lines(&mut agent.0).filter(|line| line.contains("was removed"));
    let line = printed.next().expect("a line");
    assert!(line.contains("Restart programs"), "{line}");
    agent.signal(libc::SIGTERM);
    assert_eq!(agent.end(), Some(0));
    assert!(!machine.has_lease("l"));
}

/// A lease file is damaged while no agent runs: the next agent renames it, and takes another node.
#[test]
fn agent_that_starts_with_a_damaged_file_creates_it_anew() {
    let machine = Machine::new(LONG);
    for len in [0, 4096] {
        let mut agent = machine.beside("l");
        let node = machine.node_of("l");
        agent.signal(libc::SIGKILL);
        agent.end();
        let file = fs::OpenOptions::new().write(true).open(machine.at("l"));
        file.and_then(|file| file.set_len(len)).expect("truncated");
        let mut agent = machine.run("l");
        agent.args(["--metrics", "m"]);
        let mut agent = Running(agent.stderr(Stdio::piped()).spawn().expect("it starts"));
        // Until then the old record may be readable: it is in the first block.
        machine.wait_for(|| {
            let aside = fs::metadata(machine.at("l.damaged"));
            aside.is_ok_and(|aside| aside.len() == len) && machine.has_lease("l")
        });
        assert_ne!(machine.node_of("l"), node, "the old one is still held");
        let rights = fs::metadata(machine.at("l")).expect("a file").permissions();
        assert_eq!(
            std::os::unix::fs::PermissionsExt::mode(&rights) & 0o777,
            0o660
        );
        let mut printed = lines(&mut agent.0).filter(|line| line.contains("was damaged"));
        let line = printed.next().expect("a line");
        assert!(line.contains("l.damaged"), "{line}");
        assert!(line.contains("Restart programs"), "{line}");
        machine.wait_for(|| {
            let text = machine.text("m");
            text.lines().any(|line| {
                line.starts_with("sortid_lease_file_replacements_total{") && line.ends_with(" 1")
            })
        });
        agent.signal(libc::SIGTERM);
        assert_eq!(agent.end(), Some(0));
    }
}

/// The address in `--store-file` changes under a running agent, which reads it after a refusal. A
/// half-written one, and one of another kind, is reported and not used.
#[test]
fn changed_store_file_is_read_after_a_refusal() {
    let machine = Machine::new(RENEWED);
    let address = |text: &str| {
        fs::write(machine.at("draft"), text).expect("to write");
        fs::rename(machine.at("draft"), machine.at("address")).expect("to rename");
    };
    let store = format!("file:{}", machine.at("store").display());
    address(&store);
    let mut agent = machine.run("l");
    agent.args(["--store-file", "address", "--metrics", "m"]);
    let mut agent = Running(agent.stderr(Stdio::piped()).spawn().expect("it starts"));
    machine.wait_for(|| machine.has_lease("l"));
    let mut printed = lines(&mut agent.0);
    let mut expect_line = |what: &str| {
        let line = printed.by_ref().find(|line| line.contains(what));
        assert!(line.is_some(), "{what}");
    };
    // The store is moved: its old name no longer exists.
    fs::create_dir(machine.at("elsewhere")).expect("a folder");
    fs::rename(machine.at("store"), machine.at("elsewhere/store")).expect("to move it");
    fs::create_dir(machine.at("store")).expect("a folder");
    address("");
    machine.use_up("l");
    expect_line("the earlier address and files stay in use");
    address("redis://127.0.0.1:1");
    expect_line("another kind of store requires a restart");
    address(&format!("file:{}", machine.at("elsewhere/store").display()));
    expect_line("trying the new ones");
    expect_line("continues with node");
    machine.wait_for(|| {
        let text = machine.text("m");
        text.lines().any(|line| {
            line.starts_with("sortid_lease_store_reloads_total{") && line.ends_with(" 1")
        })
    });
    agent.signal(libc::SIGTERM);
    assert_eq!(agent.end(), Some(0));
}

/// The program must not read the agent's environment, which may contain the store's address.
#[test]
fn program_cannot_read_the_environment_of_its_agent() {
    let machine = Machine::new(LONG);
    let script = "tr '\\0' '\\n' < /proc/$PPID/environ | grep SORTID_LEASE_STORE && exit 4; exit 0";
    let agent = machine.around("l", script);
    // SAFETY: `geteuid` takes no arguments and always succeeds.
    let agent = match unsafe { libc::geteuid() } {
        // Root may read every environment. Without capabilities it may read only its own.
        0 => {
            let mut bare = std::process::Command::new("setpriv");
            bare.args(["--inh-caps", "-all", "--bounding-set", "-all", "--"])
                .arg(agent.get_program())
                .args(agent.get_args())
                .current_dir(&machine.folder.0)
                .env_remove("NOTIFY_SOCKET");
            for (name, value) in agent.get_envs() {
                if let Some(value) = value {
                    bare.env(name, value);
                }
            }
            bare
        }
        _ => agent,
    };
    let mut agent = agent;
    let ended = ran(&mut agent);
    assert_eq!(ended.code, Some(0), "{}{}", ended.out, ended.err);
}

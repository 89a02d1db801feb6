//! Programs of ids with leases: never an id twice, whoever is killed, and from a configured number to a lease and back.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a test is outside of the library"
)]
#![cfg(target_os = "linux")]

mod common;

use std::collections::HashSet;
use std::env;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use sortid::{ClockSource, ErrorCode, Generator, Options, Tid, Timestamp};

use common::{Machine, Running, ran};

const LEASE_FILE: &str = "TEST_LEASE_FILE";
const IDS: &str = "TEST_IDS";

/// No test, but the program that others run: writes ids until it is ended.
#[test]
#[ignore = "is run by the tests here"]
fn program() {
    let (Some(path), Some(list)) = (env::var_os(LEASE_FILE), env::var_os(IDS)) else {
        return;
    };
    let options = Options::new().lease_file(path.into());
    let generator = Generator::<Tid>::with(&options).expect("a generator");
    let mut list = OpenOptions::new()
        .append(true)
        .create(true)
        .open(list)
        .expect("a list");
    let most: usize =
        env::var("TEST_MOST").map_or(usize::MAX, |most| most.parse().expect("a number"));
    let mut made = 0;
    while made < most {
        match generator.next() {
            // A line is one call, so that whoever is killed leaves it whole or not at all.
            Ok(id) => {
                list.write_all(format!("{id}\n").as_bytes())
                    .expect("to write");
                made += 1;
            }
            Err(error) => assert_eq!(error.code(), ErrorCode::LeaseExpired),
        }
        thread::sleep(Duration::from_micros(500));
    }
}

/// `run` around the program of ids.
fn of_ids(machine: &Machine, file: &str, most: Option<usize>) -> Command {
    let mut command = machine.run(file);
    command
        .arg("--")
        .arg(env::current_exe().expect("this program"))
        .args(["program", "--exact", "--ignored", "--nocapture"])
        .env(LEASE_FILE, machine.at(file))
        .env(IDS, machine.at(&format!("ids-{file}")))
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    if let Some(most) = most {
        command.env("TEST_MOST", most.to_string());
    }
    command
}

fn ids(machine: &Machine, file: &str) -> Vec<Tid> {
    let text = machine.text(&format!("ids-{file}"));
    text.lines()
        .map(|line| line.parse().expect("an id"))
        .collect()
}

/// Programs whose agents were killed go on without them.
fn end_programs(machine: &Machine) {
    let mine = machine.folder.0.display().to_string();
    for process in fs::read_dir("/proc").expect("processes").flatten() {
        let told = fs::read(process.path().join("environ")).unwrap_or_default();
        let is_mine = String::from_utf8_lossy(&told).contains(&format!("{IDS}={mine}"));
        let number: Option<i32> = process
            .file_name()
            .to_str()
            .and_then(|name| name.parse().ok());
        if let (true, Some(number)) = (is_mine, number) {
            // SAFETY: two integers.
            unsafe { libc::kill(number, libc::SIGKILL) };
        }
    }
}

#[test]
fn no_id_comes_twice_whoever_is_killed() {
    let machine = Machine::new("--nodes 0-5 --stretch 400ms --margin 400ms");
    let files = ["a", "b", "c"];
    let mut agents: Vec<Running> = files
        .iter()
        .map(|file| Running(of_ids(&machine, file, None).spawn().expect("it starts")))
        .collect();
    for round in 0..12 {
        thread::sleep(Duration::from_millis(150 + 37 * (round % 7)));
        let nth = round as usize % files.len();
        let agent = &mut agents[nth];
        match round % 4 {
            // Both at once: the program goes on for what is left of its stretch beside the next.
            0 | 1 => agent.signal(libc::SIGKILL),
            2 => agent.signal(libc::SIGTERM),
            _ => {
                agent.signal(libc::SIGSTOP);
                thread::sleep(Duration::from_millis(900));
                agent.signal(libc::SIGCONT);
                continue;
            }
        }
        agent.end();
        if round % 3 == 0 {
            // A file that is lost costs a node for a while, and nothing else.
            fs::remove_file(machine.at(files[nth])).expect("to remove it");
        }
        *agent = Running(
            of_ids(&machine, files[nth], None)
                .spawn()
                .expect("it starts"),
        );
    }
    thread::sleep(Duration::from_secs(2));
    for agent in &mut agents {
        agent.signal(libc::SIGTERM);
        agent.end();
    }
    end_programs(&machine);
    let all: Vec<Tid> = files.iter().flat_map(|file| ids(&machine, file)).collect();
    let once: HashSet<Tid> = all.iter().copied().collect();
    assert_eq!(once.len(), all.len(), "of {} ids", all.len());
    assert!(all.len() > 1000, "{} ids", all.len());
    let nodes: HashSet<u32> = all.iter().map(|id| u32::from(id.clock_id())).collect();
    assert!(
        nodes.len() > 3 && nodes.iter().all(|node| *node <= 5),
        "{nodes:?}"
    );
}

#[test]
fn from_a_configured_number_to_a_lease_and_back() {
    let machine = Machine::new("--nodes 16-1023 --stretch 1s --margin 1s");
    let plain = Options::new().clock_id(7).state_file(machine.at("state"));
    let by_hand = plain.clone().clock(ClockSource::Manual);
    let generator = Generator::<Tid>::with(&by_hand).expect("a generator");
    let now_ms = Timestamp::now().unix_ms();
    // Ahead of the clock, so that no lease is above by itself.
    let times = (0..700).map(|ms| Timestamp::from_unix_ms(now_ms + ms));
    let mut all: Vec<Tid> = times
        .map(|time| generator.next_at(time).expect("an id"))
        .collect();
    let moved = || {
        let mut command = machine.run("l");
        command.args(["--from-state-file", "state", "--", "true"]);
        ran(&mut command)
    };
    let refused = moved();
    assert_eq!(
        refused.code,
        Some(125),
        "somebody has it open: {}",
        refused.err
    );
    drop(generator);
    for _ in 0..2 {
        // As often as it is started.
        let moved = moved();
        assert_eq!(moved.code, Some(0), "{}", moved.err);
    }
    let opened = Generator::<Tid>::with(&plain).map(|_| ());
    assert_eq!(
        opened.map_err(|error| error.code()),
        Err(ErrorCode::StoreForeign)
    );
    assert!(machine.text("state").contains("retired"));
    let retired = Options::new().state_file(machine.at("state.retired"));
    let opened = Generator::<Tid>::with(&retired).map(|_| ());
    assert_eq!(
        opened.map_err(|error| error.code()),
        Err(ErrorCode::StoreForeign)
    );

    let ended = of_ids(&machine, "l", Some(300))
        .status()
        .expect("it starts");
    assert!(ended.success());
    let leased = ids(&machine, "l");
    assert!(leased.iter().all(|id| id.clock_id() >= 16));
    all.extend(leased);
    // Back: a number outside of what is leased, and a state file of its own, once the clock is past the last id.
    let last = all.last().expect("ids").timestamp();
    common::wait_for(&mut || Timestamp::now() > last);
    let plain = Options::new()
        .clock_id(8)
        .state_file(machine.at("state-again"));
    let generator = Generator::<Tid>::with(&plain).expect("a generator");
    all.extend((0..300).map(|_| generator.next().expect("an id")));
    let is_in_order = all.windows(2).all(|pair| pair[0] < pair[1]);
    assert!(is_in_order, "one order all the way");
}

/// A number of the namespace's own, once nobody has it any more: what is to be waited for is what `status` says.
#[test]
fn back_to_a_number_that_was_leased() {
    let machine = Machine::new("--nodes 16-17 --stretch 2s --margin 1s");
    let mut agent = Running(of_ids(&machine, "l", None).spawn().expect("it starts"));
    machine.wait_for(|| ids(&machine, "l").len() > 200);
    let node = machine.node_of("l").expect("it has one");
    // Not in good order: nothing is given back, and the program goes on to the end of its stretch.
    agent.signal(libc::SIGKILL);
    agent.end();
    let held = || {
        let status = machine.status();
        let rows = status["nodes"].as_array().expect("rows").clone();
        rows.iter().any(|row| row["held"] == true)
    };
    assert!(held());
    let plain = Options::new().clock_id(node).state_file(machine.at("l"));
    let opened = Generator::<Tid>::with(&plain).map(|_| ());
    assert_eq!(
        opened.map_err(|error| error.code()),
        Err(ErrorCode::StoreForeign),
        "a lease file is no state file"
    );
    machine.wait_for(|| !held());
    let until_ms = machine.status()["nodes"][0]["until_ms"].as_i64();
    assert!(until_ms.is_some_and(|until_ms| until_ms <= Timestamp::now().unix_ms()));
    let plain = Options::new()
        .clock_id(node)
        .state_file(machine.at("state"));
    let generator = Generator::<Tid>::with(&plain).expect("a generator");
    let before = ids(&machine, "l");
    let after: Vec<Tid> = (0..300).map(|_| generator.next().expect("an id")).collect();
    // The program has been refused for a while: it is still there, and has made no more.
    assert_eq!(ids(&machine, "l").len(), before.len());
    assert!(before.iter().all(|id| u64::from(id.clock_id()) == node));
    assert!(after.iter().all(|id| u64::from(id.clock_id()) == node));
    let all = [before, after].concat();
    assert!(all.windows(2).all(|pair| pair[0] < pair[1]), "one order");
    end_programs(&machine);
}

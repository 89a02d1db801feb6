//! Programs that generate leased ids: uniqueness under kills, and migration from a configured
//! number to a lease and back.
#![cfg(target_os = "linux")]

mod common;

use std::collections::{HashMap, HashSet};
use std::env;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use sortid::options::ClockSource;
use sortid::{ErrorCode, Generator, Options, Tid, Timestamp};

use common::{Machine, Running, ran};

const LEASE_FILE: &str = "TEST_LEASE_FILE";
const IDS: &str = "TEST_IDS";

/// The program that the tests run, not a test itself: generates ids until it is killed.
#[test]
#[ignore = "is run by the tests here"]
fn program() {
    let (Some(path), Some(list)) = (env::var_os(LEASE_FILE), env::var_os(IDS)) else {
        return;
    };
    let options = Options::new().lease_file(path);
    let generator = Generator::<Tid>::with(&options).expect("a generator");
    let mut list = OpenOptions::new()
        .append(true)
        .create(true)
        .open(list)
        .expect("a list");
    let most: usize =
        env::var("TEST_MOST").map_or(usize::MAX, |most| most.parse().expect("a number"));
    let mut count = 0;
    while count < most {
        match generator.next() {
            // Write each line in one call, so that a kill leaves it complete or absent.
            Ok(id) => {
                list.write_all(format!("{id}\n").as_bytes())
                    .expect("to write");
                count += 1;
            }
            Err(error) => assert_eq!(error.code(), ErrorCode::LeaseExpired),
        }
        thread::sleep(Duration::from_micros(500));
    }
}

/// Returns the command `run` with the program of ids, which appends them to a list.
fn of_ids(machine: &Machine, file: &str, list: &str, most: Option<usize>) -> Command {
    let mut command = machine.run(file);
    command
        .arg("--")
        .arg(env::current_exe().expect("this program"))
        .args(["program", "--exact", "--ignored", "--nocapture"])
        .env(LEASE_FILE, machine.at(file))
        .env(IDS, machine.at(list))
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    if let Some(most) = most {
        command.env("TEST_MOST", most.to_string());
    }
    command
}

fn ids(machine: &Machine, list: &str) -> Vec<Tid> {
    let text = machine.text(list);
    text.lines()
        .map(|line| line.parse().expect("an id"))
        .collect()
}

/// Kills the running program with this list, if any. It survives the end of a killed agent.
fn end_program(machine: &Machine, list: &str) {
    let mine = format!("{IDS}={}\0", machine.at(list).display());
    for process in fs::read_dir("/proc").expect("processes").flatten() {
        let variables = fs::read(process.path().join("environ")).unwrap_or_default();
        let is_mine = String::from_utf8_lossy(&variables).contains(&mine);
        let number: Option<i32> = process
            .file_name()
            .to_str()
            .and_then(|name| name.parse().ok());
        if let (true, Some(number)) = (is_mine, number) {
            // SAFETY: `kill` takes two integers.
            unsafe { libc::kill(number, libc::SIGKILL) };
        }
    }
}

/// An agent that runs the program of ids, and that program's list.
struct Started {
    agent: Running,
    list: String,
}

impl Started {
    /// Starts an agent, and waits for its first ids. The list's name begins with the lease file and
    /// how often that file was lost.
    fn new(machine: &Machine, file: &str, lost: u32, lists: &mut Vec<String>) -> Self {
        let list = format!("{file}{lost}-{}", lists.len());
        lists.push(list.clone());
        let agent = of_ids(machine, file, &list, None).spawn();
        let started = Self {
            agent: Running(agent.expect("it starts")),
            list,
        };
        started.goes_on(machine);
        started
    }

    /// Waits for more ids.
    fn goes_on(&self, machine: &Machine) {
        let before = machine.text(&self.list).len();
        machine.wait_for(|| machine.text(&self.list).len() > before);
    }
}

#[test]
fn killed_agents_and_programs_repeat_no_id() {
    let machine = Machine::new("--nodes 0-5 --stretch 400ms --margin 400ms");
    let files = ["a", "b", "c"];
    let (mut lists, mut lost) = (Vec::new(), [0; 3]);
    let mut all = files.map(|file| Started::new(&machine, file, 0, &mut lists));
    for round in 0..12 {
        let nth = round % files.len();
        let Started { agent, list } = &mut all[nth];
        match round % 4 {
            // The program and its successor both run until the old lease expires.
            0 | 1 => agent.signal(libc::SIGKILL),
            2 => {
                // Programs of killed agents have the file open: the agent would wait 5 s for them.
                let old = lists.iter().filter(|old| old.starts_with(files[nth]));
                old.filter(|old| *old != list)
                    .for_each(|old| end_program(&machine, old));
                agent.signal(libc::SIGTERM);
            }
            _ => {
                agent.signal(libc::SIGSTOP);
                machine.wait_for(|| !machine.has_lease(files[nth]));
                agent.signal(libc::SIGCONT);
                all[nth].goes_on(&machine);
                continue;
            }
        }
        agent.end();
        if round % 3 == 0 {
            // A lost file only blocks its node for a while.
            fs::remove_file(machine.at(files[nth])).expect("to remove it");
            lost[nth] += 1;
        }
        all[nth] = Started::new(&machine, files[nth], lost[nth], &mut lists);
    }
    let all_ids = || lists.iter().flat_map(|list| ids(&machine, list));
    machine.wait_for(|| all_ids().count() > 1000);
    lists.iter().for_each(|list| end_program(&machine, list));
    for started in &mut all {
        started.agent.end();
    }
    // Each millisecond of a node belongs to one file. Unique ids alone prove little: two files with
    // the same node would seldom make the same id.
    let mut files = HashMap::new();
    for list in &lists {
        let file = list.split('-').next();
        for id in ids(&machine, list) {
            let of_node = (id.clock_id(), id.timestamp().unix_ms());
            assert_eq!(*files.entry(of_node).or_insert(file), file, "{id}");
        }
    }
    let all: Vec<Tid> = all_ids().collect();
    let once: HashSet<Tid> = all.iter().copied().collect();
    assert_eq!(once.len(), all.len(), "of {} ids", all.len());
    // Three agents, and each lost file took another node.
    let nodes: HashSet<u32> = all.iter().map(|id| u32::from(id.clock_id())).collect();
    assert!(
        nodes.len() > 3 && nodes.iter().all(|node| *node <= 5),
        "{nodes:?}"
    );
}

#[test]
fn ids_increase_from_configured_number_to_lease_and_back() {
    let machine = Machine::new("--nodes 16-1023 --stretch 1s --margin 1s");
    let plain = Options::new().node(7).state_file(machine.at("state"));
    let by_hand = plain.clone().clock(ClockSource::Manual);
    let generator = Generator::<Tid>::with(&by_hand).expect("a generator");
    let now_ms = Timestamp::now().unix_ms();
    // Generate ids ahead of the clock, so that a lease is above them only by design.
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
        // The migration may run at every start.
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

    let ended = of_ids(&machine, "l", "ids", Some(300)).status();
    assert!(ended.expect("it starts").success());
    let leased = ids(&machine, "ids");
    assert!(leased.iter().all(|id| id.clock_id() >= 16));
    all.extend(leased);
    // Return to a number outside the leased nodes, with a new state file, once the clock is past
    // the last id.
    let last = all.last().expect("ids").timestamp();
    common::wait_for(&mut || Timestamp::now() > last);
    let plain = Options::new().node(8).state_file(machine.at("state-again"));
    let generator = Generator::<Tid>::with(&plain).expect("a generator");
    all.extend((0..300).map(|_| generator.next().expect("an id")));
    let is_in_order = all.windows(2).all(|pair| pair[0] < pair[1]);
    assert!(is_in_order, "ids increase throughout");
}

/// A number of the namespace itself can be configured once `status` shows no holder.
#[test]
fn configured_number_may_have_been_leased_before() {
    let machine = Machine::new("--nodes 16-17 --stretch 2s --margin 1s");
    let agent = of_ids(&machine, "l", "ids", None).spawn();
    let mut agent = Running(agent.expect("it starts"));
    machine.wait_for(|| ids(&machine, "ids").len() > 200);
    let is_held = || {
        let status = machine.status();
        let rows = status["nodes"].as_array().expect("rows").clone();
        rows.iter().any(|row| row["held"] == true)
    };
    machine.wait_for(is_held);
    // An unclean end: the node is not released, and the program continues until its lease expires.
    agent.signal(libc::SIGKILL);
    agent.end();
    let node = machine.node_of("l").expect("it has one");
    let plain = Options::new().node(node).state_file(machine.at("l"));
    let opened = Generator::<Tid>::with(&plain).map(|_| ());
    assert_eq!(
        opened.map_err(|error| error.code()),
        Err(ErrorCode::StoreForeign),
        "a lease file is no state file"
    );
    machine.wait_for(|| !is_held());
    let rows = machine.status()["nodes"].as_array().expect("rows").clone();
    let row = rows.iter().find(|row| row["node"] == node).expect("a row");
    let until_ms = row["until_ms"].as_i64();
    assert!(until_ms.is_some_and(|until_ms| until_ms <= Timestamp::now().unix_ms()));
    let plain = Options::new().node(node).state_file(machine.at("state"));
    let generator = Generator::<Tid>::with(&plain).expect("a generator");
    let after: Vec<Tid> = (0..300).map(|_| generator.next().expect("an id")).collect();
    end_program(&machine, "ids");
    // The program was still running, and generated no id during these calls.
    let before = ids(&machine, "ids");
    assert!(after.iter().all(|id| u64::from(id.clock_id()) == node));
    let all = [before, after].concat();
    assert!(all.windows(2).all(|pair| pair[0] < pair[1]), "one order");
}

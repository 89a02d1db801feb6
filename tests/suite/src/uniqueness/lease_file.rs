//! One lease file shared by every language and the command-line program.
//!
//! Ids must have the leased node, stop at the end of the lease's term, and stay in order while the
//! node changes and processes are killed.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::lease_writer::LeaseWriter;
use crate::conformance::answer::Answer;
use crate::conformance::invariants::sort_key;
use crate::conformance::scratch;
use crate::conformance::session::{Driver, run_session};
use crate::languages::{ANSWER_TIMEOUT, Language, with_files};
use crate::outcome::{Failure, Outcome, Unit};
use crate::run::Context;
use crate::run::LOGS;
use crate::uniqueness::all_languages::{GeneratedIds, at_once, duplicate, texts};
use crate::uniqueness::state_file::{COMMAND, command, out_of_order};

/// The formats that can have a lease file, each with the field that holds the node.
///
/// The field is `None` if no field contains exactly the node.
const FORMATS: [(&str, Option<&str>); 24] = [
    ("tid", Some("clock_id")),
    ("timeid", Some("node")),
    ("uid11_snowish", Some("machine")),
    ("uuid6", None),
    ("uuid7", None),
    ("uuid7_draft01", None),
    ("uuid8", None),
    ("scru160", None),
    ("snowflake", Some("worker")),
    ("flake_idgen", Some("worker")),
    ("sharding_id", Some("shard")),
    ("sonyflake", Some("machine")),
    ("flake", Some("worker")),
    ("elasticflake", Some("node")),
    ("lexical_uuid", Some("worker")),
    ("xid", None),
    ("object_id", Some("random")),
    ("cuid", None),
    ("ordered_uuid", None),
    ("comb_guid", None),
    ("uuid1", None),
    ("tsid", None),
    ("scru64", None),
    ("custom64", None),
];

/// The formats that all languages generate at the same time: format, ids per language,
/// `max_lead_ms`.
///
/// sonyflake has 256 ids in 10 ms and a small lead, so its generators run long enough for the node
/// to change.
const TOGETHER: [(&str, usize, i64); 3] = [
    ("tid", 20_000, LEAD_MS),
    ("snowflake", 20_000, LEAD_MS),
    ("sonyflake", 10_000, 300),
];

/// The number of ids in one turn.
const TURN: usize = 40;

/// The start of the scripted clock: 2026-01-01T12:00:00Z in Unix milliseconds.
const START_MS: i64 = 1_767_268_800_000;

/// The length of a lease's term.
const TERM_MS: i64 = 60_000;

/// How far ids may be ahead of the clock: each change of the node costs up to a second.
const LEAD_MS: i64 = 600_000;

/// Generates ids by a scripted clock, then in turns, then at the same time.
pub(crate) fn run(context: &Context<'_>) -> Outcome {
    let mut outcome = Outcome::new(Unit::Checks);
    let languages = &with_files(&context.shared.ready());
    if languages.is_empty() {
        return Outcome::not_run("no driver is built");
    }
    match check(context, languages, &mut outcome) {
        Ok(()) => outcome.note(format!(
            "  {} formats by script in {} languages, then in turns with another node each time; {} formats at once",
            FORMATS.len(),
            languages.len(),
            TOGETHER.len(),
        )),
        Err(error) => outcome.fail(Failure::new(None, "the lease writer", error.to_string())),
    }
    outcome
}

fn check(
    context: &Context<'_>,
    languages: &[&'static Language],
    outcome: &mut Outcome,
) -> io::Result<()> {
    let folder = scratch::empty(&context.root().join(LOGS).join("leased"))?;
    let mut writer = LeaseWriter::start(context)?;
    for language in languages {
        let log = language.log(context.root(), "leased");
        let mut driver = Driver::start(language.command(context), &log, ANSWER_TIMEOUT)?;
        for (format, field) in FORMATS {
            let path = folder.join(format!("{}-{format}", language.name));
            writer.send(&format!("open {format} {}", path.display()))?;
            let script = Script {
                format,
                field,
                path: &path,
            };
            let wrong = script.run(&mut writer, &mut driver)?;
            outcome.check(wrong.map(|wrong| Failure::new(Some(language.name), format, wrong)));
        }
        outcome.check(exit_failure(language, driver));
    }
    in_turns(context, languages, &folder, &mut writer, outcome)?;
    for row in TOGETHER {
        together(context, languages, &folder, row, &mut writer, outcome)?;
    }
    Ok(())
}

/// The failure of a driver that does not exit as it should.
fn exit_failure(language: &'static Language, driver: Driver) -> Option<Failure> {
    let reason = driver.finish().err()?;
    Some(Failure::new(
        Some(language.name),
        "the driver's exit",
        reason,
    ))
}

/// A test of one language and format with a scripted clock, in step with changes to the lease.
struct Script<'a> {
    format: &'static str,
    field: Option<&'static str>,
    path: &'a Path,
}

impl Script<'_> {
    /// Runs the script and returns the first mistake, if any.
    fn run(&self, writer: &mut LeaseWriter, driver: &mut Driver) -> io::Result<Option<String>> {
        let ends = [1, 2, 3].map(|nth| START_MS + nth * TERM_MS);
        let mut all = Vec::new();
        // The writer's command; the times of the ids, in seconds after the start; their node, or
        // `None` if the request must fail with `lease_expired`.
        let steps: [(String, &[i64], Option<u64>); 7] = [
            ("held".to_owned(), &[0], None),
            (
                format!("turn 3 {START_MS} {}", ends[0]),
                &[0, 20, 40],
                Some(3),
            ),
            ("held".to_owned(), &[61], None),
            (format!("extend {}", ends[1]), &[61, 80], Some(3)),
            (
                format!("turn 4 {} {}", ends[0], ends[2]),
                &[100, 150],
                Some(4),
            ),
            ("held".to_owned(), &[185], None),
            ("close".to_owned(), &[175], None),
        ];
        for (command, seconds, node) in steps {
            writer.send(&command)?;
            let id = driver.next_id();
            let times: Vec<Value> = seconds.iter().copied().map(at).collect();
            let request = json!({"id": id, "op": "generate", "format": self.format, "count": seconds.len(), "times": times,
                "options": {"lease_file": self.path.to_string_lossy()}});
            let answers = driver.ask(Arc::new([request.to_string()]));
            let ids = match (answers.into_iter().next(), node) {
                (Some(Ok(Answer::Ok(ok))), Some(_)) => texts_of(&ok),
                (Some(Ok(Answer::Error { code, .. })), None) if code == "lease_expired" => continue,
                (answer, _) => {
                    return Ok(Some(format!(
                        "after `{command}` at {seconds:?} s: {answer:?}"
                    )));
                }
            };
            for text in &ids {
                let found = self.node_of(driver, text);
                if self.field.is_some() && found != node {
                    return Ok(Some(format!(
                        "{text} has node {found:?}, expected {node:?}"
                    )));
                }
            }
            all.extend(ids);
        }
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        let wrong = out_of_order(self.format, &all);
        Ok(wrong.or_else(|| (all.len() != 7).then(|| format!("{} of 7 ids", all.len()))))
    }

    fn node_of(&self, driver: &mut Driver, text: &str) -> Option<u64> {
        let id = driver.next_id();
        let request = json!({"id": id, "op": "parse", "format": self.format, "text": text});
        match driver.ask(Arc::new([request.to_string()])).first() {
            Some(Ok(Answer::Ok(ok))) => ok["fields"][self.field?].as_str()?.parse().ok(),
            _ => None,
        }
    }
}

/// The time `seconds` after the start of the scripted clock.
fn at(seconds: i64) -> Value {
    json!({"seconds": (START_MS / 1000 + seconds).to_string(), "nanos": 0})
}

/// Generates ids in one process after another by the system's clock, each with another node.
///
/// Each id must be greater than all before it. For each format, one language's driver is killed
/// while it generates, and the lease writer restarts.
fn in_turns(
    context: &Context<'_>,
    languages: &[&'static Language],
    folder: &Path,
    writer: &mut LeaseWriter,
    outcome: &mut Outcome,
) -> io::Result<()> {
    let start = |language: &'static Language| {
        let log = language.log(context.root(), "leased-turns");
        Driver::start(language.command(context), &log, ANSWER_TIMEOUT)
    };
    let mut drivers = Vec::new();
    for language in languages {
        drivers.push((*language, start(language)?));
    }
    for (nth, (format, _)) in FORMATS.into_iter().enumerate() {
        let path = folder.join(format);
        writer.send(&format!("open {format} {}", path.display()))?;
        let (mut all, mut node) = (Vec::new(), 0);
        for (place, (language, driver)) in drivers.iter_mut().enumerate() {
            writer.lease_node(node, LEAD_MS)?;
            node += 1;
            if place == nth % languages.len() {
                driver.send(Arc::new([generate(1, format, 1_000_000, LEAD_MS, &path)]));
                thread::sleep(Duration::from_millis(30));
                // Dropping the old driver and writer kills them.
                *driver = start(language)?;
                *writer = LeaseWriter::start(context)?;
                writer.send(&format!("open {format} {}", path.display()))?;
            }
            let id = driver.next_id();
            let answers = driver.ask(Arc::new([generate(id, format, TURN, LEAD_MS, &path)]));
            let ids = match answers.first() {
                Some(Ok(Answer::Ok(ok))) => texts_of(ok),
                answer => {
                    let wrong = format!("in turns: {answer:?}");
                    outcome.fail(Failure::new(Some(language.name), format, wrong));
                    continue;
                }
            };
            all.extend(ids.into_iter().map(|text| (text, language.name)));
        }
        writer.lease_node(node, LEAD_MS)?;
        let (turn, lead, path) = (
            TURN.to_string(),
            LEAD_MS.to_string(),
            path.to_string_lossy(),
        );
        let args = [
            "new",
            format,
            "-n",
            &turn,
            "--max-lead-ms",
            &lead,
            "--lease-file",
            &path,
        ];
        match command(context, &args) {
            Ok(printed) => all.extend(printed.lines().map(|text| (text.to_owned(), COMMAND))),
            Err(reason) => outcome.fail(Failure::new(None, COMMAND, reason)),
        }
        let texts: Vec<&str> = all.iter().map(|(text, _)| text.as_str()).collect();
        let count = (languages.len() + 1) * TURN;
        let wrong = (texts.len() != count).then(|| format!("{} of {count} ids", texts.len()));
        let wrong = wrong.or_else(|| out_of_order(format, &texts));
        outcome.check(wrong.map(|wrong| Failure::new(None, format, format!("in turns: {wrong}"))));
    }
    for (language, driver) in drivers {
        outcome.check(exit_failure(language, driver));
    }
    Ok(())
}

/// Generates ids in all languages at the same time, while the node changes every 20 ms.
///
/// In id order, the nodes must not decrease: each node has one term and is not used outside it.
fn together(
    context: &Context<'_>,
    languages: &[&'static Language],
    folder: &Path,
    (format, count, lead_ms): (&'static str, usize, i64),
    writer: &mut LeaseWriter,
    outcome: &mut Outcome,
) -> io::Result<()> {
    let path = folder.join(format!("{format}-together"));
    writer.send(&format!("open {format} {}", path.display()))?;
    writer.lease_node(0, LEAD_MS)?;
    let requests = |_| vec![generate(1, format, count, lead_ms, &path)];
    let done = AtomicBool::new(false);
    let (sessions, last) = thread::scope(|scope| {
        let changing = scope.spawn(|| -> io::Result<u64> {
            let mut node = 0;
            while !done.load(Ordering::Relaxed) && node < 31 {
                thread::sleep(Duration::from_millis(20));
                node += 1;
                writer.lease_node(node, LEAD_MS)?;
            }
            Ok(node)
        });
        let sessions = at_once(context, languages, "leased-together", &requests);
        done.store(true, Ordering::Relaxed);
        (sessions, changing.join())
    });
    let panicked = "the thread that changes the node panicked";
    let last = last.unwrap_or_else(|_| Err(io::Error::other(panicked)))?;
    let mut ids: GeneratedIds<'_> = Vec::new();
    for (language, session) in languages.iter().zip(&sessions) {
        let list = texts(session, 0);
        let wrong = (list.len() != count).then(|| format!("{} of {count} ids", list.len()));
        let wrong = wrong.or_else(|| out_of_order(format, &list));
        outcome.check(wrong.map(|wrong| Failure::new(Some(language.name), format, wrong)));
        ids.extend(list.into_iter().map(|text| (text, language.name)));
    }
    outcome.check(duplicate(format, &ids));
    ids.sort_by_cached_key(|(text, _)| sort_key(format, text));
    let sorted: Vec<&str> = ids.iter().map(|(text, _)| *text).collect();
    let Some(language) = languages.first() else {
        return Ok(());
    };
    let nodes = nodes_of(context, language, format, &sorted)?;
    let mut by_language: BTreeMap<&str, BTreeSet<Option<u64>>> = BTreeMap::new();
    for ((_, language), node) in ids.iter().zip(&nodes) {
        by_language.entry(language).or_default().insert(*node);
    }
    if lead_ms < LEAD_MS && by_language.values().all(|nodes| nodes.len() == 1) {
        let wrong = "no generator continued with the next node of its lease file";
        outcome.fail(Failure::new(None, format, wrong.to_owned()));
    }
    let misplaced = misplaced_node(&nodes, last);
    let wrong = misplaced.map(|at| format!("{} is in the term of another node", sorted[at]));
    outcome.check(wrong.map(|wrong| Failure::new(None, format, wrong)));
    Ok(())
}

/// The node of each id, parsed by a language.
fn nodes_of(
    context: &Context<'_>,
    language: &'static Language,
    format: &str,
    texts: &[&str],
) -> io::Result<Vec<Option<u64>>> {
    let of_format = FORMATS.iter().find(|(name, _)| *name == format);
    let field = of_format.and_then(|(_, field)| *field);
    let parse = |(id, text): (u64, &&str)| {
        json!({"id": id, "op": "parse", "format": format, "text": text}).to_string()
    };
    let requests: Vec<String> = (1..).zip(texts).map(parse).collect();
    let log = language.log(context.root(), "leased-nodes");
    let session = run_session(language.command(context), requests, &log, ANSWER_TIMEOUT)?;
    let node = |answer: &Result<Answer, String>| match answer {
        Ok(Answer::Ok(ok)) => ok["fields"][field?].as_str()?.parse().ok(),
        _ => None,
    };
    Ok(session.answers.iter().map(node).collect())
}

/// The index of the first node that is unknown, less than an earlier one, or greater than `last`.
fn misplaced_node(nodes: &[Option<u64>], last: u64) -> Option<usize> {
    let mut greatest = 0;
    nodes.iter().position(|node| match *node {
        Some(node) if (greatest..=last).contains(&node) => {
            greatest = node;
            false
        }
        _ => true,
    })
}

fn generate(id: u64, format: &str, count: usize, lead_ms: i64, path: &Path) -> String {
    let options = json!({"lease_file": path.to_string_lossy(), "max_lead_ms": lead_ms});
    json!({"id": id, "op": "generate", "format": format, "count": count, "options": options})
        .to_string()
}

fn texts_of(ok: &Value) -> Vec<String> {
    let texts = ok["texts"].as_array().into_iter().flatten();
    texts
        .filter_map(|text| Some(text.as_str()?.to_owned()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sortid::Format;
    use sortid::options::OPTIONS;

    #[test]
    fn formats_are_those_with_the_lease_file_option() {
        let option = OPTIONS.iter().find(|option| option.name == "lease_file");
        let option = option.expect("it is in the list");
        for &format in Format::ALL {
            let is_there = FORMATS.iter().any(|(name, _)| *name == format.name());
            assert_eq!(is_there, option.is_for(format), "{format}");
        }
    }

    #[test]
    fn misplaced_node_finds_decreasing_unknown_and_later_nodes() {
        let nodes = |nodes: [u64; 4]| nodes.map(Some);
        assert_eq!(misplaced_node(&nodes([0, 0, 1, 3]), 3), None);
        assert_eq!(misplaced_node(&nodes([0, 1, 0, 3]), 3), Some(2));
        assert_eq!(misplaced_node(&nodes([0, 1, 1, 4]), 3), Some(3));
        assert_eq!(misplaced_node(&[Some(0), None], 3), Some(1));
    }
}

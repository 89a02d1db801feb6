//! One lease file for every language and the command: ids of the node that the file's writer says, up to the end that it says, and in one order, while the
//! node changes and programs are killed.

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
use crate::conformance::session::Conversation;
use crate::languages::{Language, PATIENCE, with_files};
use crate::outcome::{Failure, Outcome, Unit};
use crate::run::Context;
use crate::run::LOGS;
use crate::uniqueness::all_languages::{Made, at_once, texts, twice};
use crate::uniqueness::state_file::{COMMAND, command, fallen};

/// The formats with a lease, each with the field of its ids that is the node, where a field is that and nothing else.
const FORMATS: [(&str, Option<&str>); 23] = [
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
];

/// Those that are made at the same time by all languages, by the system's clock: how many ids of each language, and how far ahead of the clock. sonyflake has
/// 256 ids in ten milliseconds, and generators that wait for them: these live long enough to see their node change.
const TOGETHER: [(&str, usize, i64); 3] = [
    ("tid", 20_000, LEAD_MS),
    ("snowflake", 20_000, LEAD_MS),
    ("sonyflake", 10_000, 300),
];

/// Ids of a turn.
const TURN: usize = 40;

/// 2026-01-01T12:00:00Z, and how long a stretch is.
const NOON_MS: i64 = 1_767_268_800_000;
const STRETCH_MS: i64 = 60_000;

/// So far ahead of the clock ids may run: each change of the node costs up to a second.
const LEAD_MS: i64 = 600_000;

/// Makes and compares.
pub(crate) fn run(context: &Context<'_>) -> Outcome {
    let mut outcome = Outcome::new(Unit::Checks);
    let languages = &with_files(&context.shared.ready());
    if languages.is_empty() {
        return Outcome::not_run("no driver is built");
    }
    match tried(context, languages, &mut outcome) {
        Ok(()) => outcome.note(format!(
            "  {} formats by script in {} languages, then in turns with another node each time; {} formats at once",
            FORMATS.len(),
            languages.len(),
            TOGETHER.len(),
        )),
        Err(error) => outcome.fail(Failure::new(None, "the writer", error.to_string())),
    }
    outcome
}

fn tried(
    context: &Context<'_>,
    languages: &[&'static Language],
    outcome: &mut Outcome,
) -> io::Result<()> {
    let folder = scratch::fresh(&context.root().join(LOGS).join("leased"))?;
    let mut writer = LeaseWriter::begin(context)?;
    for language in languages {
        let log = language.log(context.root(), "leased");
        let mut asked = Conversation::begin(language.command(context), &log, PATIENCE)?;
        for (format, field) in FORMATS {
            let path = folder.join(format!("{}-{format}", language.name));
            writer.tell(&format!("open {format} {}", path.display()))?;
            let script = Script {
                format,
                field,
                path: &path,
            };
            let wrong = script.followed(&mut writer, &mut asked)?;
            outcome.check(wrong.map(|wrong| Failure::new(Some(language.name), format, wrong)));
        }
        let end = asked.end().err();
        outcome.check(end.map(|reason| Failure::new(Some(language.name), "the end", reason)));
    }
    in_turns(context, languages, &folder, &mut writer, outcome)?;
    for row in TOGETHER {
        together(context, languages, &folder, row, &mut writer, outcome)?;
    }
    Ok(())
}

/// What a language is asked of a format by a clock that the script says, while the writer does what it says.
struct Script<'a> {
    format: &'static str,
    field: Option<&'static str>,
    path: &'a Path,
}

impl Script<'_> {
    /// What went wrong first.
    fn followed(
        &self,
        writer: &mut LeaseWriter,
        asked: &mut Conversation,
    ) -> io::Result<Option<String>> {
        let ends = [1, 2, 3].map(|nth| NOON_MS + nth * STRETCH_MS);
        let mut all = Vec::new();
        // What the writer is told, then how many seconds behind noon the ids are, and the node of these; none where the lease has expired.
        let steps: [(String, &[i64], Option<u64>); 7] = [
            ("held".to_owned(), &[0], None),
            (
                format!("turn 3 {NOON_MS} {}", ends[0]),
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
        for (told, seconds, node) in steps {
            writer.tell(&told)?;
            let id = asked.asked() + 1;
            let times: Vec<Value> = seconds.iter().copied().map(at).collect();
            let request = json!({"id": id, "op": "generate", "format": self.format, "count": seconds.len(), "times": times,
                "options": {"lease_file": self.path.to_string_lossy()}});
            let answers = asked.ask(Arc::new([request.to_string()]));
            let made = match (answers.into_iter().next(), node) {
                (Some(Ok(Answer::Ok(ok))), Some(_)) => texts_of(&ok),
                (Some(Ok(Answer::Error { code, .. })), None) if code == "lease_expired" => continue,
                (answer, _) => {
                    return Ok(Some(format!(
                        "behind `{told}` at {seconds:?} s: {answer:?}"
                    )));
                }
            };
            for text in &made {
                let found = self.node_of(asked, text);
                if self.field.is_some() && found != node {
                    return Ok(Some(format!("{text} is of {found:?}, not of {node:?}")));
                }
            }
            all.extend(made);
        }
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        let fall = fallen(self.format, &all);
        Ok(fall.or_else(|| (all.len() != 7).then(|| format!("{} ids of 7", all.len()))))
    }

    fn node_of(&self, asked: &mut Conversation, text: &str) -> Option<u64> {
        let id = asked.asked() + 1;
        let request = json!({"id": id, "op": "parse", "format": self.format, "text": text});
        match asked.ask(Arc::new([request.to_string()])).first() {
            Some(Ok(Answer::Ok(ok))) => ok["fields"][self.field?].as_str()?.parse().ok(),
            _ => None,
        }
    }
}

/// So many seconds behind noon.
fn at(seconds: i64) -> Value {
    json!({"seconds": (NOON_MS / 1000 + seconds).to_string(), "nanos": 0})
}

/// One after the other by the system's clock, each with another node, and with ids greater than those of all before; of each format one language is killed
/// amid its ids, and the writer begins anew.
fn in_turns(
    context: &Context<'_>,
    languages: &[&'static Language],
    folder: &Path,
    writer: &mut LeaseWriter,
    outcome: &mut Outcome,
) -> io::Result<()> {
    let begin = |language: &'static Language| {
        let log = language.log(context.root(), "leased-turns");
        Conversation::begin(language.command(context), &log, PATIENCE)
    };
    let mut asked = Vec::new();
    for language in languages {
        asked.push((*language, begin(language)?));
    }
    for (nth, (format, _)) in FORMATS.into_iter().enumerate() {
        let path = folder.join(format);
        writer.tell(&format!("open {format} {}", path.display()))?;
        let (mut all, mut node) = (Vec::new(), 0);
        for (place, (language, conversation)) in asked.iter_mut().enumerate() {
            writer.turn_to(node, LEAD_MS)?;
            node += 1;
            if place == nth % languages.len() {
                conversation.send(Arc::new([generate(1, format, 1_000_000, LEAD_MS, &path)]));
                thread::sleep(Duration::from_millis(30));
                // Whoever is dropped is killed.
                *conversation = begin(language)?;
                *writer = LeaseWriter::begin(context)?;
                writer.tell(&format!("open {format} {}", path.display()))?;
            }
            let id = conversation.asked() + 1;
            let answers = conversation.ask(Arc::new([generate(id, format, TURN, LEAD_MS, &path)]));
            let made = match answers.first() {
                Some(Ok(Answer::Ok(ok))) => texts_of(ok),
                answer => {
                    let wrong = format!("in turns: {answer:?}");
                    outcome.fail(Failure::new(Some(language.name), format, wrong));
                    continue;
                }
            };
            all.extend(made.into_iter().map(|text| (text, language.name)));
        }
        writer.turn_to(node, LEAD_MS)?;
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
        let wrong = (texts.len() != count).then(|| format!("{} ids of {count}", texts.len()));
        let wrong = wrong.or_else(|| fallen(format, &texts));
        outcome.check(wrong.map(|wrong| Failure::new(None, format, format!("in turns: {wrong}"))));
    }
    for (language, conversation) in asked {
        let end = conversation.end().err();
        outcome.check(end.map(|reason| Failure::new(Some(language.name), "the end", reason)));
    }
    Ok(())
}

/// All at the same time, while the node changes under them: by the time in the ids, each node has its stretch and no other.
fn together(
    context: &Context<'_>,
    languages: &[&'static Language],
    folder: &Path,
    (format, count, lead_ms): (&'static str, usize, i64),
    writer: &mut LeaseWriter,
    outcome: &mut Outcome,
) -> io::Result<()> {
    let path = folder.join(format!("{format}-together"));
    writer.tell(&format!("open {format} {}", path.display()))?;
    writer.turn_to(0, LEAD_MS)?;
    let requests = |_| vec![generate(1, format, count, lead_ms, &path)];
    let done = AtomicBool::new(false);
    let (sessions, last) = thread::scope(|scope| {
        let changing = scope.spawn(|| -> io::Result<u64> {
            let mut node = 0;
            while !done.load(Ordering::Relaxed) && node < 31 {
                thread::sleep(Duration::from_millis(20));
                node += 1;
                writer.turn_to(node, LEAD_MS)?;
            }
            Ok(node)
        });
        let sessions = at_once(context, languages, "leased-together", &requests);
        done.store(true, Ordering::Relaxed);
        (sessions, changing.join())
    });
    let last = last.unwrap_or_else(|_| Err(io::Error::other("who keeps the file fell over")))?;
    let mut made: Made<'_> = Vec::new();
    for (language, session) in languages.iter().zip(&sessions) {
        let list = texts(session, 0);
        let wrong = (list.len() != count).then(|| format!("{} ids of {count}", list.len()));
        let wrong = wrong.or_else(|| fallen(format, &list));
        outcome.check(wrong.map(|wrong| Failure::new(Some(language.name), format, wrong)));
        made.extend(list.into_iter().map(|text| (text, language.name)));
    }
    outcome.check(twice(format, &made));
    made.sort_by_cached_key(|(text, _)| sort_key(format, text));
    let sorted: Vec<&str> = made.iter().map(|(text, _)| *text).collect();
    let Some(language) = languages.first() else {
        return Ok(());
    };
    let nodes = nodes_of(context, language, format, &sorted)?;
    let mut seen: BTreeMap<&str, BTreeSet<Option<u64>>> = BTreeMap::new();
    for ((_, language), node) in made.iter().zip(&nodes) {
        seen.entry(language).or_default().insert(*node);
    }
    if lead_ms < LEAD_MS && seen.values().all(|nodes| nodes.len() == 1) {
        let wrong = "no generator went on with the node that its file had next";
        outcome.fail(Failure::new(None, format, wrong.to_owned()));
    }
    let wrong = mixed(&nodes, last).map(|at| format!("{} is of another's stretch", sorted[at]));
    outcome.check(wrong.map(|wrong| Failure::new(None, format, wrong)));
    Ok(())
}

/// The node of each id, as a language reads it.
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
    let session =
        crate::conformance::session::talk(language.command(context), requests, &log, PATIENCE)?;
    let node = |answer: &Result<Answer, String>| match answer {
        Ok(Answer::Ok(ok)) => ok["fields"][field?].as_str()?.parse().ok(),
        _ => None,
    };
    Ok(session.answers.iter().map(node).collect())
}

/// The first place of a node that is not known, or that another was granted after, before that place.
fn mixed(nodes: &[Option<u64>], last: u64) -> Option<usize> {
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
    use sortid::{Format, OPTIONS};

    #[test]
    fn these_are_the_formats_that_can_have_a_lease() {
        let option = OPTIONS.iter().find(|option| option.name == "lease_file");
        let option = option.expect("it is in the list");
        for &format in Format::ALL {
            let is_there = FORMATS.iter().any(|(name, _)| *name == format.name());
            assert_eq!(is_there, option.is_for(format), "{format}");
        }
    }

    #[test]
    fn a_node_amid_another_ones_stretch_is_found() {
        let nodes = |nodes: [u64; 4]| nodes.map(Some);
        assert_eq!(mixed(&nodes([0, 0, 1, 3]), 3), None);
        assert_eq!(mixed(&nodes([0, 1, 0, 3]), 3), Some(2));
        assert_eq!(mixed(&nodes([0, 1, 1, 4]), 3), Some(3));
        assert_eq!(mixed(&[Some(0), None], 3), Some(1));
    }
}

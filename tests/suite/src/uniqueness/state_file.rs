//! One state file shared by every language and the command-line program.
//!
//! Ids generated at the same time must be distinct. Ids generated in turns must also increase.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::thread;

use serde_json::json;

use crate::conformance::answer::Answer;
use crate::conformance::invariants::sort_key;
use crate::conformance::scratch;
use crate::conformance::session::Driver;
use crate::languages::{ANSWER_TIMEOUT, Language, with_files};
use crate::outcome::{Failure, Outcome, Unit};
use crate::run::process::{self, Owner};
use crate::run::{Context, LOGS};
use crate::uniqueness::all_languages::{GeneratedIds, at_once, duplicate, texts};

/// The formats that can have a state file. All but uid11_xid are ordered.
const FORMATS: [&str; 33] = [
    "tid",
    "timeid",
    "uid11_xid",
    "uid11_snowish",
    "uid11_ts_seq_rand",
    "uuid6",
    "uuid7",
    "uuid7_draft01",
    "uuid8",
    "scru160",
    "lexical_uuid",
    "snowflake",
    "flake",
    "sharding_id",
    "ksuid",
    "elasticflake",
    "flake_idgen",
    "sonyflake",
    "ordered_uuid",
    "comb_guid",
    "ulid",
    "sid",
    "push_id",
    "xid",
    "object_id",
    "cuid",
    "comb_mssql",
    "uuid1",
    "mastodon",
    "tsid",
    "scru128",
    "scru64",
    "custom64",
];

/// The number of ids per language and format: in a default run, and in larger runs.
const COUNTS: [usize; 2] = [500, 2000];

/// The number of ids in one turn.
const TURN: usize = 50;

/// The turns of each process in default and larger runs. Each turn opens and syncs a file.
const ROUNDS: [usize; 2] = [1, 3];

/// The name of the command-line program in failures, in place of a language.
pub(crate) const COMMAND: &str = "the command";

/// Generates ids with shared files, first at the same time, then in turns.
pub(crate) fn run(context: &Context<'_>) -> Outcome {
    let mut outcome = Outcome::new(Unit::Checks);
    let languages = &with_files(&context.shared.ready());
    if languages.is_empty() {
        return Outcome::not_run("no driver is built");
    }
    let folder = match scratch::empty(&context.root().join(LOGS).join("shared")) {
        Ok(folder) => folder,
        Err(error) => {
            outcome.fail(Failure::new(
                None,
                "the folder for the state files",
                error.to_string(),
            ));
            return outcome;
        }
    };
    together(context, languages, &folder, &mut outcome);
    in_turns(context, languages, &folder, &mut outcome);
    outcome.note(format!(
        "{} ids of {} formats by {} languages and the command at once, then {} x {TURN} in turns",
        context.shared.settings.size_of(COUNTS),
        FORMATS.len(),
        languages.len(),
        context.shared.settings.size_of(ROUNDS),
    ));
    outcome
}

/// Generates ids in all processes at the same time.
fn together(
    context: &Context<'_>,
    languages: &[&'static Language],
    folder: &Path,
    outcome: &mut Outcome,
) {
    let count = context.shared.settings.size_of(COUNTS);
    let requests = |_| {
        let numbered = (1..).zip(FORMATS);
        numbered
            .map(|(id, format)| generate(id, format, count, folder))
            .collect()
    };
    let owner = Owner::of_thread();
    let (sessions, by_program) = thread::scope(|scope| {
        let ids = || FORMATS.map(|format| by_command(context, format, count, folder));
        let program = scope.spawn(move || owner.while_doing(ids));
        let sessions = at_once(context, languages, "shared", &requests);
        let failed = || Err("its thread panicked".to_owned());
        let by_program = program.join();
        (
            sessions,
            by_program.unwrap_or_else(|_| FORMATS.map(|_| failed())),
        )
    });
    for (index, (format, by_program)) in FORMATS.into_iter().zip(by_program).enumerate() {
        let mut ids: GeneratedIds<'_> = Vec::new();
        let by_program = by_program.unwrap_or_else(|reason| {
            outcome.fail(failure(COMMAND, format, reason));
            Vec::new()
        });
        let program_ids = by_program.iter().map(String::as_str).collect();
        let names = languages.iter().map(|language| language.name);
        let lists = sessions.iter().map(|session| texts(session, index));
        for (name, list) in names.zip(lists).chain([(COMMAND, program_ids)]) {
            let wrong = (list.len() != count).then(|| format!("{} of {count} ids", list.len()));
            outcome.check(wrong.map(|wrong| failure(name, format, wrong)));
            outcome.check(out_of_order(format, &list).map(|wrong| failure(name, format, wrong)));
            ids.extend(list.into_iter().map(|text| (text, name)));
        }
        outcome.check(duplicate(format, &ids));
    }
}

/// Generates ids in one process after another. Each id must be greater than all before it.
fn in_turns(
    context: &Context<'_>,
    languages: &[&'static Language],
    folder: &Path,
    outcome: &mut Outcome,
) {
    let start = |language: &&'static Language| {
        let log = language.log(context.root(), "turns");
        let driver = Driver::start(language.command(context), &log, ANSWER_TIMEOUT);
        driver.map(|driver| (language.name, driver))
    };
    let started: io::Result<Vec<_>> = languages.iter().map(start).collect();
    let mut drivers = match started {
        Ok(drivers) => drivers,
        Err(error) => return outcome.fail(Failure::new(None, "turns", error.to_string())),
    };
    let rounds = context.shared.settings.size_of(ROUNDS);
    for format in FORMATS {
        let mut all: Vec<(String, &'static str)> = Vec::new();
        for _ in 0..rounds {
            for (name, driver) in &mut drivers {
                let request = generate(driver.next_id(), format, TURN, folder);
                match driver.ask(Arc::new([request])).first() {
                    Some(Ok(Answer::Ok(ok))) => {
                        let texts = ok["texts"].as_array().into_iter().flatten();
                        let texts = texts.filter_map(|text| Some(text.as_str()?.to_owned()));
                        all.extend(texts.map(|text| (text, *name)));
                    }
                    answer => outcome.fail(failure(name, format, format!("in turns: {answer:?}"))),
                }
            }
            match by_command(context, format, TURN, folder) {
                Ok(texts) => all.extend(texts.into_iter().map(|text| (text, COMMAND))),
                Err(reason) => outcome.fail(failure(COMMAND, format, reason)),
            }
        }
        let count = rounds * TURN * (drivers.len() + 1);
        let wrong = (all.len() != count).then(|| format!("{} of {count} ids", all.len()));
        outcome.check(wrong.map(|wrong| Failure::new(None, format, wrong)));
        let ids: GeneratedIds<'_> = all
            .iter()
            .map(|(text, name)| (text.as_str(), *name))
            .collect();
        let texts: Vec<&str> = ids.iter().map(|(text, _)| *text).collect();
        let wrong = out_of_order(format, &texts).map(|wrong| format!("in turns: {wrong}"));
        outcome.check(wrong.map(|wrong| Failure::new(None, format, wrong)));
        outcome.check(duplicate(format, &ids));
    }
    for (name, driver) in drivers {
        let end = driver.finish().err();
        outcome.check(end.map(|reason| failure(name, "the driver's exit", reason)));
    }
}

fn failure(language: &'static str, what: &str, reason: String) -> Failure {
    Failure::new(Some(language), what, reason)
}

fn file(folder: &Path, format: &str) -> PathBuf {
    folder.join(format!("{format}.state"))
}

fn generate(id: u64, format: &str, count: usize, folder: &Path) -> String {
    let options = json!({"state_file": file(folder, format).to_string_lossy()});
    json!({"id": id, "op": "generate", "format": format, "count": count, "options": options})
        .to_string()
}

/// Generates ids with the command-line program.
///
/// # Errors
/// If it fails. The message is its error output.
fn by_command(
    context: &Context<'_>,
    format: &str,
    count: usize,
    folder: &Path,
) -> Result<Vec<String>, String> {
    let (count, file) = (count.to_string(), file(folder, format));
    let path = file.to_string_lossy();
    let printed = command(
        context,
        &["new", format, "-n", &count, "--state-file", &path],
    );
    Ok(printed?.lines().map(str::to_owned).collect())
}

/// Runs the command-line program and returns its output.
///
/// # Errors
/// If it fails. The message is its error output.
pub(crate) fn command(context: &Context<'_>, args: &[&str]) -> Result<String, String> {
    let mut command = Command::new(context.shared.built().join("sortid"));
    command.args(args).current_dir(context.root());
    let output = process::output(&mut command).map_err(|error| error.to_string())?;
    if output.status.success() {
        String::from_utf8(output.stdout).map_err(|error| error.to_string())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

/// The first id that is not greater than its predecessor.
pub(crate) fn out_of_order(format: &str, texts: &[&str]) -> Option<String> {
    let is_ordered = format != "uid11_xid";
    let decreases = |pair: &&[&str]| sort_key(format, pair[0]) >= sort_key(format, pair[1]);
    let pair = texts.windows(2).filter(|_| is_ordered).find(decreases)?;
    Some(format!("{} after {}", pair[1], pair[0]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sortid::Format;
    use sortid::options::OPTIONS;

    #[test]
    fn formats_are_those_with_the_state_file_option() {
        let option = OPTIONS.iter().find(|option| option.name == "state_file");
        let option = option.expect("it is in the list");
        for &format in Format::ALL {
            assert_eq!(
                FORMATS.contains(&format.name()),
                option.is_for(format),
                "{format}"
            );
        }
    }

    #[test]
    fn out_of_order_finds_equal_and_smaller_ids() {
        assert_eq!(out_of_order("uuid7", &["a", "b", "c"]), None);
        assert!(out_of_order("uuid7", &["a", "c", "b"]).is_some());
        assert!(out_of_order("uuid7", &["a", "a"]).is_some());
        assert_eq!(out_of_order("uid11_xid", &["b", "a"]), None);
    }
}

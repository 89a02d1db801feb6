//! One state file for every language and the command at once: no id twice among all; and in turns: each greater than
//! all before.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::thread;

use serde_json::json;

use crate::conformance::answer::Answer;
use crate::conformance::invariants::sort_key;
use crate::conformance::scratch;
use crate::conformance::session::Conversation;
use crate::languages::{Language, PATIENCE, with_files};
use crate::outcome::{Failure, Outcome, Unit};
use crate::run::Context;
use crate::run::LOGS;
use crate::uniqueness::all_languages::{Made, at_once, texts, twice};

/// The formats with a file; all are unique, uid11_xid alone is not in order.
const FORMATS: [&str; 32] = [
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
];

/// Ids that each makes at once, of each format.
const COUNT: usize = 2000;

/// Ids of a turn, and how often each has one.
const TURN: usize = 50;
const ROUNDS: usize = 3;

/// What the command is called among the languages.
pub(crate) const COMMAND: &str = "the command";

/// Makes and compares.
pub(crate) fn run(context: &Context<'_>) -> Outcome {
    let mut outcome = Outcome::new(Unit::Checks);
    let languages = &with_files(&context.shared.ready());
    if languages.is_empty() {
        return Outcome::not_run("no driver is built");
    }
    let folder = match scratch::fresh(&context.root().join(LOGS).join("shared")) {
        Ok(folder) => folder,
        Err(error) => {
            outcome.fail(Failure::new(
                None,
                "a folder for the files",
                error.to_string(),
            ));
            return outcome;
        }
    };
    together(context, languages, &folder, &mut outcome);
    in_turns(context, languages, &folder, &mut outcome);
    outcome.note(format!(
        "  {COUNT} ids of {} formats by {} languages and the command at once, then {ROUNDS} x {TURN} in turns",
        FORMATS.len(),
        languages.len(),
    ));
    outcome
}

/// All at the same time.
fn together(
    context: &Context<'_>,
    languages: &[&'static Language],
    folder: &Path,
    outcome: &mut Outcome,
) {
    let requests = |_| {
        let asked = (1..).zip(FORMATS);
        asked
            .map(|(id, format)| generate(id, format, COUNT, folder))
            .collect()
    };
    let (sessions, commanded) = thread::scope(|scope| {
        let commands =
            scope.spawn(|| FORMATS.map(|format| by_command(context, format, COUNT, folder)));
        let sessions = at_once(context, languages, "shared", &requests);
        (
            sessions,
            commands
                .join()
                .unwrap_or_else(|_| FORMATS.map(|_| Vec::new())),
        )
    });
    for (index, format) in FORMATS.into_iter().enumerate() {
        let mut made: Made<'_> = Vec::new();
        let own = commanded[index].iter().map(String::as_str).collect();
        let each = languages.iter().map(|language| language.name);
        let lists = sessions.iter().map(|session| texts(session, index));
        for (name, list) in each.zip(lists).chain([(COMMAND, own)]) {
            let wrong = (list.len() != COUNT).then(|| format!("{} ids of {COUNT}", list.len()));
            outcome.check(wrong.map(|wrong| about(name, format, wrong)));
            outcome.check(fallen(format, &list).map(|fall| about(name, format, fall)));
            made.extend(list.into_iter().map(|text| (text, name)));
        }
        outcome.check(twice(format, &made));
    }
}

/// One after the other, each with ids greater than those of all before.
fn in_turns(
    context: &Context<'_>,
    languages: &[&'static Language],
    folder: &Path,
    outcome: &mut Outcome,
) {
    let begin = |language: &&'static Language| {
        let log = language.log(context.root(), "turns");
        let begun = Conversation::begin(language.command(context), &log, PATIENCE);
        begun.map(|conversation| (language.name, conversation))
    };
    let begun: io::Result<Vec<_>> = languages.iter().map(begin).collect();
    let mut conversations = match begun {
        Ok(conversations) => conversations,
        Err(error) => return outcome.fail(Failure::new(None, "turns", error.to_string())),
    };
    for format in FORMATS {
        let (mut all, mut last) = (Vec::new(), COMMAND);
        for _ in 0..ROUNDS {
            for (name, conversation) in &mut conversations {
                let id = conversation.asked() + 1;
                let asked = generate(id, format, TURN, folder);
                let answers = conversation.ask(Arc::new([asked]));
                if let Some(Ok(Answer::Ok(ok))) = answers.first() {
                    let texts = ok["texts"].as_array().into_iter().flatten();
                    all.extend(texts.filter_map(|text| Some(text.as_str()?.to_owned())));
                }
                last = name;
            }
            all.extend(by_command(context, format, TURN, folder));
        }
        let asked = ROUNDS * TURN * (conversations.len() + 1);
        let wrong = (all.len() != asked).then(|| format!("{} ids of {asked}", all.len()));
        outcome.check(wrong.map(|wrong| about(last, format, wrong)));
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        let fall = fallen(format, &all).map(|fall| format!("in turns: {fall}"));
        outcome.check(fall.map(|fall| about(last, format, fall)));
        let made = all.into_iter().map(|text| (text, last)).collect();
        outcome.check(twice(format, &made));
    }
    for (name, conversation) in conversations {
        let end = conversation.end().err();
        outcome.check(end.map(|reason| about(name, "the end", reason)));
    }
}

fn about(language: &'static str, what: &str, reason: String) -> Failure {
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

/// The ids that the command makes: none if it fails.
fn by_command(context: &Context<'_>, format: &str, count: usize, folder: &Path) -> Vec<String> {
    let (count, file) = (count.to_string(), file(folder, format));
    let path = file.to_string_lossy();
    let printed = command(
        context,
        &["new", format, "-n", &count, "--state-file", &path],
    );
    let printed = printed.unwrap_or_default();
    printed.lines().map(str::to_owned).collect()
}

/// What the command prints, or why it fails.
pub(crate) fn command(context: &Context<'_>, args: &[&str]) -> Result<String, String> {
    let mut command = Command::new(context.shared.built().join("sortid"));
    command.args(args).current_dir(context.root());
    let output = command.output().map_err(|error| error.to_string())?;
    if output.status.success() {
        String::from_utf8(output.stdout).map_err(|error| error.to_string())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

/// The first id that is not greater than the one before it.
pub(crate) fn fallen(format: &str, texts: &[&str]) -> Option<String> {
    let ordered = format != "uid11_xid";
    let falls = |pair: &&[&str]| sort_key(format, pair[0]) >= sort_key(format, pair[1]);
    let pair = texts.windows(2).filter(|_| ordered).find(falls)?;
    Some(format!("{} after {}", pair[1], pair[0]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sortid::{Format, OPTIONS};

    #[test]
    fn these_are_the_formats_that_can_have_a_file() {
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
    fn a_fall_is_found() {
        assert_eq!(fallen("uuid7", &["a", "b", "c"]), None);
        assert!(fallen("uuid7", &["a", "c", "b"]).is_some());
        assert!(fallen("uuid7", &["a", "a"]).is_some());
        assert_eq!(fallen("uid11_xid", &["b", "a"]), None);
    }
}

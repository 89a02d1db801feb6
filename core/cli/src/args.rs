//! The command-line arguments.

use std::ffi::OsString;
use std::str::FromStr;

use clap::{Args, Parser, Subcommand};
use sortid::{Form, Format, Prefix as TypePrefix, Timestamp};

pub(crate) use crate::files::{Annotate, Grep, Sort, Stats};
use crate::names::{convertible, form_parser, format_parser};
use crate::options::{GeneratorOptions, ReadingOptions};
use crate::sql;
use crate::time;

const AFTER_HELP: &str = "\
Examples:
  sortid demo                              one id of every format, explained
  sortid new uuid7                         a new id
  sortid new tid -n 1000 > ids             a thousand
  sortid inspect 3jzfcijpj2z2a             what is this id, and when was it made?
  sortid grep --from -1h app.log           the lines with an id of the last hour
  sortid annotate < app.log                the time of each id beside it
  sortid range uuid7 --from 2024-07-19 --to 2024-07-20
                                           the bounds of a day's ids, for a query

Exit codes:
  0  all done
  1  something could not be done: generating, reading or writing; or there is no such id
  2  bad input or usage; what else was asked for is done";

/// Time-sortable identifiers: make them, explain them, find them, sort by them, bound them, convert them
#[derive(Debug, Parser)]
#[command(name = "sortid", version, after_help = AFTER_HELP, max_term_width = 100, disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    New(New),
    Inspect(Inspect),
    Grep(Grep),
    Annotate(Annotate),
    Stats(Stats),
    Sort(Sort),
    Range(Range),
    Prefix(Prefix),
    Convert(Convert),
    Sql(sql::Args),
    Formats(Formats),
    /// Lease node numbers that nobody else has, by the program sortid-lease
    #[command(disable_help_flag = true)]
    Lease {
        /// What that program is told; `--help` for its help
        #[arg(
            trailing_var_arg = true,
            allow_hyphen_values = true,
            value_name = "ARGS"
        )]
        args: Vec<OsString>,
    },
    /// Make one id of every format and explain it
    Demo,
    /// Print the completions of a shell
    #[command(after_help = "\
Example:
  sortid completions bash > ~/.local/share/bash-completion/completions/sortid")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page, of the command or of one of its verbs
    #[command(after_help = "\
Examples:
  sortid man > sortid.1
  sortid man inspect | man -l -")]
    Man {
        /// The verb
        command: Option<String>,
    },
    /// Print help of a command, or draw the layout of a format
    #[command(after_help = "\
Examples:
  sortid help range
  sortid help uuid7")]
    Help {
        /// A command or a format
        topic: Option<String>,
    },
}

/// Make new ids, one a line
#[derive(Debug, Args)]
#[command(after_help = format!("\
Examples:
  sortid new uuid7
  sortid new UUIDv7 3
  sortid new uuid7 -n 10000000 > ids
  sortid new tid --clock-id 7 --json
  sortid new uuid7 -n 10 --at 2024-07-19    for a backfill
  sortid new uuid7 --type order             order_01…: a TypeID

tid and timeid hold one id a microsecond: beyond the first million, the ids of a run come no faster.

{}", time::GRAMMAR))]
pub(crate) struct New {
    /// The format
    #[arg(value_parser = format_parser())]
    pub(crate) format: Format,
    /// How many ids [default: 1]
    #[arg(value_name = "N")]
    pub(crate) ids: Option<u64>,
    /// How many ids, said so
    #[arg(short = 'n', value_name = "N", conflicts_with = "ids")]
    pub(crate) count: Option<u64>,
    /// Make the ids at this time instead of now
    #[arg(long, value_name = "TIME", value_parser = time::parse, allow_hyphen_values = true)]
    pub(crate) at: Option<Timestamp>,
    /// Put the prefix of a type and `_` before each id
    #[arg(long = "type", value_name = "PREFIX", value_parser = TypePrefix::from_str)]
    pub(crate) prefix: Option<TypePrefix>,
    /// Print a JSON object on each line
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) options: GeneratorOptions,
}

impl New {
    /// Returns the number of ids to make.
    pub(crate) fn count(&self) -> u64 {
        self.count.or(self.ids).unwrap_or(1)
    }
}

/// Tell what ids are: every format that reads a text, likeliest first, with its time and fields
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sortid inspect 3jzfcijpj2z2a
  sortid inspect --json < ids
  sortid inspect order_01fwhe4ydgfk1shh6w1g60eecf
  sortid inspect --why 123e4567-e89b-42d3-a456-426614174000
  sortid inspect --unit-ns 1000000 00000000-03e8-8000-8000-000000000001
  sortid inspect --epoch discord 175928847299117063
  sortid inspect 'GET /orders/order_01fwhe4ydgfk1shh6w1g60eecf 200'

A text that no format reads is searched for ids: in quotes and brackets, URLs, lines of logs.

In a pipe: text, format, time (or -), each field as name=value, the kind of an any_uuid as
kind=value, `reserved` for an id that is never generated, and the prefix of its type as prefix=…,
between tabs. A text without an id is reported, and the exit code is 1.")]
pub(crate) struct Inspect {
    /// The texts; `-` or none: the lines of standard input
    #[arg(value_name = "TEXT")]
    pub(crate) texts: Vec<OsString>,
    /// Print a JSON object for each reading
    #[arg(long)]
    pub(crate) json: bool,
    /// Tell of every format why it refuses a text that none reads
    #[arg(long)]
    pub(crate) why: bool,
    #[command(flatten)]
    pub(crate) options: ReadingOptions,
}

/// Print the smallest and the largest id of an interval of time
#[derive(Debug, Args)]
#[command(after_help = format!("\
Examples:
  sortid range uuid7 --from -1h
  sortid range uuid7 --from 2024-07-19 --to 2024-07-20
    SELECT … WHERE id BETWEEN min AND max

{}", time::GRAMMAR))]
pub(crate) struct Range {
    /// The format
    #[arg(value_parser = format_parser())]
    pub(crate) format: Format,
    /// The start, part of the interval
    #[arg(long, value_name = "TIME", value_parser = time::parse, allow_hyphen_values = true)]
    pub(crate) from: Timestamp,
    /// The end, not part of the interval [default: now]
    #[arg(long, value_name = "TIME", value_parser = time::parse, allow_hyphen_values = true)]
    pub(crate) to: Option<Timestamp>,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) options: ReadingOptions,
}

/// Print the smallest and the largest id whose text begins so
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  sortid prefix timeid 3kxn-lhr")]
pub(crate) struct Prefix {
    /// The format
    #[arg(value_parser = format_parser())]
    pub(crate) format: Format,
    /// The beginning of the text
    #[arg(value_name = "TEXT")]
    pub(crate) text: OsString,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Convert ids: tid and timeid, uuid1 and uuid6, xid and object_id, uuid7 and ulid, any_uuid and each
/// UUID, each into the other; or print another text form; or put the prefix of a type before them, and
/// take it off
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sortid convert 3jzfcijpj2z2a --to timeid
  sortid convert --from uuid1 --to uuid6 < ids
  sortid convert --from any_uuid --to uuid7 < ids
  sortid convert --from uuid7 --form compact < ids
  sortid convert --from uuid7 --type order 017f22e2-79b0-7cc3-98c4-dc0c0c07398f
  sortid convert --from uuid7 --type order order_01fwhe4ydgfk1shh6w1g60eecf

Forms: canonical (all), compact (timeid, UUIDs, lexical_uuid: no hyphens), hex (scru160, flake,
flake_idgen, sid), urn and typeid (UUIDs), base32 and base64 (sid), uuid (lexical_uuid, flake, ulid),
decimal (tsid).")]
pub(crate) struct Convert {
    /// The texts; `-` or none: the lines of standard input
    #[arg(value_name = "TEXT")]
    pub(crate) texts: Vec<OsString>,
    /// The format of the texts [default: of each the one that can be converted so, if there is only one likely]
    #[arg(long, value_name = "FORMAT", value_parser = convertible())]
    pub(crate) from: Option<String>,
    /// The format to convert into
    #[arg(
        long,
        value_name = "FORMAT",
        value_parser = convertible(),
        required_unless_present_any = ["form", "prefix"],
        conflicts_with = "form"
    )]
    pub(crate) to: Option<String>,
    /// The text form to print
    #[arg(long, value_parser = form_parser())]
    pub(crate) form: Option<Form>,
    /// The prefix of a type: taken off where a text has it, put before it where it has none
    #[arg(
        long = "type",
        value_name = "PREFIX",
        value_parser = TypePrefix::from_str,
        conflicts_with_all = ["to", "form"]
    )]
    pub(crate) prefix: Option<TypePrefix>,
    /// Print a JSON object on each line
    #[arg(long)]
    pub(crate) json: bool,
}

/// List the formats
#[derive(Debug, Args)]
#[command(after_help = "\
In a pipe, between tabs: code, name, length of the text, an example, bits, fields with their bits,
unit of the time in nanoseconds, the format's own options, specification; - for none.")]
pub(crate) struct Formats {
    /// Print a JSON object on each line
    #[arg(long)]
    pub(crate) json: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }
}

//! The command line: its verbs, each with its own arguments.

use std::ffi::OsString;

use clap::{Parser, Subcommand};

use crate::{annotate, bounds, convert, formats, grep, inspect, new, sort, sql, stats};

const AFTER_HELP: &str = "\
Examples:
  sortid demo                              one id of every format, explained
  sortid new uuid7                         a new id
  sortid new tid -n 1000 > ids             a thousand new ids
  sortid inspect 3jzfcijpj2z2a             what this id is, and when it was made
  sortid grep --from -1h app.log           the lines with ids of the last hour
  sortid annotate < app.log                add the time of each id
  sortid range uuid7 --from 2024-07-19 --to 2024-07-20
                                           the bounds of a day's ids, for a query

Exit codes:
  0  success
  1  generating, reading or writing failed, or no id was found
  2  invalid input or usage; valid input is still processed";

/// Generate, explain, find, sort and convert time-sortable ids
#[derive(Debug, Parser)]
#[command(name = "sortid", version, after_help = AFTER_HELP, max_term_width = 100, disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    New(new::Args),
    Inspect(inspect::Args),
    Grep(grep::Args),
    Annotate(annotate::Args),
    Stats(stats::Args),
    Sort(sort::Args),
    Range(bounds::RangeArgs),
    Prefix(bounds::PrefixArgs),
    Convert(convert::Args),
    Sql(sql::Args),
    Formats(formats::Args),
    /// Lease unique node numbers with the program sortid-lease
    #[command(disable_help_flag = true)]
    Lease {
        /// Arguments of sortid-lease, such as `--help`
        #[arg(
            trailing_var_arg = true,
            allow_hyphen_values = true,
            value_name = "ARGS"
        )]
        args: Vec<OsString>,
    },
    /// Generate one id of every format and explain it
    Demo,
    /// Print shell completions
    #[command(after_help = "\
Example:
  sortid completions bash > ~/.local/share/bash-completion/completions/sortid")]
    Completions {
        /// Shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page of the command or of a verb
    #[command(after_help = "\
Examples:
  sortid man > sortid.1
  sortid man inspect | man -l -")]
    Man {
        /// Verb
        command: Option<String>,
    },
    /// Print help for a command, or draw the layout of a format
    #[command(after_help = "\
Examples:
  sortid help range
  sortid help uuid7")]
    Help {
        /// Command or format
        topic: Option<String>,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_line_passes_debug_asserts() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }
}

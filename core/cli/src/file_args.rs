//! The arguments that the commands that read files share: `grep`, `annotate`, `stats`, `sort`.

use std::path::PathBuf;

use clap::Args;
use sortid::Format;

use crate::names::format_parser;
use crate::options::ReadingOptions;

/// The files to read, and the ids to find in them.
#[derive(Debug, Args)]
pub(crate) struct FileArgs {
    /// Files, also .gz and .zst [default: - (standard input)]
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Only these formats [default: those unlikely to match ordinary words]
    #[arg(long, value_name = "FORMAT", value_delimiter = ',', value_parser = format_parser(), hide_possible_values = true)]
    pub(crate) format: Vec<Format>,
    #[command(flatten)]
    pub(crate) options: ReadingOptions,
}

/// Parses a number of megabytes. Returns bytes.
pub(crate) fn memory(text: &str) -> Result<u64, String> {
    let megabytes: Option<u64> = text.parse().ok().filter(|megabytes| *megabytes > 0);
    let bytes = megabytes.and_then(|megabytes| megabytes.checked_mul(1 << 20));
    bytes.ok_or_else(|| "expected a number of megabytes, at least 1".to_owned())
}

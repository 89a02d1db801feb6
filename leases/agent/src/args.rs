//! The command-line arguments.

use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use sortid::options::OptionValue;
use sortid::{Format, Options};
use sortid_leasing::Kind;

const AFTER_HELP: &str = "\
The store is SORTID_LEASE_STORE, or --store for one without a password:
  file:/var/lib/sortid/leases     a file of this machine
  postgres://user:password@host/database?tls_ca=FILE
  redis://:password@host, rediss://…
  etcd+https://user:password@host, etcd+http://…

Exit codes of `run`: the program's; 128 + N if signal N ended it; 125 if sortid-lease itself \
failed; 126 if the program cannot be started; 127 if it was not found.
Of other commands: 0 success, 1 failure, 2 invalid usage.";

/// Leases unique node numbers from a server that is already in use
#[derive(Debug, Parser)]
#[command(name = "sortid-lease", version, after_help = AFTER_HELP, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Create(Create),
    Run(Run),
    Status(Status),
    Release(Release),
    Guard(Guard),
    /// Print the tables of a store, for a migration
    Schema {
        /// The store: postgres
        #[arg(value_parser = ["postgres"])]
        store: String,
        /// Role of the agents, to grant privileges to
        #[arg(long, value_name = "NAME")]
        role: Option<String>,
    },
}

/// The store.
#[derive(Clone, Debug, Args)]
pub(crate) struct At {
    /// Address of the store, without a password
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) store: Option<String>,
    /// File with the store's address in its first line
    #[arg(long, value_name = "FILE", conflicts_with = "store")]
    pub(crate) store_file: Option<PathBuf>,
}

/// The kind of the ids.
#[derive(Debug, Args)]
pub(crate) struct KindArgs {
    /// Format of the ids
    #[arg(long, value_parser = format)]
    pub(crate) format: Format,
    /// Epoch, in Unix milliseconds
    #[arg(long, value_name = "MS", allow_negative_numbers = true)]
    epoch_unix_ms: Option<String>,
    /// Epoch, by name: discord, linkedin, …
    #[arg(long, value_name = "NAME", conflicts_with = "epoch_unix_ms")]
    epoch: Option<String>,
    /// Width of a UUID's machine id, in bits
    #[arg(long, value_name = "BITS")]
    machine_bits: Option<String>,
    /// Width of the node, in bits
    #[arg(long, value_name = "BITS")]
    node_bits: Option<String>,
    /// Width of the time, in bits
    #[arg(long, value_name = "BITS")]
    timestamp_bits: Option<String>,
    /// Length of a tick, in nanoseconds
    #[arg(long, value_name = "NS")]
    unit_ns: Option<String>,
    /// Width of the sequence, in bits
    #[arg(long, value_name = "BITS")]
    sequence_bits: Option<String>,
    /// Order of custom64's fields below the time
    #[arg(long, value_name = "ORDER")]
    field_order: Option<String>,
    /// Layout of custom64, by system
    #[arg(long, value_name = "SYSTEM")]
    preset: Option<String>,
    /// Precision of the time
    #[arg(long, value_name = "PRECISION")]
    precision: Option<String>,
}

impl KindArgs {
    pub(crate) fn kind(&self) -> Result<Kind, sortid::Error> {
        let mut options = Options::new();
        for (name, value) in [
            ("epoch_unix_ms", &self.epoch_unix_ms),
            ("epoch", &self.epoch),
            ("machine_bits", &self.machine_bits),
            ("node_bits", &self.node_bits),
            ("timestamp_bits", &self.timestamp_bits),
            ("unit_ns", &self.unit_ns),
            ("sequence_bits", &self.sequence_bits),
            ("field_order", &self.field_order),
            ("preset", &self.preset),
            ("precision", &self.precision),
        ] {
            if let Some(value) = value {
                options.set(name, OptionValue::Text(value))?;
            }
        }
        Kind::new(self.format, &options)
    }
}

/// Create a namespace, or extend its stretch or margin
#[derive(Debug, Args)]
pub(crate) struct Create {
    /// Name: 1 to 64 characters a-z, 0-9, `.`, `_` and `-`
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) kind: KindArgs,
    #[command(flatten)]
    pub(crate) at: At,
    /// Nodes to lease, for example 16-1023 [default: all]
    #[arg(long, value_name = "A-B", value_parser = nodes)]
    pub(crate) nodes: Option<RangeInclusive<u64>>,
    /// Length of a lease [default: 3m, or unchanged]
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) stretch: Option<Duration>,
    /// Time until an unreleased node is granted again [default: 30s, or unchanged]
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) margin: Option<Duration>,
    /// Skip the grace period: the name was never used
    #[arg(long)]
    pub(crate) new: bool,
}

/// Maintain a lease file, and optionally run a program
#[derive(Debug, Args)]
pub(crate) struct Run {
    /// The namespace
    #[arg(long, value_name = "NAME")]
    pub(crate) namespace: String,
    #[command(flatten)]
    pub(crate) kind: KindArgs,
    #[command(flatten)]
    pub(crate) at: At,
    /// Lease file, created if absent
    #[arg(long, value_name = "PATH")]
    pub(crate) lease_file: PathBuf,
    /// Continue above the ids of this state file, and retire it
    #[arg(long, value_name = "PATH")]
    pub(crate) from_state_file: Option<PathBuf>,
    /// Time limit for the first node, besides the grace period
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = time)]
    pub(crate) wait: Duration,
    /// Write metrics for Prometheus to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) metrics: Option<PathBuf>,
    /// Program to run during the lease, and its arguments
    #[arg(last = true, value_name = "PROGRAM")]
    pub(crate) program: Vec<OsString>,
}

/// Show the holders of a namespace, a lease file, or whether an agent is alive
#[derive(Debug, Args)]
pub(crate) struct Status {
    /// Show this namespace
    #[arg(long, value_name = "NAME", required_unless_present_any = ["lease_file", "metrics"])]
    pub(crate) namespace: Option<String>,
    /// Show this lease file: exit code 0 if its lease is valid, else 1
    #[arg(long, value_name = "PATH", conflicts_with = "namespace")]
    pub(crate) lease_file: Option<PathBuf>,
    /// Show this metrics file: exit code 0 if its agent is alive, else 1
    #[arg(long, value_name = "FILE", conflicts_with_all = ["namespace", "lease_file"])]
    pub(crate) metrics: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) at: At,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Release the node of a dead agent
#[derive(Debug, Args)]
pub(crate) struct Release {
    /// The lease file
    #[arg(long, value_name = "PATH")]
    pub(crate) lease_file: PathBuf,
    #[command(flatten)]
    pub(crate) at: At,
}

/// After a restore, grant no node until all lost leases have expired
#[derive(Debug, Args)]
pub(crate) struct Guard {
    /// The namespace
    #[arg(long, value_name = "NAME")]
    pub(crate) namespace: String,
    #[command(flatten)]
    pub(crate) at: At,
}

fn format(text: &str) -> Result<Format, String> {
    text.parse()
        .map_err(|error: sortid::Error| error.to_string())
}

fn nodes(text: &str) -> Result<RangeInclusive<u64>, String> {
    let ends = text.split_once('-').unwrap_or((text, text));
    match (ends.0.parse(), ends.1.parse()) {
        (Ok(first), Ok(last)) => Ok(first..=last),
        _ => Err("expected A-B, for example 16-1023".to_owned()),
    }
}

/// Parses a number with a unit: ms, s, m or h.
fn time(text: &str) -> Result<Duration, String> {
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_lowercase());
    let ms_in = match &text[digits.len()..] {
        "ms" => Some(1),
        "s" => Some(1000),
        "m" => Some(60_000),
        "h" => Some(3_600_000),
        _ => None,
    };
    let number: Option<u64> = digits.parse().ok();
    match number
        .zip(ms_in)
        .and_then(|(number, ms)| number.checked_mul(ms))
    {
        Some(ms) => Ok(Duration::from_millis(ms)),
        None => Err("expected a number and ms, s, m or h, for example 30s".to_owned()),
    }
}

//! Leases: their cost for an id and for a program's start, the cost of a renewal on a server
//! compared with its cheapest write, and the resulting capacity by [`load`].

mod load;

use std::cell::OnceCell;
use std::hint::black_box;
use std::path::Path;
use std::process::Command;

use sortid::lease::{self, Stretch};
use sortid::{Format, Generator, Options, Timestamp};
use sortid_leasing::{postgres, redis};

use crate::args::Args;
use crate::crew::StateFile;
use crate::lines;
use crate::measure::Effort;
use crate::report::{self, Table};
use crate::rows::{Measured, Row, store_options};
use crate::side::Side;

/// The highest accepted ratio of the next id with a lease to one with a state file.
const AT_MOST_WITH_LEASE: f64 = 1.1;

/// The program that measures with servers.
const PROGRAM: &str = "leases/bench/run";

/// The end of a row name whose figure is the cost of a renewal on a server.
const RENEWAL: &str = "lease renewal";

const NOTES: &[&str] = &[
    "next tid: one generator with max_lead_ms of an hour on a file that nobody else has open; the lease lasts a day.",
    "first id: from the start of `sortid-lease run` to what its program, `sortid new`, prints; the peer: two programs started, and three times a connection and one synced write.",
    "lease renewal: nanoseconds of a server that 16 connections keep busy; every write is synced, by both.",
    "load: simulated, by the agents' own rules, against one server that is as fast as was measured here.",
];

/// Measures the requested rows.
pub(crate) fn measure(args: &Args, table: &mut Table) -> Result<(), String> {
    let row = Row::new("next tid, lease file", by_one(true))
        .beside("sortid", "the same with a state file", by_one(false))
        .at_most(AT_MOST_WITH_LEASE);
    if args.chooses(row.what) {
        table.add(&row.measured(&Effort::of(args.quick)));
    }
    let mut renewals = Vec::new();
    lines::rows_of(beside_servers(args), PROGRAM, |row: Measured| {
        if let Some(server) = row.what.strip_suffix(RENEWAL) {
            renewals.push((server.trim().to_owned(), row.ours));
        }
        table.add(&row);
    })?;
    for (server, ns) in renewals {
        report::line("");
        load::table(&server, ns)
            .iter()
            .for_each(|line| report::line(line));
    }
    report::line("");
    NOTES.iter().for_each(|note| report::line(note));
    Ok(())
}

/// Passes the server's rules that agents send.
fn beside_servers(args: &Args) -> Command {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut command = Command::new(root.join(PROGRAM));
    command
        .current_dir(root)
        .args(args.handed_on())
        .env("SORTID_SCHEMA", postgres::SCHEMA)
        .env("SORTID_RENEW", postgres::RENEW_BY_FUNCTION)
        .env("SORTID_SCRIPT", redis::SCRIPT);
    command
}

fn by_one(with_lease: bool) -> Side {
    // Created at the first id, so that unrequested rows cost nothing.
    let shared: OnceCell<(Generator, StateFile)> = OnceCell::new();
    Side::repeated(move || {
        let (generator, _) = shared.get_or_init(|| {
            let file = StateFile::new(Format::Tid);
            let path = file.path().to_owned();
            let options = match with_lease {
                true => {
                    grant(&path);
                    store_options().lease_file(path)
                }
                false => store_options().state_file(path),
            };
            let generator = Generator::dynamic(Format::Tid, &options).expect("a generator");
            (generator, file)
        });
        black_box(generator.next().expect("an id"));
    })
}

/// Writes a lease of a day.
fn grant(path: &Path) {
    let now_ms = Timestamp::now().unix_ms();
    let stretch = Stretch {
        until_ms: now_ms + 86_400_000,
        ids: [1, 0, 0, 0],
        count: 1,
    };
    let file = lease::open_file(path, Format::Tid, &Options::new(), "bench");
    file.and_then(|file| file.turn_to(7, now_ms, stretch))
        .expect("a lease file");
}

//! The commands.

use std::process::ExitCode;
use std::time::Duration;

use sortid_leasing::{MARGIN_MS, Namespace, TERM_MS, postgres, read_lease};

use crate::address::Address;
use crate::args::{Command, Create, Guard, Release};
use crate::failure::{Failure, say};
use crate::status::print;
use crate::store::{self, Refused};
use crate::{clock, run as keep, status};

pub(crate) fn run(command: Command) -> Result<ExitCode, Failure> {
    match command {
        Command::Create(create) => make(&create),
        Command::Run(run) => keep::run(&run).map_err(Failure::of_run),
        Command::Status(options) => status::run(&options),
        Command::Release(options) => release(&options),
        Command::Guard(options) => guard(&options),
        // PostgreSQL is the only store with tables.
        Command::Schema { role, .. } => print(&schema(role.as_deref())).map(|()| ExitCode::SUCCESS),
    }
}

/// Returns the SQL for the tables and the function, and the privileges of the agents' role.
fn schema(role: Option<&str>) -> String {
    let tables = postgres::SCHEMA;
    let grants = |role: &str| {
        [
            format!("GRANT SELECT, UPDATE ON sortid_lease_namespace, sortid_lease_node TO {role};"),
            format!("GRANT EXECUTE ON FUNCTION sortid_lease_renew TO {role};"),
        ]
    };
    match role {
        Some(role) => {
            let granted = grants(&format!("\"{}\"", role.replace('"', "\"\""))).join("\n");
            format!("{tables}{granted}\n")
        }
        None => {
            let granted = grants("…").join("\n-- ");
            format!("{tables}-- The agents' role, which `--role` names:\n-- {granted}\n")
        }
    }
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Self {
        Failure::failed(refused)
    }
}

fn make(create: &Create) -> Result<ExitCode, Failure> {
    let ms = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
    let kind = create.kind.kind().map_err(Failure::of_option)?;
    let namespace = Namespace::new(&create.name, kind, create.nodes.clone());
    // Check the options before opening the store.
    let with_times = |stretch_ms: i64, margin_ms: i64| {
        let namespace = namespace.clone();
        namespace
            .and_then(|namespace| {
                let stretch_ms = create.stretch.map_or(stretch_ms, ms);
                namespace.with_times(stretch_ms, create.margin.map_or(margin_ms, ms))
            })
            .map_err(Failure::of_option)
    };
    let mut namespace = with_times(TERM_MS, MARGIN_MS)?;
    let mut store = store::open(&Address::of(&create.at)?)?;
    // Omitted options keep the namespace's values.
    if let Some(there) = store.record(&create.name)? {
        let there = there.namespace;
        namespace = with_times(there.stretch_ms(), there.margin_ms())?;
    }
    store.create(&namespace, create.new)?;
    let record = store.record(&create.name)?;
    let floor_ms = record.map_or(0, |record| record.floor_ms);
    let quiet_ms = floor_ms - clock::now().unix_ms;
    if quiet_ms > 0 {
        say(format!(
            "{}: new namespace: the first lease is granted in {} s, in case earlier ones were lost (`sortid lease create {} --new` if the name was never used)",
            create.name,
            clock::in_s(quiet_ms),
            create.name
        ));
    }
    Ok(ExitCode::SUCCESS)
}

fn guard(options: &Guard) -> Result<ExitCode, Failure> {
    let floor_ms = store::open(&Address::of(&options.at)?)?.guard(&options.namespace)?;
    let left_s = clock::in_s(floor_ms - clock::now().unix_ms);
    say(format!(
        "{}: no lease is granted for {left_s} s",
        options.namespace
    ));
    Ok(ExitCode::SUCCESS)
}

fn release(options: &Release) -> Result<ExitCode, Failure> {
    let (name, _) = read_lease(&options.lease_file)?;
    let mut store = store::open(&Address::of(&options.at)?)?;
    let namespace = store.known(&name)?.namespace;
    keep::release(&options.lease_file, &namespace, store.as_mut())?;
    Ok(ExitCode::SUCCESS)
}

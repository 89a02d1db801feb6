//! Command line and report of the conformance programs.

use std::process::ExitCode;

use sortid_reliability_common::{Failure, Options, Own, Report, Row, Shared, Tool, exit_code};

use crate::conformance_platform::clean_up;
#[cfg(windows)]
use crate::conformance_platform::hold;
use crate::conformance_programs::{self, System};

const TOOL: Tool = Tool {
    name: "conformance",
    about: "Compares small programs on the real and the simulated operating system.",
    words: "",
    shared: &[Shared::Json],
    own: &[(
        "wipes-nothing",
        "the system ignores requests to wipe memory at a fork",
    )],
};

pub(crate) fn main() -> ExitCode {
    let mut native = System {
        is_windows: cfg!(windows),
        wipes: true,
    };
    let options = TOOL.options(|option, _parser| match option {
        Own::Long("wipes-nothing") => {
            native.wipes = false;
            Ok(true)
        }
        #[cfg(windows)]
        Own::Long("hold") => hold(_parser.value()?.as_ref()),
        _ => Ok(false),
    });
    match options {
        Ok(options) => exit_code(compare(&options, native)),
        Err(code) => code,
    }
}

fn compare(options: &Options, native: System) -> Result<bool, Failure> {
    // First, because it forks and the process still has only one thread.
    let results = conformance_programs::all(native);
    clean_up();
    let mut report = Report::new(TOOL);
    judge("native", &results, native, &mut report);
    #[cfg(not(target_arch = "s390x"))]
    for is_windows in [false, true] {
        let system = System {
            is_windows,
            ..native
        };
        let name = match is_windows {
            true => "simulated Windows",
            false => "simulated Unix",
        };
        let simulated = sortid_simulator::conformance_platform::results(is_windows, native.wipes);
        judge(name, &simulated, system, &mut report);
    }
    report.finish(options)
}

/// Adds a row for each program's result on a system.
fn judge(name: &str, results: &[String], system: System, report: &mut Report) {
    for (nth, (program, expected)) in conformance_programs::expected(system).enumerate() {
        let result = results.get(nth).map_or("none", String::as_str);
        let details = match result == expected {
            true => result.to_owned(),
            false => format!("{result}, expected {expected}"),
        };
        report.add(Row::judged(
            format!("{name}: {program}"),
            result == expected,
            details,
        ));
    }
}

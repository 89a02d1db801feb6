//! Binary compatibility: symbols, layouts, numbers and size.

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::commands::output;
use crate::report::Report;
use crate::setup::{Language, Setup};

pub(crate) const ABI_VERSION: u32 = include!("../../abi-version");

/// The size limit of a stripped library in bytes.
const MOST_BYTES: u64 = include!("../../size-limit");

/// Without `all`, skips checks that need a release build: exact symbols and size.
pub(crate) fn check(setup: &Setup, report: &mut Report) {
    for list in LISTS {
        if list.of_release && !setup.all {
            continue;
        }
        let same = (list.now)(setup).and_then(|now| list.compare(setup, &now));
        report.check(&format!("{} matches its golden file", list.name), same);
    }
    report.check("tests call every function", tested(setup));
    report.check(
        "functions that return a status have an error parameter",
        explained(setup),
    );
    if setup.all {
        report.check(
            "headers declare exactly the exported functions",
            declared(setup),
        );
        elf(report, "SONAME", || soname(setup, NAME));
        report.check(
            "size of the stripped library",
            size(setup, NAME, MOST_BYTES),
        );
    }
}

/// Reports a check that reads ELF files.
pub(crate) fn elf(report: &mut Report, name: &str, check: impl FnOnce() -> Result<(), String>) {
    if cfg!(target_vendor = "apple") {
        report.skip(name, "Mach-O has install names instead");
    } else {
        report.check(name, check());
    }
}

/// A list that is compared with a golden file, line by line.
struct List {
    name: &'static str,
    file: &'static str,
    now: fn(&Setup) -> Result<Vec<String>, String>,
    /// Whether the list requires a release build.
    of_release: bool,
}

const LISTS: &[List] = &[
    List {
        name: "the list of symbols",
        file: "golden/symbols.txt",
        now: symbols,
        of_release: true,
    },
    List {
        name: "the list of layouts and numbers",
        file: "golden/layout.txt",
        now: layout,
        of_release: false,
    },
];

impl List {
    fn then(&self, setup: &Setup) -> Vec<String> {
        let text = fs::read_to_string(setup.file(self.file)).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    fn compare(&self, setup: &Setup, now: &[String]) -> Result<(), String> {
        let then = self.then(setup);
        let difference = [
            lines_without("gone", &then, now),
            lines_without("new", now, &then),
        ]
        .concat();
        if difference.is_empty() {
            return Ok(());
        }
        let renew = "`cargo run -p sortid-c-tests -- --renew` adds new lines; a removed line needs a new ABI version";
        Err(format!("{}\n{renew}", difference.join("\n")))
    }
}

/// The lines of one list that the other lacks.
fn lines_without(what: &str, of: &[String], other: &[String]) -> Vec<String> {
    let lines = of.iter().filter(|line| !other.contains(line));
    lines.map(|line| format!("{what}: {line}")).collect()
}

/// Updates the golden files. Fails if a line is missing without a new ABI version.
pub(crate) fn renew(setup: &Setup) -> Result<(), Box<dyn Error>> {
    let version = format!("SORTID_ABI_VERSION = {ABI_VERSION}");
    let known = LISTS.iter().any(|list| list.then(setup).contains(&version));
    for list in LISTS {
        let (then, now) = (list.then(setup), (list.now)(setup)?);
        let gone = lines_without("gone", &then, &now);
        if known && !gone.is_empty() {
            return Err(format!("the ABI version must change:\n{}", gone.join("\n")).into());
        }
        fs::write(setup.file(list.file), now.join("\n") + "\n")?;
    }
    Ok(())
}

const NAME: &str = "libsortid";

fn library(setup: &Setup, name: &str) -> std::path::PathBuf {
    setup
        .libraries()
        .join(format!("{name}{}", std::env::consts::DLL_SUFFIX))
}

/// The exported symbols, sorted.
fn symbols(setup: &Setup) -> Result<Vec<String>, String> {
    symbols_of(setup, NAME).map(|names| names.into_iter().collect())
}

/// The exported symbols of a library.
pub(crate) fn symbols_of(setup: &Setup, name: &str) -> Result<BTreeSet<String>, String> {
    // Apple's nm lacks -D and GNU's long options; its symbols start with an underscore.
    let apple = cfg!(target_vendor = "apple");
    let options: &[&str] = if apple {
        &["-gUP"]
    } else {
        &["-D", "--defined-only", "--format=posix"]
    };
    let listed = output(Command::new("nm").args(options).arg(library(setup, name)))?;
    let names = listed.lines().filter_map(|line| line.split(' ').next());
    let names = names.map(|name| {
        if apple {
            name.trim_start_matches('_')
        } else {
            name
        }
    });
    Ok(names.map(str::to_owned).collect())
}

/// Sizes, offsets and numbers, as a C program prints them.
fn layout(setup: &Setup) -> Result<Vec<String>, String> {
    let program = setup.work.join("layout");
    let mut command = setup.compilers[0].command(Language::C);
    command
        .arg("-std=c99")
        .arg(setup.file("programs/layout.c"))
        .arg("-I")
        .arg(setup.prefix.join("include"));
    output(command.arg("-o").arg(&program))?;
    Ok(output(&mut Command::new(program))?
        .lines()
        .map(str::to_owned)
        .collect())
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

const HEADERS: &[&str] = &[
    "sortid.h",
    "sortid/formats.h",
    "sortid/type.h",
    "sortid/columns.h",
    "sortid/testing.h",
];

/// The functions that the headers declare, with their parameters.
fn functions(setup: &Setup) -> Result<Vec<(String, String)>, String> {
    let mut exported = String::new();
    for header in HEADERS {
        let header = read(&setup.prefix.join("include").join(header))?;
        // Inline functions come last, and are not exported.
        exported += header.split("static inline").next().unwrap_or_default();
    }
    Ok(declarations(&exported)
        .into_iter()
        .map(|function| (function.name, function.parameters))
        .collect())
}

struct Function {
    result: String,
    name: String,
    parameters: String,
}

/// The functions that headers declare.
fn declarations(headers: &str) -> Vec<Function> {
    let code: String = headers
        .replace("\\\n", " ")
        .split("/*")
        .map(|part| part.split_once("*/").map_or(part, |(_, code)| code))
        .flat_map(|code| code.split_inclusive('\n'))
        .filter(|line| !line.starts_with('#'))
        .collect();
    let declarations = code.split([';', '{', '}']).filter_map(|declaration| {
        let (before, parameters) = declaration.split_once('(')?;
        let name = before.rsplit([' ', '*', '\n']).next()?;
        let result = before.strip_suffix(name)?.trim();
        name.starts_with("sortid_").then(|| Function {
            result: result.to_owned(),
            name: name.to_owned(),
            parameters: parameters.to_owned(),
        })
    });
    declarations.collect()
}

/// Checks that the last parameter of every function that returns a status is an error.
fn explained(setup: &Setup) -> Result<(), String> {
    let mut wrong = Vec::new();
    let mut statuses = 0;
    for header in HEADERS.iter().chain(&["sortid_lease.h"]) {
        let header = read(&setup.prefix.join("include").join(header))?;
        for function in declarations(&header) {
            if !function.result.ends_with("int32_t") || function.result.ends_with("uint32_t") {
                continue;
            }
            statuses += 1;
            let last = function.parameters.rsplit(',').next().unwrap_or_default();
            if last
                .trim()
                .trim_end_matches(')')
                .trim_start_matches("struct ")
                != "sortid_error *error"
            {
                wrong.push(format!("{} ends in {last}", function.name));
            }
        }
    }
    match wrong.is_empty() && statuses > 100 {
        true => Ok(()),
        false => Err(format!("{statuses} functions; {}", wrong.join("\n"))),
    }
}

fn declared(setup: &Setup) -> Result<(), String> {
    let mut declared: Vec<_> = functions(setup)?
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    declared.sort_unstable();
    let exported = symbols(setup)?;
    let difference = [
        lines_without("only declared", &declared, &exported),
        lines_without("only exported", &exported, &declared),
    ]
    .concat();
    if difference.is_empty() {
        Ok(())
    } else {
        Err(difference.join("\n"))
    }
}

/// Checks that programs call each function, and each function with pointers also with invalid ones.
fn tested(setup: &Setup) -> Result<(), String> {
    let types = read(&setup.file("programs/type.c"))?;
    let api = read(&setup.file("programs/api.c"))? + &types;
    let errors = read(&setup.file("programs/errors.c"))? + &types;
    let calls = |program: &str, name: &str| {
        program.contains(&format!("{name}(")) || is_listed(program, name)
    };
    let mut missing = Vec::new();
    for (name, parameters) in functions(setup)? {
        // `sortid_compare` is passed to `qsort`.
        if !calls(&api, &name) && !api.contains(&format!(", {name})")) {
            missing.push(format!("{name} is not in api.c or type.c"));
        }
        // These have no pointer that can be rejected.
        let can_fail = parameters.contains('*')
            && !["sortid_compare", "sortid_generator_free", "sortid_reseed"].contains(&&*name);
        if can_fail && !calls(&errors, &name) {
            missing.push(format!("{name} is not in errors.c or type.c"));
        }
    }
    if missing.is_empty() {
        Ok(())
    } else {
        Err(missing.join("\n"))
    }
}

/// Whether a program calls a function for each format through the X macro of the header.
fn is_listed(program: &str, name: &str) -> bool {
    let Some(rest) = name.strip_prefix("sortid_") else {
        return false;
    };
    ["", "_text", "_bytes", "_u64"].iter().any(|suffix| {
        rest.ends_with(suffix)
            && program.contains(&format!(
                "sortid_##name{}{suffix}(",
                if suffix.is_empty() { "" } else { "##" }
            ))
    })
}

pub(crate) fn soname(setup: &Setup, name: &str) -> Result<(), String> {
    let dynamic = output(Command::new("readelf").arg("-d").arg(library(setup, name)))?;
    let wanted = format!("Library soname: [{name}.so.{ABI_VERSION}]");
    if dynamic.contains(&wanted) {
        Ok(())
    } else {
        Err(format!("no {wanted} in\n{dynamic}"))
    }
}

pub(crate) fn size(setup: &Setup, name: &str, most: u64) -> Result<(), String> {
    let stripped = setup.work.join("stripped.so");
    output(
        Command::new("strip")
            .args(cfg!(target_vendor = "apple").then_some("-x"))
            .arg(library(setup, name))
            .arg("-o")
            .arg(&stripped),
    )?;
    let bytes = fs::metadata(&stripped)
        .map_err(|error| error.to_string())?
        .len();
    if bytes < most {
        Ok(())
    } else {
        Err(format!("{bytes} bytes, the limit is {most}"))
    }
}

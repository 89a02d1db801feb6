//! libsortid_lease: exports, size, and a lease for ids of libsortid.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use crate::abi::{self, ABI_VERSION};
use crate::commands::{counts, output};
use crate::programs::{PLAIN, Program, build, run_sanitized, run_valgrind};
use crate::report::Report;
use crate::setup::{Compiler, Language, Setup};

/// The size limit of the stripped library in bytes.
const MOST_BYTES: u64 = 740_000;

pub(crate) const PROGRAM: Program = Program {
    name: "lease",
    sources: &["lease.c"],
    standards: &["c99"],
    needs: "",
};

/// The flags to link both libraries.
pub(crate) fn linked(setup: &Setup) -> Vec<String> {
    let mut linked = vec!["-lsortid_lease".to_owned()];
    linked.extend(setup.shared());
    linked
}

pub(crate) fn check(setup: &Setup, report: &mut Report) {
    report.check(
        "libsortid_lease exports exactly the declared functions",
        exports(setup),
    );
    abi::elf(report, "SONAME of libsortid_lease", || {
        abi::soname(setup, NAME)
    });
    report.check(
        "size of libsortid_lease, stripped",
        abi::size(setup, NAME, MOST_BYTES),
    );
    let compiler = &setup.compilers[0];
    let linked = linked(setup);
    let (language, standard) = (Language::C, PROGRAM.standards[0]);
    report.program("lease", ran(setup, compiler, &linked));
    report.program(
        "lease under ASan and UBSan",
        run_sanitized(setup, compiler, language, &PROGRAM, standard, &linked),
    );
    match setup.missing("valgrind") {
        Some(reason) => report.not_run("lease under valgrind", &reason, setup.excuses("valgrind")),
        None => report.program(
            "lease under valgrind",
            run_valgrind(setup, language, &PROGRAM, standard, &linked),
        ),
    }
}

const NAME: &str = "libsortid_lease";

/// Checks that the library exports the functions of its header, and none of libsortid.
fn exports(setup: &Setup) -> Result<(), String> {
    let header = setup.prefix.join("include/sortid_lease.h");
    let header = fs::read_to_string(&header).map_err(|error| error.to_string())?;
    let declared = header.lines().filter_map(|line| {
        let (before, _) = line.split_once('(')?;
        let is_code = line.starts_with("int32_t ") || line.starts_with("void ");
        is_code.then(|| {
            before
                .rsplit([' ', '*'])
                .next()
                .unwrap_or_default()
                .to_owned()
        })
    });
    let (declared, exported) = (
        declared.collect::<BTreeSet<_>>(),
        abi::symbols_of(setup, NAME)?,
    );
    if declared == exported && declared.len() == 8 {
        Ok(())
    } else {
        Err(format!("declared: {declared:?}\nexported: {exported:?}"))
    }
}

/// Runs the program, which needs both libraries.
fn ran(setup: &Setup, compiler: &Compiler, linked: &[String]) -> Result<(u64, u64), String> {
    let standard = PROGRAM.standards[0];
    let program = build(
        setup,
        compiler,
        Language::C,
        &PROGRAM,
        standard,
        PLAIN,
        linked,
    )?;
    if cfg!(target_vendor = "apple") {
        return counts(&mut Command::new(program));
    }
    let needed = output(Command::new("readelf").arg("-d").arg(&program))?;
    for name in ["libsortid", NAME] {
        if !needed.contains(&format!("[{name}.so.{ABI_VERSION}]")) {
            return Err(format!("the program does not load {name}"));
        }
    }
    counts(&mut Command::new(program))
}

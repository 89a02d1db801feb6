//! Projects that use only the installed files, before and after moving the installation.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::commands::output;
use crate::programs::needs_shared;
use crate::report::Report;
use crate::setup::{Language, Setup};

pub(crate) fn check(setup: &Setup, report: &mut Report) {
    let moved = setup.work.join("moved");
    report.check("copying the installation", copy(&setup.prefix, &moved));
    for (name, prefix) in [("as installed", &setup.prefix), ("after a move", &moved)] {
        for tool in ["pkg-config", "cmake"] {
            let check = format!("a project that uses {tool}, {name}");
            let missing = match tool {
                "cmake" => setup.missing("cmake").or_else(|| setup.missing("make")),
                _ => setup.missing(tool),
            };
            match (missing, tool) {
                (Some(reason), _) => report.not_run(&check, &reason, setup.excuses(tool)),
                (None, "cmake") => report.check(&check, cmake(setup, prefix)),
                (None, _) => report.check(&check, pkg_config(setup, prefix)),
            }
        }
    }
    report.check(
        "pkg-config returns the documented flags",
        documented_flags(setup),
    );
    report.check("DESTDIR and --libdir", staged(setup));
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    output(Command::new("cp").arg("-R").arg(from).arg(to)).map(drop)
}

/// A command that finds only the installation at a prefix.
fn at(prefix: &Path, program: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new(program);
    command.env("PKG_CONFIG_PATH", prefix.join("lib/pkgconfig"));
    command.env("LD_LIBRARY_PATH", prefix.join("lib"));
    command.env("DYLD_LIBRARY_PATH", prefix.join("lib"));
    command
}

fn flags(prefix: &Path, options: &[&str]) -> Result<Vec<String>, String> {
    let flags = output(at(prefix, "pkg-config").args(options).arg("sortid"))?;
    Ok(flags.split_whitespace().map(str::to_owned).collect())
}

fn pkg_config(setup: &Setup, prefix: &Path) -> Result<(), String> {
    let source = setup.file("consumers/pkg-config/main.c");
    for (name, options) in [
        ("shared", &["--cflags", "--libs"][..]),
        ("static", &["--cflags", "--libs", "--static"]),
    ] {
        let program = setup.work.join(format!("consumer-{name}"));
        let mut command = setup.compilers[0].command(Language::C);
        command
            .arg(&source)
            .args(flags(prefix, options)?)
            .arg("-o")
            .arg(&program);
        // Apple's linker prefers a dylib, and Apple's systems have no static libraries.
        if name == "static" && cfg!(not(target_vendor = "apple")) {
            command.arg("-static");
        }
        output(&mut command)?;
        output(&mut at(prefix, &program))?;
    }
    Ok(())
}

fn cmake(setup: &Setup, prefix: &Path) -> Result<(), String> {
    let build = setup.work.join("consumer-cmake");
    if build.exists() {
        fs::remove_dir_all(&build).map_err(|error| error.to_string())?;
    }
    let mut configure = Command::new("cmake");
    configure
        .arg("-S")
        .arg(setup.file("consumers/cmake"))
        .arg("-B")
        .arg(&build);
    configure.arg(format!("-DCMAKE_PREFIX_PATH={}", prefix.display()));
    output(&mut configure)?;
    output(Command::new("cmake").arg("--build").arg(&build))?;
    for name in ["c_shared", "c_static", "cpp_shared", "cpp_static"] {
        let program = build.join(name);
        output(&mut Command::new(&program))?;
        if needs_shared(&program)? != name.ends_with("shared") {
            return Err(format!("{name} is linked with the wrong library"));
        }
    }
    Ok(())
}

fn documented_flags(setup: &Setup) -> Result<(), String> {
    if let Some(reason) = setup.missing("pkg-config") {
        return Err(reason);
    }
    let lib = setup.libraries().display().to_string();
    let include = setup.prefix.join("include").display().to_string();
    let cflags = flags(&setup.prefix, &["--cflags"])?;
    let libs = flags(&setup.prefix, &["--libs"])?;
    let fixed = |path: &str| {
        Path::new(path)
            .canonicalize()
            .map(|path| path.display().to_string())
            .unwrap_or_default()
    };
    let found = cflags
        .iter()
        .chain(&libs)
        .map(|flag| match flag.split_at(2) {
            (kind @ ("-I" | "-L"), path) => format!("{kind}{}", fixed(path)),
            _ => flag.clone(),
        });
    let wanted = [
        format!("-I{}", fixed(&include)),
        format!("-L{}", fixed(&lib)),
        "-lsortid".to_owned(),
    ];
    if found.collect::<Vec<_>>() == wanted {
        Ok(())
    } else {
        Err(format!("found {cflags:?} {libs:?}, expected {wanted:?}"))
    }
}

/// Installs twice to one folder: the library may replace a link to itself.
pub(crate) fn again(setup: &Setup) -> Result<(), String> {
    let prefix = setup.work.join("again");
    for _ in 0..2 {
        output(setup.installer().arg("--prefix").arg(&prefix))?;
    }
    for entry in fs::read_dir(prefix.join("lib")).map_err(|error| error.to_string())? {
        let name = entry.map_err(|error| error.to_string())?.file_name();
        if name.to_string_lossy().starts_with("libsortid.a.") {
            return Err(format!("{} is left over", name.to_string_lossy()));
        }
    }
    Ok(())
}

fn staged(setup: &Setup) -> Result<(), String> {
    let stage = setup.work.join("stage");
    let mut installer = setup.installer();
    installer
        .args(["--prefix", "/opt/sortid", "--libdir", "lib/deep"])
        .env("DESTDIR", &stage);
    output(&mut installer)?;
    let prefix = stage.join("opt/sortid");
    let shared = format!("lib/deep/libsortid{}", std::env::consts::DLL_SUFFIX);
    for file in [
        shared.as_str(),
        "include/sortid.h",
        "include/sortid.hpp",
        "include/sortid/columns.h",
        "include/sortid/formats.h",
        "include/sortid/testing.h",
        "include/sortid/typed.hpp",
        "lib/deep/libsortid.a",
        "lib/deep/pkgconfig/sortid.pc",
        "lib/deep/cmake/sortid/sortid-config.cmake",
        "lib/deep/cmake/sortid/sortid-config-version.cmake",
    ] {
        if !prefix.join(file).is_file() {
            return Err(format!("{file} is missing"));
        }
    }
    let header = output(
        Command::new("pkg-config")
            .args(["--variable=includedir", "sortid"])
            .env("PKG_CONFIG_PATH", prefix.join("lib/deep/pkgconfig")),
    )?;
    if Path::new(header.trim()).join("sortid.h").is_file() {
        Ok(())
    } else {
        Err(format!("sortid.h is missing in {header}"))
    }
}

//! Installs libsortid for C and C++: `cargo run -p sortid-install -- --prefix /usr/local`; with `--swift` what the Swift package links.

mod layout;

use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use layout::Layout;

const HELP: &str = "\
Usage: cargo run -p sortid-install -- [--swift] [--prefix DIR] [--libdir DIR]

Builds libsortid and libsortid_lease and installs them with their headers, pkg-config files and libsortid's CMake package.

  --swift        instead the static library that the Swift package links, and its pkg-config file
  --prefix DIR   where to install (/usr/local)
  --libdir DIR   the folder of the libraries below the prefix (lib)
  --help         this text

The variable DESTDIR is put before the prefix. What is installed may be moved: nothing names the prefix.";

fn main() -> ExitCode {
    let done = parse().and_then(|layout| match layout {
        None => {
            println!("{HELP}");
            Ok(())
        }
        Some((layout, What::Swift)) => install_for_swift(&layout),
        Some((layout, What::C)) => install(&layout),
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("sortid-install: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Which library.
enum What {
    C,
    Swift,
}

/// What the command line asks for; `None` is the help.
fn parse() -> Result<Option<(Layout, What)>, Box<dyn Error>> {
    use lexopt::prelude::*;
    let mut what = What::C;
    let (mut prefix, mut libdir) = (PathBuf::from("/usr/local"), PathBuf::from("lib"));
    let mut arguments = lexopt::Parser::from_env();
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("prefix") => prefix = arguments.value()?.into(),
            Long("swift") => what = What::Swift,
            Long("libdir") => libdir = arguments.value()?.into(),
            Long("help") | Short('h') => return Ok(None),
            _ => return Err(argument.unexpected().into()),
        }
    }
    let destination = env::var_os("DESTDIR").unwrap_or_default();
    Layout::new(
        Path::new(&destination),
        &env::current_dir()?.join(prefix),
        &libdir,
    )
    .map(|layout| Some((layout, what)))
}

fn install_for_swift(layout: &Layout) -> Result<(), Box<dyn Error>> {
    if !cfg!(target_os = "linux") {
        return Err("only Linux is supported: Apple's systems take an XCFramework".into());
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    build_package(&root, "sortid-uniffi", "release")?;
    let (path, text) = layout.text_for_swift(&static_libs()?);
    write(&path, |path| fs::write(path, &text))?;
    let library = "libsortid_uniffi.a";
    let built = built("release")?.join(library);
    write(&layout.libraries().join(library), |path| {
        fs::copy(built, path).map(drop)
    })
}

fn install(layout: &Layout) -> Result<(), Box<dyn Error>> {
    if !cfg!(target_os = "linux") {
        return Err("only Linux is supported yet; cargo-c installs on other systems".into());
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (package, _, profile) in SHARED {
        build_package(&root, package, profile)?;
    }
    let texts = layout.texts(&static_libs()?);
    for (name, text) in texts {
        write(&name, |path| fs::write(path, &text))?;
    }
    let include = root.join("include");
    for header in headers(&include)? {
        write(&layout.include().join(&header), |path| {
            fs::copy(include.join(&header), path).map(drop)
        })?;
    }
    let release = built("release")?;
    write(&layout.libraries().join("libsortid.a"), |path| {
        fs::copy(release.join("libsortid.a"), path).map(drop)
    })?;
    for (_, library, profile) in SHARED {
        let built = built(profile)?.join(format!("{library}.so"));
        let [real, links @ ..] = layout.shared_names(library);
        write(&layout.libraries().join(&real), |path| {
            fs::copy(built, path).map(drop)
        })?;
        for link in links {
            write(&layout.libraries().join(link), |path| {
                std::os::unix::fs::symlink(&real, path)
            })?;
        }
    }
    Ok(())
}

/// The crates of the shared libraries, their names, and the profiles that they are built by.
const SHARED: [(&str, &str, &str); 2] = [
    ("sortid-ffi", "libsortid", "release"),
    ("sortid-lease-ffi", "libsortid_lease", "lease-release"),
];

/// The headers of a folder and of the folder below it, by their paths in it.
fn headers(include: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut found = Vec::new();
    for folder in ["", "sortid"] {
        for entry in fs::read_dir(include.join(folder))? {
            let name = PathBuf::from(folder).join(entry?.file_name());
            if name
                .extension()
                .is_some_and(|kind| kind == "h" || kind == "hpp")
            {
                found.push(name);
            }
        }
    }
    found.sort_unstable();
    Ok(found)
}

/// Builds a crate's library, as the machine's own cargo does.
fn build_package(root: &Path, package: &str, profile: &str) -> Result<(), Box<dyn Error>> {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
    cargo
        .args(["build", "--quiet", "--profile", profile])
        .args(["--package", package])
        .current_dir(root);
    // Where this program itself was built.
    if let Some(target) = target() {
        cargo.arg("--target-dir").arg(target);
    }
    if cargo.status()?.success() {
        Ok(())
    } else {
        Err("the library cannot be built".into())
    }
}

/// The target folder: this program lies in a folder of it.
fn target() -> Option<PathBuf> {
    Some(env::current_exe().ok()?.parent()?.parent()?.to_owned())
}

fn built(profile: &str) -> Result<PathBuf, Box<dyn Error>> {
    Ok(target()
        .ok_or("this program lies in no target folder")?
        .join(profile))
}

/// What a program that links `libsortid.a` has to link besides: rustc tells.
fn static_libs() -> Result<String, Box<dyn Error>> {
    let folder = built("release")?.join("static-libs");
    fs::create_dir_all(&folder)?;
    let empty = folder.join("empty.rs");
    fs::write(&empty, "")?;
    let output = Command::new(env::var_os("RUSTC").unwrap_or("rustc".into()))
        .args([
            "--crate-type",
            "staticlib",
            "--print",
            "native-static-libs",
            "--out-dir",
        ])
        .args([&folder, &empty])
        .output()?;
    let told = String::from_utf8(output.stderr)?;
    let libs = told
        .lines()
        .find_map(|line| line.split_once("native-static-libs: "))
        .ok_or("rustc does not tell the libraries of a static one")?;
    // Compilers link the unwinder by themselves, and under -static it has another name.
    let libs = libs.1.split_whitespace().filter(|lib| *lib != "-lgcc_s");
    Ok(libs.collect::<Vec<_>>().join(" "))
}

/// Writes a file anew, with the folders above it, and says so.
fn write(path: &Path, to: impl FnOnce(&Path) -> std::io::Result<()>) -> Result<(), Box<dyn Error>> {
    let fail = |error: std::io::Error| format!("{}: {error}", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(fail)?;
    }
    // A program that runs from the old file keeps it.
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(fail(error).into());
        }
        _ => to(path).map_err(fail)?,
    }
    println!("{}", path.display());
    Ok(())
}

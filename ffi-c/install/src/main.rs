//! The installer of libsortid for C and C++, and of the static library for the Swift package.
//!
//! `cargo run -p sortid-install -- --prefix /usr/local`

mod layout;

use std::env;
use std::error::Error;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{self, Command, ExitCode};

use layout::Layout;

const HELP: &str = "\
Usage: cargo run -p sortid-install -- [--swift] [--built DIR [--target TARGET] [--static-libs FLAGS]] [--prefix DIR] [--libdir DIR]

Builds libsortid and libsortid_lease and installs them with their headers, pkg-config files and libsortid's CMake package.

  --swift                install the Swift package's static library instead
  --built DIR            install the libraries in DIR without building them
  --target TARGET        Rust target of these libraries [default: this machine]
  --static-libs FLAGS    linker flags that libsortid.a needs [default: asks rustc]
  --prefix DIR           installation prefix [default: /usr/local]
  --libdir DIR           library folder below the prefix [default: lib]
  --help                 print this text

DESTDIR is prepended to the prefix. An installation can be moved: no file contains the prefix.";

fn main() -> ExitCode {
    let done = parse().and_then(|command| match command {
        None => {
            println!("{HELP}");
            Ok(())
        }
        Some(install) if install.swift => install.swift_library(),
        Some(install) => install.c_libraries(),
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// An installation, as requested on the command line.
struct Install {
    layout: Layout,
    /// Only the Swift package's library.
    swift: bool,
    /// Folder of prebuilt libraries.
    built: Option<PathBuf>,
    /// Linker flags for the static library.
    static_libs: Option<String>,
}

/// Parses the command line. Returns `None` if help was requested.
fn parse() -> Result<Option<Install>, Box<dyn Error>> {
    use lexopt::prelude::*;
    let (mut swift, mut built) = (false, None);
    let (mut target, mut static_libs) = (None, None);
    let (mut prefix, mut libdir) = (PathBuf::from("/usr/local"), PathBuf::from("lib"));
    let mut arguments = lexopt::Parser::from_env();
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("prefix") => prefix = arguments.value()?.into(),
            Long("swift") => swift = true,
            Long("built") => built = Some(PathBuf::from(arguments.value()?)),
            Long("target") => target = Some(arguments.value()?.string()?),
            Long("static-libs") => static_libs = Some(arguments.value()?.string()?),
            Long("libdir") => libdir = arguments.value()?.into(),
            Long("help") | Short('h') => return Ok(None),
            _ => return Err(argument.unexpected().into()),
        }
    }
    let destination = env::var_os("DESTDIR").unwrap_or_default();
    let layout = Layout::new(
        Path::new(&destination),
        &env::current_dir()?.join(prefix),
        &libdir,
        target.as_deref(),
    )?;
    Ok(Some(Install {
        layout,
        swift,
        built,
        static_libs,
    }))
}

/// The folders of the shared libraries' crates, the names of the libraries, and their build
/// profiles.
const SHARED: [(&str, &str, &str); 2] = [
    ("ffi-c", "libsortid", "release"),
    ("leases/c", "libsortid_lease", "lease-release"),
];

impl Install {
    fn swift_library(&self) -> Result<(), Box<dyn Error>> {
        let library = "libsortid_uniffi.a";
        // See uniffi/Cargo.toml.
        let alone = ["--lib", "--crate-type", "staticlib"];
        let folder = self.folder_of("rustc", "uniffi", "release", &alone)?;
        let built = folder.join(library);
        let (path, text) = self.layout.text_for_swift(&self.static_libs()?);
        write(&path, |path| fs::write(path, &text))?;
        write(&self.layout.libraries().join(library), |path| {
            self.place(&built, path)
        })
    }

    /// Installs a static library. Hard-links prebuilt ones if possible, since they have 50 MB.
    fn place(&self, library: &Path, path: &Path) -> std::io::Result<()> {
        match self.built.is_some() && fs::hard_link(library, path).is_ok() {
            true => Ok(()),
            false => fs::copy(library, path).map(drop),
        }
    }

    fn c_libraries(&self) -> Result<(), Box<dyn Error>> {
        let libraries = self.layout.libraries();
        for (source, library, profile) in SHARED {
            let folder = self.folder_of("build", source, profile, &[])?;
            let [real, links @ .., linked] = self.layout.shared_names(library);
            write(&libraries.join(&real), |path| {
                fs::copy(folder.join(&linked), path).map(drop)
            })?;
            for link in links.iter().chain([&linked]) {
                write(&libraries.join(link), |path| {
                    std::os::unix::fs::symlink(&real, path)
                })?;
            }
            // Only libsortid can be linked statically.
            if source == "ffi-c" {
                write(&libraries.join("libsortid.a"), |path| {
                    self.place(&folder.join("libsortid.a"), path)
                })?;
            }
        }
        for (name, text) in self.layout.texts(&self.static_libs()?) {
            write(&name, |path| fs::write(path, &text))?;
        }
        let include = root().join("include");
        for header in headers(&include)? {
            write(&self.layout.include().join(&header), |path| {
                fs::copy(include.join(&header), path).map(drop)
            })?;
        }
        Ok(())
    }

    /// Returns the flags that a program needs to link `libsortid.a`.
    fn static_libs(&self) -> Result<String, Box<dyn Error>> {
        self.static_libs.clone().map_or_else(static_libs, Ok)
    }

    /// Returns the folder of a crate's libraries. Builds them first with a cargo command unless
    /// `--built` is given.
    fn folder_of(
        &self,
        command: &str,
        source: &str,
        profile: &str,
        options: &[&str],
    ) -> Result<PathBuf, Box<dyn Error>> {
        if let Some(built) = &self.built {
            return Ok(built.clone());
        }
        build_crate(command, source, profile, options)?;
        let target = target().ok_or(NOT_IN_TARGET)?;
        Ok(target.join(profile))
    }
}

const NOT_IN_TARGET: &str = "this program is not in cargo's target folder: start it with cargo run --package sortid-install";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the relative paths of the headers in a folder and in its folder `sortid`.
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

/// Builds the library of the crate in a folder with cargo.
fn build_crate(
    command: &str,
    source: &str,
    profile: &str,
    options: &[&str],
) -> Result<(), Box<dyn Error>> {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
    cargo
        .args([command, "--quiet", "--profile", profile])
        .args(["--manifest-path", &format!("{source}/Cargo.toml")])
        .args(options)
        .current_dir(root());
    if let Some(target) = target() {
        cargo.arg("--target-dir").arg(target);
    }
    if cargo.status()?.success() {
        Ok(())
    } else {
        Err(format!("cannot build {source}").into())
    }
}

/// The target folder: this program is in a subfolder of it.
fn target() -> Option<PathBuf> {
    Some(env::current_exe().ok()?.parent()?.parent()?.to_owned())
}

/// Returns the flags that a program needs to link `libsortid.a`, as printed by rustc.
fn static_libs() -> Result<String, Box<dyn Error>> {
    let folder = env::temp_dir().join(format!("sortid-install-{}", process::id()));
    fs::create_dir_all(&folder)?;
    let empty = folder.join("empty.rs");
    let output = fs::write(&empty, "").and_then(|()| {
        Command::new(env::var_os("RUSTC").unwrap_or("rustc".into()))
            .args(["--crate-type", "staticlib"])
            .args(["--print", "native-static-libs", "--out-dir"])
            .args([&folder, &empty])
            .output()
    });
    // A failure only leaves a temporary folder.
    let _ = fs::remove_dir_all(&folder);
    let printed = String::from_utf8(output?.stderr)?;
    let libs = printed
        .lines()
        .find_map(|line| line.split_once("native-static-libs: "))
        .ok_or("rustc does not print native-static-libs")?;
    // Compilers link the unwinder by themselves, and under -static it has another name.
    let libs = libs.1.split_whitespace().filter(|lib| *lib != "-lgcc_s");
    Ok(libs.collect::<Vec<_>>().join(" "))
}

/// Creates or replaces a file with `create` and prints its path.
///
/// The file is renamed into place, so concurrent installations and programs never read a partial
/// one.
fn write(path: &Path, create: impl FnOnce(&Path) -> io::Result<()>) -> Result<(), Box<dyn Error>> {
    let fail = |error: io::Error| format!("{}: {error}", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(fail)?;
    }
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(format!(".{}", process::id()));
    let created = create(Path::new(&temporary)).and_then(|()| fs::rename(&temporary, path));
    // `rename` leaves the file if it fails, or if both names are links to one file. The first error
    // is reported.
    let _ = fs::remove_file(&temporary);
    created.map_err(fail)?;
    println!("{}", path.display());
    Ok(())
}

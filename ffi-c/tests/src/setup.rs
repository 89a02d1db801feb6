//! The installed library, the compilers, and their flags.

use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::commands::output;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    C,
    Cpp,
}

impl Language {
    /// The standards that the headers support.
    pub(crate) fn standards(self) -> &'static [&'static str] {
        match self {
            Language::C => &["c99", "c11", "c17"],
            Language::Cpp => &["c++17", "c++20"],
        }
    }

    pub(crate) fn extension(self) -> &'static str {
        match self {
            Language::C => "c",
            Language::Cpp => "cpp",
        }
    }
}

pub(crate) const WARNINGS: [&str; 6] = [
    "-Wall",
    "-Wextra",
    "-Wpedantic",
    "-Wundef",
    "-Wshadow",
    "-Werror",
];

/// The C and the C++ compiler of one vendor.
pub(crate) struct Compiler {
    pub(crate) name: &'static str,
    cc: &'static str,
    cxx: &'static str,
}

impl Compiler {
    /// The compiler of a language with every warning an error.
    pub(crate) fn command(&self, language: Language) -> Command {
        let mut command = Command::new(match language {
            Language::C => self.cc,
            Language::Cpp => self.cxx,
        });
        command.args(WARNINGS);
        command
    }
}

const COMPILERS: [Compiler; 3] = [
    Compiler {
        name: "gcc",
        cc: "gcc",
        cxx: "g++",
    },
    Compiler {
        name: "clang",
        cc: "clang",
        cxx: "clang++",
    },
    // Used only if neither is installed under its own name.
    Compiler {
        name: "cc",
        cc: "cc",
        cxx: "c++",
    },
];

/// Compiler options for the sanitizers.
pub(crate) const SANITIZERS: &[&str] = &[
    // Line numbers only: full debug information takes a fifth of the compile time.
    "-g1",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
];

pub(crate) struct Setup {
    pub(crate) root: PathBuf,
    /// A temporary folder. Only objects with unchanged inputs remain from the last run.
    pub(crate) work: PathBuf,
    pub(crate) prefix: PathBuf,
    /// At least one.
    pub(crate) compilers: Vec<Compiler>,
    /// Whether to test the release libraries with every compiler, standard, tool and kind of linking.
    pub(crate) all: bool,
    /// Folder of the libraries to test, if prebuilt.
    built: Option<PathBuf>,
    target: PathBuf,
    without: Vec<String>,
}

impl Setup {
    /// Returns `None` if a language has no compiler.
    pub(crate) fn new(
        languages: &[Language],
        all: bool,
        without: Vec<String>,
    ) -> Result<Option<Self>, Box<dyn Error>> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../..")
            .canonicalize()?;
        let program = env::current_exe()?;
        let target = program.ancestors().nth(2).ok_or(
            "this program is not in cargo's target folder: start it with cargo suite --step c/test",
        )?;
        let built = env::var_os("SORTID_BUILT").filter(|_| !all);
        let names: Vec<_> = languages.iter().map(|one| one.extension()).collect();
        let mut setup = Self {
            // Each language has its own folder: their tests may run at the same time.
            work: target.join("c/tests").join(names.join("-")),
            prefix: target.join(if all { "c/release" } else { "c/prefix" }),
            compilers: compilers(languages),
            root,
            all,
            built: built.map(PathBuf::from),
            target: target.to_owned(),
            without,
        };
        if setup.compilers.is_empty() {
            return Ok(None);
        }
        fs::create_dir_all(&setup.work)?;
        output(setup.installer().arg("--prefix").arg(&setup.prefix))?;
        if !all {
            setup.compilers.truncate(1);
        }
        setup.empty_work()?;
        Ok(Some(setup))
    }

    /// The installer's command. Does not run cargo if the libraries are prebuilt.
    pub(crate) fn installer(&self) -> Command {
        let Some(built) = &self.built else {
            let mut cargo = self.cargo("run");
            cargo.args(["--quiet", "--package", "sortid-install", "--"]);
            return cargo;
        };
        let mut installer = Command::new(built.join("sortid-install"));
        installer.arg("--built").arg(built);
        installer
    }

    /// Empties the work folder. Keeps the compiled objects if no header, source or compiler has changed.
    fn empty_work(&self) -> Result<(), Box<dyn Error>> {
        let inputs = self.inputs()?;
        let (objects, stamp) = (self.work.join("objects"), self.work.join("objects/inputs"));
        let is_current = fs::read_to_string(&stamp).is_ok_and(|stamp| stamp == inputs);
        for entry in fs::read_dir(&self.work)? {
            let path = entry?.path();
            match path.is_dir() {
                true if path == objects && is_current => {}
                true => fs::remove_dir_all(path)?,
                false => fs::remove_file(path)?,
            }
        }
        fs::create_dir_all(&objects)?;
        Ok(fs::write(stamp, inputs)?)
    }

    /// The inputs of objects as text: compiler versions, headers and sources.
    fn inputs(&self) -> Result<String, Box<dyn Error>> {
        let mut text = String::new();
        for compiler in &self.compilers {
            for program in [compiler.cc, compiler.cxx] {
                text += &output(Command::new(program).arg("--version")).unwrap_or_default();
            }
        }
        let include = self.prefix.join("include");
        for folder in [include.join("sortid"), include, self.file("programs")] {
            let mut paths: Vec<PathBuf> = (fs::read_dir(folder)?.flatten())
                .map(|entry| entry.path())
                .filter(|path| path.is_file())
                .collect();
            paths.sort_unstable();
            for path in paths {
                text += &format!("{}\n{}", path.display(), fs::read_to_string(&path)?);
            }
        }
        Ok(text)
    }

    /// Whether the libraries have the feature `test-panic`: prebuilt ones have it.
    pub(crate) fn can_panic(&self) -> bool {
        self.built.is_some()
    }

    pub(crate) fn cargo(&self, verb: &str) -> Command {
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
        cargo.arg(verb).current_dir(&self.root);
        cargo
    }

    /// Whether the first compiler can build a program with these options.
    pub(crate) fn can_build(&self, language: Language, source: &str, options: &[&str]) -> bool {
        let file = self.work.join(format!("probe.{}", language.extension()));
        if fs::write(&file, source).is_err() {
            return false;
        }
        let mut command = self.compilers[0].command(language);
        command.args(options).arg(file);
        output(command.arg("-o").arg(self.work.join("probe"))).is_ok()
    }

    /// A folder that persists between runs.
    pub(crate) fn persistent(&self, name: &str) -> PathBuf {
        self.target.join("c").join(name)
    }

    pub(crate) fn file(&self, path: &str) -> PathBuf {
        self.root.join("ffi-c/tests").join(path)
    }

    pub(crate) fn libraries(&self) -> PathBuf {
        self.prefix.join("lib")
    }

    /// The flags to compile a program and link it with the shared library.
    pub(crate) fn shared(&self) -> Vec<String> {
        let libraries = self.libraries().display().to_string();
        let include = self.prefix.join("include").display().to_string();
        vec![
            format!("-I{include}"),
            format!("-L{libraries}"),
            "-lsortid".into(),
            format!("-Wl,-rpath,{libraries}"),
            "-pthread".into(),
        ]
    }

    /// Installs a missing tool if possible. Returns the error otherwise.
    pub(crate) fn missing(&self, tool: &str) -> Option<String> {
        let need = output(Command::new(self.root.join("ffi-c/need")).arg(tool));
        need.err()
            .map(|reason| reason.lines().last().unwrap_or_default().to_owned())
    }

    pub(crate) fn excuses(&self, tool: &str) -> bool {
        self.without.iter().any(|name| name == tool)
    }
}

/// The installed compilers for all of the languages.
fn compilers(languages: &[Language]) -> Vec<Compiler> {
    let is_there = |compiler: &Compiler| {
        languages.iter().all(|language| {
            let program = compiler.command(*language).get_program().to_owned();
            output(Command::new(program).arg("--version")).is_ok()
        })
    };
    let mut found: Vec<_> = COMPILERS.into_iter().filter(is_there).collect();
    if found.len() > 1 {
        found.retain(|compiler| compiler.name != "cc");
    }
    found
}

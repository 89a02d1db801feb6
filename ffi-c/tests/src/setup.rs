//! The installed library, the compilers that are there, and how programs are built with them.

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
    /// The standards that the headers promise.
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

/// Every warning is an error.
pub(crate) const WARNINGS: [&str; 6] = [
    "-Wall",
    "-Wextra",
    "-Wpedantic",
    "-Wundef",
    "-Wshadow",
    "-Werror",
];

/// Two compilers that belong together.
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

const COMPILERS: [Compiler; 2] = [
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
];

pub(crate) struct Setup {
    pub(crate) root: PathBuf,
    /// Where this writes, anew each time.
    pub(crate) work: PathBuf,
    pub(crate) prefix: PathBuf,
    pub(crate) compilers: Vec<Compiler>,
    without: Vec<String>,
}

impl Setup {
    pub(crate) fn new(without: Vec<String>) -> Result<Self, Box<dyn Error>> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../..")
            .canonicalize()?;
        let program = env::current_exe()?;
        let target = program
            .ancestors()
            .nth(2)
            .ok_or("this program lies in no target folder")?;
        let mut setup = Self {
            work: target.join("c/tests"),
            prefix: target.join("c/prefix"),
            compilers: COMPILERS.into_iter().collect(),
            root,
            without,
        };
        setup
            .compilers
            .retain(|compiler| output(Command::new(compiler.cc).arg("--version")).is_ok());
        if setup.compilers.is_empty() {
            return Err("neither gcc nor clang is installed".into());
        }
        if setup.work.exists() {
            fs::remove_dir_all(&setup.work)?;
        }
        fs::create_dir_all(&setup.work)?;
        output(setup.installer().arg("--prefix").arg(&setup.prefix))?;
        Ok(setup)
    }

    /// The command that installs.
    pub(crate) fn installer(&self) -> Command {
        let mut cargo = self.cargo("run");
        cargo.args(["--quiet", "--package", "sortid-install", "--"]);
        cargo
    }

    pub(crate) fn cargo(&self, verb: &str) -> Command {
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
        cargo.arg(verb).current_dir(&self.root);
        cargo
    }

    /// A folder that lasts from one run to the next.
    pub(crate) fn kept(&self, name: &str) -> PathBuf {
        self.work.with_file_name(name)
    }

    /// A file of these tests.
    pub(crate) fn file(&self, path: &str) -> PathBuf {
        self.root.join("ffi-c/tests").join(path)
    }

    pub(crate) fn libraries(&self) -> PathBuf {
        self.prefix.join("lib")
    }

    /// What a program needs to be compiled and linked with the shared library.
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

    /// Why a tool is not there, if so; as root it is installed.
    pub(crate) fn missing(&self, tool: &str) -> Option<String> {
        let need = output(Command::new(self.root.join("ffi-c/need")).arg(tool));
        need.err()
            .map(|why| why.lines().last().unwrap_or_default().to_owned())
    }

    pub(crate) fn excuses(&self, tool: &str) -> bool {
        self.without.iter().any(|name| name == tool)
    }
}

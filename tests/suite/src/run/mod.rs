//! The shared state of a run, and the modules that run its steps.

pub(crate) mod build;
pub(crate) mod display;
pub(crate) mod execute;
pub(crate) mod lanes;
pub(crate) mod process;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use crate::conformance::matrix::Matrix;
use crate::conformance::vectors::{Vectors, load};
use crate::environments::runtimes::Row;
use crate::languages::{LANGUAGES, Language};
use build::TestProgram;

/// The folder of all logs, below the repository's root.
pub(crate) const LOGS: &str = "target/suite-logs";

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Cargo's target folder.
pub(crate) fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

/// The settings of single steps.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Settings {
    /// A folder of vector files that replaces the project's own.
    pub(crate) vectors: Option<PathBuf>,
    /// The number of random questions for all drivers.
    pub(crate) questions: u64,
    /// The number of the first random question.
    pub(crate) seed: u64,
    /// Whether steps with two sizes use the larger one.
    pub(crate) is_large: bool,
    /// Whether to write pages with results instead of comparing them.
    pub(crate) write: bool,
    /// Arguments after `--`, for the programs of the named steps.
    pub(crate) extra: Vec<String>,
    pub(crate) extra_for: Vec<String>,
}

impl Settings {
    /// The first of two sizes in a default run, the second in larger runs.
    pub(crate) fn size_of(&self, [small, large]: [usize; 2]) -> usize {
        if self.is_large { large } else { small }
    }
}

/// The shared state of all steps of a run.
pub(crate) struct Shared {
    pub(crate) root: PathBuf,
    /// Cargo's target folder.
    pub(crate) target: PathBuf,
    pub(crate) settings: Settings,
    vectors: OnceLock<Vectors>,
    /// The matrix so far: each language adds its column.
    pub(crate) matrix: Mutex<Option<Matrix>>,
    /// The test programs from the build step.
    pub(crate) programs: Mutex<BTreeMap<(String, String), TestProgram>>,
    /// The number of answers compared with falsified cases.
    pub(crate) controlled: AtomicU64,
    /// The languages whose driver is built.
    ready: Mutex<BTreeSet<&'static str>>,
    /// The rows of `docs/runtimes.md` for the runtimes that ran.
    pub(crate) rows: Mutex<Vec<Row>>,
}

impl Shared {
    pub(crate) fn new(settings: Settings) -> std::io::Result<Self> {
        let root = root().canonicalize()?;
        Ok(Self {
            target: std::path::absolute(target(&root))?,
            root,
            settings,
            vectors: OnceLock::new(),
            matrix: Mutex::new(None),
            programs: Mutex::new(BTreeMap::new()),
            controlled: AtomicU64::new(0),
            ready: Mutex::new(BTreeSet::new()),
            rows: Mutex::new(Vec::new()),
        })
    }

    /// The folder with the libraries and programs of the build step.
    pub(crate) fn built(&self) -> PathBuf {
        self.target.join(build::PROFILE)
    }

    /// The vectors of this run.
    pub(crate) fn vectors(&self) -> &Vectors {
        self.vectors.get_or_init(|| {
            let own = self.root.join("tests").join("vectors");
            load(self.settings.vectors.as_deref().unwrap_or(&own))
        })
    }

    /// Records that the driver of a language is built.
    pub(crate) fn is_ready(&self, language: &'static str) {
        lock(&self.ready).insert(language);
    }

    /// The languages whose drivers are built.
    pub(crate) fn ready(&self) -> Vec<&'static Language> {
        let ready = lock(&self.ready);
        let languages = LANGUAGES.iter();
        languages
            .filter(|language| ready.contains(language.name))
            .collect()
    }
}

/// The view of a run from one step.
pub(crate) struct Context<'a> {
    pub(crate) shared: &'a Shared,
    /// Whether the step tests the released packages.
    pub(crate) is_released: bool,
}

impl Context<'_> {
    pub(crate) fn root(&self) -> &Path {
        &self.shared.root
    }
}

/// Locks a mutex and ignores poisoning: the data is consistent even if its last holder panicked.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

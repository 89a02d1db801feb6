//! A step: one unit of the suite's work, with its requirements and dependencies.

use std::path::PathBuf;
use std::time::Duration;

use crate::outcome::{Outcome, Unit};
use crate::run::Context;

/// Which runs have a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Tier {
    /// `cargo suite`.
    Default,
    /// `cargo suite --all`.
    All,
    /// `cargo suite --release`.
    Release,
}

/// A program with its arguments. It runs in the repository's root unless `folder` says otherwise.
#[derive(Clone, Debug, Default)]
pub(crate) struct Program {
    pub(crate) path: String,
    pub(crate) arguments: Vec<String>,
    pub(crate) variables: Vec<(String, String)>,
    pub(crate) folder: Option<PathBuf>,
}

impl Program {
    pub(crate) fn new(path: &str, arguments: &[&str]) -> Self {
        Self {
            path: path.to_owned(),
            arguments: arguments.iter().map(|&word| word.to_owned()).collect(),
            ..Self::default()
        }
    }
}

type Inside = Box<dyn Fn(&Context<'_>) -> Outcome + Send + Sync>;

/// What a step does.
pub(crate) enum Action {
    /// Runs a program that must succeed. Its log says how many tests passed.
    Program(Program),
    /// Runs a program that prints `ok NAME` or `not ok NAME: why` for each check.
    Tap(Program),
    /// Runs a Rust test program that the build step built.
    TestProgram {
        package: String,
        target: String,
        folder: PathBuf,
    },
    /// Runs code of the runner.
    Inside(Inside),
}

/// One step.
pub(crate) struct Step {
    /// Its name: `GROUP/WHAT`. Its log has the same name.
    pub(crate) name: String,
    /// The language it tests, if one.
    pub(crate) language: Option<&'static str>,
    /// Other names that select it in `--only`, or excuse it in `--without`.
    pub(crate) tags: Vec<&'static str>,
    /// Which runs have it.
    pub(crate) tier: Tier,
    /// The toolchains it needs.
    pub(crate) needs: &'static [&'static str],
    /// The steps that must have succeeded.
    pub(crate) after: Vec<String>,
    /// The steps that must have ended, if the run has them.
    pub(crate) later_than: Vec<String>,
    /// Whether a run that names this step also has the steps of `later_than`: it uses those that succeed.
    pub(crate) uses_earlier: bool,
    /// What it does.
    pub(crate) action: Action,
    /// What it counts.
    pub(crate) unit: Unit,
    /// Whether its checks are one property, such as the seeds of a simulation: then they count as one.
    pub(crate) counts_once: bool,
    /// How often it is tried before it counts as failed: three times if it downloads.
    pub(crate) attempts: u32,
    /// Whether it runs cargo's builds, which wait for each other.
    pub(crate) uses_cargo: bool,
    /// Whether it tests the packages as they are released, in the full size.
    pub(crate) is_released: bool,
}

impl Step {
    pub(crate) fn new(name: impl Into<String>, action: Action) -> Self {
        Self {
            name: name.into(),
            language: None,
            tags: Vec::new(),
            tier: Tier::Default,
            needs: &[],
            after: Vec::new(),
            later_than: Vec::new(),
            uses_earlier: false,
            action,
            unit: Unit::Checks,
            counts_once: false,
            attempts: 1,
            uses_cargo: false,
            is_released: false,
        }
    }

    /// A program in the repository's root.
    pub(crate) fn program(name: impl Into<String>, path: &str, arguments: &[&str]) -> Self {
        Self::new(name, Action::Program(Program::new(path, arguments)))
    }

    /// A script that prints its checks.
    pub(crate) fn tap(name: impl Into<String>, path: &str, arguments: &[&str]) -> Self {
        Self::new(name, Action::Tap(Program::new(path, arguments)))
    }

    /// A cargo command. Cargo's builds wait for each other, so no two of these run at the same time.
    pub(crate) fn cargo(name: impl Into<String>, arguments: &[&str]) -> Self {
        Self {
            uses_cargo: true,
            needs: &["cargo"],
            ..Self::program(name, "cargo", arguments)
        }
    }

    /// Code of the runner.
    pub(crate) fn inside(
        name: impl Into<String>,
        action: impl Fn(&Context<'_>) -> Outcome + Send + Sync + 'static,
    ) -> Self {
        Self::new(name, Action::Inside(Box::new(action)))
    }

    pub(crate) fn of(mut self, language: &'static str) -> Self {
        self.language = Some(language);
        self
    }

    pub(crate) fn tagged(mut self, tags: &[&'static str]) -> Self {
        self.tags.extend(tags);
        self
    }

    pub(crate) fn tier(mut self, tier: Tier) -> Self {
        self.tier = tier;
        self
    }

    pub(crate) fn needs(mut self, toolchains: &'static [&'static str]) -> Self {
        self.needs = toolchains;
        self
    }

    pub(crate) fn after(mut self, step: impl Into<String>) -> Self {
        self.after.push(step.into());
        self
    }

    pub(crate) fn later_than(mut self, step: impl Into<String>) -> Self {
        self.later_than.push(step.into());
        self
    }

    pub(crate) fn counts(mut self, unit: Unit) -> Self {
        self.unit = unit;
        self
    }

    pub(crate) fn counts_once(mut self) -> Self {
        self.counts_once = true;
        self
    }

    /// A step that downloads: it is tried three times.
    pub(crate) fn downloads(mut self) -> Self {
        self.attempts = 3;
        self.tags.push(DOWNLOAD);
        self
    }

    pub(crate) fn uses_cargo(mut self) -> Self {
        self.uses_cargo = true;
        self
    }

    pub(crate) fn released(mut self) -> Self {
        self.is_released = true;
        self.tier = self.tier.max(Tier::All);
        self
    }

    /// The last part of the name.
    pub(crate) fn short(&self) -> &str {
        self.name
            .split_once('/')
            .map_or(&self.name, |(_, rest)| rest)
    }

    /// Whether a name of the command line means this step: its own, its group's, its language's or a tag.
    pub(crate) fn is_meant_by(&self, name: &str) -> bool {
        let group = self.name.split('/').next();
        self.name == name
            || group == Some(name)
            || self.language == Some(name)
            || self.tags.contains(&name)
    }

    /// How long it may take before it is killed. A slow machine must not reach it; a hung program must.
    pub(crate) fn limit(&self, expected: Duration) -> Duration {
        const LEAST: Duration = Duration::from_secs(300);
        LEAST + expected * 10
    }

    pub(crate) fn is_download(&self) -> bool {
        self.tags.contains(&DOWNLOAD)
    }
}

/// The tag of steps that download. They come first.
const DOWNLOAD: &str = "download";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn step_is_meant_by_its_name_group_language_and_tags() {
        let step = Step::program("databases/order-sqlite", "true", &[])
            .of("python")
            .tagged(&["sqlite"]);
        for name in ["databases/order-sqlite", "databases", "python", "sqlite"] {
            assert!(step.is_meant_by(name), "{name}");
        }
        assert!(!step.is_meant_by("order") && !step.is_meant_by("sql"));
        assert_eq!(step.short(), "order-sqlite");
    }

    #[test]
    fn limit_is_far_above_what_is_expected() {
        let step = Step::program("a", "true", &[]);
        let limit = step.limit(Duration::from_secs(60));
        assert_eq!(limit, Duration::from_secs(900));
    }
}

//! A step: one unit of the suite's work, with its requirements and dependencies.

use std::path::PathBuf;
use std::time::Duration;

use crate::outcome::{Outcome, Unit};
use crate::run::Context;

/// The runs that include a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Tier {
    /// `cargo suite`.
    Default,
    /// `cargo suite --all`.
    All,
    /// `cargo suite --release`.
    Release,
}

/// A program with its arguments. It runs in the repository's root unless `folder` is set.
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

/// The action of a step.
pub(crate) enum Action {
    /// Runs a program that must succeed. Its log contains the number of passed tests.
    Program(Program),
    /// Runs a program that prints `ok NAME` or `not ok NAME: reason` for each check.
    Tap(Program),
    /// Runs a Rust test program that the build step built.
    TestProgram {
        package: String,
        target: String,
        folder: PathBuf,
    },
    /// Runs a function of the runner.
    Inside(Inside),
}

/// One step.
pub(crate) struct Step {
    /// The name, `GROUP/WHAT`, also the name of the log.
    pub(crate) name: String,
    /// The tested language, if any.
    pub(crate) language: Option<&'static str>,
    /// Other names that select the step in `--only`, or allow it to be skipped in `--without`.
    pub(crate) tags: Vec<&'static str>,
    /// The runs that include the step.
    pub(crate) tier: Tier,
    /// The required toolchains.
    pub(crate) needs: &'static [&'static str],
    /// The steps that must have succeeded.
    pub(crate) after: Vec<String>,
    /// The steps that must have ended, if selected.
    pub(crate) later_than: Vec<String>,
    /// Whether selecting this step also selects its soft dependencies, `later_than`.
    pub(crate) uses_earlier: bool,
    /// What it does.
    pub(crate) action: Action,
    /// The unit of its checks.
    pub(crate) unit: Unit,
    /// Whether its checks, such as the seeds of a simulation, count as one.
    pub(crate) counts_once: bool,
    /// The number of attempts before it counts as failed: three for downloads.
    pub(crate) attempts: u32,
    /// Whether it runs cargo builds, which wait for each other.
    pub(crate) uses_cargo: bool,
    /// Whether it tests the released packages, at full size.
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

    /// A cargo command. Cargo builds block each other, so only one of these steps runs at a time.
    pub(crate) fn cargo(name: impl Into<String>, arguments: &[&str]) -> Self {
        Self {
            uses_cargo: true,
            needs: &["cargo"],
            ..Self::program(name, "cargo", arguments)
        }
    }

    /// A function of the runner.
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

    /// Marks a step that downloads, which is attempted three times.
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

    /// Whether a name on the command line matches this step: its name, group, language or a tag.
    pub(crate) fn is_meant_by(&self, name: &str) -> bool {
        let group = self.name.split('/').next();
        self.name == name
            || group == Some(name)
            || self.language == Some(name)
            || self.tags.contains(&name)
    }

    /// The time limit: far above the time on a slow machine, but finite for a hung program.
    pub(crate) fn limit(&self, expected: Duration) -> Duration {
        const LEAST: Duration = Duration::from_secs(300);
        LEAST + expected * 10
    }

    pub(crate) fn is_download(&self) -> bool {
        self.tags.contains(&DOWNLOAD)
    }
}

/// The tag of downloads, which come first.
const DOWNLOAD: &str = "download";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn step_matches_its_name_group_language_and_tags() {
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
    fn limit_is_far_above_the_expected_time() {
        let step = Step::program("a", "true", &[]);
        let limit = step.limit(Duration::from_secs(60));
        assert_eq!(limit, Duration::from_secs(900));
    }
}

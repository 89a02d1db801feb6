//! The whole run: drivers, their checks, vectors, negative control, summary.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::Instant;

use crate::args::Args;
use crate::conformance::closed_lists;
use crate::conformance::differential;
use crate::conformance::matrix_page;
use crate::conformance::scratch;
use crate::conformance::session::{Session, talk};
use crate::conformance::vectors::{Case, load};
use crate::console::{Console, seconds};
use crate::environments::packages::{self, Door};
use crate::environments::runtimes;
use crate::languages::{LANGUAGES, Language, PATIENCE};
use crate::manifests;
use crate::report::{Failure, Report, Section, print_failures};
use crate::steps::{Outcome, Step, TAIL_LINES, tail};

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs what `args` ask for, and tells whether nothing failed.
pub(crate) fn run(args: &Args, console: &Console) -> bool {
    let mut run = Run::new(args, console);
    if run.has_room() {
        if args.has_languages() {
            run.languages();
        }
        run.named();
        run.databases();
    }
    run.summary()
}

/// Builds what the doors of these names need, all of them without a name, and goes through them; the error tells that there is no such door.
pub(crate) fn through_doors(
    names: &[String],
    args: &Args,
    console: &Console,
) -> Result<bool, String> {
    let doors = packages::chosen(&root(), names)?;
    let args = with_only(args, doors.iter().filter_map(Door::language));
    let mut run = Run::new(&args, console);
    let ready = run.build();
    run.doors(&ready, &doors);
    Ok(run.summary())
}

/// Runs what there is under the runtimes of these names, all of them without a name, and writes their rows into the page if that is wished; the
/// error tells that there is no such runtime.
pub(crate) fn under_runtimes(
    names: &[String],
    write: bool,
    args: &Args,
    console: &Console,
) -> Result<bool, String> {
    let runtimes = runtimes::chosen(names)?;
    let args = with_only(args, runtimes.iter().map(|runtime| runtime.language));
    let mut run = Run::new(&args, console);
    let ready = run.build();
    let cases = run.cases();
    run.runtimes(&ready, &runtimes, &cases, write);
    Ok(run.summary())
}

/// The same with these languages alone.
fn with_only(args: &Args, languages: impl Iterator<Item = &'static str>) -> Args {
    let wanted: Vec<&str> = languages.collect();
    let only = LANGUAGES.iter().map(|language| language.name);
    let only = only.filter(|name| wanted.contains(name));
    Args {
        only: Some(only.map(str::to_owned).collect()),
        ..args.clone()
    }
}

/// Looks at the manifests alone.
pub(crate) fn manifests(console: &Console) -> bool {
    let args = Args::default();
    let mut run = Run::new(&args, console);
    for section in manifests::check(&run.root) {
        // All of them, as each is one thing to mend.
        for failure in &section.failures {
            console.line(&format!("  {} {}", console.bad("✗"), failure.what));
        }
        run.report.add(section);
    }
    run.summary()
}

/// A run so far.
pub(crate) struct Run<'a> {
    pub(crate) args: &'a Args,
    pub(crate) console: &'a Console,
    pub(crate) root: PathBuf,
    pub(crate) report: Report,
    started: Instant,
}

impl<'a> Run<'a> {
    pub(crate) fn new(args: &'a Args, console: &'a Console) -> Self {
        Self {
            args,
            console,
            root: root(),
            report: Report::default(),
            started: Instant::now(),
        }
    }

    /// All that is asked of the languages.
    fn languages(&mut self) {
        let (args, ready) = (self.args, self.build());
        let whole = args.vectors.is_none();
        if whole {
            self.checks(&ready);
            self.lists(&ready);
        }
        let cases = self.cases();
        self.vectors(&ready, &cases);
        self.negative_control(&ready, &cases);
        if args.questions() > 0 {
            self.differential(&ready, &cases);
        }
        if whole {
            self.fresh(&ready);
            self.doors(&ready, &packages::of_the_suite());
            self.runtimes(&ready, &runtimes::of_the_suite(), &cases, false);
        }
    }

    /// Lints and unit tests: two languages at a time, since few steps use two processors all the time. What each prints stands where it ends.
    fn checks(&mut self, ready: &[&'static Language]) {
        self.console.title("Lints and unit tests");
        let mut section = Section::new("lints and unit tests");
        let checks = ready.iter().map(|language| (*language, language.checks));
        // Each by itself, since these need nothing of each other.
        let apart = ready.iter().flat_map(|language| {
            let steps = language.apart.chunks(1);
            steps.map(|step| (*language, step))
        });
        let (root, rest) = (&self.root.clone(), &Mutex::new(checks.chain(apart)));
        let next = || rest.lock().ok()?.next();
        let (told, outcomes) = mpsc::channel();
        thread::scope(|scope| {
            for told in [told.clone(), told] {
                scope.spawn(move || {
                    while let Some((language, steps)) = next() {
                        for step in steps {
                            // Who listens does so until both are done.
                            let _ = told.send((language, step, step.run(root)));
                        }
                    }
                });
            }
            for (language, step, outcome) in outcomes {
                self.checked(&mut section, language, step, &outcome);
            }
        });
        self.report.add(section);
    }

    pub(crate) fn checked(
        &mut self,
        section: &mut Section,
        language: &Language,
        step: &Step,
        outcome: &Outcome,
    ) {
        self.console.begin(&format!("  {:<16} ", step.name));
        self.tell(outcome);
        section.passed += outcome.passed;
        section.failed += outcome.failed;
        let missing = self.skipped(language.name, step.name, outcome);
        section.failed += u64::from(missing.is_some());
        let failed = outcome.failure_of(language.name, step.name);
        section.failures.extend(failed.or(missing));
    }

    /// What manifests say, and where each driver's lists end.
    fn lists(&mut self, ready: &[&'static Language]) {
        self.console.title("Manifests and closed lists");
        let [versions, manifests] = manifests::check(&self.root);
        let mut section = Section::new("closed lists");
        for language in ready {
            let session = self.converse(language, closed_lists::unknown(), "lists");
            closed_lists::check(language, &session, &mut section);
        }
        self.console.line(&format!(
            "  {} manifests say one version; registries find {} of {} answers; {} drivers know where their lists end",
            versions.passed,
            manifests.passed,
            manifests.passed + manifests.failed,
            section.passed / 3,
        ));
        for section in [versions, manifests, section] {
            print_failures(self.console, &section.failures);
            self.report.add(section);
        }
    }

    /// The cases of the vector files.
    pub(crate) fn cases(&mut self) -> Vec<Case> {
        self.console.title("Vector files");
        let own = matrix_page::own_vectors(&self.root);
        let folder = self.args.vectors.as_deref().unwrap_or(&own);
        let vectors = load(folder);
        self.console.line(&format!(
            "  {} cases in {} files",
            vectors.cases.len(),
            vectors.files
        ));
        let mut section = Section::new("vector files");
        if vectors.problems.is_empty() {
            section.passed = vectors.files as u64;
        }
        for problem in vectors.problems {
            section.fail(Failure {
                what: problem,
                ..Failure::default()
            });
        }
        print_failures(self.console, &section.failures);
        self.report.add(section);
        vectors.cases
    }

    /// The languages whose driver is built, of those that are asked for.
    fn build(&mut self) -> Vec<&'static Language> {
        let args = self.args;
        let chosen = |language: &&Language| args.chooses(language.name);
        self.build_of(LANGUAGES.iter().filter(chosen))
    }

    /// The languages whose driver is built, of these.
    pub(crate) fn build_of(
        &mut self,
        languages: impl Iterator<Item = &'static Language>,
    ) -> Vec<&'static Language> {
        self.console.title("Drivers");
        let mut section = Section::new("drivers built");
        let mut ready = Vec::new();
        for language in languages {
            self.console.begin(&format!("  {:<16} ", language.name));
            if let Some(program) = language.missing() {
                let failure = self.not_run(language, &format!("{program} is not installed"));
                section.failures.extend(failure);
                continue;
            }
            let outcome = language.build.run(&self.root);
            self.tell(&outcome);
            match outcome.failure_of(language.name, language.build.name) {
                None => {
                    section.passed += 1;
                    ready.push(language);
                }
                Some(failure) => {
                    self.report
                        .not_run(language.name, "its driver cannot be built");
                    section.failures.push(failure);
                }
            }
        }
        if ready.is_empty() && section.failures.is_empty() {
            section
                .failures
                .push(Failure::new(None, "drivers", "no language ran"));
        }
        section.failed = section.failures.len() as u64;
        print_failures(self.console, &section.failures);
        self.report.add(section);
        ready
    }

    /// Random questions to all drivers at once.
    fn differential(&mut self, ready: &[&'static Language], cases: &[Case]) {
        self.console.title("Differential run");
        let (console, root) = (self.console, &self.root);
        let section = differential::run(console, root, ready, cases, self.args.questions());
        print_failures(self.console, &section.failures);
        self.report.add(section);
    }

    /// The totals, and the last line.
    fn summary(&mut self) -> bool {
        if let Some(path) = &self.args.json {
            let text = format!("{:#}\n", self.report.json());
            if let Err(error) = fs::write(path, text) {
                let reason = format!("{}: {error}", path.display());
                let mut section = Section::new("JSON file");
                section.fail(Failure::new(None, "JSON file", reason));
                print_failures(self.console, &section.failures);
                self.report.add(section);
            }
        }
        self.console.title("Summary");
        self.report.print(self.console);
        let (passed, failed) = self.report.totals();
        let took = seconds(self.started.elapsed());
        self.console.line(&format!("  in {took}"));
        self.tell_taken();
        self.report.print_failures(self.console, &self.root);
        self.console
            .line(&format!("\n{passed} passed, {failed} failed"));
        failed == 0
    }

    /// Ends the line of a command that ran.
    fn tell(&self, outcome: &Outcome) {
        let took = seconds(outcome.took);
        if let Some(reason) = &outcome.not_run {
            self.console
                .line(&format!("{}: {reason}", self.console.bad("NOT RUN")));
        } else if let Some(reason) = &outcome.failure {
            self.console
                .line(&format!("{} {took}, {reason}", self.console.bad("failed")));
            let log = tail(&self.root.join(&outcome.log), TAIL_LINES);
            for line in log {
                self.console.line(&format!("    | {line}"));
            }
            self.console
                .line(&format!("    the whole log: {}", outcome.log.display()));
        } else {
            let checks = match outcome.passed {
                1 => String::new(),
                tests => format!(", {tests} tests"),
            };
            self.console
                .line(&format!("{} {took}{checks}", self.console.good("ok")));
        }
    }

    /// Ends the line of a language that cannot run; a failure unless it was excused.
    fn not_run(&mut self, language: &Language, reason: &str) -> Option<Failure> {
        self.report.not_run(language.name, reason);
        if self.args.without.iter().any(|name| name == language.name) {
            self.console.line(&format!("NOT RUN, as allowed: {reason}"));
            None
        } else {
            self.console
                .line(&format!("{}: {reason}", self.console.bad("NOT RUN")));
            Some(Failure::new(Some(language.name), "NOT RUN", reason))
        }
    }

    /// Notes a step that could not run; a failure unless it was excused.
    fn skipped(
        &mut self,
        language: &'static str,
        name: &str,
        outcome: &Outcome,
    ) -> Option<Failure> {
        let reason = outcome.not_run.as_deref()?;
        self.report.not_run(name, reason);
        let excused = self.args.without.iter().any(|without| without == name);
        (!excused).then(|| Failure::new(Some(language), format!("{name}: NOT RUN"), reason))
    }

    /// Asks a driver. One that does not start answers nothing.
    pub(crate) fn converse(
        &self,
        language: &Language,
        requests: Vec<String>,
        purpose: &str,
    ) -> Session {
        let driver = language.command(&self.root);
        self.converse_by(driver, language, requests, purpose)
    }

    /// Asks a driver that this command starts.
    pub(crate) fn converse_by(
        &self,
        driver: Command,
        language: &Language,
        requests: Vec<String>,
        purpose: &str,
    ) -> Session {
        let count = requests.len();
        let log = language.log(&self.root, purpose);
        let requests = scratch::placed(requests, &log.with_extension("scratch"));
        let session = requests.and_then(|requests| talk(driver, requests, &log, PATIENCE));
        session.unwrap_or_else(|error| {
            let reason = format!("{} does not start: {error}", language.driver().display());
            Session {
                answers: vec![Err(reason.clone()); count],
                end: Err(reason),
            }
        })
    }
}

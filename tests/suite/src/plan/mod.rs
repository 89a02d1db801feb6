//! The plan of a run: its steps, in an order that respects their dependencies.

pub(crate) mod catalog;
pub(crate) mod step;
pub(crate) mod times;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

pub(crate) use step::{Action, Program, Step, Tier};
use times::Times;

/// The selection of steps.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Choice {
    /// The highest tier.
    pub(crate) tier: Tier,
    /// Only the steps of this group.
    pub(crate) group: Option<String>,
    /// Only steps that match one of these names.
    pub(crate) only: Option<Vec<String>>,
    /// Only the steps with exactly these names, regardless of their tier.
    pub(crate) steps: Vec<String>,
}

/// Returns the selected steps, and all steps that they depend on.
///
/// # Errors
/// A name that matches no step.
pub(crate) fn choose(all: Vec<Step>, choice: &Choice) -> Result<Vec<Step>, String> {
    let in_group = |step: &Step| {
        let group = choice.group.as_ref();
        group.is_none_or(|group| step.is_meant_by(group))
    };
    let means = |name: &String, step: &Step| step.is_meant_by(name) || step.short() == name;
    let named = choice.only.iter().flatten();
    for name in named.chain(&choice.steps) {
        if !all.iter().any(|step| in_group(step) && means(name, step)) {
            return Err(format!("no step matches {name:?}. {}", names_of(&all)));
        }
    }
    let is_chosen = |step: &Step| match (&choice.only, choice.steps.as_slice()) {
        (None, []) => step.tier <= choice.tier && in_group(step),
        (Some(names), []) => {
            let is_meant = names.iter().any(|name| means(name, step));
            step.tier <= choice.tier && in_group(step) && is_meant
        }
        (_, steps) => steps.contains(&step.name),
    };
    let chosen = all.iter().filter(|step| is_chosen(step));
    let mut chosen: BTreeSet<String> = chosen.map(|step| step.name.clone()).collect();
    if chosen.is_empty() {
        return Err("these names only match steps of --all or --release".to_owned());
    }
    let needs: BTreeMap<&str, Vec<&String>> = (all.iter())
        .map(|step| {
            let earlier = step.later_than.iter().filter(|_| step.uses_earlier);
            (
                step.name.as_str(),
                step.after.iter().chain(earlier).collect(),
            )
        })
        .collect();
    let mut open: Vec<String> = chosen.iter().cloned().collect();
    while let Some(name) = open.pop() {
        for &need in needs.get(name.as_str()).into_iter().flatten() {
            if chosen.insert(need.clone()) {
                open.push(need.clone());
            }
        }
    }
    let mut steps = all;
    steps.retain(|step| chosen.contains(&step.name));
    Ok(steps)
}

/// The groups, languages and tags of steps, for an error message.
fn names_of(steps: &[Step]) -> String {
    let mut names: BTreeSet<&str> = BTreeSet::new();
    for step in steps {
        names.extend(step.name.split('/').next());
        names.extend(step.language);
        names.extend(step.tags.iter().copied());
    }
    let names: Vec<&str> = names.into_iter().collect();
    format!(
        "Groups: {}. `cargo suite --list` shows all steps",
        names.join(", ")
    )
}

/// For each step, the time from its start to the end of the last step that depends on it.
pub(crate) fn ranks(steps: &[Step], times: &Times) -> BTreeMap<String, Duration> {
    let mut waiting: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for step in steps {
        for before in step.after.iter().chain(&step.later_than) {
            waiting.entry(before).or_default().push(&step.name);
        }
    }
    let mut ranks = BTreeMap::new();
    for step in steps {
        rank(&step.name, &waiting, times, &mut ranks);
    }
    // The build comes first, in parallel with downloads, which leave it the processor.
    let comes_first = |step: &&Step| step.is_download() || step.name == "build";
    for step in steps.iter().filter(comes_first) {
        if let Some(rank) = ranks.get_mut(&step.name) {
            *rank += Duration::from_secs(100_000);
        }
    }
    ranks
}

fn rank(
    name: &str,
    waiting: &BTreeMap<&str, Vec<&str>>,
    times: &Times,
    ranks: &mut BTreeMap<String, Duration>,
) -> Duration {
    if let Some(rank) = ranks.get(name) {
        return *rank;
    }
    let after = waiting.get(name).into_iter().flatten();
    let longest = after.map(|next| rank(next, waiting, times, ranks)).max();
    let rank = times.expected(name) + longest.unwrap_or_default();
    ranks.insert(name.to_owned(), rank);
    rank
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn steps() -> Vec<Step> {
        vec![
            Step::program("build", "true", &[]),
            Step::program("zig/build", "true", &[])
                .of("zig")
                .after("build"),
            Step::program("zig/test", "true", &[])
                .of("zig")
                .after("zig/build"),
            Step::program("python/fetch", "true", &[])
                .of("python")
                .downloads(),
            Step::program("python/lint", "true", &[])
                .of("python")
                .tier(Tier::All)
                .tagged(&["lint"]),
        ]
    }

    fn chosen(tier: Tier, only: Option<&[&str]>) -> Result<Vec<String>, String> {
        let only = only.map(|names| names.iter().map(|&name| name.to_owned()).collect());
        names(&Choice {
            tier,
            only,
            group: None,
            steps: Vec::new(),
        })
    }

    fn names(choice: &Choice) -> Result<Vec<String>, String> {
        let steps = choose(steps(), choice)?;
        Ok(steps.into_iter().map(|step| step.name).collect())
    }

    #[test]
    fn tier_limits_the_steps_of_a_run() {
        let default = chosen(Tier::Default, None).expect("steps");
        assert_eq!(default, ["build", "zig/build", "zig/test", "python/fetch"]);
        assert_eq!(chosen(Tier::All, None).expect("steps").len(), 5);
    }

    #[test]
    fn selection_includes_dependencies() {
        let one = chosen(Tier::Default, Some(&["zig/test"])).expect("steps");
        assert_eq!(one, ["build", "zig/build", "zig/test"]);
        let named = names(&Choice {
            tier: Tier::Default,
            only: None,
            group: None,
            steps: vec!["python/lint".to_owned()],
        });
        assert_eq!(named.expect("steps"), ["python/lint"]);
    }

    #[test]
    fn selection_includes_soft_dependencies_that_are_used() {
        let mut step = Step::program("uniqueness/ids", "true", &[]).later_than("zig/build");
        let with = |step| {
            let mut all = steps();
            all.push(step);
            let choice = Choice {
                tier: Tier::Default,
                only: None,
                group: None,
                steps: vec!["uniqueness/ids".to_owned()],
            };
            choose(all, &choice).expect("steps").len()
        };
        assert_eq!(with(Step::program("uniqueness/ids", "true", &[])), 1);
        step.uses_earlier = true;
        // Building a language requires the build of everything.
        assert_eq!(with(step), 3);
    }

    #[test]
    fn unknown_names_are_errors() {
        let unknown = chosen(Tier::All, Some(&["cobol"])).expect_err("unknown");
        assert!(unknown.contains("cobol") && unknown.contains("python"));
        let above = chosen(Tier::Default, Some(&["lint"])).expect_err("above");
        assert!(above.contains("--all"), "{above}");
    }

    #[test]
    fn steps_that_others_wait_for_rank_first() {
        let steps = steps();
        let ranks = ranks(&steps, &Times::read(Path::new("no/such/folder")));
        assert!(ranks["build"] > ranks["zig/build"] && ranks["zig/build"] > ranks["zig/test"]);
        assert!(ranks["python/fetch"] > ranks["zig/build"]);
    }
}

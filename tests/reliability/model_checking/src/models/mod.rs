//! The models: each a few threads that do a few things, and what must hold whatever they see of one another.

mod begin;
mod files;
mod forks;
mod leases;
mod lock;
mod measure;
mod shared;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::model_os;

/// A model.
pub(crate) struct Model {
    pub(crate) name: &'static str,
    run: fn(),
    /// How often a thread that could go on is stopped at most; `None`: as often as can be.
    quick: Option<usize>,
    deep: Option<usize>,
}

/// One of which all that can happen is looked at, also in the quick run.
const fn whole(name: &'static str, run: fn()) -> Model {
    Model {
        name,
        run,
        quick: None,
        deep: None,
    }
}

/// One that is too large for that.
const fn bounded(name: &'static str, run: fn(), quick: usize, deep: usize) -> Model {
    Model {
        name,
        run,
        quick: Some(quick),
        deep: Some(deep),
    }
}

pub(crate) const ALL: &[&[Model]] = &[
    lock::MODELS,
    begin::MODELS,
    measure::MODELS,
    shared::MODELS,
    files::MODELS,
    forks::MODELS,
    leases::MODELS,
];

pub(crate) fn all() -> impl Iterator<Item = &'static Model> {
    ALL.iter().copied().flatten()
}

impl Model {
    /// Runs all of it, and tells how often the model was run; what fails panics.
    pub(crate) fn check(&self, is_deep: bool) -> u64 {
        let executions = Arc::new(AtomicU64::new(0));
        let mut builder = loom::model::Builder::new();
        builder.preemption_bound = if is_deep { self.deep } else { self.quick };
        builder.max_branches = 20_000;
        let (run, count) = (self.run, executions.clone());
        builder.check(move || {
            count.fetch_add(1, Ordering::Relaxed);
            model_os::run(run);
        });
        executions.load(Ordering::Relaxed)
    }
}

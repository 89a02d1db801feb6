//! The models. Each has a few threads with a few actions, and checks that must hold for all orders.

mod begin;
mod claims;
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
    /// The maximum number of preemptions; `None`: unlimited.
    quick: Option<usize>,
    deep: Option<usize>,
}

/// A model that is checked completely, even in a quick run.
const fn whole(name: &'static str, run: fn()) -> Model {
    Model {
        name,
        run,
        quick: None,
        deep: None,
    }
}

/// A model with a limited number of preemptions.
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
    claims::MODELS,
];

pub(crate) fn all() -> impl Iterator<Item = &'static Model> {
    ALL.iter().copied().flatten()
}

impl Model {
    /// Checks the model and returns the number of executions. Panics if it fails.
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

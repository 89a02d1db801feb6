//! Lease files on the simulated system, under the library names that the protocol uses.

use std::path::Path;

use sortid_engine::lease_file;
use sortid_engine::plan::Plan;
use sortid_reliability_common::product::plan;

use crate::sim::os::Sim;
use sortid_reliability_common::product::{Error, Format, Options};

pub use sortid_engine::lease_file::{Leased, Stretch};

pub type LeaseFile = lease_file::LeaseFile<Sim, Error>;

pub fn open_file(
    path: &Path,
    format: Format,
    options: &Options,
    namespace: &str,
) -> Result<LeaseFile, Error> {
    LeaseFile::open(path, &plan_with(path, format, options)?, namespace)
}

pub fn read_lease(path: &Path) -> Result<(String, Option<u64>, Stretch, bool), Error> {
    Ok(lease_file::read_lease::<Sim>(path)?)
}

pub fn retire(path: &Path, format: Format, options: &Options) -> Result<i64, Error> {
    Ok(lease_file::retire::<Sim>(
        path,
        &plan_with(path, format, options)?,
    )?)
}

fn plan_with(path: &Path, format: Format, options: &Options) -> Result<Plan, Error> {
    plan(format, &options.clone().lease_file(path))
}

//! Test environments for the packages: consumer projects, runtimes, database servers and platforms.

pub(crate) mod databases;
pub(crate) mod emulators;
pub(crate) mod packages;
pub(crate) mod platforms;
pub(crate) mod runtimes;

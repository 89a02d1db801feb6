//! Test environments for the packages: consumer projects, runtimes, database servers and platforms.

pub(crate) mod emulators;
pub(crate) mod packages;
pub(crate) mod platforms;
pub(crate) mod rooms;
pub(crate) mod runtimes;

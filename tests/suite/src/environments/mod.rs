//! What the packages are installed into and run beside: consumer projects, runtimes, servers, other machines.

pub(crate) mod databases;
pub(crate) mod emulators;
pub(crate) mod packages;
pub(crate) mod platforms;
pub(crate) mod runtimes;

// The modules of both programs, included by their roots.

mod command;
mod ids;
mod model_os;
mod pair;
mod subprocess;

use model_os::ModelOs as Sys;
use sortid_engine::sys;

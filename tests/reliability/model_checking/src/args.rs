//! The arguments.

use crate::apart::guard;
use crate::world::Guard;

/// What is asked for.
#[derive(Default)]
pub(crate) struct Asked {
    /// This model alone, in this process.
    pub(crate) model: Option<String>,
    /// With this site asking for less, or this guard left out.
    pub(crate) weaken: Option<String>,
    pub(crate) without: Option<Guard>,
    /// As many switches between threads as there may be, or more than in the quick run.
    pub(crate) deep: bool,
}

pub(crate) fn read() -> Result<Asked, lexopt::Error> {
    use lexopt::prelude::*;
    let mut asked = Asked::default();
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("model") => asked.model = Some(parser.value()?.string()?),
            Long("weaken") => asked.weaken = Some(parser.value()?.string()?),
            Long("without") => asked.without = Some(parser.value()?.parse_with(guard)?),
            Long("deep") => asked.deep = true,
            other => return Err(other.unexpected()),
        }
    }
    Ok(asked)
}

//! The command line of `models` and `schedules`.

use std::process::ExitCode;

use sortid_reliability_common::lexopt::ValueExt;
use sortid_reliability_common::{Failure, Options, Own, Tool, exit_code};

/// One of the two programs.
pub(crate) struct Command {
    pub(crate) tool: Tool,
    /// The option that only this program has.
    pub(crate) own: &'static str,
    pub(crate) names: Vec<&'static str>,
    /// Runs one model, whose failure ends this process. Takes the own option's value.
    pub(crate) run_here: fn(&str, &Options, Option<&str>) -> Result<(), Failure>,
    pub(crate) run_all: fn(&Options, Option<&str>) -> Result<bool, Failure>,
}

impl Command {
    /// The main function.
    pub(crate) fn main(&self) -> ExitCode {
        let (mut model, mut own) = (None, None);
        let options = self.tool.options(|option, parser| {
            match option {
                Own::Long("model") => model = Some(parser.value()?.string()?),
                Own::Long(name) if name == self.own => own = Some(parser.value()?.string()?),
                _ => return Ok(false),
            }
            Ok(true)
        });
        match options {
            Ok(options) => exit_code(self.answer(&options, model.as_deref(), own.as_deref())),
            Err(code) => code,
        }
    }

    fn answer(
        &self,
        options: &Options,
        model: Option<&str>,
        own: Option<&str>,
    ) -> Result<bool, Failure> {
        if options.list {
            self.names.iter().for_each(|name| println!("model {name}"));
            return Ok(true);
        }
        match model {
            Some(name) if !self.names.contains(&name) => {
                Err(format!("unknown model {name}; see --list").into())
            }
            Some(name) => (self.run_here)(name, options, own).map(|()| true),
            None => (self.run_all)(options, own),
        }
    }
}

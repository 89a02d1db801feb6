//! Scenes: this program again in a new process, which has not used the library, with a preloaded
//! shim if needed. The result is a line of JSON.

use std::fmt::{self, Debug};
use std::io::{self, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::run::{self, Checked, Failure, Finding, NotRun};

/// The time limit of a scene.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A function that runs in a new process.
pub(crate) struct Scene {
    pub(crate) name: &'static str,
    pub(crate) play: fn(&[u64]) -> Checked,
}

impl Debug for Scene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl PartialEq for Scene {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

const fn scene(name: &'static str, play: fn(&[u64]) -> Checked) -> Scene {
    Scene { name, play }
}

/// Every scene.
pub(crate) const SCENES: &[Scene] = &[
    scene(crate::store::spawned::SCENE, crate::store::spawned::scene),
    #[cfg(unix)]
    scene("slow", crate::faked::slow::scene),
    #[cfg(unix)]
    scene("slow-lives", crate::faked::slow::lives),
    #[cfg(unix)]
    scene("suspended", crate::faked::suspended::scene),
    #[cfg(unix)]
    scene("suspended-pair", crate::faked::suspended::pair),
    #[cfg(unix)]
    scene("migrated", crate::faked::migrated::scene),
    #[cfg(unix)]
    scene("source", crate::faked::source::scene),
    #[cfg(unix)]
    scene("verdict", crate::faked::source::verdict),
    #[cfg(unix)]
    scene("interrupted-calls", crate::faked::interrupted::scene),
];

/// Runs a scene in a new process with these environment variables.
pub(crate) fn played(name: &str, numbers: &[u64], with: &[(&str, &Path)]) -> Checked {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["scene", name]);
    command.args(numbers.iter().map(u64::to_string));
    command.envs(with.iter().copied());
    let mut process = command.stdout(Stdio::piped()).spawn()?;
    let mut output = process.stdout.take().ok_or("a scene has no output")?;
    let reader = thread::spawn(move || {
        let mut output_text = String::new();
        output.read_to_string(&mut output_text).map(|_| output_text)
    });
    let began = Instant::now();
    let status = loop {
        if let Some(status) = process.try_wait()? {
            break status;
        }
        if began.elapsed() > TIMEOUT {
            process.kill()?;
            process.wait()?;
            return Err(format!("hangs: killed after {} s", TIMEOUT.as_secs()).into());
        }
        thread::sleep(Duration::from_millis(2));
    };
    let output = reader.join().map_err(|_| "a reader panicked")??;
    let line = output.lines().last().unwrap_or_default();
    let Ok(result) = serde_json::from_str::<Value>(line) else {
        return Err(format!("its process died ({status})").into());
    };
    let text = |name| result.get(name).and_then(Value::as_str);
    if let Some(why) = text("not run") {
        return Err(run::not_run(why));
    }
    if let Some(trouble) = text("trouble") {
        return Err(trouble.into());
    }
    Ok(Finding::from_json(&result).ok_or("a scene printed no result")?)
}

/// Runs a scene in this process and prints its result.
pub(crate) fn play(scene: &Scene, numbers: &[u64]) -> Result<(), Failure> {
    let played = catch_unwind(AssertUnwindSafe(|| (scene.play)(numbers)));
    let played =
        played.unwrap_or_else(|panic| Err(format!("panic: {}", run::message(&*panic)).into()));
    let result = match played {
        Ok(finding) => finding.to_json(),
        Err(trouble) => match trouble.downcast::<NotRun>() {
            Ok(not_run) => json!({ "not run": not_run.0 }),
            Err(trouble) => json!({ "trouble": trouble.to_string() }),
        },
    };
    writeln!(io::stdout(), "{result}")?;
    Ok(())
}

//! The driver as a program: a line in, a line out, until its input ends or is no request.

use std::error::Error;
use std::io::{self, BufRead, Write};

fn main() -> Result<(), Box<dyn Error>> {
    let (stdin, mut stdout) = (io::stdin().lock(), io::stdout().lock());
    for line in stdin.lines() {
        writeln!(stdout, "{}", sortid_driver::answer(&line?)?)?;
        stdout.flush()?;
    }
    Ok(())
}

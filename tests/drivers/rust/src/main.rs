//! The driver as a program: answers each line, until its input ends or breaks the protocol.

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

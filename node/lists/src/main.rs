//! Writes the parts of the npm package that repeat the core's lists.

use std::fs;
use std::io;

fn main() -> io::Result<()> {
    for (path, text) in sortid_node_lists::outputs()? {
        fs::write(path, text)?;
    }
    Ok(())
}

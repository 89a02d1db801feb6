//! Assigned nodes across forks: never the parent's, nor a sibling's before all are used (R-GEN-8).
//!
//! Without random bits, only the node distinguishes processes.

use sortid::{AnyId, Format, Options};

use crate::child;
use crate::facts;
use crate::run::{Checked, Failure, Finding, Run};

/// Longer lists would take too long: each node needs a process.
const MOST: u32 = 8192;

/// Adds the rows of this part, alone in its process: other checks would use nodes of the list.
pub(crate) fn run(run: &mut Run<'_>) {
    for format in facts::timed() {
        let Some(all) = facts::drawn_nodes(format) else {
            continue;
        };
        run.check("drawn nodes differ until all are used", format, || {
            distinct(format, all)
        });
        run.check("a drawn node is never the parent's", format, || {
            never_the_parents(format, all)
        });
    }
}

fn node(id: AnyId) -> Result<u128, Failure> {
    Ok(facts::node(id).ok_or("a format without nodes")?)
}

/// A parent forks children, and every third child forks too, until all nodes are used.
fn distinct(format: Format, all: u32) -> Checked {
    let generator = facts::system(format, &Options::new())?;
    let most = all.min(MOST) as usize;
    let mut nodes = vec![node(generator.next()?)?];
    let (mut children, mut grandchildren) = (0, 0);
    while nodes.len() < most {
        let has_child = children % 3 == 0 && nodes.len() + 2 <= most;
        let child = child::fork_family(|pen| {
            pen.write_id(generator.next());
            if !has_child {
                return 0;
            }
            let grandchild = pen.fork(|pen| pen.write_id(generator.next()));
            grandchild.join()
        })?;
        for record in child.records()? {
            nodes.push(node(record.id(format)?)?);
        }
        children += 1;
        grandchildren += u32::from(has_child);
    }
    let made = nodes.len();
    let beyond = nodes
        .iter()
        .filter(|&&node| node >= u128::from(all))
        .count();
    nodes.sort_unstable();
    nodes.dedup();
    let mut finding = Finding::of(format!(
        "parent, {children} children, {grandchildren} grandchildren"
    ));
    finding.require(
        nodes.len() == made,
        format!("{} nodes, {} different", made, nodes.len()),
    );
    finding.never(beyond > 0, format!("{beyond} nodes are not below {all}"));
    Ok(finding)
}

/// More children than nodes: siblings may share nodes, while the parent continues in the same
/// microseconds.
fn never_the_parents(format: Format, all: u32) -> Checked {
    let generator = facts::system(format, &Options::new())?;
    let parents = node(generator.next()?)?;
    let children = 2 * all.min(MOST) + 2;
    let (mut same, mut first) = (0, None);
    for place in 1..=children {
        let records = child::fork(|pen| pen.write_id(generator.next()))?.records()?;
        for record in records {
            if node(record.id(format)?)? == parents {
                same += 1;
                first = first.or(Some(place));
            }
        }
    }
    let mut finding = Finding::of(format!("{children} children of one parent, {all} nodes"));
    let place = first.map_or(String::new(), |place| format!(", first child {place}"));
    finding.require(same == 0, format!("{same} have the parent's node{place}"));
    Ok(finding)
}

//! Writers that are killed, followed by a power loss: each sector of the file has the synced
//! content or any later one.

use super::disk::Way;
use super::killed::{End, attack, judged, noticed};
use super::{subjects, warm};
use crate::run::Run;

pub(crate) fn run(run: &mut Run<'_>) {
    let kills = run.rounds() / 2 + 1;
    let way = if run.skips_syncs() {
        Way::SyncsSkipped
    } else {
        Way::Honest
    };
    for subject in subjects() {
        run.check("power lost", subject.name, || {
            warm()?;
            let (attacked, finding) = attack(&subject, kills, End::PowerLost, way)?;
            Ok(judged(&attacked, finding))
        });
    }
    run.check("power lost", "a skipped sync is noticed", || {
        noticed(End::PowerLost, Way::SyncsSkipped)
    });
}

//! The steps that are possible in a state.

use crate::agent::Agent;
use crate::event::{Arrival, Data, Event, Step};
use crate::file::File;
use crate::leasing::Request;
use crate::server::{MARGIN_MS, Table};
use crate::state::State;

impl State {
    /// All possible steps.
    pub(crate) fn steps(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        for (i, agent) in self.agents.iter().enumerate() {
            self.steps_of(i, agent, &mut steps);
        }
        for (message, sent) in self.network.iter().enumerate() {
            // After a silent restore, no agent takes a node until a renewal has revealed it: the
            // protocol does not promise more.
            let is_behind = self.table.is_behind(&sent.request);
            if !self.is_unnoticed || is_behind || !matches!(sent.request, Request::Take(_)) {
                self.arrivals(message, &self.table, false, &mut steps);
            }
            if let Some((old, _, since_ms)) = &self.old
                && self.now_ms <= since_ms + MARGIN_MS
            {
                self.arrivals(message, old, true, &mut steps);
            }
        }
        if self.allows(Event::Tick) {
            steps.push(Step::Tick);
        }
        if self.allows(Event::Jump) {
            steps.extend((0..6).map(Step::Jump));
        }
        if self.allows(Event::Backup) {
            steps.push(Step::Backup);
        }
        if self.allows(Event::FailOver) {
            steps.extend([Step::FailOver(Data::AsItIs), Step::FailOver(Data::None)]);
            steps.extend(self.backup.as_ref().map(|_| Step::FailOver(Data::Copy)));
        }
        if self.allows(Event::Rewind) && self.backup.is_some() {
            steps.push(Step::Rewind);
        }
        if self.allows(Event::Restore) && self.backup.is_some() {
            steps.extend([Step::Restore(false), Step::Restore(true)]);
        }
        if self.allows(Event::Settle) {
            steps.push(Step::Settle);
        }
        steps
    }

    fn arrivals(&self, message: usize, table: &Table, by_old: bool, steps: &mut Vec<Step>) {
        let sent = &self.network[message];
        for dice in 0..table.choices(&sent.request, self.now_ms) {
            let arrival = Arrival {
                message,
                by_old,
                dice,
            };
            steps.push(Step::Arrive(arrival));
            if sent.is_awaited && self.allows(Event::Pause) {
                steps.push(Step::ArriveUnread(arrival));
            }
        }
    }

    fn steps_of(&self, i: usize, agent: &Agent, steps: &mut Vec<Step>) {
        let stretch_ms = agent.holder.file().left_ms();
        if agent.outbox.is_some() {
            steps.push(Step::Send(i));
        } else if agent.answer.is_some() {
            steps.push(Step::Receive(i));
        } else if self.allows(Event::Ask) && !agent.waits {
            steps.push(Step::Ask(i));
        }
        if agent.waits && self.allows(Event::GiveUp) {
            steps.push(Step::GiveUp(i));
        }
        if stretch_ms > 0 && self.allows(Event::Release) {
            // The ids used none of it, its first millisecond, or all of it.
            let mut used = vec![0, 1, stretch_ms];
            used.dedup();
            for used_ms in used {
                steps.push(Step::Release(i, used_ms, true));
                if self.allows(Event::Keep) {
                    steps.push(Step::Release(i, used_ms, false));
                }
            }
        }
        let has_file = agent.holder.file() != &File::new();
        // A removed file cannot be opened, copied or removed again.
        let has_file = has_file && !agent.holder.file().is_removed();
        for (what, step) in [
            (Event::Crash, Step::Crash(i)),
            (Event::Lose, Step::Lose(i)),
            (Event::Remove, Step::Remove(i)),
            (Event::Boot, Step::Boot(i)),
        ] {
            if self.allows(what) && has_file {
                steps.push(step);
            }
        }
        if self.allows(Event::Save) && has_file {
            steps.push(Step::Save(i));
        }
        // A file whose node is still held must not be overwritten.
        let saved = agent.holder.file().saved_lease();
        let is_returned = saved.is_some_and(|held| !self.table.has_lease(held));
        if self.allows(Event::PutBack) && is_returned {
            steps.push(Step::PutBack(i));
        }
        for (to, other) in self.agents.iter().enumerate() {
            if !has_file || to == i || !other.is_idle() {
                continue;
            }
            if self.allows(Event::Copy) {
                steps.push(Step::Copy(i, to));
            }
            if self.allows(Event::Clone) {
                steps.push(Step::Clone(i, to));
            }
        }
    }
}

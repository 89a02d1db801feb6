//! The state of a scenario: agents with their files, servers, and messages in transit.

use std::hash::{Hash, Hasher};

use crate::agent::{Agent, Message, id_of, name};
use crate::event::{Arrival, Budget, Data, Event, Step};
use crate::file::{self, BEGIN_MS, File, NODES, Ticks};
use crate::leasing::holder::Action;
use crate::leasing::{Answer, GrantId, Now, Request, TOLERANCE_MS};
use crate::server::Table;

/// A state.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) now_ms: i64,
    pub(crate) table: Table,
    pub(crate) server: usize,
    /// The previous server if it still serves, and the time of the failover.
    pub(crate) old: Option<(Table, usize, i64)>,
    pub(crate) backup: Option<Table>,
    /// The data was restored, and no request has revealed it yet.
    pub(crate) is_unnoticed: bool,
    pub(crate) agents: Vec<Agent>,
    pub(crate) network: Vec<Message>,
    /// The milliseconds that lost files may have used.
    pub(crate) lost: Ticks,
    /// The milliseconds that copied machines may repeat: leases held or requested at the time of
    /// the copy.
    pub(crate) may_repeat: Ticks,
    pub(crate) shared: Vec<GrantId>,
    pub(crate) left: Budget,
    pub(crate) ids: u64,
}

/// Lease numbers start here, so that the search can distinguish them from other numbers and ignore
/// their values.
pub(crate) const FIRST_ID: u64 = 1 << 40;

impl State {
    pub(crate) fn new(agents: usize, nodes: usize, left: Budget) -> Self {
        Self {
            now_ms: BEGIN_MS,
            table: Table::new(nodes),
            server: 0,
            old: None,
            backup: None,
            is_unnoticed: false,
            agents: (0..agents)
                .map(|i| Agent::new(File::new(), name(i)))
                .collect(),
            network: Vec::new(),
            lost: [0; NODES],
            may_repeat: [0; NODES],
            shared: Vec::new(),
            left,
            ids: FIRST_ID,
        }
    }

    /// Hashes everything that distinguishes this state, with its agents in this order.
    pub(crate) fn print(&self, order: &[usize], printer: &mut impl Hasher) {
        (
            self.now_ms,
            &self.table,
            self.server,
            &self.old,
            &self.backup,
        )
            .hash(printer);
        (self.is_unnoticed, self.lost, self.may_repeat, self.left).hash(printer);
        for &i in order {
            self.agents[i].hash(printer);
            for message in &self.network {
                if usize::from(message.from) == i {
                    (&message.request, message.is_awaited).hash(printer);
                }
            }
            printer.write_u8(u8::MAX);
        }
        self.shared.hash(printer);
    }

    pub(crate) fn agents(&self) -> usize {
        self.agents.len()
    }

    /// Whether two files own the same millisecond of a node, apart from permitted repeats.
    pub(crate) fn repeats(&self) -> bool {
        let mut seen = self.lost;
        self.agents.iter().any(|agent| {
            let ticks = agent.ticks();
            (0..NODES).any(|node| {
                let repeated = seen[node] & ticks[node] & !self.may_repeat[node];
                seen[node] |= ticks[node];
                repeated != 0
            })
        })
    }

    pub(crate) fn allows(&self, what: Event) -> bool {
        self.left[what as usize] > 0
    }

    fn spend(&mut self, what: Event) {
        self.left[what as usize] -= 1;
    }

    /// The state after this step.
    pub(crate) fn after(&self, step: Step) -> Self {
        let mut next = self.clone();
        next.take(step);
        next
    }

    fn take(&mut self, step: Step) {
        // The agent's clock is late, within the server's tolerance.
        let now = Now {
            unix_ms: self.now_ms + TOLERANCE_MS / 2,
            steady_ms: 0,
        };
        match step {
            Step::Tick => {
                self.spend(Event::Tick);
                self.now_ms += 1;
            }
            Step::Jump(to_ms) => {
                self.spend(Event::Jump);
                self.now_ms = BEGIN_MS + to_ms;
            }
            Step::Ask(i) => {
                self.spend(Event::Ask);
                let id = GrantId::from_random(self.ids).expect("not 0");
                self.ids += 1;
                if let Ok(Action::Send(request)) = self.agents[i].holder.next_action(now, id) {
                    self.agents[i].outbox = Some(request);
                    // Send at once, unless the machine may be copied before.
                    if !self.allows(Event::Clone) {
                        self.send(i);
                    }
                }
            }
            Step::Send(i) => self.send(i),
            // Process the reply at once: until then the file could use the same milliseconds
            // anyway.
            Step::Arrive(arrival) => {
                if let Some(i) = self.arrive(arrival) {
                    self.receive(i, now);
                }
            }
            Step::ArriveUnread(arrival) => {
                self.spend(Event::Pause);
                self.arrive(arrival);
            }
            Step::Receive(i) => self.receive(i, now),
            Step::GiveUp(i) => {
                self.spend(Event::GiveUp);
                self.forget(i);
                let heard = self.agents[i]
                    .holder
                    .process_reply(&Answer::Silence, now, 0);
                debug_assert!(heard.is_ok(), "silence changes no file");
            }
            Step::Release(i, used_ms, is_replaced) => self.release(i, used_ms, is_replaced),
            Step::Crash(i) => {
                self.spend(Event::Crash);
                self.restart(i, |file| file.clone());
            }
            Step::Remove(i) => {
                self.spend(Event::Remove);
                let inherited = std::mem::take(&mut self.agents[i].inherited);
                let mut ticks = self.agents[i].holder.file().remove();
                for (ticks, inherited) in ticks.iter_mut().zip(inherited) {
                    *ticks &= !inherited;
                }
                self.lose(ticks);
            }
            Step::Lose(i) => {
                self.spend(Event::Lose);
                let ticks = self.agents[i].ticks();
                self.lose(ticks);
                self.restart(i, |_| File::new());
                self.agents[i].inherited = [0; NODES];
            }
            Step::Boot(i) => {
                self.spend(Event::Boot);
                self.restart(i, |file| file.clone().after_boot());
            }
            Step::Copy(from, to) => {
                self.spend(Event::Copy);
                let copy = self.agents[from].holder.file().copied();
                self.agents[to] = Agent::new(copy, name(to));
            }
            Step::Clone(from, to) => self.clone_machine(from, to),
            Step::Backup => {
                self.spend(Event::Backup);
                self.backup = Some(self.table.clone());
            }
            Step::FailOver(data) => self.fail_over(data),
            Step::Rewind => {
                self.spend(Event::Rewind);
                if let Some(backup) = &self.backup {
                    self.table = backup.clone();
                    self.is_unnoticed = true;
                }
            }
            Step::Restore(is_whole) => {
                self.spend(Event::Restore);
                if let Some(backup) = &self.backup {
                    self.table.restore(backup, is_whole);
                }
            }
            Step::Save(i) => {
                self.spend(Event::Save);
                self.restart(i, File::saved);
            }
            Step::PutBack(i) => {
                self.spend(Event::PutBack);
                self.restart(i, File::put_back);
            }
            Step::Settle => {
                self.spend(Event::Settle);
                self.table.settle(self.server, self.now_ms);
            }
        }
    }

    fn release(&mut self, i: usize, used_ms: i64, is_replaced: bool) {
        self.spend(Event::Release);
        self.forget(i);
        file::close_after(used_ms);
        file::replace_if(is_replaced);
        if !is_replaced {
            self.spend(Event::Keep);
        }
        // A removed file is not released: its lease expires.
        self.agents[i].outbox = self.agents[i].holder.release().unwrap_or(None);
        self.send(i);
    }

    fn fail_over(&mut self, data: Data) {
        self.spend(Event::FailOver);
        let table = match (data, &self.backup) {
            (Data::Copy, Some(backup)) => backup.clone(),
            (Data::None, _) => self.table.empty(),
            _ => self.table.clone(),
        };
        let before = std::mem::replace(&mut self.table, table);
        if self.allows(Event::TwoPrimaries) {
            self.spend(Event::TwoPrimaries);
            self.old = Some((before, self.server, self.now_ms));
        }
        self.server += 1;
    }

    fn lose(&mut self, ticks: Ticks) {
        for (lost, ticks) in self.lost.iter_mut().zip(ticks) {
            *lost |= ticks;
        }
    }

    fn send(&mut self, i: usize) {
        let agent = &mut self.agents[i];
        if let Some(request) = agent.outbox.take() {
            agent.waits = true;
            self.network.push(Message {
                from: i as u8,
                name: agent.name,
                request,
                is_awaited: true,
            });
        }
    }

    /// The agent stops waiting. Its request may still arrive.
    fn forget(&mut self, i: usize) {
        let agent = &mut self.agents[i];
        (agent.outbox, agent.waits, agent.answer) = (None, false, None);
        for message in &mut self.network {
            message.is_awaited &= usize::from(message.from) != i;
        }
    }

    fn restart(&mut self, i: usize, file: impl Fn(&File) -> File) {
        self.forget(i);
        let agent = &mut self.agents[i];
        let file = file(agent.holder.file());
        *agent = Agent {
            inherited: agent.inherited,
            ..Agent::new(file, agent.name)
        };
    }

    /// Processes the reply. If this closes the file, its whole lease term counts as used.
    fn receive(&mut self, i: usize, now: Now) {
        let agent = &mut self.agents[i];
        file::close_after(i64::MAX / 2);
        if let Some(answer) = agent.answer.take() {
            // A removed file takes no lease.
            let _ = agent.holder.process_reply(&answer, now, 0);
        }
        agent.waits = false;
    }

    /// Executes a request. Returns the agent that gets the reply, if it still waits.
    fn arrive(
        &mut self,
        Arrival {
            message,
            by_old,
            dice,
        }: Arrival,
    ) -> Option<usize> {
        let message = self.network.remove(message);
        let name = ["x", "y", "z"][usize::from(message.name)];
        self.is_unnoticed &= by_old || !self.table.is_behind(&message.request);
        let (table, server) = match &mut self.old {
            Some((old, server, _)) if by_old => (old, *server),
            _ => (&mut self.table, self.server),
        };
        let answer = table.execute(server, &message.request, name, self.now_ms, dice);
        if let (Answer::Granted { grant, .. }, Request::Take(_) | Request::Renew(_)) =
            (&answer, &message.request)
            && self.shared.contains(&id_of(&message.request))
        {
            self.may_repeat[grant.node as usize] |= file::ticks(grant.from_ms, grant.until_ms);
        }
        if !message.is_awaited {
            return None;
        }
        let i = usize::from(message.from);
        self.agents[i].answer = Some(answer);
        Some(i)
    }

    fn clone_machine(&mut self, from: usize, to: usize) {
        self.spend(Event::Clone);
        let agent = self.agents[from].clone();
        let held = agent.holder.file().stretch();
        for (may_repeat, ticks) in self.may_repeat.iter_mut().zip(held) {
            *may_repeat |= ticks;
        }
        let sent = self
            .network
            .iter()
            .filter(|message| usize::from(message.from) == from);
        let asked = sent.map(|message| &message.request).chain(&agent.outbox);
        let asked = asked.filter(|request| !matches!(request, Request::Close(_)));
        self.shared.extend(asked.map(id_of));
        if let Some(Answer::Granted { grant, .. }) = &agent.answer {
            self.may_repeat[grant.node as usize] |= file::ticks(grant.from_ms, grant.until_ms);
        }
        let inherited = std::array::from_fn(|node| agent.holder.file().ticks()[node] & !held[node]);
        self.agents[to] = Agent { inherited, ..agent };
    }
}

use std::collections::{HashMap, HashSet};
use std::fs;
use std::mem;
use std::path::Path;

use sortid::{ErrorCode, Tid, Timestamp};
use sortid_leasing::{Action, Answer, GrantId, Namespace, Now, Request};

use crate::agent::Agent;
use crate::folder::Folder;
use crate::link::Link;
use crate::server::Server;

/// 2026-01-01T12:00:00Z.
pub(crate) const NOON_MS: i64 = 1_767_268_800_000;
pub(crate) const TERM_MS: i64 = 6000;
pub(crate) const MARGIN_MS: i64 = 2000;
const STEP_MS: i64 = 200;
/// The longest delay of a request.
const LATE_MS: i64 = TERM_MS;

/// A server, agents with programs, and the network between them, on one clock.
pub(crate) struct World {
    pub(crate) folder: Folder,
    pub(crate) now_ms: i64,
    pub(crate) server: Server,
    /// The old server, if it still serves the first agent.
    pub(crate) old: Option<Server>,
    pub(crate) backup: Server,
    pub(crate) link: Link,
    late: Vec<(i64, Request)>,
    pub(crate) agents: Vec<Agent>,
    namespace: Namespace,
    ids: HashSet<Tid>,
    /// The file of each millisecond of a node.
    files: HashMap<(u32, i64), u64>,
    requests: i64,
    drawn: u64,
    /// The first failure.
    pub(crate) wrong: Option<String>,
}

impl World {
    /// Creates two agents with both nodes of the namespace, a third one that does not run yet, and
    /// a backup from between the first and the second grant.
    pub(crate) fn new(store: &str, is_blind: bool) -> Self {
        let folder = in_memory(Folder::new());
        let namespace = Namespace::new("orders", "tid".parse().expect("a kind"), Some(0..=1));
        let namespace = namespace.and_then(|namespace| namespace.with_times(TERM_MS, MARGIN_MS));
        let namespace = namespace.expect("a namespace");
        let server = Server::new(store, &namespace, is_blind);
        let paths = ["a", "b", "c"].map(|name| folder.0.join(name));
        let mut world = Self {
            now_ms: NOON_MS,
            backup: server.clone(),
            server,
            old: None,
            link: Link::Works,
            late: Vec::new(),
            agents: paths.into_iter().map(Agent::new).collect(),
            namespace,
            ids: HashSet::new(),
            files: HashMap::new(),
            requests: 0,
            drawn: 0,
            wrong: None,
            folder,
        };
        world.agents[0].is_wanted = true;
        world.pass(STEP_MS);
        world.backup = world.server.clone();
        world.agents[1].is_wanted = true;
        world.pass(1000);
        world
    }

    /// Advances the clock.
    pub(crate) fn pass(&mut self, ms: i64) {
        let until_ms = self.now_ms + ms;
        self.until(ms, |world| world.now_ms >= until_ms);
    }

    /// Returns whether a condition becomes true within this time.
    pub(crate) fn until(&mut self, most_ms: i64, is_so: impl Fn(&Self) -> bool) -> bool {
        for _ in 0..most_ms / STEP_MS {
            for nth in 0..self.agents.len() {
                let mut agent = mem::replace(&mut self.agents[nth], Agent::new("".into()));
                if !agent.is_stopped {
                    agent.start(&self.namespace);
                    self.serve(&mut agent, nth == 0);
                    self.generate(&mut agent);
                }
                self.agents[nth] = agent;
            }
            for (_, request) in self
                .late
                .extract_if(.., |(due_ms, _)| *due_ms <= self.now_ms)
            {
                self.server.answer(&request, self.now_ms);
            }
            self.now_ms += STEP_MS;
            if is_so(self) {
                return true;
            }
        }
        false
    }

    /// Sends the request that is due, if any.
    fn serve(&mut self, agent: &mut Agent, is_first: bool) {
        let now = Now {
            unix_ms: self.now_ms + agent.ahead_ms,
            steady_ms: self.now_ms - NOON_MS,
        };
        let Some(holder) = &mut agent.holder else {
            return;
        };
        if agent.is_returning {
            if let Ok(request) = holder.release() {
                request.map(|request| self.exchange(request, is_first));
                (agent.is_returning, agent.is_wanted, agent.holder) = (false, false, None);
            }
            return;
        }
        while let Ok(Action::Send(request)) = holder.next_action(now, self.number()) {
            let answer = self.exchange(request, is_first);
            if holder.process_reply(&answer, now, 1 << 31).is_err() {
                break;
            }
        }
    }

    fn number(&mut self) -> GrantId {
        self.drawn = self.drawn.wrapping_add(0x9e37_79b9_7f4a_7c15 & !1);
        GrantId::from_random(self.drawn | 1).expect("not 0")
    }

    fn exchange(&mut self, request: Request, is_first: bool) -> Answer {
        self.requests += 1;
        if self.requests * 100 > self.now_ms - NOON_MS + 5000 {
            self.wrong.get_or_insert("too many requests".to_owned());
        }
        let server = match &mut self.old {
            Some(old) if is_first => old,
            _ => &mut self.server,
        };
        match self.link {
            Link::Works => server.answer(&request, self.now_ms),
            Link::Away => Answer::NotSent,
            Link::Silent => Answer::Silence,
            Link::LosesReplies => {
                server.answer(&request, self.now_ms);
                Answer::Silence
            }
            Link::Delays => {
                self.late.push((self.now_ms + LATE_MS, request));
                Answer::Silence
            }
        }
    }

    /// Generates an id with the agent's program. No other file may have used the id or its
    /// millisecond.
    fn generate(&mut self, agent: &mut Agent) {
        agent.has_id = false;
        let Some((file, generator)) = &agent.program else {
            return;
        };
        let time = Timestamp::from_unix_ms(self.now_ms + agent.ahead_ms);
        match generator.next_at(time) {
            Ok(id) => {
                agent.has_id = true;
                let of_node = (id.clock_id().into(), id.timestamp().unix_ms());
                let owner = *self.files.entry(of_node).or_insert(*file);
                if owner != *file || !self.ids.insert(id) {
                    self.wrong.get_or_insert(format!("{id} repeats"));
                }
            }
            Err(error) if error.code() == ErrorCode::LeaseExpired => {}
            // The program is restarted.
            Err(_) => agent.program = None,
        }
    }
}

/// Returns a folder in memory if the system has one, since lease files are often synced.
fn in_memory(folder: Folder) -> Folder {
    let memory = Path::new("/dev/shm").join(folder.0.file_name().unwrap_or_default());
    match fs::create_dir(&memory) {
        Ok(()) => Folder(memory),
        Err(_) => folder,
    }
}

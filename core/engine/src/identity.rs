//! A generator's identity: its node, its fixed bits, and its source of random bits.
//!
//! A node that no option assigns is claimed, if there are few and the system allows it, or drawn.

use std::ffi::CStr;
use std::ops::Range;

use super::nodes::{Candidates, NodeRange, Nodes};
use super::plan::Plan;
use super::status::NodeOrigin;
use super::ticks::{Count, Ticks};
use crate::claim::{self, Claim, Refusal, Wanted};
use crate::error::{Error, ErrorCode};
use crate::layout::{CounterLayout, CounterSeed};
use crate::store::SessionData;
use crate::sys::Os;
use crate::sys::entropy::Entropy;
use crate::time::UnixTime;

/// The origin of a node that the user assigned.
pub const ASSIGNED: (NodeOrigin, &CStr) = (
    NodeOrigin::Assigned,
    c"an option or the environment assigns it",
);

pub struct Identity<S: Os> {
    pub entropy: Entropy<S>,
    nodes: Option<Nodes>,
    /// The node that the user assigned.
    pub assigned: Option<u64>,
    drawn: Option<u64>,
    /// The claim on the drawn node, or why there is none.
    pub claim: Result<Claim<S>, Refusal>,
    /// The ticks for which the node may be used.
    pub term: Range<Count>,
    /// Fixed bits and node, in the first 128 bits of an id.
    pub fixed: u128,
    /// The value to which the counter returns (uuid6).
    pub counter_start: u128,
}

impl<S: Os> Identity<S> {
    pub fn new(plan: &Plan, seed: Option<[u8; 32]>) -> Result<Self, Error> {
        let mut identity = Self {
            entropy: Entropy::new(seed)?,
            nodes: None,
            assigned: plan.layout.node.and_then(|node| node.chosen),
            drawn: None,
            claim: Err(Refusal::NotWanted),
            term: ALL_TICKS,
            fixed: plan.layout.fixed.to_u128(),
            counter_start: 0,
        };
        identity.draw(plan)?;
        Ok(identity)
    }

    pub fn node(&self) -> u64 {
        self.assigned.or(self.drawn).unwrap_or(0)
    }

    /// Where the node is from, and why.
    pub fn origin(&self, plan: &Plan) -> (NodeOrigin, &'static CStr) {
        match (&self.claim, self.assigned) {
            (_, Some(_)) => ASSIGNED,
            _ if plan.policy.is_leased => (NodeOrigin::Leased, c"a lease file assigns it"),
            (Ok(_), _) => (NodeOrigin::Claimed, claim::REACH),
            (Err(unclaimed), _) => (NodeOrigin::Drawn, unclaimed.reason()),
        }
    }

    /// Whether a forked child would repeat its parent's ids unless the user reseeds it.
    pub fn needs_user_reseed(&self, plan: &Plan) -> bool {
        self.entropy.is_seeded() || self.only_node_differs(plan)
    }

    /// Whether only the assigned node makes this generator's ids unique.
    pub fn only_node_differs(&self, plan: &Plan) -> bool {
        self.assigned.is_some() && plan.layout.random.width() == 0
    }

    /// Draws everything again, or uses the given seed or node.
    pub fn redraw(
        &mut self,
        plan: &Plan,
        seed: Option<[u8; 32]>,
        node: Option<u64>,
    ) -> Result<(), Error> {
        let fits = |node| plan.largest_node().is_some_and(|largest| node <= largest);
        if !node.is_none_or(fits) {
            return Err(Error::about(ErrorCode::InvalidOption, "node"));
        }
        self.entropy = Entropy::new(seed)?;
        self.assigned = node.or(self.assigned);
        self.draw(plan)
    }

    fn draw(&mut self, plan: &Plan) -> Result<(), Error> {
        if let Some(node) = plan.layout.node {
            match self.assigned {
                Some(assigned) => {
                    self.claim = Err(Refusal::NotWanted);
                    self.write_node(plan, assigned);
                }
                // No id is issued before the lease provides the node.
                None if plan.policy.is_leased => self.write_node(plan, self.node()),
                None => {
                    let (entropy, range) = (&mut self.entropy, NodeRange::of(&plan.layout, &node));
                    let mut nodes = Nodes::new(plan.format.node_words, range, entropy)?;
                    let parents = self.drawn.filter(|_| !entropy.is_seeded());
                    if !self.claim(plan, range)? {
                        let entropy = &mut self.entropy;
                        let node = nodes.draw_other_than(parents, range, entropy)?;
                        self.set_node(plan, node);
                    }
                    self.nodes = Some(nodes);
                }
            }
        }
        if let (Err(refusal), true) = (&self.claim, plan.policy.must_claim) {
            return Err(refusal.error());
        }
        self.draw_counter_start(plan)
    }

    /// Uses a drawn or leased node.
    pub fn set_node(&mut self, plan: &Plan, node: u64) {
        self.drawn = self.assigned.is_none().then_some(node);
        self.write_node(plan, node);
    }

    fn write_node(&mut self, plan: &Plan, number: u64) {
        self.term = ALL_TICKS;
        if let Some(node) = plan.layout.node {
            let others = plan.layout.fixed.and(node.place.mask().not());
            self.fixed = others.or(node.place.write(number.into())).to_u128();
        }
    }

    /// Replaces a node whose claim is lost.
    pub fn replace_node(&mut self, plan: &Plan) -> Result<(), Error> {
        let lost = self.drawn;
        self.draw_unlike(plan, |nodes, range, entropy| {
            nodes.draw_other_than(lost, range, entropy)
        })
    }

    /// Replaces a drawn node by an unused one.
    pub fn draw_unused_node(&mut self, plan: &Plan) -> Result<(), Error> {
        self.draw_unlike(plan, Nodes::draw_unused)
    }

    /// Claims another node in place of a drawn one, or draws it.
    fn draw_unlike(
        &mut self,
        plan: &Plan,
        draw: impl FnOnce(&mut Nodes, NodeRange, &mut Entropy<S>) -> Result<u64, Error>,
    ) -> Result<(), Error> {
        let (Some(node), None) = (plan.layout.node, self.assigned) else {
            return Ok(());
        };
        let range = NodeRange::of(&plan.layout, &node);
        if self.claim(plan, range)? {
            return Ok(());
        }
        if let Some(nodes) = &mut self.nodes {
            let node = draw(nodes, range, &mut self.entropy)?;
            self.set_node(plan, node);
        }
        Ok(())
    }

    // Claims

    /// Claims a node for the ticks from now on. Returns `false` if it is to be drawn instead.
    fn claim(&mut self, plan: &Plan, range: NodeRange) -> Result<bool, Error> {
        // Gives the last number back. If this fails, no id has its node.
        if self.claim.is_ok() {
            self.term = NO_TICKS;
        }
        self.claim = Err(match range.is_listed() {
            true => Refusal::NotWanted,
            false => Refusal::Wide,
        });
        let may_claim = plan.policy.may_claim
            && plan.codec.is_none()
            && range.is_listed()
            && !self.entropy.is_seeded();
        let Some(ticks) = plan.ticks.as_ref().filter(|_| may_claim) else {
            return Ok(false);
        };
        let now = S::now();
        let reading = ticks.read(now, 0).ok().filter(|(_, below)| *below == 0);
        let time_ms = u64::try_from(now.unix_ms());
        self.claim = match (reading, time_ms) {
            _ if !S::has_node_table() => Err(Refusal::Unsupported),
            _ if !claim::is_allowed::<S>() => Err(Refusal::NotWanted),
            (Some((tick, _)), Ok(time_ms)) => {
                let is_past = |ms| first_tick(ticks, ms).is_some_and(|first| first <= tick);
                let wanted = Wanted {
                    format: plan.format.number,
                    bits: range.bits,
                    time_ms,
                    is_past: &is_past,
                };
                let mut candidates = Candidates::new(plan.format.node_words, range);
                let entropy = &mut self.entropy;
                let mut failed = None;
                let taken = claim::take(&wanted, &mut || {
                    candidates
                        .next(entropy)
                        .map_err(|error| failed = Some(error))
                        .ok()
                });
                if let Some(error) = failed {
                    return Err(error);
                }
                if let Ok(claim) = &taken {
                    candidates.keep(claim.node);
                }
                taken
            }
            _ => Err(Refusal::OutOfRange),
        };
        let claim = match &self.claim {
            Ok(claim) => claim,
            Err(refusal) if plan.policy.must_claim => return Err(refusal.error()),
            Err(_) => return Ok(false),
        };
        let (node, term) = (claim.node, term(ticks, claim.from_ms, claim.fence_ms));
        self.set_node(plan, node);
        self.term = term;
        Ok(true)
    }

    /// Raises the fence above a tick. Returns `false` if another node is needed.
    pub fn raise_fence(&mut self, plan: &Plan, tick: Count) -> bool {
        let (Ok(claim), Some(ticks)) = (&mut self.claim, &plan.ticks) else {
            return false;
        };
        let start = ticks.start(tick, 0).map(UnixTime::unix_ms);
        let start_ms = start.ok().and_then(|ms| u64::try_from(ms).ok());
        let raised = start_ms
            .filter(|_| tick >= self.term.start)
            .and_then(|start_ms| claim::raise(claim, start_ms));
        match raised {
            Some(fence_ms) => {
                claim.fence_ms = fence_ms;
                self.term = term(ticks, claim.from_ms, fence_ms);
                true
            }
            None => false,
        }
    }

    pub fn draw_counter_start(&mut self, plan: &Plan) -> Result<(), Error> {
        if let Some(CounterLayout {
            seed: CounterSeed::Kept(bits),
            ..
        }) = plan.layout.counter
        {
            self.counter_start = self.entropy.bits(bits)?;
        }
        Ok(())
    }
}

/// The data of a new session of a state file. The key is drawn only if it is needed.
pub fn draw_session_data<S: Os>(
    plan: &Plan,
    node: u64,
    entropy: &mut Entropy<S>,
) -> Result<SessionData, Error> {
    let mut data = SessionData {
        node,
        ..SessionData::default()
    };
    if plan.hot.is_permuted() {
        for word in &mut data.key {
            *word = entropy.bits(64)? as u64;
        }
    }
    Ok(data)
}

const ALL_TICKS: Range<Count> = 0..Count::MAX;
const NO_TICKS: Range<Count> = 0..0;

/// The ticks that begin in this interval of Unix milliseconds.
fn term(ticks: &Ticks, from_ms: u64, fence_ms: u64) -> Range<Count> {
    let first = first_tick(ticks, from_ms).unwrap_or(Count::MAX);
    first..first_tick(ticks, fence_ms).unwrap_or(Count::MAX)
}

/// The first tick that begins at this time or later. `None` after the last one.
fn first_tick(ticks: &Ticks, unix_ms: u64) -> Option<Count> {
    let time = UnixTime::from_unix_ms(i64::try_from(unix_ms).ok()?);
    ticks.first_from(time).ok()
}

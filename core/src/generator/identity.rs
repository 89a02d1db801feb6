//! What tells a generator from others: what was drawn or chosen for it, and where further bits are drawn from.

use super::nodes::{Nodes, Range};
use super::plan::Plan;
use crate::error::{Error, ErrorCode};
use crate::layout::{CounterLayout, CounterSeed};
use crate::options::Options;
use crate::store::SessionData;
use crate::sys::entropy::Entropy;
use crate::value::Place;

pub(super) struct Identity {
    pub(super) entropy: Entropy,
    nodes: Option<Nodes>,
    /// The user's node.
    chosen: Option<u64>,
    /// The drawn one.
    node: Option<u64>,
    /// Fixed bits and the node, of the first 128.
    pub(super) fixed: u128,
    /// Where the counter returns to (uuid6).
    pub(super) start: u128,
}

impl Identity {
    pub(super) fn new(plan: &Plan, options: &Options) -> Result<Self, Error> {
        let mut identity = Self {
            entropy: Entropy::new(options.seed)?,
            nodes: None,
            chosen: plan.layout.node.and_then(|node| node.chosen),
            node: None,
            fixed: plan.layout.fixed.to_u128(),
            start: 0,
        };
        identity.draw_parts(plan)?;
        Ok(identity)
    }

    /// The user's node.
    pub(super) fn chosen(&self) -> Option<u64> {
        self.chosen
    }

    /// The node, chosen or drawn.
    pub(super) fn number(&self) -> u64 {
        self.chosen.or(self.node).unwrap_or(0)
    }

    /// Whether a forked child would repeat its parent unless it is told something new.
    pub(super) fn needs_to_be_told(&self, plan: &Plan) -> bool {
        self.entropy.is_seeded() || self.only_node_differs(plan)
    }

    /// Whether the user's node alone tells this generator's ids from another's.
    pub(super) fn only_node_differs(&self, plan: &Plan) -> bool {
        self.chosen.is_some() && plan.layout.random.width() == 0
    }

    /// Draws everything anew, with the user's seed or node if given.
    pub(super) fn renew(
        &mut self,
        plan: &Plan,
        seed: Option<[u8; 32]>,
        node: Option<u64>,
    ) -> Result<(), Error> {
        if let Some(node) = node {
            let fits =
                |place: Place| u128::from(node) <= plan.layout.largest(place) && !plan.is_leased;
            if !plan.layout.node.is_some_and(|layout| fits(layout.place)) {
                return Err(Error::about(ErrorCode::InvalidOption, "node"));
            }
        }
        self.entropy = Entropy::new(seed)?;
        self.chosen = node.or(self.chosen);
        self.draw_parts(plan)
    }

    /// Node and start of the counter, in this order.
    fn draw_parts(&mut self, plan: &Plan) -> Result<(), Error> {
        if let Some(node) = plan.layout.node {
            match self.chosen {
                Some(chosen) => self.set_node(plan, chosen),
                // As long as there is none, no id is made.
                None if plan.is_leased => self.set_node(plan, self.number()),
                None => {
                    let (entropy, range) = (&mut self.entropy, Range::of(&plan.layout, &node));
                    let mut nodes = Nodes::new(plan.format, range, entropy)?;
                    let parents = self.node.filter(|_| !entropy.is_seeded());
                    let number = nodes.draw_other_than(parents, range, entropy)?;
                    self.nodes = Some(nodes);
                    self.share_node(plan, number);
                }
            }
        }
        self.draw_start(plan)
    }

    /// Takes a node that was drawn, here or by others, or is leased.
    pub(super) fn share_node(&mut self, plan: &Plan, number: u64) {
        self.node = self.chosen.is_none().then_some(number);
        self.set_node(plan, number);
    }

    fn set_node(&mut self, plan: &Plan, number: u64) {
        if let Some(node) = plan.layout.node {
            let others = plan.layout.fixed.and(node.place.mask().not());
            self.fixed = others.or(node.place.write(number.into())).to_u128();
        }
    }

    /// Takes a node that was not used in this process, where the node is a drawn one.
    pub(super) fn reset_node(&mut self, plan: &Plan) -> Result<(), Error> {
        if let (Some(node), Some(nodes), None) = (plan.layout.node, &mut self.nodes, self.chosen) {
            let range = Range::of(&plan.layout, &node);
            let number = nodes.draw_unused(range, &mut self.entropy)?;
            self.share_node(plan, number);
        }
        Ok(())
    }

    pub(super) fn draw_start(&mut self, plan: &Plan) -> Result<(), Error> {
        if let Some(CounterLayout {
            seed: CounterSeed::Kept(bits),
            ..
        }) = plan.layout.counter
        {
            self.start = self.entropy.bits(bits)?;
        }
        Ok(())
    }
}

/// What the first to open a state file has for all; nothing is drawn where there are no permutations.
pub(super) fn draw_common(
    plan: &Plan,
    node: u64,
    entropy: &mut Entropy,
) -> Result<SessionData, Error> {
    let mut common = SessionData {
        node,
        ..SessionData::default()
    };
    if plan.shape.is_permuted() {
        for word in &mut common.key {
            *word = entropy.bits(64)? as u64;
        }
    }
    Ok(common)
}

//! Namespaces: sets of unique ids, whose nodes a server leases to files on all machines.

use super::{Spec, options};
use crate::check::Traits;
use crate::focus::Focus;
use crate::leasing::{Kind, Namespace};
use crate::sim::system::sys;
use sortid_reliability_common::Rng;
use sortid_reliability_common::product::{OptionValue, Options};

/// The namespace of a lease file.
#[derive(Clone)]
pub(crate) struct Lease {
    pub(crate) namespace: Namespace,
    pub(crate) server: usize,
}

impl Lease {
    /// Whether the format has ids for a whole lease term from then on.
    pub(crate) fn carries(&self, now_ms: i64) -> bool {
        let options = self.options().lease_file("/");
        let traits = Traits::of(self.namespace.kind().format(), &options, None);
        let ns = |ms: i64| i128::from(ms) * 1_000_000;
        let until_ms = now_ms + self.namespace.quiet_ms();
        traits.is_some_and(|traits| traits.carries(ns(now_ms), ns(until_ms)))
    }

    fn options(&self) -> Options {
        let mut options = Options::new();
        for (name, value) in self.namespace.kind().options() {
            if options.set(name, OptionValue::Text(value)).is_err() {
                sys().fail(format!("{name} of a kind is no option"));
            }
        }
        options
    }

    /// The name as stored in a file.
    pub(crate) fn name(&self) -> [u8; 64] {
        let mut name = [0; 64];
        for (byte, letter) in name.iter_mut().zip(self.namespace.name().bytes()) {
            *byte = letter;
        }
        name
    }
}

/// Draws the namespace of a run, if it has one.
pub(super) fn prepare() -> bool {
    let system = sys();
    let drawn = system.rng.once_in(3);
    if !(system.config.focus).map_or(drawn, |focus| focus == Focus::Leases) {
        return false;
    }
    // Some have long ticks, during which a node may change.
    let is_coarse = system.rng.once_in(2);
    let is_asked = |kind: &Kind| !is_coarse || kind.unit_ns() >= 10_000_000;
    let mut drawn = (0..40).filter_map(|_| draw_kind(&mut system.rng, system.is_early));
    let Some(kind) = drawn.find(is_asked) else {
        return false;
    };
    let Some(namespace) = draw_namespace(&mut system.rng, kind) else {
        return false;
    };
    let Some(server) = system.add_server(&namespace) else {
        return false;
    };
    let lease = Lease { namespace, server };
    // The epoch is long before: a format has no ids before it.
    let two_years_ms = 2 * 366 * 86_400_000;
    if !lease.carries(system.server_now_ms(server) - two_years_ms) {
        system.servers.clear();
        return false;
    }
    for nth in 0..system.rng.between(1, 3) {
        let path = format!("/local/{nth}.lease");
        let name = system.name(&path);
        system.files.push(name);
        system.specs.push(Spec {
            format: lease.namespace.kind().format(),
            options: lease.options(),
            name,
            path,
            lease: Some(lease.clone()),
            is_unmapped: false,
        });
    }
    true
}

/// A format with a node and ticks of at most a second.
fn draw_kind(rng: &mut Rng, is_early: bool) -> Option<Kind> {
    let format = options::draw_format(rng, is_early, Some(Focus::Leases));
    let layout = options::draw_layout(rng, format, is_early);
    let layout = Options {
        machine_id: None,
        node: None,
        ..layout
    };
    let kind = Kind::new(format, &layout).ok()?;
    // The epoch must be long before: a format has no ids before it.
    let is_old = layout
        .epoch_unix_ms
        .is_none_or(|epoch| epoch < 1_655_000_000_000);
    (is_old && kind.unit_ns() <= 1_000_000_000).then_some(kind)
}

/// Few nodes, so that files take over each other's nodes.
fn draw_namespace(rng: &mut Rng, kind: Kind) -> Option<Namespace> {
    let (first, last) = (*kind.nodes().start(), *kind.nodes().end());
    let last = last.min(first.saturating_add(*rng.pick(&[0, 1, 2, 15])));
    let stretch_ms = *rng.pick(&[500, 1000, 2000, 10_000, 30_000]);
    let margin_ms = *rng.pick(&[200, 1000, 5000]);
    let least_ms = (kind.unit_ns() * 3).div_ceil(1_000_000) as i64;
    let namespace = Namespace::new("orders", kind, Some(first..=last)).ok()?;
    namespace
        .with_times(stretch_ms.max(least_ms), margin_ms)
        .ok()
}

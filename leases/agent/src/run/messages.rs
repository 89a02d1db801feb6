//! The agent's messages, each one line, printed once, and with advice.

use sortid_leasing::{Answer, Effect, Idle, Namespace, WARNED_MS};

use crate::clock::{ago, in_s};
use crate::failure::say;

/// Prints each message once until the lease works again.
pub(super) struct Voice {
    name: String,
    printed: Vec<String>,
    /// Whether a clock difference within the tolerance was reported.
    has_warned: bool,
}

impl Voice {
    pub(super) fn of(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            printed: Vec::new(),
            has_warned: false,
        }
    }

    /// Prints `text`, unless a message with the key `what` was printed: the text of a repeated
    /// message may differ, for example in the remaining seconds.
    pub(super) fn say(&mut self, what: &str, text: &str) {
        if self.printed.iter().all(|printed| printed != what) {
            say(format!("{}: {text}", self.name));
            self.printed.push(what.to_owned());
        }
    }
}

/// Reports what a reply means.
pub(super) fn tell(
    voice: &mut Voice,
    namespace: &Namespace,
    answer: &Answer,
    effect: Effect,
    offset_ms: i64,
) {
    if let Effect::Granted { grant, is_new } = effect {
        let was_in_trouble = !std::mem::take(&mut voice.printed).is_empty();
        if is_new || was_in_trouble {
            let goes_on = if is_new { "" } else { "continues with " };
            voice.say("node", &format!("{goes_on}node {}", grant.node));
            voice.printed.clear();
        }
    }
    match answer {
        Answer::Granted { .. } => {
            let is_far = offset_ms.abs() > WARNED_MS;
            if is_far && !voice.has_warned {
                let offset = clock_offset(offset_ms);
                voice.say("offset", &format!("{offset}; beyond 10 s no lease is granted"));
                voice.printed.clear();
            }
            voice.has_warned = is_far;
        }
        Answer::Quiet { floor_ms, now_ms } => voice.say(
            "quiet",
            &format!(
                "new namespace or server, or restored rows: the first lease is granted in {} s, in case earlier ones were lost (`sortid lease create {} --new` if the name was never used)",
                in_s(floor_ms - now_ms),
                namespace.name()
            ),
        ),
        Answer::Exhausted {
            next_ms,
            idle,
            now_ms,
        } => {
            let nodes = namespace.nodes();
            let count = nodes.end() - nodes.start() + 1;
            let who: Vec<String> = idle.iter().map(|idle| idlest(idle, *now_ms)).collect();
            voice.say(
                "exhausted",
                &format!(
                    "all {count} nodes are held; the next may be free in {} s ({})",
                    in_s(next_ms - now_ms),
                    who.join("; ")
                ),
            );
        }
        Answer::Clocks { .. } => {
            let offset = clock_offset(offset_ms);
            voice.say("clocks", &format!("{offset}; no lease is granted beyond 10 s"));
        }
        Answer::Superseded => voice.say("superseded", "another agent holds the node; requesting another one"),
        Answer::RunOut => voice.say("run out", "the lease expired before it was renewed; requesting a node"),
        Answer::Unknown => voice.say(
            "unknown",
            "the store has lost the namespace; create it again with `sortid lease create`",
        ),
        _ => {}
    }
}

fn clock_offset(offset_ms: i64) -> String {
    let side = if offset_ms < 0 { "behind" } else { "ahead of" };
    format!(
        "this machine's clock is {} s {side} the server's",
        in_s(offset_ms.abs())
    )
}

fn idlest(idle: &Idle, now_ms: i64) -> String {
    let used = match idle.used_ms {
        Some(used_ms) if used_ms > 0 => format!("last id {}", ago(used_ms, now_ms)),
        _ => "no id yet".to_owned(),
    };
    format!("node {}: {}, {used}", idle.node, idle.holder)
}

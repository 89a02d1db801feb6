//! The longest tolerable outages, their consequences, and the costs of each lease term: measures
//! the table of `docs/leases.md`.

use std::collections::BTreeMap;
use std::convert::Infallible;

use sortid_leasing::{
    Action, Answer, Effect, Grant, GrantId, GrantIds, Holder, LeaseFile, MARGIN_MS, Namespace, Now,
    Record, Row, StoredLease, TERM_MS, answer, create, settle,
};

const PAGE: &str = include_str!("../../../docs/leases.md");
const NOON_MS: i64 = 1_767_268_800_000;
/// The resolution of the simulated clock, in milliseconds.
const STEP_MS: i64 = 250;
/// The longest delay until an agent retries after its server is back, in milliseconds.
const LONGEST_WAIT_MS: i64 = 2500;

/// A lease file whose program uses every millisecond.
#[derive(Debug, Default)]
struct File {
    held: Option<StoredLease>,
    mark_ms: i64,
}

impl LeaseFile for File {
    type Error = Infallible;

    fn held(&self) -> Option<StoredLease> {
        self.held
    }

    fn mark_ms(&self) -> i64 {
        self.mark_ms
    }

    fn write(&mut self, grant: &Grant, ids: &GrantIds) -> Result<(), Infallible> {
        self.held = Some(StoredLease::of(grant, ids));
        Ok(())
    }

    fn close(&mut self) -> Result<i64, Infallible> {
        if let Some(held) = &mut self.held {
            (held.ids, held.is_valid) = ([None; 4], false);
        }
        Ok(self.mark_ms)
    }

    fn replace(&mut self) -> bool {
        true
    }

    fn raise(&mut self, above_ms: i64) -> Result<(), Infallible> {
        self.mark_ms = above_ms;
        Ok(())
    }
}

/// A server and an agent that renews as late as allowed.
struct Pair {
    record: Record,
    rows: BTreeMap<u64, Row>,
    holder: Holder<File>,
    now_ms: i64,
    ids: u64,
    takes: u32,
    renewals: u32,
}

impl Pair {
    fn new(stretch_ms: i64) -> Self {
        let kind = "tid".parse().expect("a kind");
        let namespace = Namespace::new("orders", kind, None).expect("a namespace");
        let namespace = namespace.with_times(stretch_ms, MARGIN_MS).expect("times");
        let Ok(holder) = Holder::open(File::default(), stretch_ms, None);
        Self {
            record: create(None, &namespace, "a", NOON_MS, true).expect("made"),
            rows: BTreeMap::new(),
            holder,
            now_ms: NOON_MS,
            ids: 0,
            takes: 0,
            renewals: 0,
        }
    }

    fn ask(&mut self, is_away: bool) {
        let now = Now {
            unix_ms: self.now_ms,
            steady_ms: self.now_ms - NOON_MS,
        };
        self.ids += 1;
        let id = GrantId::from_random(self.ids).expect("not 0");
        let Ok(Action::Send(request)) = self.holder.next_action(now, id) else {
            return;
        };
        let server = self.record.server.clone();
        let told = match is_away {
            true => Answer::NotSent,
            false => answer(
                &mut self.record,
                &mut self.rows,
                &request,
                (&server, "web-3"),
                self.now_ms,
                0,
            ),
        };
        if let Ok(Effect::Granted { is_new, .. }) = self.holder.process_reply(&told, now, u32::MAX)
        {
            self.takes += u32::from(is_new);
            self.renewals += u32::from(!is_new);
        }
    }

    /// Lets time pass. Returns for how long programs had no lease, in milliseconds.
    fn run(&mut self, for_ms: i64, is_away: bool) -> i64 {
        let mut without_ms = 0;
        for _ in 0..for_ms / STEP_MS {
            self.ask(is_away);
            let until_ms = self.holder.grant().map_or(0, |held| held.until_ms);
            without_ms += if until_ms <= self.now_ms { STEP_MS } else { 0 };
            self.now_ms += STEP_MS;
        }
        without_ms
    }

    /// Begins an outage right before a renewal, the worst time.
    fn until_renewal(&mut self) {
        self.run(2 * self.record.namespace.stretch_ms(), false);
        let renewals = self.renewals;
        while self.renewals == renewals {
            self.run(STEP_MS, false);
        }
        let due_ms = self.record.namespace.stretch_ms() * 22 / 100;
        self.run(due_ms - 2 * STEP_MS, false);
    }
}

/// Returns the time without ids during and after an outage, and whether the agent keeps its node.
fn outage(stretch_ms: i64, away_ms: i64) -> (i64, bool) {
    let mut pair = Pair::new(stretch_ms);
    pair.until_renewal();
    let without_ms = pair.run(away_ms, true);
    (
        without_ms + pair.run(2 * stretch_ms, false),
        pair.takes == 1,
    )
}

/// Returns the longest outage that satisfies a condition, in whole seconds.
fn longest_s(most_s: i64, is_so: impl Fn(i64) -> bool) -> i64 {
    let first_not = (1..most_s).find(|second| !is_so(second * 1000 + LONGEST_WAIT_MS));
    first_not.expect("an end") - 1
}

/// Returns the wait of an agent with a new file after a restart of the server, in seconds.
fn wait_after_restart_s(stretch_ms: i64) -> i64 {
    let mut pair = Pair::new(stretch_ms);
    settle(&mut pair.record, "b", NOON_MS);
    let waited_ms = pair.run(10 * stretch_ms.max(MARGIN_MS), false);
    waited_ms / 10_000 * 10
}

/// Returns the time until the node of a killed agent is granted again, in seconds.
fn dead_node_s(stretch_ms: i64) -> i64 {
    let mut pair = Pair::new(stretch_ms);
    pair.run(STEP_MS, false);
    let row = pair.rows.values().next().expect("a row");
    (sortid_leasing::free_ms(&pair.record, row) - NOON_MS) / 1000
}

#[test]
fn outages_match_the_table_of_the_guide() {
    let mut lines = vec![
        "| `--stretch` | an outage has no effect up to | nodes are kept up to | after a restart, new agents wait | a killed agent's node is free after | renewals an hour |".to_owned(),
        "|---|---|---|---|---|---|".to_owned(),
    ];
    for stretch_ms in [30_000, 60_000, TERM_MS, 600_000] {
        let most_s = 2 * (stretch_ms + MARGIN_MS) / 1000;
        let unharmed_s = longest_s(most_s, |away_ms| outage(stretch_ms, away_ms) == (0, true));
        let kept_s = longest_s(most_s, |away_ms| outage(stretch_ms, away_ms).1);
        let mut pair = Pair::new(stretch_ms);
        pair.run(3_600_000, false);
        let term = match stretch_ms {
            TERM_MS => "`3m`, the default".to_owned(),
            30_000 => "`30s`".to_owned(),
            _ => format!("`{}m`", stretch_ms / 60_000),
        };
        let (wait_s, dead_s) = (wait_after_restart_s(stretch_ms), dead_node_s(stretch_ms));
        lines.push(format!(
            "| {term} | {unharmed_s} s | {kept_s} s | {wait_s} s | {dead_s} s | {} |",
            pair.renewals
        ));
    }
    let table = lines.join("\n");
    assert!(
        PAGE.contains(&table),
        "docs/leases.md has another table than\n{table}"
    );
}

/// After an outage within the margin, programs continue once the agent has retried.
#[test]
fn ids_resume_when_the_server_is_back() {
    for away_ms in [145_000, 155_000, 165_000] {
        let (without_ms, is_same) = outage(TERM_MS, away_ms);
        let over_ms = away_ms - TERM_MS * 78 / 100;
        assert!(is_same);
        assert!(
            (0..=over_ms + 3000).contains(&without_ms),
            "{away_ms}: {without_ms}"
        );
    }
}

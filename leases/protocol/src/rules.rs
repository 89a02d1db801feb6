//! Safety rules of the lease protocol, by name. The exhaustive schedule test compiles `table` and
//! `holder` again, disables one rule at a time, and checks that each omission is detected.

/// A safety rule of the lease protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// A new server, or one that may have lost writes, grants no node until every lease it may have
    /// granted has expired.
    Floor,
    /// The same applies if rows were restored: if an operator declares it, or if other statements
    /// wrote them.
    Guard,
    /// The same applies to a new namespace, unless its name is declared never used.
    FloorOfNew,
    /// The recovery floor is a term and a margin ahead: the old server may keep serving for a
    /// margin.
    FloorHasMargin,
    /// The recovery floor is one more margin ahead: by then this server may itself be the old one.
    FloorHasMarginTwice,
    /// The recovery floor is not a millisecond lower.
    WholeFloor,
    /// No lease begins below the recovery floor.
    FromFloor,
    /// No lease begins before the end of the previous one.
    FromUntil,
    /// A node that was not released is granted again only a margin after its end.
    Margin,
    /// An expired lease is renewed only under the next two conditions.
    RunOut,
    /// A margin has not passed since its end.
    LateInMargin,
    /// The same server has served since before the end.
    LateAtSameServer,
    /// A lease is identified by its id, not by the holder's name.
    ById,
    /// A renewal begins at the end recorded in the lease file, whatever the row says.
    MyUntil,
    /// An agent releases only its own lease.
    CloseMine,
    /// A holder that knows more than the server raises the recovery floor.
    Witness,
    /// A holder does not raise the floor again for a term that the floor already covers: one agent
    /// must not block all others.
    WitnessOnce,
    /// The file records what the server granted, not what the agent requested.
    ServerFirst,
    /// The file is closed before the row.
    FileFirst,
    /// A lease is valid only in the file to which it was written.
    Here,
    /// A node whose file cannot be replaced is free at the end of its term.
    CopiesEnd,
    /// After a file error the agent waits before its next request.
    Backoff,
}

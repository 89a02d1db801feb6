//! The rules that stand between the promise and its breach, by name. The test of all schedules compiles `table` and `holder` once more, leaves one rule out
//! after the other, and sees that each is missed.

/// A rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// Another server, or one that may have forgotten, grants no node until all that it may have granted is past.
    Floor,
    /// So does a namespace that is new, unless it is said that it was never used.
    FloorOfNew,
    /// The floor is a stretch and a margin away: the margin is for the old server, which may go on for so long.
    FloorHasMargin,
    /// And a margin more: this server may itself be an old one by then.
    FloorHasMarginTwice,
    /// And not a millisecond less.
    WholeFloor,
    /// A stretch begins at the floor.
    FromFloor,
    /// And where the one before it ended.
    FromUntil,
    /// A node that was not given back is taken a margin after its end.
    Margin,
    /// What has run out is not renewed.
    RunOut,
    /// A grant is told by its number, not by who says that it is his.
    ById,
    /// What is renewed goes on from the end that the file knows, whatever the row says.
    MyUntil,
    /// Only what is one's own is given back.
    CloseMine,
    /// Who knows more than the server raises the floor.
    Witness,
    /// But not again for a stretch that the floor is far enough above already: one agent must not keep all others from getting a node.
    WitnessOnce,
    /// The file has what the server said, not what it was asked.
    ServerFirst,
    /// The file is closed before the row.
    FileFirst,
    /// A grant counts where it was written.
    Here,
    /// After an error of its file an agent waits before it asks again.
    Backoff,
}

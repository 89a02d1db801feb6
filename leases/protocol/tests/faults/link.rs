/// The fate of requests and replies on the network.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Link {
    Works,
    /// The server is unreachable.
    Away,
    /// A proxy accepts requests and does not reply.
    Silent,
    LosesReplies,
    /// Requests arrive after the agent has stopped waiting.
    Delays,
}

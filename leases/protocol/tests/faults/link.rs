/// What happens to requests on their way to the server and back.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Link {
    Works,
    /// The server cannot be reached.
    Away,
    /// What is between agent and server takes requests and does not reply.
    Silent,
    LosesReplies,
    /// Requests arrive after their agents have given up.
    Delays,
}

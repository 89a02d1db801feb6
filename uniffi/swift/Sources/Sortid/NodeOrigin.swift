/// The origin of a generator's node: no node, an option or the environment, a lease file, the
/// table of this user's processes, or random bits.
public enum NodeOrigin: String, CaseIterable, Hashable, Sendable {
    // <generated: origins>
    /// `absent`.
    case `absent`
    /// `assigned`.
    case `assigned`
    /// `leased`.
    case `leased`
    /// `claimed`.
    case `claimed`
    /// `drawn`.
    case `drawn`
    // </generated>
}

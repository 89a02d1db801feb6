extension IdGenerator {
    /// Where the node of a generator's ids is from: the ids have none, an option or the environment, a lease file, the table of this
    /// user's processes, or chance.
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
}

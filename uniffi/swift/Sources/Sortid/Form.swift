extension Id {
    /// A way to write an id.
    public enum Form: UInt8, CaseIterable, Hashable, Sendable {
        // <generated: forms>
        /// What `text` gives.
        case canonical = 0
        /// Without hyphens (timeid, UUIDs).
        case compact = 1
        /// Hexadecimal (scru160).
        case hex = 2
        /// A URN (UUIDs).
        case urn = 3
        /// A URN (UUIDs).
        case base32 = 4
        /// A URN (UUIDs).
        case base64 = 5
        /// A URN (UUIDs).
        case uuid = 6

        /// The name, the same in every language.
        public var name: String {
            switch self {
            case .canonical: "canonical"
            case .compact: "compact"
            case .hex: "hex"
            case .urn: "urn"
            case .base32: "base32"
            case .base64: "base64"
            case .uuid: "uuid"
            }
        }
        // </generated>
    }

    /// Who may use the node of a timeid (draft-goldman-tid, "node").
    public enum NodeClass: UInt8, Hashable, Sendable {
        /// 0–31: no coordination, likely to collide with data from elsewhere.
        case bestEffort
        /// 32–991: given out by an application.
        case context
        /// 992–1023: registered, globally unique.
        case global
    }
}

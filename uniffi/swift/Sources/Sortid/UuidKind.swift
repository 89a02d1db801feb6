/// The kind of an any_uuid (RFC 9562, sections 4.1 and 4.2); the first kind that matches
/// applies.
public enum UuidKind: String, CaseIterable, Hashable, Sendable {
    // <generated: kinds>
    /// `nil`.
    case `nil`
    /// `max`.
    case `max`
    /// `ncs`.
    case `ncs`
    /// `microsoft`.
    case `microsoft`
    /// `future`.
    case `future`
    /// `version_0`.
    case version0 = "version_0"
    /// `version_1`.
    case version1 = "version_1"
    /// `version_2`.
    case version2 = "version_2"
    /// `version_3`.
    case version3 = "version_3"
    /// `version_4`.
    case version4 = "version_4"
    /// `version_5`.
    case version5 = "version_5"
    /// `version_6`.
    case version6 = "version_6"
    /// `version_7`.
    case version7 = "version_7"
    /// `version_8`.
    case version8 = "version_8"
    /// `version_9`.
    case version9 = "version_9"
    /// `version_10`.
    case version10 = "version_10"
    /// `version_11`.
    case version11 = "version_11"
    /// `version_12`.
    case version12 = "version_12"
    /// `version_13`.
    case version13 = "version_13"
    /// `version_14`.
    case version14 = "version_14"
    /// `version_15`.
    case version15 = "version_15"
    // </generated>
}

/// A text form of ids.
public enum TextForm: UInt8, CaseIterable, Hashable, Sendable {
    // <generated: forms>
    /// The canonical form, as in `text`.
    case canonical = 0
    /// The form `compact` of timeid, uuid6, uuid7_draft01, uuid7, uuid8, lexical_uuid, ordered_uuid, comb_guid, comb_mssql, uuid1, uuid4, any_uuid.
    case compact = 1
    /// The form `hex` of scru160, flake, flake_idgen, sid.
    case hex = 2
    /// The form `urn` of uuid6, uuid7_draft01, uuid7, uuid8, ordered_uuid, comb_guid, comb_mssql, uuid1, uuid4, any_uuid.
    case urn = 3
    /// The form `base32` of sid.
    case base32 = 4
    /// The form `base64` of sid.
    case base64 = 5
    /// The form `uuid` of lexical_uuid, flake, ulid.
    case uuid = 6
    /// The form `typeid` of uuid6, uuid7_draft01, uuid7, uuid8, ordered_uuid, comb_guid, comb_mssql, uuid1, uuid4, any_uuid.
    case typeid = 7
    /// The form `decimal` of tsid.
    case decimal = 8
    /// The form `braced` of uuid6, uuid7_draft01, uuid7, uuid8, ordered_uuid, comb_guid, comb_mssql, uuid1, uuid4, any_uuid.
    case braced = 9
    /// The form `upper` of uuid6, uuid7_draft01, uuid7, uuid8, ordered_uuid, comb_guid, comb_mssql, uuid1, uuid4, any_uuid.
    case upper = 10
    /// The form `base36` of uuid6, uuid7_draft01, uuid7, uuid8, lexical_uuid, flake, ordered_uuid, comb_guid, ulid, sid, cuid, comb_mssql, uuid1, uuid4, any_uuid, scru128.
    case base36 = 11
    /// The form `base57` of uuid6, uuid7_draft01, uuid7, uuid8, lexical_uuid, flake, ordered_uuid, comb_guid, ulid, sid, cuid, comb_mssql, uuid1, uuid4, any_uuid, scru128.
    case base57 = 12
    /// The form `base58` of uuid6, uuid7_draft01, uuid7, uuid8, lexical_uuid, flake, ordered_uuid, comb_guid, ulid, sid, cuid, comb_mssql, uuid1, uuid4, any_uuid, scru128.
    case base58 = 13
    /// The form `base58_flickr` of uuid6, uuid7_draft01, uuid7, uuid8, lexical_uuid, flake, ordered_uuid, comb_guid, ulid, sid, cuid, comb_mssql, uuid1, uuid4, any_uuid, scru128.
    case base58Flickr = 14
    /// The form `base62` of uuid6, uuid7_draft01, uuid7, uuid8, lexical_uuid, flake, ordered_uuid, comb_guid, ulid, sid, cuid, comb_mssql, uuid1, uuid4, any_uuid, scru128.
    case base62 = 15
    /// The form `base64url` of uuid6, uuid7_draft01, uuid7, uuid8, lexical_uuid, flake, ordered_uuid, comb_guid, ulid, sid, cuid, comb_mssql, uuid1, uuid4, any_uuid, scru128.
    case base64url = 16
    /// The form `crockford` of uuid6, uuid7_draft01, uuid7, uuid8, lexical_uuid, flake, ordered_uuid, comb_guid, ulid, sid, cuid, comb_mssql, uuid1, uuid4, any_uuid, scru128.
    case crockford = 17

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
        case .typeid: "typeid"
        case .decimal: "decimal"
        case .braced: "braced"
        case .upper: "upper"
        case .base36: "base36"
        case .base57: "base57"
        case .base58: "base58"
        case .base58Flickr: "base58_flickr"
        case .base62: "base62"
        case .base64url: "base64url"
        case .crockford: "crockford"
        }
    }
    // </generated>
}

/// The allocation class of a timeid's node (draft-goldman-tid, "node").
public enum NodeClass: UInt8, Hashable, Sendable {
    /// 0–31: no coordination, likely to collide with data from elsewhere.
    case bestEffort
    /// 32–991: assigned by an application.
    case context
    /// 992–1023: registered, globally unique.
    case global
}

package sortid

/** A text form of ids. */
public enum class Form(
    /** The name, the same in every language. */
    public val formName: String,
) {
    // <generated: forms>

    /** The canonical form, as in `toString`. */
    CANONICAL("canonical"),

    /**
     * The form `compact` of timeid, uuid6, uuid7_draft01, uuid7, uuid8, lexical_uuid, ordered_uuid, comb_guid, comb_mssql,
     * uuid1, uuid4, any_uuid.
     */
    COMPACT("compact"),

    /** The form `hex` of scru160, flake, flake_idgen, sid. */
    HEX("hex"),

    /** The form `urn` of uuid6, uuid7_draft01, uuid7, uuid8, ordered_uuid, comb_guid, comb_mssql, uuid1, uuid4, any_uuid. */
    URN("urn"),

    /** The form `base32` of sid. */
    BASE32("base32"),

    /** The form `base64` of sid. */
    BASE64("base64"),

    /** The form `uuid` of lexical_uuid, flake, ulid. */
    UUID("uuid"),

    /** The form `typeid` of uuid6, uuid7_draft01, uuid7, uuid8, ordered_uuid, comb_guid, comb_mssql, uuid1, uuid4, any_uuid. */
    TYPEID("typeid"),

    /** The form `decimal` of tsid. */
    DECIMAL("decimal"),

    /** The form `braced` of uuid6, uuid7_draft01, uuid7, uuid8, ordered_uuid, comb_guid, comb_mssql, uuid1, uuid4, any_uuid. */
    BRACED("braced"),

    /** The form `upper` of uuid6, uuid7_draft01, uuid7, uuid8, ordered_uuid, comb_guid, comb_mssql, uuid1, uuid4, any_uuid. */
    UPPER("upper"),

    /**
     * The form `base36` of uuid6, uuid7_draft01, uuid7, uuid8, lexical_uuid, flake, ordered_uuid, comb_guid, ulid, sid, cuid,
     * comb_mssql, uuid1, uuid4, any_uuid, scru128.
     */
    BASE36("base36"),

    /**
     * The form `base57` of uuid6, uuid7_draft01, uuid7, uuid8, lexical_uuid, flake, ordered_uuid, comb_guid, ulid, sid, cuid,
     * comb_mssql, uuid1, uuid4, any_uuid, scru128.
     */
    BASE57("base57"),

    /**
     * The form `base58` of uuid6, uuid7_draft01, uuid7, uuid8, lexical_uuid, flake, ordered_uuid, comb_guid, ulid, sid, cuid,
     * comb_mssql, uuid1, uuid4, any_uuid, scru128.
     */
    BASE58("base58"),

    /**
     * The form `base58_flickr` of uuid6, uuid7_draft01, uuid7, uuid8, lexical_uuid, flake, ordered_uuid, comb_guid, ulid, sid,
     * cuid, comb_mssql, uuid1, uuid4, any_uuid, scru128.
     */
    BASE58_FLICKR("base58_flickr"),

    /**
     * The form `base62` of uuid6, uuid7_draft01, uuid7, uuid8, lexical_uuid, flake, ordered_uuid, comb_guid, ulid, sid, cuid,
     * comb_mssql, uuid1, uuid4, any_uuid, scru128.
     */
    BASE62("base62"),

    /**
     * The form `base64url` of uuid6, uuid7_draft01, uuid7, uuid8, lexical_uuid, flake, ordered_uuid, comb_guid, ulid, sid,
     * cuid, comb_mssql, uuid1, uuid4, any_uuid, scru128.
     */
    BASE64URL("base64url"),

    /**
     * The form `crockford` of uuid6, uuid7_draft01, uuid7, uuid8, lexical_uuid, flake, ordered_uuid, comb_guid, ulid, sid,
     * cuid, comb_mssql, uuid1, uuid4, any_uuid, scru128.
     */
    CROCKFORD("crockford"),
    // </generated>
}

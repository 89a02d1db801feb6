package sortid

/** The kind of an `any_uuid` (RFC 9562, sections 4.1 and 4.2); the first that matches applies. */
public enum class UuidKind(
    /** The name, the same in every language, for example `version_5`. */
    public val kindName: String,
) {
    // <generated: kinds>

    /** `nil`. */
    NIL("nil"),

    /** `max`. */
    MAX("max"),

    /** `ncs`. */
    NCS("ncs"),

    /** `microsoft`. */
    MICROSOFT("microsoft"),

    /** `future`. */
    FUTURE("future"),

    /** `version_0`. */
    VERSION_0("version_0"),

    /** `version_1`. */
    VERSION_1("version_1"),

    /** `version_2`. */
    VERSION_2("version_2"),

    /** `version_3`. */
    VERSION_3("version_3"),

    /** `version_4`. */
    VERSION_4("version_4"),

    /** `version_5`. */
    VERSION_5("version_5"),

    /** `version_6`. */
    VERSION_6("version_6"),

    /** `version_7`. */
    VERSION_7("version_7"),

    /** `version_8`. */
    VERSION_8("version_8"),

    /** `version_9`. */
    VERSION_9("version_9"),

    /** `version_10`. */
    VERSION_10("version_10"),

    /** `version_11`. */
    VERSION_11("version_11"),

    /** `version_12`. */
    VERSION_12("version_12"),

    /** `version_13`. */
    VERSION_13("version_13"),

    /** `version_14`. */
    VERSION_14("version_14"),

    /** `version_15`. */
    VERSION_15("version_15"),
    // </generated>
    ;

    /** The [kindName]. */
    override fun toString(): String = kindName
}

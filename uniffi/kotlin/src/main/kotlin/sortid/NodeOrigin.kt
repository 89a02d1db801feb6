package sortid

/**
 * The origin of a [Generator]'s node: no node, an option or the environment, a lease file, the
 * table of this user's processes, or random bits.
 */
public enum class NodeOrigin(
    /** The name, the same in every language, for example `claimed`. */
    public val originName: String,
) {
    // <generated: origins>

    /** `absent`. */
    ABSENT("absent"),

    /** `assigned`. */
    ASSIGNED("assigned"),

    /** `leased`. */
    LEASED("leased"),

    /** `claimed`. */
    CLAIMED("claimed"),

    /** `drawn`. */
    DRAWN("drawn"),
    // </generated>
    ;

    /** The [originName]. */
    override fun toString(): String = originName
}

package sortid

/**
 * Where the node of a [Generator]'s ids is from: the ids have none, an option or the environment, a lease file, the table of this
 * user's processes, or chance.
 */
public enum class NodeOrigin(
    /** The word, the same in every language, for example `claimed`. */
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

// Written by `cargo suite generate` from functions of libsortid, and of uniffi/src.

package sortid.internal

/** Native methods. An id is read as its words and the number of its format, and written as C's `sortid_id`. */
internal object Calls {
    init {
        Library.ensureLoaded()
    }

    @JvmStatic
    external fun newId(
        format: Int,
        id: Long,
    ): Int

    @JvmStatic
    external fun newIdAt(
        timeSeconds: Long,
        timeNanos: Int,
        format: Int,
        id: Long,
    ): Int

    @JvmStatic
    external fun generatorNext(
        generator: Long,
        id: Long,
    ): Int

    @JvmStatic
    external fun generatorNextAt(
        generator: Long,
        timeSeconds: Long,
        timeNanos: Int,
        id: Long,
    ): Int

    @JvmStatic
    external fun parse(
        text: Long,
        length: Long,
        format: Int,
        id: Long,
    ): Int

    @JvmStatic
    external fun fromBytes(
        bytes: Long,
        length: Long,
        format: Int,
        id: Long,
    ): Int

    @JvmStatic
    external fun fromU64(
        value: Long,
        format: Int,
        id: Long,
    ): Int

    @JvmStatic
    external fun fromU128(
        high: Long,
        low: Long,
        format: Int,
        id: Long,
    ): Int

    @JvmStatic
    external fun textForm(
        idHigh: Long,
        idMiddle: Long,
        idLow: Int,
        idFormat: Int,
        form: Int,
        text: Long,
        size: Long,
        needed: Long,
    ): Int

    @JvmStatic
    external fun isReserved(
        idHigh: Long,
        idMiddle: Long,
        idLow: Int,
        idFormat: Int,
    ): Boolean

    @JvmStatic
    external fun compare(
        aHigh: Long,
        aMiddle: Long,
        aLow: Int,
        aFormat: Int,
        bHigh: Long,
        bMiddle: Long,
        bLow: Int,
        bFormat: Int,
    ): Int

    @JvmStatic
    external fun timestamp(
        idHigh: Long,
        idMiddle: Long,
        idLow: Int,
        idFormat: Int,
        time: Long,
    ): Int

    @JvmStatic
    external fun minAt(
        timeSeconds: Long,
        timeNanos: Int,
        format: Int,
        id: Long,
    ): Int

    @JvmStatic
    external fun maxAt(
        timeSeconds: Long,
        timeNanos: Int,
        format: Int,
        id: Long,
    ): Int

    @JvmStatic
    external fun range(
        fromSeconds: Long,
        fromNanos: Int,
        toSeconds: Long,
        toNanos: Int,
        format: Int,
        options: Long,
        count: Long,
        min: Long,
        max: Long,
    ): Int

    @JvmStatic
    external fun convert(
        idHigh: Long,
        idMiddle: Long,
        idLow: Int,
        idFormat: Int,
        to: Int,
        converted: Long,
    ): Int

    @JvmStatic
    external fun prefixCheck(
        prefix: Long,
        length: Long,
    ): Int

    @JvmStatic
    external fun prefixedParse(
        text: Long,
        length: Long,
        format: Int,
        prefix: Long,
        prefixLength: Long,
        id: Long,
        found: Long,
    ): Int

    @JvmStatic
    external fun prefixedText(
        idHigh: Long,
        idMiddle: Long,
        idLow: Int,
        idFormat: Int,
        prefix: Long,
        prefixLength: Long,
        text: Long,
        size: Long,
        needed: Long,
    ): Int

    @JvmStatic
    external fun fieldAt(
        idHigh: Long,
        idMiddle: Long,
        idLow: Int,
        idFormat: Int,
        index: Long,
        high: Long,
        low: Long,
    ): Int

    @JvmStatic
    external fun lastRefusal(
        refusal: Long,
    )

    @JvmStatic
    external fun columnRead(
        ask: Long,
        told: Long,
    ): Int

    @JvmStatic
    external fun columnExplain(
        ask: Long,
        row: Long,
        out: Long,
        length: Long,
    ): Int
}

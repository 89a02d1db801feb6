package sortid

import sortid.internal.Outcome
import java.util.BitSet

/** The values of a column, as a list with `null` and as a primitive array with 0 for null rows. */
public sealed class ColumnValues<T : Any> private constructor(
    outcome: Outcome,
) : AbstractList<T?>(),
    RandomAccess {
    /** The null rows: null in the column, or invalid. */
    public val nulls: BitSet = outcome.nulls

    /** The number of invalid rows by error code; empty if all are valid. */
    public val invalid: Map<ErrorCode, Long> = outcome.byCode()

    /** The error of the first invalid [row][SortidException.row]; `null` if all are valid. */
    public val firstError: SortidException? = outcome.first

    /** The value of a row that is not null. */
    protected abstract fun at(row: Int): T

    override fun get(index: Int): T? {
        if (index !in 0 until size) throw IndexOutOfBoundsException("row $index of $size")
        return if (nulls[index]) null else at(index)
    }

    /** 64-bit integers. */
    public class Ints internal constructor(
        /** One element a row. */
        public val values: LongArray,
        outcome: Outcome,
    ) : ColumnValues<Long>(outcome) {
        override val size: Int get() = values.size

        override fun at(row: Int): Long = values[row]
    }

    /** Big-endian ids. */
    public class Bytes internal constructor(
        /** The ids, concatenated. */
        public val values: ByteArray,
        /** The number of bytes of each. */
        public val width: Int,
        outcome: Outcome,
    ) : ColumnValues<ByteArray>(outcome) {
        override val size: Int get() = values.size / width

        override fun at(row: Int): ByteArray = values.copyOfRange(row * width, (row + 1) * width)
    }

    /** Texts in ASCII. */
    public class Texts internal constructor(
        /** The texts, concatenated; shorter ones are padded with zero bytes to [width]. */
        public val values: ByteArray,
        /** The number of bytes of each: [Format.textLength]. */
        public val width: Int,
        outcome: Outcome,
    ) : ColumnValues<String>(outcome) {
        override val size: Int get() = values.size / width

        override fun at(row: Int): String {
            var end = (row + 1) * width
            while (values[end - 1] == 0.toByte()) end--
            return String(values, row * width, end - row * width, Charsets.ISO_8859_1)
        }
    }

    /** A boolean for each row. */
    public class Mask internal constructor(
        /** The rows with `true`. */
        public val rows: BitSet,
        override val size: Int,
        outcome: Outcome,
    ) : ColumnValues<Boolean>(outcome) {
        override fun at(row: Int): Boolean = rows[row]
    }
}

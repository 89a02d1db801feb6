package sortid

import sortid.internal.Outcome
import java.util.BitSet

/**
 * What a column was read into: a list with `null` for each row that has none, and behind it an array without an object for each row.
 *
 * What stands in the array at a row that is null is 0.
 */
public sealed class ColumnValues<T : Any> private constructor(
    outcome: Outcome,
) : AbstractList<T?>(),
    RandomAccess {
    /** The rows that are null: those that were so, and those that were refused. */
    public val nulls: BitSet = outcome.nulls

    /** How many rows were refused by each code; empty if none was. */
    public val refused: Map<ErrorCode, Long> = outcome.byCode()

    /** Why the first row was refused, and [which][SortidException.row] it is; `null` if none was. */
    public val firstRefusal: SortidException? = outcome.first

    /** What a row has that is not null. */
    protected abstract fun at(row: Int): T

    override fun get(index: Int): T? {
        if (index !in 0 until size) throw IndexOutOfBoundsException("row $index of $size")
        return if (nulls[index]) null else at(index)
    }

    /** Numbers of 64 bits. */
    public class Longs internal constructor(
        /** One a row. */
        public val values: LongArray,
        outcome: Outcome,
    ) : ColumnValues<Long>(outcome) {
        override val size: Int get() = values.size

        override fun at(row: Int): Long = values[row]
    }

    /** Big-endian ids. */
    public class Bytes internal constructor(
        /** One after another. */
        public val values: ByteArray,
        /** The bytes of each. */
        public val width: Int,
        outcome: Outcome,
    ) : ColumnValues<ByteArray>(outcome) {
        override val size: Int get() = values.size / width

        override fun at(row: Int): ByteArray = values.copyOfRange(row * width, (row + 1) * width)
    }

    /** Texts in ASCII. */
    public class Texts internal constructor(
        /** One after another; behind one that is shorter than the [width] are zero bytes. */
        public val values: ByteArray,
        /** The bytes of each: [Format.textLength]. */
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

    /** A yes or no for each row. */
    public class Mask internal constructor(
        /** The rows for which it is yes. */
        public val rows: BitSet,
        override val size: Int,
        outcome: Outcome,
    ) : ColumnValues<Boolean>(outcome) {
        override fun at(row: Int): Boolean = rows[row]
    }
}

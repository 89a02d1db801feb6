package sortid

import sortid.internal.Ask
import sortid.internal.Cells
import sortid.internal.Columns
import sortid.internal.Direct
import sortid.internal.RawReading
import sortid.internal.atAddress
import sortid.internal.eachBit
import sortid.internal.glue
import sortid.internal.readable
import sortid.internal.stay
import java.nio.Buffer
import java.nio.ByteBuffer
import java.nio.IntBuffer
import java.nio.LongBuffer
import java.time.Instant
import java.util.BitSet
import java.util.concurrent.TimeUnit

/**
 * Many ids of one format where they stand: in arrays, lists, or buffers as databases, files and Arrow have them. Times, integers, bytes,
 * texts or a field are read of all of them by a few calls into the library, without an object for each row.
 *
 * | the rows are | made by |
 * |---|---|
 * | integers of a 64-bit format | `ofLongs(long[])`, `ofLongs(LongBuffer)` |
 * | texts, in any of the format's forms | `ofTexts(List)`, `ofTexts(ByteBuffer, width)`, `ofTexts(ByteBuffer, offsets)` |
 * | big-endian ids | `ofBytes(ByteBuffer)`, `ofBytes(ByteBuffer, offsets)` |
 *
 * A row that is not an id, or lacks the requested property, throws with its [row][SortidException.row], code and offset, or becomes null
 * and is counted: see [OnRefusal].
 *
 * ```kotlin
 * val times = IdColumn.ofTexts(listOf("3jzfcijpj2z2a", null), Format.TID).times()
 * check(times == listOf(1688137381887, null))
 * ```
 *
 * A column is a view: it reads the remaining bytes of a buffer whenever it is used, so they must not change meanwhile. Direct
 * buffers are read where they are, what lies on the heap in pieces; but what has offsets is copied from there once. Columns that do not change are
 * shared between threads as you like.
 */
public class IdColumn private constructor(
    /** The format. */
    public val format: Format,
    private val isText: Boolean,
    private val cells: Cells,
    private val validity: ByteBuffer?,
    validFrom: Int,
) {
    private val subject =
        Columns.Subject(format.code, isText, cells, if (validity == null) 0 else Direct.address(validity), validFrom)

    /** How many rows there are. */
    public val size: Int get() = cells.rows

    /** How to handle a row that is not an id, or lacks the requested property. */
    public enum class OnRefusal {
        /** The call throws. */
        THROW,

        /** The row becomes null, and is counted. */
        NULL,
    }

    /**
     * The same column with a bitmap of the rows that are there, as Arrow has them: the lowest bit of the first byte is the first row's. All
     * others are null.
     *
     * @param offset the bit of what remains of [bitmap] at which it begins
     * @throws SortidException.InvalidLength for a bitmap that is shorter than the column
     * @throws SortidException.NotApplicable for a column of a list, whose nulls say it
     */
    @JvmOverloads
    public fun withValidity(
        bitmap: ByteBuffer,
        offset: Int = 0,
    ): IdColumn {
        if (cells is Cells.Texts) throw sortidException(ErrorCode.NOT_APPLICABLE, "a list has its own nulls, and no bitmap")
        val bits = bitmap.remaining().toLong() * Byte.SIZE_BITS
        if (offset < 0 || bits - offset < size) throw invalidLength("the bitmap has $bits bits, not $size from bit $offset on", size)
        return IdColumn(format, isText, cells, readable(bitmap), offset)
    }

    /**
     * The id of a row; `null` where the row is.
     *
     * @throws SortidException.Argument if it is not an id: as [IdType.parse] and [IdType.fromBytes]
     * @throws IndexOutOfBoundsException for a row that is not there
     */
    public operator fun get(row: Int): SortId? {
        if (row !in 0 until size) throw IndexOutOfBoundsException("row $row of $size")
        return inside { Columns.id(subject, row) { Direct.id(IdType.dynamic(format), it) } }
    }

    /**
     * Times since 1970, floored.
     *
     * @param unit seconds, milliseconds, microseconds or nanoseconds
     * @param options how the ids were made, where it was not with the defaults: epoch, layout (uuid8), precision
     * @throws SortidException.Argument a row that is refused; [SortidException.TimestampOutOfRange] where 64 bits do not hold its time
     * @throws SortidException.NotApplicable for a format that tells no time
     * @throws SortidException.InvalidOption for other units, and for an option that is not for reading this format
     */
    @JvmOverloads
    public fun times(
        unit: TimeUnit = TimeUnit.MILLISECONDS,
        onRefusal: OnRefusal = OnRefusal.THROW,
        options: GeneratorOptions = GeneratorOptions(),
    ): ColumnValues.Longs {
        val place = UNITS.indexOf(unit)
        if (place < 0) throw sortidException(ErrorCode.INVALID_OPTION, "unit is one of $UNITS, not $unit", "unit")
        val reading = glue { RawReading.times(format.code.toUByte(), place.toUByte(), options.crossing) }
        return reading.use { longs(Ask.TIMES, onRefusal, it.address().toLong()) }
    }

    /**
     * The integers of a 64-bit format, their bits as they are.
     *
     * @throws SortidException.Argument a row that is refused
     * @throws SortidException.NotApplicable for wider formats
     */
    @JvmOverloads
    public fun longs(onRefusal: OnRefusal = OnRefusal.THROW): ColumnValues.Longs = longs(Ask.INTEGERS, onRefusal)

    /**
     * One field; of one that has 64 bits these are as they are.
     *
     * @throws SortidException.Argument a row that is refused
     * @throws SortidException.InvalidField for a name the format lacks
     * @throws SortidException.NotApplicable for a field of more than 64 bits
     */
    @JvmOverloads
    public fun field(
        name: String,
        onRefusal: OnRefusal = OnRefusal.THROW,
    ): ColumnValues.Longs {
        val bytes = format.fields[format.fieldAt(name)].name.toByteArray()
        return atAddress(bytes) { longs(Ask.FIELD, onRefusal, it, bytes.size.toLong()) }
    }

    /**
     * Big-endian ids, as many bytes each as [Format.byteLength].
     *
     * @throws SortidException.Argument a row that is refused
     * @throws SortidException.BufferTooSmall if no array holds as many
     */
    @JvmOverloads
    public fun bytes(onRefusal: OnRefusal = OnRefusal.THROW): ColumnValues.Bytes {
        val width = format.byteLength
        val values = ByteArray(whole(width))
        val outcome = cells(Ask.BYTES, width, values, onRefusal)
        return ColumnValues.Bytes(values, width, outcome)
    }

    /**
     * Canonical texts.
     *
     * @throws SortidException.Argument a row that is refused
     * @throws SortidException.BufferTooSmall if no array holds as many
     */
    @JvmOverloads
    public fun texts(onRefusal: OnRefusal = OnRefusal.THROW): ColumnValues.Texts {
        val width = format.textLength
        val values = ByteArray(whole(width))
        val outcome = cells(Ask.TEXTS, width, values, onRefusal)
        return ColumnValues.Texts(values, width, outcome)
    }

    /**
     * Which rows lie in the half-open interval from [from] to before [to]; those that are null do not.
     *
     * @param options how the ids were made, where it was not with the defaults
     * @throws SortidException.Argument a row that is refused
     * @throws SortidException.InvalidOption for an empty interval, and for an option that is not for reading this format
     * @throws SortidException.NotApplicable for a format that tells no time
     */
    @JvmOverloads
    public fun between(
        from: Timestamp,
        to: Timestamp,
        onRefusal: OnRefusal = OnRefusal.THROW,
        options: GeneratorOptions = GeneratorOptions(),
    ): ColumnValues.Mask {
        val reading =
            glue { RawReading.between(format.code.toUByte(), from.crossing, to.crossing, options.crossing) }
        val rows = BitSet()
        val outcome =
            reading.use {
                val question = Columns.Question(Ask.BETWEEN, 1, it.address().toLong())
                read(question, onRefusal) { first, count, out -> out.eachBit(count, true) { row -> rows.set(first + row) } }
            }
        return ColumnValues.Mask(rows, size, outcome)
    }

    /** [between] instants of the JDK's. */
    @JvmOverloads
    public fun between(
        from: Instant,
        to: Instant,
        onRefusal: OnRefusal = OnRefusal.THROW,
        options: GeneratorOptions = GeneratorOptions(),
    ): ColumnValues.Mask = between(Timestamp(from), Timestamp(to), onRefusal, options)

    /** Which rows are ids, and the counts of errors of the others; [get] gives the error of one. */
    public fun valid(): ColumnValues.Mask {
        val outcome = read(Columns.Question(Ask.IS_VALID, 0), OnRefusal.NULL) { _, _, _ -> }
        val rows = BitSet()
        rows.set(0, size)
        rows.andNot(outcome.nulls)
        return ColumnValues.Mask(rows, size, outcome)
    }

    override fun toString(): String = "IdColumn($format, $size rows)"

    private fun longs(
        what: Long,
        onRefusal: OnRefusal,
        with: Long = 0,
        withLength: Long = 0,
    ): ColumnValues.Longs {
        val values = LongArray(size)
        val outcome =
            read(Columns.Question(what, Long.SIZE_BITS, with, withLength), onRefusal) { first, rows, out ->
                out.asLongBuffer().get(values, first, rows)
            }
        return ColumnValues.Longs(values, outcome)
    }

    private fun cells(
        what: Long,
        width: Int,
        values: ByteArray,
        onRefusal: OnRefusal,
    ) = read(Columns.Question(what, width * Byte.SIZE_BITS), onRefusal) { first, rows, out ->
        out.duplicate().get(values, first * width, rows * width)
    }

    private fun read(
        question: Columns.Question,
        onRefusal: OnRefusal,
        take: (first: Int, rows: Int, out: ByteBuffer) -> Unit,
    ) = inside { Columns.read(subject, question, onRefusal == OnRefusal.THROW, take) }

    /** Has the bitmap stay as long as its address is used. */
    private inline fun <T> inside(call: () -> T): T {
        try {
            return call()
        } finally {
            validity?.stay()
        }
    }

    private fun whole(width: Int): Int {
        val bytes = size.toLong() * width
        if (bytes > Int.MAX_VALUE - Long.SIZE_BYTES) throw sortidException(ErrorCode.BUFFER_TOO_SMALL, "no array has $bytes bytes")
        return bytes.toInt()
    }

    public companion object {
        /** In the order of the core's list. */
        private val UNITS = listOf(TimeUnit.SECONDS, TimeUnit.MILLISECONDS, TimeUnit.MICROSECONDS, TimeUnit.NANOSECONDS)

        /**
         * Integers, their bits as they are.
         *
         * @throws SortidException.NotApplicable for formats that are wider than 64 bits
         */
        @JvmStatic
        public fun ofLongs(
            ints: LongArray,
            format: Format,
        ): IdColumn = ofLongs(LongBuffer.wrap(ints), format)

        /** As of an array: what remains of a buffer, of whatever byte order. */
        @JvmStatic
        public fun ofLongs(
            ints: LongBuffer,
            format: Format,
        ): IdColumn = column(format, false, Cells.Ints(ints.slice()))

        /**
         * Texts in any of the format's forms; a `null` is a null row.
         *
         * The list is read when the column is.
         */
        @JvmStatic
        public fun ofTexts(
            texts: List<String?>,
            format: Format,
        ): IdColumn = column(format, true, Cells.Texts(texts))

        /**
         * Texts of one width, one after another, padded with zero bytes.
         *
         * @param width the bytes of a row
         * @throws SortidException.InvalidLength where they do not fill what remains of the buffer
         */
        @JvmStatic
        public fun ofTexts(
            texts: ByteBuffer,
            width: Int,
            format: Format,
        ): IdColumn = column(format, true, fixed(texts, width))

        /**
         * Texts between offsets: row n stands from its offset in what remains of [texts] to the next one.
         *
         * @param offsets one more than there are rows
         * @throws SortidException.InvalidLength with the first row that is not inside the memory
         */
        @JvmStatic
        public fun ofTexts(
            texts: ByteBuffer,
            offsets: IntBuffer,
            format: Format,
        ): IdColumn = column(format, true, between(texts, offsets))

        /** The same with offsets of 64 bits. */
        @JvmStatic
        public fun ofTexts(
            texts: ByteBuffer,
            offsets: LongBuffer,
            format: Format,
        ): IdColumn = column(format, true, between(texts, offsets))

        /**
         * Big-endian ids, one after another, whatever the buffer's byte order.
         *
         * @throws SortidException.InvalidLength where they do not fill what remains of the buffer
         */
        @JvmStatic
        public fun ofBytes(
            bytes: ByteBuffer,
            format: Format,
        ): IdColumn = column(format, false, fixed(bytes, format.byteLength))

        /** Big-endian ids between offsets, as such texts: a row of another length is invalid. */
        @JvmStatic
        public fun ofBytes(
            bytes: ByteBuffer,
            offsets: IntBuffer,
            format: Format,
        ): IdColumn = column(format, false, between(bytes, offsets))

        /** The same with offsets of 64 bits. */
        @JvmStatic
        public fun ofBytes(
            bytes: ByteBuffer,
            offsets: LongBuffer,
            format: Format,
        ): IdColumn = column(format, false, between(bytes, offsets))

        private fun column(
            format: Format,
            isText: Boolean,
            cells: Cells,
        ) = IdColumn(format, isText, cells, null, 0).also { Columns.check(it.subject) }

        private fun fixed(
            data: ByteBuffer,
            width: Int,
        ): Cells {
            val length = data.remaining()
            if (width < 1 || length % width != 0) {
                throw invalidLength("$length bytes are not a whole number of rows of $width bytes", length / maxOf(width, 1))
            }
            return Cells.Fixed(data.slice(), width)
        }

        private fun between(
            data: ByteBuffer,
            offsets: IntBuffer,
        ) = Cells.Offsets(readable(data), readable(some(offsets)), Int.SIZE_BYTES)

        private fun between(
            data: ByteBuffer,
            offsets: LongBuffer,
        ) = Cells.Offsets(readable(data), readable(some(offsets)), Long.SIZE_BYTES)

        /** Where there is not one offset there is not even an end of no rows. */
        private fun <B : Buffer> some(offsets: B): B =
            if (offsets.hasRemaining()) offsets else throw invalidLength("the offsets are empty, not one more than the rows", 0)

        private fun invalidLength(
            message: String,
            row: Int,
        ) = sortidException(ErrorCode.INVALID_LENGTH, message, row = row)
    }
}

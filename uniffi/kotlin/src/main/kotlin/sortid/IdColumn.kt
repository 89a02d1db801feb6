package sortid

import sortid.internal.Cells
import sortid.internal.Columns
import sortid.internal.Direct
import sortid.internal.RawReading
import sortid.internal.Request
import sortid.internal.atAddress
import sortid.internal.eachBit
import sortid.internal.glue
import sortid.internal.keepReachable
import sortid.internal.readable
import java.nio.Buffer
import java.nio.ByteBuffer
import java.nio.IntBuffer
import java.nio.LongBuffer
import java.time.Instant
import java.util.BitSet
import java.util.concurrent.TimeUnit

/**
 * A view of many ids of one format in arrays, lists, or buffers of databases, files and Arrow. A
 * few calls into the library read the times, integers, bytes, texts or a field of all rows, without
 * an object for each row.
 *
 * | the rows are | created by |
 * |---|---|
 * | integers of a 64-bit format | `ofInts(long[])`, `ofInts(LongBuffer)` |
 * | texts, in any of the format's forms | `ofTexts(List)`, `ofTexts(ByteBuffer, width)`, `ofTexts(ByteBuffer, offsets)` |
 * | big-endian ids | `ofBytes(ByteBuffer)`, `ofBytes(ByteBuffer, offsets)` |
 *
 * An invalid row, or one without the requested property, throws an exception with its
 * [row][SortidException.row], code and offset, or becomes null and is counted: see [OnInvalid].
 *
 * ```kotlin
 * val times = IdColumn.ofTexts(listOf("3jzfcijpj2z2a", null), Format.TID).times()
 * check(times == listOf(1688137381887, null))
 * ```
 *
 * Each call reads the remaining bytes of the buffer: do not modify them during calls of any thread.
 * Direct buffers are read in place, and heap memory is copied in pieces; a heap buffer with offsets
 * is copied once, when the column is created.
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

    /** The number of rows. */
    public val size: Int get() = cells.rows

    /** The handling of invalid rows and of rows without the requested property. */
    public enum class OnInvalid {
        /** The call throws. */
        THROW,

        /** The row becomes null, and is counted. */
        NULL,
    }

    /**
     * Adds an Arrow validity bitmap: rows whose bit is 0 are null. The lowest bit of the first byte
     * belongs to the first row.
     *
     * @param offset the bit of the first row, from the position of [bitmap]
     * @throws SortidException.InvalidLength for a bitmap that is shorter than the column
     * @throws SortidException.NotApplicable for a column of a list
     */
    @JvmOverloads
    public fun withValidity(
        bitmap: ByteBuffer,
        offset: Int = 0,
    ): IdColumn {
        if (cells is Cells.Texts) throw sortidException(ErrorCode.NOT_APPLICABLE, "a column of a list cannot have a bitmap")
        val bits = bitmap.remaining().toLong() * Byte.SIZE_BITS
        if (offset < 0 || bits - offset < size) throw invalidLength("expected $size bits from bit $offset, but the bitmap has $bits", size)
        return IdColumn(format, isText, cells, readable(bitmap), offset)
    }

    /**
     * Returns the id of a row, or `null` if the row is null.
     *
     * @throws SortidException.Argument for an invalid row: as [IdType.parse] and [IdType.fromBytes]
     * @throws IndexOutOfBoundsException for a row outside the column
     */
    public operator fun get(row: Int): AnyId? {
        if (row !in 0 until size) throw IndexOutOfBoundsException("row $row of $size")
        return inside { Columns.id(subject, row) { Direct.id(IdType.of(format), it) } }
    }

    /**
     * Times since 1970, floored.
     *
     * @param unit seconds, milliseconds, microseconds or nanoseconds
     * @param options epoch, layout (uuid8) and precision of the ids, if not the defaults
     * @throws SortidException.Argument for an invalid row, or a time that exceeds 64 bits
     * @throws SortidException.NotApplicable for a format without time
     * @throws SortidException.InvalidOption for another unit or an inapplicable option
     */
    @JvmOverloads
    public fun times(
        unit: TimeUnit = TimeUnit.MILLISECONDS,
        onInvalid: OnInvalid = OnInvalid.THROW,
        options: GeneratorOptions = GeneratorOptions(),
    ): ColumnValues.Ints {
        val place = UNITS.indexOf(unit)
        if (place < 0) throw sortidException(ErrorCode.INVALID_OPTION, "unit must be one of $UNITS, not $unit", "unit")
        val reading = glue { RawReading.times(format.code.toUByte(), place.toUByte(), options.crossing) }
        return reading.use { ints(Request.TIMES, onInvalid, it.address().toLong()) }
    }

    /**
     * The bits of each id of a 64-bit format as an integer.
     *
     * @throws SortidException.Argument for an invalid row
     * @throws SortidException.NotApplicable for wider formats
     */
    @JvmOverloads
    public fun ints(onInvalid: OnInvalid = OnInvalid.THROW): ColumnValues.Ints = ints(Request.INTEGERS, onInvalid)

    /**
     * The values of a field; the bits of one with 64 bits are unchanged.
     *
     * @throws SortidException.Argument for an invalid row
     * @throws SortidException.InvalidField for a name that the format lacks
     * @throws SortidException.NotApplicable for a field of more than 64 bits
     */
    @JvmOverloads
    public fun field(
        name: String,
        onInvalid: OnInvalid = OnInvalid.THROW,
    ): ColumnValues.Ints {
        val bytes = format.fields[format.fieldAt(name)].name.toByteArray()
        return atAddress(bytes) { ints(Request.FIELD, onInvalid, it, bytes.size.toLong()) }
    }

    /**
     * Big-endian ids of [Format.byteLength] bytes.
     *
     * @throws SortidException.Argument for an invalid row
     * @throws SortidException.BufferTooSmall if the result exceeds the largest array
     */
    @JvmOverloads
    public fun bytes(onInvalid: OnInvalid = OnInvalid.THROW): ColumnValues.Bytes {
        val width = format.byteLength
        val values = ByteArray(whole(width))
        val outcome = cells(Request.BYTES, width, values, onInvalid)
        return ColumnValues.Bytes(values, width, outcome)
    }

    /**
     * Canonical texts.
     *
     * @throws SortidException.Argument for an invalid row
     * @throws SortidException.BufferTooSmall if the result exceeds the largest array
     */
    @JvmOverloads
    public fun texts(onInvalid: OnInvalid = OnInvalid.THROW): ColumnValues.Texts {
        val width = format.textLength
        val values = ByteArray(whole(width))
        val outcome = cells(Request.TEXTS, width, values, onInvalid)
        return ColumnValues.Texts(values, width, outcome)
    }

    /**
     * Finds the rows in the half-open interval from [from] to before [to]. Null rows are outside.
     *
     * @param options with which the ids were generated, if not the defaults
     * @throws SortidException.Argument for an invalid row
     * @throws SortidException.InvalidOption for an empty interval or an inapplicable option
     * @throws SortidException.NotApplicable for a format without time
     */
    @JvmOverloads
    public fun between(
        from: Timestamp,
        to: Timestamp,
        onInvalid: OnInvalid = OnInvalid.THROW,
        options: GeneratorOptions = GeneratorOptions(),
    ): ColumnValues.Mask {
        val reading =
            glue { RawReading.between(format.code.toUByte(), from.crossing, to.crossing, options.crossing) }
        val rows = BitSet()
        val outcome =
            reading.use {
                val question = Columns.Question(Request.BETWEEN, 1, it.address().toLong())
                read(question, onInvalid) { first, count, out -> out.eachBit(count, true) { row -> rows.set(first + row) } }
            }
        return ColumnValues.Mask(rows, size, outcome)
    }

    /** [between] [Instant]s. */
    @JvmOverloads
    public fun between(
        from: Instant,
        to: Instant,
        onInvalid: OnInvalid = OnInvalid.THROW,
        options: GeneratorOptions = GeneratorOptions(),
    ): ColumnValues.Mask = between(Timestamp(from), Timestamp(to), onInvalid, options)

    /** Finds the valid rows, and counts the errors of others; [get] throws the error of a row. */
    public fun valid(): ColumnValues.Mask {
        val outcome = read(Columns.Question(Request.IS_VALID, 0), OnInvalid.NULL) { _, _, _ -> }
        val rows = BitSet()
        rows.set(0, size)
        rows.andNot(outcome.nulls)
        return ColumnValues.Mask(rows, size, outcome)
    }

    override fun toString(): String = "IdColumn($format, $size rows)"

    private fun ints(
        what: Long,
        onInvalid: OnInvalid,
        with: Long = 0,
        withLength: Long = 0,
    ): ColumnValues.Ints {
        val values = LongArray(size)
        val outcome =
            read(Columns.Question(what, Long.SIZE_BITS, with, withLength), onInvalid) { first, rows, out ->
                out.asLongBuffer().get(values, first, rows)
            }
        return ColumnValues.Ints(values, outcome)
    }

    private fun cells(
        what: Long,
        width: Int,
        values: ByteArray,
        onInvalid: OnInvalid,
    ) = read(Columns.Question(what, width * Byte.SIZE_BITS), onInvalid) { first, rows, out ->
        out.duplicate().get(values, first * width, rows * width)
    }

    private fun read(
        question: Columns.Question,
        onInvalid: OnInvalid,
        take: (first: Int, rows: Int, out: ByteBuffer) -> Unit,
    ) = inside { Columns.read(subject, question, onInvalid == OnInvalid.THROW, take) }

    /** Keeps the bitmap reachable while the library reads its address. */
    private inline fun <T> inside(call: () -> T): T {
        try {
            return call()
        } finally {
            validity?.keepReachable()
        }
    }

    private fun whole(width: Int): Int {
        val bytes = size.toLong() * width
        if (bytes > Int.MAX_VALUE - Long.SIZE_BYTES) throw sortidException(ErrorCode.BUFFER_TOO_SMALL, "$bytes bytes exceed any array")
        return bytes.toInt()
    }

    public companion object {
        /** In the order of the core. */
        private val UNITS = listOf(TimeUnit.SECONDS, TimeUnit.MILLISECONDS, TimeUnit.MICROSECONDS, TimeUnit.NANOSECONDS)

        /**
         * A column of the ids with these bits.
         *
         * @throws SortidException.NotApplicable for formats that are wider than 64 bits
         */
        @JvmStatic
        public fun ofInts(
            ints: LongArray,
            format: Format,
        ): IdColumn = ofInts(LongBuffer.wrap(ints), format)

        /** A column of the remaining integers of a buffer, in any byte order. */
        @JvmStatic
        public fun ofInts(
            ints: LongBuffer,
            format: Format,
        ): IdColumn = column(format, false, Cells.Ints(ints.slice()))

        /**
         * A column of texts in any of the format's forms; a `null` is a null row.
         *
         * Each call on the column reads the list.
         */
        @JvmStatic
        public fun ofTexts(
            texts: List<String?>,
            format: Format,
        ): IdColumn = column(format, true, Cells.Texts(texts))

        /**
         * A column of texts of one width, padded with zero bytes.
         *
         * @param width the number of bytes of a row
         * @throws SortidException.InvalidLength for a buffer without a whole number of rows
         */
        @JvmStatic
        public fun ofTexts(
            texts: ByteBuffer,
            width: Int,
            format: Format,
        ): IdColumn = column(format, true, fixed(texts, width))

        /**
         * A column of texts with offsets: row n spans from its offset, relative to the position of
         * [texts], to the next offset.
         *
         * @param offsets the offsets, one more than the rows
         * @throws SortidException.InvalidLength with the first row that is outside the buffer
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
         * A column of big-endian ids, regardless of the buffer's byte order.
         *
         * @throws SortidException.InvalidLength for a buffer without a whole number of rows
         */
        @JvmStatic
        public fun ofBytes(
            bytes: ByteBuffer,
            format: Format,
        ): IdColumn = column(format, false, fixed(bytes, format.byteLength))

        /** A column of big-endian ids with offsets. Rows of another length are invalid. */
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
            if (width < 1) throw invalidLength("the width of a row is 1 byte or more, not $width")
            if (length % width != 0) {
                throw invalidLength("$length bytes are not a whole number of rows of $width bytes", length / width)
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

        /** Rejects an empty buffer: even a column without rows has one offset. */
        private fun <B : Buffer> some(offsets: B): B =
            if (offsets.hasRemaining()) offsets else throw invalidLength("offsets must have one element more than the rows, not 0", 0)

        private fun invalidLength(
            message: String,
            row: Int? = null,
        ) = sortidException(ErrorCode.INVALID_LENGTH, message, row = row)
    }
}

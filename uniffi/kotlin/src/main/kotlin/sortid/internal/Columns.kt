package sortid.internal

import com.sun.jna.Memory
import com.sun.jna.Pointer
import sortid.ErrorCode
import sortid.SortidException
import sortid.sortidException
import java.nio.ByteBuffer
import java.nio.ByteOrder
import java.util.BitSet

/** Reads columns in pieces through a JNI method. Copies are never larger than a piece. */
internal object Columns {
    /** Rows of a piece: few enough to fit in the processor's cache. */
    const val PIECE = 4096

    /** An operation on a column. */
    class Question(
        val what: Long,
        /** The number of result bits per row. */
        val bits: Int,
        val with: Long = 0,
        val withLength: Long = 0,
    )

    /** The column of a request. */
    class Subject(
        val format: Int,
        val isText: Boolean,
        val cells: Cells,
        /** The address of the validity bitmap, and the bit of the first row. */
        val valid: Long = 0,
        val validFrom: Int = 0,
    )

    /** Throws for an invalid column, with the first row that is outside the memory, if any. */
    fun check(subject: Subject) {
        val rows = if (subject.cells is Cells.Offsets) subject.cells.rows else 0
        room(subject, 0, 0) { room ->
            room.ask(subject, Question(Request.NOTHING, 0), 0, rows)
            room.read()
        }
    }

    /** Reads all rows, and passes the results of each piece to [take]. */
    fun read(
        subject: Subject,
        question: Question,
        refuses: Boolean,
        take: (first: Int, rows: Int, out: ByteBuffer) -> Unit,
    ): Outcome {
        val outcome = Outcome()
        room(subject, minOf(subject.cells.rows, PIECE), question.bits) { room ->
            var first = 0
            // Runs without rows too, so that an invalid question is an error for every column.
            do {
                val rows = room.ask(subject, question, first, minOf(subject.cells.rows - first, PIECE), refuses)
                room.read()
                outcome.add(room, first, rows, refuses)
                take(first, rows, room.out)
                first += rows
            } while (first < subject.cells.rows)
        }
        return outcome
    }

    /** Makes the id of a row from its bytes; `null` if the row is null. */
    fun <T> id(
        subject: Subject,
        row: Int,
        make: (ByteBuffer) -> T,
    ): T? =
        room(subject, 1, Direct.ID_SIZE * Byte.SIZE_BITS) { room ->
            room.ask(subject, Question(Request.ID, Direct.ID_SIZE * Byte.SIZE_BITS), row, 1)
            room.read()
            room.refusal(row)?.let { throw it }
            if (room.nulls > 0) null else make(room.out.duplicate())
        }

    /** Calls with memory for a piece, and keeps the cells reachable. */
    private inline fun <T> room(
        subject: Subject,
        rows: Int,
        bits: Int,
        call: (Room) -> T,
    ): T {
        try {
            return Room(subject, rows, bits).use(call)
        } finally {
            subject.cells.keepReachable()
        }
    }

    /** Reads a piece. The offset of an error is a row number. */
    private fun Room.read() {
        if (Calls.columnRead(requestAddress, responseAddress) == 0) return
        val refusal = lastFailure()
        throw sortidException(refusal.copy(offset = null), refusal.offset?.toInt())
    }
}

/** The null rows and errors of all pieces. */
internal class Outcome {
    val nulls = BitSet()
    val counts = LongArray(Room.COUNTS)
    var first: SortidException? = null

    fun add(
        room: Room,
        row: Int,
        rows: Int,
        refuses: Boolean,
    ) {
        if (room.hasRefused) {
            first = first ?: room.refusal(row)
            if (refuses) first?.let { throw it }
            for (number in counts.indices) counts[number] += room.count(number)
        }
        if (room.nulls > 0) room.valid.eachBit(rows, false) { nulls.set(row + it) }
    }

    /** The number of invalid rows by error code. */
    fun byCode(): Map<ErrorCode, Long> = ErrorCode.entries.associateWith { counts[it.number] }.filterValues { it > 0 }
}

/** Calls [act] with the index of each of the first [bits] bits that equals [isSet]. */
internal inline fun ByteBuffer.eachBit(
    bits: Int,
    isSet: Boolean,
    act: (Int) -> Unit,
) {
    val words = duplicate().order(ByteOrder.LITTLE_ENDIAN)
    for (start in 0 until bits step Long.SIZE_BITS) {
        val word = words.getLong(start / Byte.SIZE_BITS)
        var left = if (isSet) word else word.inv()
        if (bits - start < Long.SIZE_BITS) left = left and ((1L shl bits - start) - 1)
        while (left != 0L) {
            act(start + java.lang.Long.numberOfTrailingZeros(left))
            left = left and left - 1
        }
    }
}

/** A request to the library: an array of 64-bit words with these indexes. */
internal class Request(
    private val words: ByteBuffer,
) {
    operator fun set(
        word: Int,
        value: Long,
    ) {
        words.putLong(word * Long.SIZE_BYTES, value)
    }

    companion object {
        const val FORMAT = 0
        const val IS_TEXT = 1
        const val CELLS = 2
        const val ROWS = 3
        const val DATA = 4
        const val DATA_LENGTH = 5
        const val ASIDE = 6
        const val VALID = 7
        const val VALID_OFFSET = 8
        const val WHAT = 9
        const val WITH = 10
        const val WITH_LENGTH = 11
        const val ON_INVALID = 12
        const val OUT = 13
        const val OUT_LENGTH = 14
        const val OUT_VALID = 15
        const val SIZE = 16 * Long.SIZE_BYTES

        // Kinds of cells.
        const val INTS = 0L
        const val FIXED = 1L
        const val OFFSETS_32 = 2L
        const val OFFSETS_64 = 3L

        // Operations.
        const val NOTHING = 0L
        const val TIMES = 1L
        const val INTEGERS = 2L
        const val BYTES = 3L
        const val TEXTS = 4L
        const val FIELD = 5L
        const val BETWEEN = 6L
        const val IS_VALID = 7L
        const val ID = 8L
    }
}

/** Native memory for a piece: request, response, results, and copied input. */
internal class Room(
    subject: Columns.Subject,
    rows: Int,
    bits: Int,
) : AutoCloseable {
    private val outBytes = whole(rows.toLong() * bits)
    private val validBytes = whole(rows.toLong())
    private val copyAt = RESPONSE_AT + RESPONSE_SIZE + outBytes + validBytes
    private val memory = Memory(copyAt + subject.cells.copied(rows))
    private val address = Pointer.nativeValue(memory)
    private val request = Request(view(0, Request.SIZE.toLong()))
    private val response = view(RESPONSE_AT, RESPONSE_SIZE)
    private var texts: Memory? = null

    /** The results of the rows. */
    val out: ByteBuffer = view(RESPONSE_AT + RESPONSE_SIZE, outBytes)

    /** The validity bitmap of the results. */
    val valid: ByteBuffer = view(RESPONSE_AT + RESPONSE_SIZE + outBytes, validBytes)

    val copy: ByteBuffer = view(copyAt, memory.size() - copyAt)
    val copyAddress: Long = address + copyAt
    val requestAddress: Long = address
    val responseAddress: Long = address + RESPONSE_AT

    /** Memory for copied texts: see [hasText]. */
    lateinit var text: ByteBuffer
        private set

    /** The characters of a text, up to the longest form of an id. */
    val chars = CharArray(LONGEST_ID)
    val bytes = ByteArray(LONGEST_ID)
    val textAddress: Long get() = texts?.let(Pointer::nativeValue) ?: 0

    private fun view(
        start: Long,
        length: Long,
    ): ByteBuffer = memory.getByteBuffer(start, length).order(ByteOrder.nativeOrder())

    /** Writes a request for up to [most] rows from [first] on, and returns their number. */
    fun ask(
        subject: Columns.Subject,
        question: Columns.Question,
        first: Int,
        most: Int,
        refuses: Boolean = true,
    ): Int {
        request[Request.FORMAT] = subject.format.toLong()
        request[Request.IS_TEXT] = if (subject.isText) 1 else 0
        request[Request.VALID] = subject.valid
        request[Request.VALID_OFFSET] = subject.validFrom.toLong() + first
        request[Request.WHAT] = question.what
        request[Request.WITH] = question.with
        request[Request.WITH_LENGTH] = question.withLength
        request[Request.ON_INVALID] = if (refuses) 0 else 1
        request[Request.OUT] = address + RESPONSE_AT + RESPONSE_SIZE
        request[Request.OUT_LENGTH] = outBytes
        request[Request.OUT_VALID] = address + RESPONSE_AT + RESPONSE_SIZE + outBytes
        return subject.cells.place(request, first, most, this)
    }

    val nulls: Long get() = response.getLong(NULLS)

    /** The number of rows with this error code. */
    fun count(number: Int): Long = response.getLong(COUNTS_AT + number * Long.SIZE_BYTES)

    val hasRefused: Boolean get() = response.getLong(REFUSED) >= 0

    /** The error of the first invalid row, of a piece that begins at row [first]. */
    fun refusal(first: Int): SortidException? {
        if (!hasRefused) return null
        val saved = Library.keepError()
        val row = response.getLong(REFUSED)
        return sortidException(glue { columnRefusal(address.toULong(), row.toULong(), saved.toULong()) }, first + row.toInt())
    }

    /** Whether a text fits behind others. Allocates memory for the first one if needed. */
    fun hasText(
        at: Int,
        length: Int,
        isFirst: Boolean,
    ): Boolean {
        val size = texts?.size() ?: 0
        if (texts != null && at.toLong() + length <= size) return true
        if (!isFirst) return false
        texts?.close()
        texts =
            Memory(maxOf(length.toLong(), TEXT_ROOM)).also {
                text = it.getByteBuffer(0, it.size())
            }
        return true
    }

    override fun close() {
        memory.close()
        texts?.close()
    }

    companion object {
        /** The number of error codes that are counted. */
        const val COUNTS = 64
        private const val NULLS = 1 * Long.SIZE_BYTES
        private const val REFUSED = 2 * Long.SIZE_BYTES
        private const val COUNTS_AT = 3 * Long.SIZE_BYTES
        private const val RESPONSE_AT = Request.SIZE.toLong()
        private const val RESPONSE_SIZE = COUNTS_AT + COUNTS.toLong() * Long.SIZE_BYTES

        /** Longer than the text of any id. */
        private const val LONGEST_ID = 48

        /** The size of the memory for the texts of a piece. */
        private const val TEXT_ROOM = Columns.PIECE * LONGEST_ID.toLong()

        /** The number of bytes of whole words for this number of bits. */
        private fun whole(bits: Long): Long = (bits + Long.SIZE_BITS - 1) / Long.SIZE_BITS * Long.SIZE_BYTES
    }
}

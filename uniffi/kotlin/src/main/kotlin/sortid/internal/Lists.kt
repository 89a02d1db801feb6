package sortid.internal

import java.util.Arrays
import java.util.Collections

/** A list as `listOf` makes it, whose class is a few hundred kilobytes that a first id would wait for. */
internal fun <T> unmodifiable(vararg elements: T): List<T> = Collections.unmodifiableList(Arrays.asList(*elements))

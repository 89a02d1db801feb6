package sortid.internal

import java.util.Arrays
import java.util.Collections

/** Replaces `listOf`, whose class has a few hundred kilobytes and delays the first id. */
internal fun <T> unmodifiable(vararg elements: T): List<T> = Collections.unmodifiableList(Arrays.asList(*elements))

package sortid.internal

import sortid.Format

/** The properties of a [Format]. */
internal class FormatRow(
    @JvmField val code: Int,
    @JvmField val formatName: String,
    @JvmField val bits: Int,
    @JvmField val textLength: Int,
    @JvmField val textLengthMin: Int,
    @JvmField val textSorts: Boolean,
    @JvmField val bytesSort: Boolean,
    @JvmField val canGenerate: Boolean,
    @JvmField val isOrdered: Boolean,
    @JvmField val takesPrefix: Boolean,
    @JvmField val isSigned: Boolean,
    @JvmField val resolutionNs: Long?,
    @JvmField val specification: String,
    @JvmField val summary: String,
    @JvmField val fields: List<Format.Field>,
    @JvmField val options: List<String>,
)

// Written by `cargo suite generate` from the core's list of formats.

package sortid.internal

import sortid.Format

/** `null` for a format that needs more than this. */
internal fun plain(format: Format): Plain? =
    when (format) {
        Format.TID -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, Text0, 0x0UL)
        Format.UID11_XID -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, null, 0x0UL)
        Format.UID11_FULLRAND -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, null, 0x0UL)
        Format.UID11_SNOWISH -> Plain(0x8000000000000000UL, 0x0UL, 0x0UL, 0x0UL, null, 0x0UL)
        Format.UID11_TS_SEQ_RAND -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, null, 0x0UL)
        Format.UUID6 -> Plain(0xf000UL, 0x6000UL, 0xc000000000000000UL, 0x8000000000000000UL, Text1, 0x240202800UL)
        Format.UUID7_DRAFT01 -> Plain(0xf000UL, 0x7000UL, 0xc000000000000000UL, 0x8000000000000000UL, Text1, 0x240202800UL)
        Format.UUID7 -> Plain(0xf000UL, 0x7000UL, 0xc000000000000000UL, 0x8000000000000000UL, Text1, 0x240202800UL)
        Format.UUID8 -> Plain(0xf000UL, 0x8000UL, 0xc000000000000000UL, 0x8000000000000000UL, Text1, 0x240202800UL)
        Format.LEXICAL_UUID -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, Text2, 0x2787823c0UL)
        Format.SNOWFLAKE -> Plain(0x8000000000000000UL, 0x0UL, 0x0UL, 0x0UL, null, 0x0UL)
        Format.FLAKE -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, null, 0x278780bc0UL)
        Format.SHARDING_ID -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, null, 0x0UL)
        Format.FLAKE_IDGEN -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, null, 0x0UL)
        Format.SONYFLAKE -> Plain(0x8000000000000000UL, 0x0UL, 0x0UL, 0x0UL, null, 0x0UL)
        Format.ORDERED_UUID -> Plain(0xf000UL, 0x4000UL, 0xc000000000000000UL, 0x8000000000000000UL, Text1, 0x240202800UL)
        Format.COMB_GUID -> Plain(0xf000UL, 0x4000UL, 0xc000000000000000UL, 0x8000000000000000UL, Text1, 0x240202800UL)
        Format.ULID -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, Text3, 0x278582bc0UL)
        Format.SID -> Plain(0x8000000000000000UL, 0x0UL, 0x8000000000000000UL, 0x0UL, null, 0x240202800UL)
        Format.COMB_MSSQL -> Plain(0xf000UL, 0x4000UL, 0xc000000000000000UL, 0x8000000000000000UL, Text1, 0x240202800UL)
        Format.UUID1 -> Plain(0xf000UL, 0x1000UL, 0xc000000000000000UL, 0x8000000000000000UL, Text1, 0x240202800UL)
        Format.UUID4 -> Plain(0xf000UL, 0x4000UL, 0xc000000000000000UL, 0x8000000000000000UL, Text1, 0x240202800UL)
        Format.ANY_UUID -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, Text1, 0x238782bc0UL)
        Format.MASTODON -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, null, 0x0UL)
        Format.TSID -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, Text4, 0x0UL)
        Format.SCRU128 -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, null, 0x78782bc0UL)
        Format.CUSTOM64 -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, null, 0x0UL)
        else -> null
    }

// Written by `cargo run -p sortid-bindgen` from the core's list of formats.

package sortid.internal

import sortid.Format

/** `null` for a format that needs more than this. */
internal fun plain(format: Format): Plain? =
    when (format) {
        Format.TID -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, Text0)
        Format.UID11_XID -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, null)
        Format.UID11_FULLRAND -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, null)
        Format.UID11_SNOWISH -> Plain(0x8000000000000000UL, 0x0UL, 0x0UL, 0x0UL, null)
        Format.UID11_TS_SEQ_RAND -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, null)
        Format.UUID6 -> Plain(0xf000UL, 0x6000UL, 0xc000000000000000UL, 0x8000000000000000UL, Text1)
        Format.UUID7_DRAFT01 -> Plain(0xf000UL, 0x7000UL, 0xc000000000000000UL, 0x8000000000000000UL, Text1)
        Format.UUID7 -> Plain(0xf000UL, 0x7000UL, 0xc000000000000000UL, 0x8000000000000000UL, Text1)
        Format.UUID8 -> Plain(0xf000UL, 0x8000UL, 0xc000000000000000UL, 0x8000000000000000UL, Text1)
        Format.LEXICAL_UUID -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, Text2)
        Format.SNOWFLAKE -> Plain(0x8000000000000000UL, 0x0UL, 0x0UL, 0x0UL, null)
        Format.FLAKE -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, null)
        Format.SHARDING_ID -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, null)
        Format.FLAKE_IDGEN -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, null)
        Format.SONYFLAKE -> Plain(0x8000000000000000UL, 0x0UL, 0x0UL, 0x0UL, null)
        Format.ORDERED_UUID -> Plain(0xf000UL, 0x4000UL, 0xc000000000000000UL, 0x8000000000000000UL, Text1)
        Format.COMB_GUID -> Plain(0xf000UL, 0x4000UL, 0xc000000000000000UL, 0x8000000000000000UL, Text1)
        Format.ULID -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, Text3)
        Format.SID -> Plain(0x8000000000000000UL, 0x0UL, 0x8000000000000000UL, 0x0UL, null)
        Format.COMB_MSSQL -> Plain(0xf000UL, 0x4000UL, 0xc000000000000000UL, 0x8000000000000000UL, Text1)
        Format.UUID1 -> Plain(0xf000UL, 0x1000UL, 0xc000000000000000UL, 0x8000000000000000UL, Text1)
        Format.UUID4 -> Plain(0xf000UL, 0x4000UL, 0xc000000000000000UL, 0x8000000000000000UL, Text1)
        Format.ANY_UUID -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, Text1)
        Format.MASTODON -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, null)
        Format.TSID -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, Text4)
        Format.SCRU128 -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, null)
        Format.CUSTOM64 -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, null)
        else -> null
    }

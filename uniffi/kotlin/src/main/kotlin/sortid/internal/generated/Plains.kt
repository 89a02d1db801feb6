// Written by `cargo run -p sortid-bindgen` from the core's list of formats.

package sortid.internal

import sortid.Format

private val alphabet0 = Alphabet("234567abcdefghijklmnopqrstuvwxyz")
private val alphabet1 = Alphabet("0123456789abcdef", "0123456789ABCDEF")
private val alphabet2 = Alphabet("0123456789ABCDEFGHJKMNPQRSTVWXYZ", "0123456789abcdefghjkmnpqrstvwxyz")

private val text0 = PlainText(alphabet0, "2222222222222", 64)
private val text1 = PlainText(alphabet1, "00000000-0000-0000-0000-000000000000", 128)
private val text2 = PlainText(alphabet1, "00000000-0000-0000-0000000000000000", 128)
private val text3 = PlainText(alphabet2, "00000000000000000000000000", 128)
private val text4 = PlainText(alphabet2, "0000000000000", 64)

/** `null` for a format that needs more than this. */
internal fun plain(format: Format): Plain? =
    when (format) {
        Format.TID -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, text0)
        Format.UID11_XID -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, null)
        Format.UID11_FULLRAND -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, null)
        Format.UID11_SNOWISH -> Plain(0x8000000000000000UL, 0x0UL, 0x0UL, 0x0UL, null)
        Format.UID11_TS_SEQ_RAND -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, null)
        Format.UUID6 -> Plain(0xf000UL, 0x6000UL, 0xc000000000000000UL, 0x8000000000000000UL, text1)
        Format.UUID7_DRAFT01 -> Plain(0xf000UL, 0x7000UL, 0xc000000000000000UL, 0x8000000000000000UL, text1)
        Format.UUID7 -> Plain(0xf000UL, 0x7000UL, 0xc000000000000000UL, 0x8000000000000000UL, text1)
        Format.UUID8 -> Plain(0xf000UL, 0x8000UL, 0xc000000000000000UL, 0x8000000000000000UL, text1)
        Format.LEXICAL_UUID -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, text2)
        Format.SNOWFLAKE -> Plain(0x8000000000000000UL, 0x0UL, 0x0UL, 0x0UL, null)
        Format.FLAKE -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, null)
        Format.SHARDING_ID -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, null)
        Format.FLAKE_IDGEN -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, null)
        Format.SONYFLAKE -> Plain(0x8000000000000000UL, 0x0UL, 0x0UL, 0x0UL, null)
        Format.ORDERED_UUID -> Plain(0xf000UL, 0x4000UL, 0xc000000000000000UL, 0x8000000000000000UL, text1)
        Format.COMB_GUID -> Plain(0xf000UL, 0x4000UL, 0xc000000000000000UL, 0x8000000000000000UL, text1)
        Format.ULID -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, text3)
        Format.SID -> Plain(0x8000000000000000UL, 0x0UL, 0x8000000000000000UL, 0x0UL, null)
        Format.COMB_MSSQL -> Plain(0xf000UL, 0x4000UL, 0xc000000000000000UL, 0x8000000000000000UL, text1)
        Format.UUID1 -> Plain(0xf000UL, 0x1000UL, 0xc000000000000000UL, 0x8000000000000000UL, text1)
        Format.UUID4 -> Plain(0xf000UL, 0x4000UL, 0xc000000000000000UL, 0x8000000000000000UL, text1)
        Format.ANY_UUID -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, text1)
        Format.MASTODON -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, null)
        Format.TSID -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, text4)
        Format.SCRU128 -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, null)
        Format.CUSTOM64 -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, null)
        else -> null
    }

"""Forms of 128-bit ids and UUIDs, parsing of a named form, and other byte orders (R-SPELL, R-ORDER)."""

from __future__ import annotations

from . import ids
from .ids import Json
from .model import Format
from .refusal import Refusal
from .texts import BASE36, BASE58, BASE62, BASE64_URL, CROCKFORD, DECIMAL, TYPEID, Positional, Unpadded, Uuid

BASE57 = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
FLICKR = "123456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"
OF_128 = {
    "base36": Positional(BASE36, 25, 128, any_case=True),
    "base57": Positional(BASE57, 22, 128),
    "base58": Positional(BASE58, 22, 128),
    "base58_flickr": Positional(FLICKR, 22, 128),
    "base62": Positional(BASE62, 22, 128),
    "base64url": Positional(BASE64_URL, 22, 128, spare=4),
    "crockford": Positional(CROCKFORD, 26, 128, any_case=True),
}
UUID = Uuid()
# The place in the big-endian bytes of each byte of the other order.
ORDERS = {
    "guid": (3, 2, 1, 0, 5, 4, 7, 6, *range(8, 16)),
    "mysql_swapped": (6, 7, 4, 5, 0, 1, 2, 3, *range(8, 16)),
}


def forms(format: Format, value: int) -> dict[str, str]:
    """Every form of an id."""
    found = dict(format.text.forms(value))
    if isinstance(format.text, Uuid):
        found |= {"braced": f"{{{found['canonical']}}}", "upper": found["canonical"].upper()}
    if format.bits == 128:
        found |= {name: codec.encode(value) for name, codec in OF_128.items()}
    return found


def braced(raw: bytes) -> int:
    """The bits of a UUID in braces."""
    if len(raw) != 38:
        raise Refusal("invalid_length")
    for at, brace in ((0, b"{"), (37, b"}")):
        if at:
            try:
                value = UUID.decode(raw[1:37])
            except Refusal as refusal:
                raise Refusal(refusal.code, (refusal.offset or 0) + 1) from None
        if raw[at : at + 1] != brace:
            raise Refusal("invalid_character", at)
    return value


def parse(format: Format, text: str, form: str) -> Json:
    """The id of a text in exactly this form."""
    raw = text.encode("utf-8", "surrogatepass")
    if form not in forms(format, 0):
        raise Refusal("not_applicable")
    if form in OF_128:
        value = ids.judged(format, OF_128[form].decode(raw))
    elif form == "typeid":
        value = ids.judged(format, TYPEID.decode(raw))
    elif form == "braced":
        value = ids.judged(format, braced(raw))
    elif form == "upper":
        if len(raw) != 36:
            raise Refusal("invalid_length")
        value = ids.judged(format, UUID.decode(raw))
    elif form == "decimal":
        value = ids.judged(format, Unpadded(DECIMAL, 64, (1 << 64) - 1).decode(raw))
    else:
        value = ids.parse(format, text)
    if len(forms(format, value)[form]) != len(raw):
        raise Refusal("invalid_length")
    return {"text": format.text.encode(value)}


def byte_order(format: Format, order: str, *, text: str | None, hexadecimal: str | None) -> Json:
    """The bytes of an id in another order, or the id of such bytes."""
    value = None if text is None else ids.parse(format, text)
    if format.bits != 128:
        raise Refusal("not_applicable")
    places = ORDERS[order]
    if value is not None:
        own = value.to_bytes(16, "big")
        return {"hex": bytes(own[place] for place in places).hex()}
    mixed = bytes.fromhex(hexadecimal or "")
    if len(mixed) != 16:
        raise Refusal("invalid_length")
    own = bytes(mixed[places.index(at)] for at in range(16))
    return {"text": format.text.encode(ids.judged(format, int.from_bytes(own, "big")))}

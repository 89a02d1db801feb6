"""Ids of typeid-python: a prefix and a UUID."""

from harness import COUNT, check, in_order, is_now, ours, same_order
from sortid import AnyUuid, IdType, ParseError, TypeId, Uuid7, prefix_of
from typeid import TypeID
from typeid.core.errors import TypeIDException

ORDER = IdType("order", Uuid7)


def read_of(theirs: TypeID) -> TypeId[Uuid7]:
    """Compares our reading of their id with their values."""
    read = ORDER.parse(str(theirs))
    same = str(read) == str(theirs) and str(read.id) == str(theirs.uuid) and is_now(read.id.unix_ns)
    check(f"typeid-python {theirs}", same and prefix_of(str(theirs)) == theirs.prefix)
    return read


def refused(text: str, code: str, offset: int | None = None) -> None:
    try:
        check(f"{text} is {ORDER.parse(text)!r}", False)
    except ParseError as error:
        check(f"{text}: {error.code} at {error.offset}", (error.code, error.offset) == (code, offset))


def check_all() -> None:
    theirs = [TypeID(prefix="order") for _ in range(COUNT)]
    same_order("typeid-python", [(str(made), read_of(made)) for made in theirs])
    bare = TypeID()
    read = TypeId.parse(str(bare), Uuid7)
    check(f"typeid-python without a prefix: {bare}", (read.prefix, str(read.id)) == ("", str(bare.uuid)))

    made = []
    for id in ours("uuid7"):
        text = str(ORDER.parse(id))
        theirs_of_ours = TypeID.from_string(text)
        same = theirs_of_ours.prefix == "order" and theirs_of_ours.uuid.bytes == id.bytes
        again = TypeID.from_uuid(theirs_of_ours.uuid, "order")
        check(f"ours by typeid-python: {text}", same and str(theirs_of_ours) == str(again) == text)
        made.append(str(theirs_of_ours))
    in_order("ours by typeid-python", made)

    # The package accepts every UUID version, as any_uuid does; our uuid7 ids are of version 7.
    for text, code, offset in (
        ("order_7mfb0gpp6c8dsaasre0asc7n3s", "invalid_version", 16),
        ("order_0123456789abcdefghjkmnpqrs", "invalid_variant", 19),
        ("user_01h455vb4pex5vsknk084sn02q", "wrong_prefix", 0),
        ("01h455vb4pex5vsknk084sn02q", "wrong_prefix", 0),
    ):
        taken, any_uuid = TypeID.from_string(text), TypeId.parse(text, AnyUuid)
        check(f"{text} by both: {any_uuid}", str(taken.uuid) == str(any_uuid.id) and str(taken) == str(any_uuid))
        refused(text, code, offset)
    # Both reject these texts.
    for text, code, offset in (
        ("order_8zzzzzzzzzzzzzzzzzzzzzzzzz", "out_of_range", None),
        ("Order_01h455vb4pex5vsknk084sn02q", "invalid_character", 0),
        ("order_01H455VB4PEX5VSKNK084SN02Q", "invalid_character", 8),
        ("_01h455vb4pex5vsknk084sn02q", "invalid_character", 0),
        ("order_01h455vb4pex5vsknk084sn02", "invalid_length", 31),
        (f"{'a' * 64}_01h455vb4pex5vsknk084sn02q", "invalid_length", 91),
    ):
        try:
            check(f"typeid-python accepts {text}: {TypeID.from_string(text)}", False)
        except TypeIDException:
            refused(text, code, offset)

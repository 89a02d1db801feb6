"""Time-sortable identifiers, the same in every language.

>>> import sortid
>>> id = sortid.uuid7()
>>> sortid.uuid7() > id
True
>>> sortid.parse("3jzfcijpj2z2a", "tid").unix_us
1688137381887007
"""

from sortid import _sortid
from sortid._errors import Error, GeneratorError, ParseError, StoreError
from sortid._format import Format
from sortid._sortid import (
    Generator,
    Id,
    Status,
    Timestamp,
    __version__,
    convert,
    inspect,
    is_valid,
    new,
    parse,
    read_unix_ms,
    read_unix_ns,
    read_unix_us,
    refusals,
    reseed,
)

# A function for each format, by its name: what the core has, is here.
_new = {format.value: getattr(_sortid, format.value) for format in Format}
globals().update(_new)

__all__ = [
    "Error",
    "Format",
    "Generator",
    "GeneratorError",
    "Id",
    "ParseError",
    "Status",
    "StoreError",
    "Timestamp",
    "__version__",
    "convert",
    "inspect",
    "is_valid",
    "new",
    "parse",
    "read_unix_ms",
    "read_unix_ns",
    "read_unix_us",
    "refusals",
    "reseed",
]
__all__ += list(_new)

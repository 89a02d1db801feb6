"""Time-sortable identifiers, the same in every language.

>>> import sortid
>>> id = sortid.uuid7()
>>> sortid.uuid7() > id
True
>>> sortid.Tid("3jzfcijpj2z2a").unix_us
1688137381887007
"""

from sortid import _options as _options
from sortid import _sortid
from sortid._errors import Error, GeneratorError, ParseError, StoreError
from sortid._format import Format
from sortid._prefixed import Prefixed, PrefixedFormat
from sortid._range import IdRange
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
    prefix_of,
    read_unix_ms,
    read_unix_ns,
    read_unix_us,
    refusals,
    reseed,
)

# For each format a class, and for each that is made a function, by its name: what the core has, is here.
_of_formats = {
    **{format.type.__name__: format.type for format in Format},
    **{format.value: getattr(_sortid, format.value) for format in Format if format.is_made},
}
globals().update(_of_formats)

__all__ = [
    "Error",
    "Format",
    "Generator",
    "GeneratorError",
    "Id",
    "IdRange",
    "ParseError",
    "Prefixed",
    "PrefixedFormat",
    "Status",
    "StoreError",
    "Timestamp",
    "__version__",
    "convert",
    "inspect",
    "is_valid",
    "new",
    "parse",
    "prefix_of",
    "read_unix_ms",
    "read_unix_ns",
    "read_unix_us",
    "refusals",
    "reseed",
]
__all__ += list(_of_formats)

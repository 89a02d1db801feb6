"""The status of a generator."""

from collections import namedtuple

_Figures = namedtuple("_Figures", ("ids", "lead_ns", "rollbacks", "node_origin", "node_reason"))


class Status(_Figures):
    """The status of a generator.

    `ids` is the number of generated ids, `lead_ns` how far the last id's tick is ahead of the
    clock's highest reading, in nanoseconds, `rollbacks` the number of times it was set back by more
    than the tolerance. `node_origin` is the origin of the node of the next ids: `absent`,
    `assigned`, `leased`, `claimed` or `drawn`. `node_reason` is the reason, or the processes among
    which the node is claimed.
    """

    __slots__ = ()


Status.__module__ = "sortid"

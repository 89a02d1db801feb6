"""The status of a generator."""

from collections import namedtuple

_Figures = namedtuple("_Figures", ("ids", "lead_ns", "rollbacks"))


class Status(_Figures):
    """The status of a generator.

    `ids` is the number of ids that it has made, `lead_ns` how far the last id's tick is ahead of the clock's highest
    reading, in nanoseconds, `rollbacks` how often the clock was set back by more than the tolerance.
    """

    __slots__ = ()


Status.__module__ = "sortid"

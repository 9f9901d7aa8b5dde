"""What each table holds of members: why, how long, how a member is erased from it and what of it is theirs to take.

What a worker does about it by the clock is in `holdings.retain`: who serves requests does without what workers import.
"""

from holdings.declare import (
    UNTIL_ERASED,
    Blanked,
    Cascades,
    Deleted,
    Done,
    Forgotten,
    Ground,
    Holding,
    Kept,
    NotPersonal,
    Taken,
    Untaken,
    WhileNeeded,
)
from holdings.erase import erase, erasing
from holdings.kit import KIT

__all__ = [
    "KIT",
    "UNTIL_ERASED",
    "Blanked",
    "Cascades",
    "Deleted",
    "Done",
    "Forgotten",
    "Ground",
    "Holding",
    "Kept",
    "NotPersonal",
    "Taken",
    "Untaken",
    "WhileNeeded",
    "erase",
    "erasing",
]

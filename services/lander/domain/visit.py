from dataclasses import dataclass
from uuid import UUID

LONGEST_PATH = 300
LONGEST_SOURCE = 200
SOURCES = ("network", "ref", "sub1", "sub2", "sub3", "lb")


@dataclass(frozen=True)
class Visit:
    """Someone came in at `path`, sent by whoever the rest names. Nothing in it says who they are."""

    id: UUID
    path: str
    network: str = ""
    ref: str = ""
    sub1: str = ""
    sub2: str = ""
    sub3: str = ""
    lb: str = ""  # named: whether the visit went on after its first screen is looked at

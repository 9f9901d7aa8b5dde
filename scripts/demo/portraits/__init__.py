"""Portraits of demo members: drawn pictures of no real person, 800 or 480 pixels wide, with their description.

The drawings are kept as files, since drawing them takes minutes and never gives another result.
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent
PHOTOS = HERE / "photos"


@dataclass(frozen=True, slots=True)
class Portrait:
    """One drawn person."""

    name: str
    gender: str  # female or male
    age_band: str  # 20s to 60s
    photos: tuple[str, ...]  # the thumbhash of `<name>-1.webp`, `<name>-2.webp` and so on, in base64
    hair_colour: str
    eye_colour: str


@cache
def portraits() -> tuple[Portrait, ...]:
    """Every person, in the order of their names."""
    entries = json.loads((HERE / "people.json").read_text())
    return tuple(Portrait(**entry | {"photos": tuple(entry["photos"])}) for entry in entries)

"""Pictures that members bring: what may come in, and what is made of it. Nothing in here knows a member."""

from pictures.darkroom import Cut, Developed, develop
from pictures.errors import PictureRefused
from pictures.header import Header, Limits, read_header
from pictures.store import VARIANTS, PictureStore

__all__ = [
    "VARIANTS",
    "Cut",
    "Developed",
    "Header",
    "Limits",
    "PictureRefused",
    "PictureStore",
    "develop",
    "read_header",
]

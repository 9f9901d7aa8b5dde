"""Pictures that members bring: what may come in, and what is made of it. Nothing in here knows a member."""

from pictures.darkroom import Cut, Developed, develop
from pictures.errors import PictureRefused
from pictures.fingerprint import NEAR, hashes_of
from pictures.header import Header, Limits, read_header
from pictures.links import PictureLinks
from pictures.loose import LooseFiles, clear_loose_media, clear_media
from pictures.store import VARIANTS, PictureStore

__all__ = [
    "NEAR",
    "VARIANTS",
    "Cut",
    "Developed",
    "Header",
    "Limits",
    "LooseFiles",
    "PictureLinks",
    "PictureRefused",
    "PictureStore",
    "clear_loose_media",
    "clear_media",
    "develop",
    "hashes_of",
    "read_header",
]

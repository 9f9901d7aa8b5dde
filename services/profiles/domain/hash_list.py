"""Uploads as they are compared with hash lists of known illegal pictures."""

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from uuid import UUID

from shared.pictures import ProcessedImage, digests_of
from shared.pictures.fingerprint import HASH_BYTES

# The largest of our files of a picture.
LARGEST = "800"
# Compared one by one with each upload, in a few milliseconds.
MOST_PERCEPTUAL = 50_000
NAME = re.compile(r"[a-z0-9_-]{1,60}")
SHA256_BYTES = 32


class HashKind(StrEnum):
    """How a hash was made: of the file, or as `shared.pictures.fingerprint` makes that of a picture."""

    MD5 = "md5"
    SHA1 = "sha1"
    SHA256 = "sha256"
    PERCEPTUAL = "perceptual"

    @property
    def length(self) -> int:
        """In bytes."""
        return HASH_BYTES if self is HashKind.PERCEPTUAL else hashlib.new(self, usedforsecurity=False).digest_size


class UploadKind(StrEnum):
    PROFILE = "profile"
    VERIFICATION = "verification"
    CHAT = "chat"
    LANDING_PAGE = "landing_page"
    UNKNOWN = "unknown"  # from a release that does not say


@dataclass(frozen=True, slots=True)
class Upload:
    """A new picture, before its files are written.

    `digests` are MD5, SHA-1 and SHA-256 of the uploaded file; a release before them sends none, and no picture.
    """

    place: UploadKind
    fingerprint: bytes
    digests: Sequence[bytes] = ()
    picture: bytes = b""
    facts: Mapping[str, str] = field(default_factory=dict)  # kept with a match

    @classmethod
    def of(cls, place: UploadKind, content: bytes, processed: ProcessedImage) -> "Upload":
        return cls(place, processed.fingerprint, digests_of(content), processed.files[LARGEST])

    @property
    def digest(self) -> bytes:
        """What tells this upload from others of its member."""
        given = next((each for each in self.digests if len(each) == SHA256_BYTES), None)
        return given or hashlib.sha256(self.picture or self.fingerprint).digest()


@dataclass(frozen=True, slots=True)
class HashList:
    name: str
    source: str
    kind: HashKind
    hashes: int


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is kept of a match: `sealed` holds the picture and the facts."""

    member_id: UUID
    site: str
    place: UploadKind
    list_name: str
    digest: bytes
    sealed: bytes
    days: int


class BadLine(Exception):
    """A line of a hash list that is no hash of its kind."""

    def __init__(self, number: int, problem: str) -> None:
        super().__init__(f"line {number}: {problem}")


def read_hashes(lines: Iterator[str], kind: HashKind) -> Iterator[bytes]:
    """The hashes of a file: hexadecimal, one a line, or the first column of a CSV file, with or without a heading.

    Raises BadLine. Empty lines and those that begin with # are left out.
    """
    digits = 2 * kind.length
    for number, line in enumerate(lines, start=1):
        word = line.split(",")[0].split(";")[0].strip().strip('"').removeprefix("\ufeff").lower()
        if not word or word.startswith("#") or (number == 1 and word in ("hash", str(kind))):
            continue
        if len(word) != digits:
            raise BadLine(number, f"a {kind} hash has {digits} hexadecimal digits, this one has {len(word)}")
        try:
            yield bytes.fromhex(word)
        except ValueError:
            raise BadLine(number, "this is not hexadecimal") from None

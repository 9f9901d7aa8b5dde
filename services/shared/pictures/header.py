"""File type and size in pixels, read from the first bytes before anything is decoded."""

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from shared.pictures.errors import (
    PictureAnimated,
    PictureBroken,
    PictureEmpty,
    PictureTooLarge,
    PictureTooManyPixels,
    PictureTooSmall,
    PictureWrongType,
)

JPEG, PNG, WEBP, HEIC, AVIF = "jpeg", "png", "webp", "heic", "avif"
DECODED_AT_ONCE = frozenset({AVIF, HEIC, WEBP})

PNG_MAGIC = b"\x89PNG\r\n\x1a\n"
# Frames of a JPEG: every SOFn but the tables DHT, JPG and DAC, which lie in the same range.
JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
JPEG_BARE = frozenset({0x01, *range(0xD0, 0xD9)})  # markers without a length
HEIC_STILLS = frozenset({b"heic", b"heix", b"heim", b"heis"})
HEIF_SEQUENCES = frozenset({b"hevc", b"hevx", b"msf1"})
HEIF_CONTAINERS = frozenset({b"meta", b"iprp", b"ipco"})
MOST_BOXES = 4096


@dataclass(frozen=True, slots=True)
class Limits:
    most_bytes: int = 20_000_000
    most_pixels: int = 64_000_000
    # For formats decoded as a whole, at 4 to 4.5 bytes a pixel, in the child; phones take 48 and 50 megapixels.
    most_pixels_at_once: int = 50_000_000
    # Ten bits a colour without chroma subsampling take the decoder 12 bytes a pixel.
    most_pixels_of_avif: int = 17_000_000
    longest_side: int = 16_000
    shortest_side: int = 200


@dataclass(frozen=True, slots=True)
class Header:
    kind: str
    width: int
    height: int


def read_header(content: bytes, limits: Limits) -> Header:
    """The type and size of a picture that may be decoded. Raises PictureRefused for every other file."""
    if not content:
        raise PictureEmpty(field="photo")
    if len(content) > limits.most_bytes:
        raise PictureTooLarge(field="photo", megabytes=limits.most_bytes // 1_000_000)
    try:
        header = _read(content)
    except (struct.error, IndexError) as error:
        raise PictureBroken(field="photo") from error
    most_pixels = limits.most_pixels
    if header.kind in DECODED_AT_ONCE:
        at_once = limits.most_pixels_of_avif if header.kind == AVIF else limits.most_pixels_at_once
        most_pixels = min(most_pixels, at_once)
    if header.width * header.height > most_pixels or max(header.width, header.height) > limits.longest_side:
        raise PictureTooManyPixels(field="photo", megapixels=most_pixels // 1_000_000, pixels=limits.longest_side)
    if min(header.width, header.height) < limits.shortest_side:
        raise PictureTooSmall(field="photo", pixels=limits.shortest_side)
    return header


def _read(content: bytes) -> Header:
    if content.startswith(b"\xff\xd8\xff"):
        return Header(JPEG, *_jpeg_size(content))
    if content.startswith(PNG_MAGIC):
        return Header(PNG, *_png_size(content))
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return Header(WEBP, *_webp_size(content))
    if content[4:8] == b"ftyp":
        return Header(*_heif(content))
    raise PictureWrongType(field="photo")


def _jpeg_size(content: bytes) -> tuple[int, int]:
    at = 2
    while True:
        if content[at] != 0xFF:
            raise PictureBroken(field="photo")
        marker = content[at + 1]
        if marker == 0xFF:  # padding
            at += 1
        elif marker in JPEG_FRAMES:
            height, width = struct.unpack_from(">HH", content, at + 5)
            return width, height
        elif marker in JPEG_BARE:
            at += 2
        else:
            at += 2 + max(2, struct.unpack_from(">H", content, at + 2)[0])


def _png_size(content: bytes) -> tuple[int, int]:
    if content[12:16] != b"IHDR":
        raise PictureBroken(field="photo")
    size: tuple[int, int] = struct.unpack_from(">II", content, 16)
    at = 8
    while (kind := content[at + 4 : at + 8]) not in (b"IDAT", b""):
        if kind == b"acTL":
            raise PictureAnimated(field="photo")
        at += 12 + int(struct.unpack_from(">I", content, at)[0])
    return size


def _webp_size(content: bytes) -> tuple[int, int]:
    kind = content[12:16]
    if kind == b"VP8X":
        if content[20] & 0x02:
            raise PictureAnimated(field="photo")
        return _three(content, 24) + 1, _three(content, 27) + 1
    if kind == b"VP8L":
        bits = struct.unpack_from("<I", content, 21)[0]
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8 " and content[23:26] == b"\x9d\x01\x2a":
        width, height = struct.unpack_from("<HH", content, 26)
        return width & 0x3FFF, height & 0x3FFF
    raise PictureBroken(field="photo")


def _three(content: bytes, at: int) -> int:
    return int.from_bytes(content[at : at + 3], "little")


def _heif(content: bytes) -> tuple[str, int, int]:
    """Type and size of a file in the container that HEIC and AVIF share."""
    (length,) = struct.unpack_from(">I", content, 0)
    brands = {content[8:12], *(content[at : at + 4] for at in range(16, min(length, 256), 4))}
    # An animated AVIF may name itself a still first.
    if content[8:12] in HEIF_SEQUENCES or b"avis" in brands:
        raise PictureAnimated(field="photo")
    if not brands & {*HEIC_STILLS, b"avif"}:
        raise PictureWrongType(field="photo")
    # A photo of tiles has a size for the tiles and one for the whole, which is the largest.
    sizes = list(_extents(content, 0, len(content), [0]))
    if not sizes:
        raise PictureBroken(field="photo")
    kind = HEIC if brands & HEIC_STILLS else AVIF
    return kind, max(width for width, _ in sizes), max(height for _, height in sizes)


def _extents(content: bytes, at: int, end: int, seen: list[int]) -> Iterator[tuple[int, int]]:
    """The sizes of all `ispe` boxes between two offsets."""
    while at + 8 <= end:
        seen[0] += 1
        length, kind = struct.unpack_from(">I4s", content, at)
        if seen[0] > MOST_BOXES or length < 8:
            return
        if kind == b"ispe":
            yield struct.unpack_from(">II", content, at + 12)
        elif kind in HEIF_CONTAINERS:
            yield from _extents(content, at + (12 if kind == b"meta" else 8), min(at + length, end), seen)
        at += length

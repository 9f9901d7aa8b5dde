"""Blurred previews of photos: a thumbhash as a small PNG in a data URL.

A thumbhash has 15 to 28 cosine coefficients of brightness and 5 of each colour difference: enough for shape and colour,
too little to tell who it is. The package that makes them (thumbhash 0.1.2) decodes every pixel as the first one.
"""

import base64
import struct
import zlib
from collections.abc import Iterator
from functools import lru_cache
from math import cos, pi

KEPT = 2_000
LONGEST_SIDE = 32
HEADER_BYTES = 5
MOST_TERMS, COLOUR_TERMS = 7, 3

Coefficients = list[tuple[int, int, float]]


@lru_cache(KEPT)
def preview(hashed: str) -> str:
    """The data URL of a thumbhash (base64); empty for none, or one that is broken."""
    try:
        width, height, rows = _decode(base64.b64decode(hashed, validate=True))
    except (ValueError, IndexError):
        return ""
    chunks = [
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(b"".join(b"\0" + row for row in rows), 9)),
        (b"IEND", b""),
    ]
    return "data:image/png;base64," + base64.b64encode(b"\x89PNG\r\n\x1a\n" + b"".join(map(_chunk, chunks))).decode()


def _decode(content: bytes) -> tuple[int, int, list[bytes]]:
    """Width, height and rows of RGB of an opaque thumbhash (github.com/evanw/thumbhash has the format)."""
    head, shape = int.from_bytes(content[:3], "little"), int.from_bytes(content[3:HEADER_BYTES], "little")
    is_landscape, shorter = bool(shape >> 15), shape & 7
    if head >> 23 or not shorter:
        raise ValueError("transparent or empty")
    width, height = (MOST_TERMS, shorter) if is_landscape else (shorter, MOST_TERMS)
    across, down = max(COLOUR_TERMS, width), max(COLOUR_TERMS, height)
    width, height = round(LONGEST_SIDE * width / MOST_TERMS), round(LONGEST_SIDE * height / MOST_TERMS)
    terms = _terms(content)
    channels = [
        [(0, 0, (head & 63) / 63), *_channel(terms, across, down, (head >> 18 & 31) / 31)],
        [(0, 0, (head >> 6 & 63) / 31.5 - 1), *_channel(terms, COLOUR_TERMS, COLOUR_TERMS, (shape >> 3 & 63) / 50.4)],
        [(0, 0, (head >> 12 & 63) / 31.5 - 1), *_channel(terms, COLOUR_TERMS, COLOUR_TERMS, (shape >> 9 & 63) / 50.4)],
    ]
    planes = [_plane(channel, width, height) for channel in channels]
    return width, height, [b"".join(map(_rgb, *rows)) for rows in zip(*planes, strict=True)]


def _plane(channel: Coefficients, width: int, height: int) -> list[list[float]]:
    """The values of a channel, row by row: the inverse of a cosine transform, first down, then across."""
    waves = [[cos(pi / width * (x + 0.5) * cx) for cx in range(MOST_TERMS)] for x in range(width)]
    rows = []
    for y in range(height):
        line: dict[int, float] = {}
        for cx, cy, term in channel:
            line[cx] = line.get(cx, 0.0) + term * cos(pi / height * (y + 0.5) * cy)
        rows.append([sum(term * wave[cx] for cx, term in line.items()) for wave in waves])
    return rows


def _rgb(brightness: float, yellow: float, red: float) -> bytes:
    b = brightness - 2 / 3 * yellow
    r = (3 * brightness - b + red) / 2
    return bytes(max(0, min(255, round(255 * each))) for each in (r, r - red, b))


def _terms(content: bytes) -> Iterator[float]:
    """The coefficients, four bits each, from -1 to 1."""
    for byte in content[HEADER_BYTES:]:
        yield (byte & 15) / 7.5 - 1
        yield (byte >> 4) / 7.5 - 1


def _channel(terms: Iterator[float], across: int, down: int, scale: float) -> Coefficients:
    """Each coefficient with its frequencies: the triangle of low ones, without the mean."""
    places = [(cx, cy) for cy in range(down) for cx in range(across) if cx * down < across * (down - cy) and cx + cy]
    found = [(cx, cy, 2 * term * scale) for (cx, cy), term in zip(places, terms, strict=False)]
    if len(found) < len(places):
        raise ValueError("too short")
    return found


def _chunk(named: tuple[bytes, bytes]) -> bytes:
    name, content = named
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

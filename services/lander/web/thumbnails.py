"""Blurred previews of photos: a thumbhash as a small PNG in a data URL."""

import base64
import io
import struct
import zlib
from contextlib import redirect_stdout
from functools import lru_cache

import thumbhash  # type: ignore[import-untyped]

KEPT = 2_000


@lru_cache(KEPT)
def preview(hashed: str) -> str:
    """The data URL of a thumbhash (base64); empty for none, or one that is broken."""
    if not hashed:
        return ""
    try:
        with redirect_stdout(io.StringIO()):  # the decoder prints a number
            width, height, pixels = thumbhash.thumb_hash_to_rgba(base64.b64decode(hashed))
    except (ValueError, IndexError):
        return ""
    rows = b"".join(b"\0" + bytes(pixels[start : start + width * 4]) for start in range(0, len(pixels), width * 4))
    chunks = [
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)),
        (b"IDAT", zlib.compress(rows, 9)),
        (b"IEND", b""),
    ]
    return "data:image/png;base64," + base64.b64encode(b"\x89PNG\r\n\x1a\n" + b"".join(map(_chunk, chunks))).decode()


def _chunk(named: tuple[bytes, bytes]) -> bytes:
    name, content = named
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

"""Recordings for tests."""

import math
import struct
from array import array

RATE = 24_000


def wav(seconds: float = 1.0, *, volume: float = 0.5, rate: int = RATE, channels: int = 1, bits: int = 16) -> bytes:
    """A tone that grows louder."""
    count = int(seconds * rate)
    loud = volume * 32_767
    samples = array("h", (int(loud * (at + 1) / count * math.sin(at / 9)) for at in range(count)))
    return header(len(samples) * 2, rate=rate, channels=channels, bits=bits) + samples.tobytes()


def header(size: int, *, rate: int = RATE, channels: int = 1, bits: int = 16, code: int = 1) -> bytes:
    """The 44 bytes before `size` bytes of samples."""
    width = channels * bits // 8
    form = struct.pack("<HHIIHH", code, channels, rate, rate * width, width, bits)
    return (
        b"RIFF"
        + struct.pack("<I", size + 36)
        + b"WAVEfmt "
        + struct.pack("<I", 16)
        + form
        + b"data"
        + struct.pack("<I", size)
    )

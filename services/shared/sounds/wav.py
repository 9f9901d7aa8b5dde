"""The one form in which recordings are uploaded: WAV with PCM of 16 bits, mono, 24,000 samples a second.

Browsers record in three containers and three codecs. The page decodes its own recording and sends samples, so that no
decoder of a compressed format reads what a stranger sends.
"""

import struct

from shared.sounds.errors import SoundBroken, SoundEmpty, SoundTooLong, SoundWrongType

SAMPLE_RATE, SAMPLE_BYTES = 24_000, 2
LONGEST_SECONDS = 60
SHORTEST_SAMPLES = SAMPLE_RATE // 2
HEADER = struct.Struct("<4sI4s4sIHHIIHH4sI")
PCM, MONO = 1, 1


def samples_of(content: bytes) -> bytes:
    """The samples of an upload, 16 bits each, little endian. Raises SoundRefused for every other file.

    The header is exactly the 44 bytes that our client writes: a further chunk is refused, and its metadata with it.
    """
    if not content:
        raise SoundEmpty(field="voice")
    if content[:4] != b"RIFF" or content[8:12] != b"WAVE":
        raise SoundWrongType(field="voice")
    if len(content) < HEADER.size:
        raise SoundBroken(field="voice")
    _, size, _, format_id, format_bytes, *form, data_id, data_bytes = HEADER.unpack_from(content)
    expected = [PCM, MONO, SAMPLE_RATE, SAMPLE_RATE * SAMPLE_BYTES, SAMPLE_BYTES, SAMPLE_BYTES * 8]
    if (format_id, format_bytes, data_id) != (b"fmt ", 16, b"data") or form != expected:
        raise SoundWrongType(field="voice")
    samples = content[HEADER.size :]
    if size != len(content) - 8 or data_bytes != len(samples) or len(samples) % SAMPLE_BYTES:
        raise SoundBroken(field="voice")
    if len(samples) > LONGEST_SECONDS * SAMPLE_RATE * SAMPLE_BYTES:
        raise SoundTooLong(field="voice")
    if len(samples) < SHORTEST_SAMPLES * SAMPLE_BYTES:
        raise SoundEmpty(field="voice")
    return samples

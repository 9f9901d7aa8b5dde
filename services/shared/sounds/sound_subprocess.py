"""The sandboxed encoder: `python -I sound_subprocess.py RATE PEAKS`, samples on stdin, Ogg with Opus on stdout;
or `mp3` instead of both, our Ogg on stdin, MP3 on stdout.

The first line of the answer is JSON with the loudest sample and the peaks. Imports no module of ours, and sets its
resource limits before it reads a byte.
"""

import resource
import sys

MEGABYTE = 1 << 20
LIMITS = {
    # A minute takes 3 MB as samples and 0.3 MB as Opus; the library and Python take the rest.
    resource.RLIMIT_DATA: 96 * MEGABYTE,
    resource.RLIMIT_AS: 512 * MEGABYTE,
    # A minute is encoded in a second.
    resource.RLIMIT_CPU: 5,
    resource.RLIMIT_FSIZE: 0,
    resource.RLIMIT_CORE: 0,
    resource.RLIMIT_NOFILE: 64,
}
for name, most in LIMITS.items():
    resource.setrlimit(name, (most, most))

import io  # noqa: E402
import json  # noqa: E402
from array import array  # noqa: E402
from itertools import pairwise  # noqa: E402

import soundfile  # type: ignore[import-untyped]  # noqa: E402

# libsndfile's scale from 256 kbit/s (0) to 6 (1): 31 kbit/s, at which speech in Opus has no audible loss.
COMPRESSION = 0.9
LARGEST_SAMPLE = 32_768


def encoded(samples: bytes, rate: int) -> bytes:
    """Samples of 16 bits, one channel, as an Ogg file with Opus."""
    file = io.BytesIO()
    with soundfile.SoundFile(
        file, "w", samplerate=rate, channels=1, format="OGG", subtype="OPUS", compression_level=COMPRESSION
    ) as sound:
        # Raw bytes: the library needs numpy for arrays alone, and numpy is not in the services' image.
        sound.buffer_write(samples, "int16")
    return file.getvalue()


def as_mp3(ogg: bytes) -> bytes:
    """Our Ogg file as MP3."""
    file = io.BytesIO()
    with soundfile.SoundFile(io.BytesIO(ogg)) as sound:
        samples, rate = sound.buffer_read(dtype="int16"), sound.samplerate
    with soundfile.SoundFile(file, "w", samplerate=rate, channels=1, format="MP3", subtype="MPEG_LAYER_III") as sound:
        sound.buffer_write(samples, "int16")
    return file.getvalue()


def peaks_of(samples: bytes, count: int) -> list[int]:
    """The largest amplitude of each of `count` equal parts."""
    values = array("h", samples)
    if sys.byteorder == "big":
        values.byteswap()
    edges = [len(values) * part // count for part in range(count + 1)]
    parts = [values[start:end] for start, end in pairwise(edges)]
    return [max(max(part), -min(part)) for part in parts]


def main(rate: int, count: int) -> None:
    """Read samples from stdin; write a line of JSON with `count` peaks and the encoded sound to stdout."""
    samples = sys.stdin.buffer.read()
    amplitudes = peaks_of(samples, count)
    loudest = max(amplitudes)
    header = {
        "loudest": loudest / LARGEST_SAMPLE,
        "peaks": [round(100 * amplitude / (loudest or 1)) for amplitude in amplitudes],
    }
    sys.stdout.buffer.write(json.dumps(header).encode() + b"\n" + encoded(samples, rate))


if __name__ == "__main__":
    try:
        if sys.argv[1] == "mp3":
            sys.stdout.buffer.write(as_mp3(sys.stdin.buffer.read()))
        else:
            main(int(sys.argv[1]), int(sys.argv[2]))
    except Exception as problem:
        print(type(problem).__name__, file=sys.stderr)
        sys.exit(3)

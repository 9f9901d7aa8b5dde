"""Sound processing: makes our Ogg file with Opus of an upload, in a sandboxed child process.

The upload is samples (`wav.py`), which the child encodes anew: no metadata of a device can be in the file. The child
has no secrets in its environment, can write no file, and has limits on memory and processor time
(`sound_subprocess.py`).
"""

import json
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path

from shared.kit.core import Unavailable, logger
from shared.sounds.errors import SoundBroken, SoundSilent
from shared.sounds.wav import SAMPLE_BYTES, SAMPLE_RATE, samples_of

CHILD = Path(__file__).with_name("sound_subprocess.py")
# Three times the child's limit on processor time: on a busy machine it may get a third of a core.
TIMEOUT_SECONDS = 15.0
# Backpressure, as with images: an upload that waits longer than this for its turn gets 503.
QUEUE_SECONDS = 10.0
MAX_CONCURRENT = 2
_slots = threading.BoundedSemaphore(MAX_CONCURRENT)

# Instead of our own environment, which has URLs and keys.
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}
PEAKS = 48
# -50 dBFS: a muted microphone stays below it, a whisper is above it.
SILENCE = 0.003
# Of MPEG-2, layer III, without a checksum.
MP3 = b"\xff\xf3"
OGG, MOST_BYTES = b"OggS", 2_000_000


@dataclass(frozen=True, slots=True)
class ProcessedSound:
    """The Ogg file, its length in milliseconds, and `PEAKS` numbers from 0 to 100 for its waveform, the loudest 100."""

    content: bytes
    milliseconds: int
    peaks: tuple[int, ...]


def process_sound(content: bytes) -> ProcessedSound:
    """Process an upload. Raises SoundRefused for a file that is no acceptable recording, or Unavailable when too many
    are being processed."""
    samples = samples_of(content)
    if not _slots.acquire(timeout=QUEUE_SECONDS):
        raise Unavailable()
    try:
        output = _run_child(samples)
    finally:
        _slots.release()
    milliseconds = len(samples) // SAMPLE_BYTES * 1000 // SAMPLE_RATE
    try:
        return _read(output, milliseconds)
    except (ValueError, KeyError, TypeError) as error:
        raise SoundBroken(field="voice") from error


def mp3_of(content: bytes) -> bytes:
    """One of our Ogg files as MP3, for browsers that cannot play it. Raises as `process_sound` does."""
    if not _slots.acquire(timeout=QUEUE_SECONDS):
        raise Unavailable()
    try:
        made = _run_child(content, "mp3")
    finally:
        _slots.release()
    if not made.startswith(MP3) or len(made) > MOST_BYTES:
        raise SoundBroken(field="voice")
    return made


def _run_child(samples: bytes, *wanted: str) -> bytes:
    try:
        done = subprocess.run(
            [sys.executable, "-I", str(CHILD), *(wanted or (str(SAMPLE_RATE), str(PEAKS)))],
            input=samples,
            capture_output=True,
            timeout=TIMEOUT_SECONDS,
            env=ENVIRONMENT,
            cwd="/",
            close_fds=True,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        logger().warning("sound_processing_timed_out", bytes=len(samples))
        raise SoundBroken(field="voice") from error
    if done.returncode:
        logger().warning("sound_processing_failed", returncode=done.returncode, bytes=len(samples))
        raise SoundBroken(field="voice")
    return done.stdout


def _read(output: bytes, milliseconds: int) -> ProcessedSound:
    """Parse the child's output. A compromised child could write anything, so it is validated; the file is served as
    audio/ogg."""
    head, _, content = output.partition(b"\n")
    header = json.loads(head)
    peaks = tuple(int(peak) for peak in header["peaks"])
    if len(peaks) != PEAKS or not all(0 <= peak <= 100 for peak in peaks):
        raise ValueError
    if not content.startswith(OGG) or len(content) > MOST_BYTES:
        raise ValueError
    if float(header["loudest"]) < SILENCE:
        raise SoundSilent(field="voice")
    return ProcessedSound(content, milliseconds, peaks)

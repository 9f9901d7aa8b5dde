import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.sounds.errors import SoundRefused
from shared.sounds.tests.makers import RATE, header, wav
from shared.sounds.wav import LONGEST_SECONDS, samples_of

FINE = wav(0.6)
LONGEST = LONGEST_SECONDS * RATE * 2


def silence(size: int) -> bytes:
    return header(size) + bytes(size)


@pytest.mark.parametrize("size", [RATE, LONGEST])
def test_the_samples_follow_the_header(size: int) -> None:
    assert samples_of(silence(size)) == bytes(size)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "voice_empty"),
        (silence(0), "voice_empty"),
        (silence(RATE - 2), "voice_empty"),
        (silence(LONGEST + 2), "voice_too_long"),
        (b"OggS" + bytes(100), "voice_wrong_type"),
        (b"RIFF" + bytes(4) + b"AVI " + bytes(100), "voice_wrong_type"),
        (b"\x1aE\xdf\xa3" + bytes(100), "voice_wrong_type"),  # WebM
        (wav(0.6, rate=48_000), "voice_wrong_type"),
        (wav(0.6, channels=2), "voice_wrong_type"),
        (wav(0.6, bits=8), "voice_wrong_type"),
        (header(RATE, code=3) + bytes(RATE), "voice_wrong_type"),  # floating point
        (FINE[:36] + b"LIST\x04\0\0\0INFO" + FINE[36:], "voice_wrong_type"),
        (FINE[:20], "voice_broken"),
        (FINE[:-2], "voice_broken"),
        (FINE + b"\0\0", "voice_broken"),
        (FINE + b"LIST\x04\0\0\0INFO", "voice_broken"),
        (header(RATE + 1) + bytes(RATE + 1), "voice_broken"),
    ],
)
def test_every_other_file_is_refused(content: bytes, code: str) -> None:
    with pytest.raises(SoundRefused) as refused:
        samples_of(content)

    assert refused.value.code == code


@given(st.binary(max_size=200), st.integers(0, 60))
def test_whatever_the_bytes_are_nothing_but_a_refusal_is_raised(noise: bytes, kept: int) -> None:
    with pytest.raises(SoundRefused):
        samples_of(FINE[:kept] + noise)

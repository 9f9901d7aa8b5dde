import io
import subprocess
import sys
from typing import Any

import pytest
import soundfile  # type: ignore[import-untyped]

from shared.kit.core import Unavailable
from shared.sounds import SoundRefused, mp3_of, process_sound, sound_processing
from shared.sounds.sound_processing import CHILD, PEAKS
from shared.sounds.tests.makers import RATE, header, wav
from shared.sounds.wav import LONGEST_SECONDS


def test_a_recording_becomes_opus_with_its_length_and_waveform() -> None:
    made = process_sound(wav(1.5))

    sound = soundfile.SoundFile(io.BytesIO(made.content))
    assert (sound.format, sound.subtype, sound.channels) == ("OGG", "OPUS", 1)
    assert abs(sound.frames / sound.samplerate - 1.5) < 0.05
    assert made.milliseconds == 1500
    assert (len(made.peaks), made.peaks[-1]) == (PEAKS, 100)
    assert list(made.peaks) == sorted(made.peaks)  # it grows louder
    assert len(made.content) < 12_000


def test_the_longest_recording_stays_within_the_limits_of_the_child() -> None:
    made = process_sound(wav(LONGEST_SECONDS))

    assert made.milliseconds == LONGEST_SECONDS * 1000
    assert len(made.content) < 400_000


def test_the_longest_recording_becomes_mp3_within_the_limits_of_the_child() -> None:
    made = mp3_of(process_sound(wav(LONGEST_SECONDS)).content)

    sound = soundfile.SoundFile(io.BytesIO(made))
    assert (sound.format, sound.channels, sound.samplerate) == ("MP3", 1, RATE)
    assert abs(sound.frames / sound.samplerate - LONGEST_SECONDS) < 0.2
    assert len(made) < 800_000


@pytest.mark.parametrize("volume", [0, 0.002])
def test_a_recording_without_a_sound_is_refused(volume: float) -> None:
    with pytest.raises(SoundRefused) as refused:
        process_sound(wav(1, volume=volume))

    assert refused.value.code == "voice_silent"


def test_a_quiet_voice_fills_its_waveform() -> None:
    assert max(process_sound(wav(1, volume=0.01)).peaks) == 100


def test_the_child_needs_no_numpy() -> None:
    """The services' image has none."""
    hidden = "import sys; sys.modules['numpy'] = None; import runpy; runpy.run_path(sys.argv[1], run_name='__main__')"
    code = hidden.replace("sys.argv[1]", repr(str(CHILD)))

    done = subprocess.run(
        [sys.executable, "-I", "-c", code, str(RATE), str(PEAKS)],
        input=wav(1)[44:],
        capture_output=True,
        check=False,
    )

    assert (done.returncode, b"OggS" in done.stdout) == (0, True), done.stderr


@pytest.mark.parametrize(
    "output",
    [
        b"",
        b"{}\nOggS",
        b'{"loudest": 1, "peaks": [1]}\nOggS',
        b'{"loudest": 1, "peaks": [%s]}\nOggS' % b",".join([b"101"] * PEAKS),
        b'{"loudest": 1, "peaks": [%s]}\n<html>' % b",".join([b"1"] * PEAKS),
    ],
)
def test_the_answer_of_the_child_is_validated(output: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sound_processing, "_run_child", lambda *_: output)

    with pytest.raises(SoundRefused) as refused:
        process_sound(header(RATE) + bytes(RATE))

    assert refused.value.code == "voice_broken"


def test_a_child_that_is_killed_or_late_is_a_broken_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def late(*_: Any, **__: Any) -> Any:
        raise subprocess.TimeoutExpired("sound", 1)

    killed = subprocess.CompletedProcess([], -9, b"", b"")
    for run in (late, lambda *_, **__: killed):
        monkeypatch.setattr(subprocess, "run", run)
        with pytest.raises(SoundRefused) as refused:
            process_sound(wav(0.6))
        assert refused.value.code == "voice_broken"


def test_when_too_many_are_processed_the_answer_is_unavailable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sound_processing, "QUEUE_SECONDS", 0)
    monkeypatch.setattr(sound_processing._slots, "acquire", lambda timeout: False)

    with pytest.raises(Unavailable):
        process_sound(wav(0.6))

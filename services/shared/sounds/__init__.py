"""Sound processing of uploads. Independent of members."""

from shared.sounds.errors import SoundRefused
from shared.sounds.sound_processing import ProcessedSound, mp3_of, process_sound
from shared.sounds.wav import LONGEST_SECONDS, SAMPLE_RATE

__all__ = ["LONGEST_SECONDS", "SAMPLE_RATE", "ProcessedSound", "SoundRefused", "mp3_of", "process_sound"]

"""Refusals of recordings. Members meet them as voice messages, hence the codes."""

from shared.kit.core import Invalid


class SoundRefused(Invalid):
    """A file that is refused as a recording."""

    code = "voice_broken"


class SoundWrongType(SoundRefused):
    code = "voice_wrong_type"


class SoundBroken(SoundRefused):
    code = "voice_broken"


class SoundEmpty(SoundRefused):
    """Shorter than half a second."""

    code = "voice_empty"


class SoundTooLong(SoundRefused):
    code = "voice_too_long"


class SoundSilent(SoundRefused):
    code = "voice_silent"

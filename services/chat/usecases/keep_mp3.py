from collections.abc import Callable

from shared.kit.core import NotFound
from shared.pictures import SOUND, SOUND_MP3, PictureStore


def keep_mp3(media: PictureStore, name: str, mp3_of: Callable[[bytes], bytes]) -> None:
    """Store a recording as MP3 beside the Ogg, once: Safari before 18.4 plays no Opus in Ogg.

    `clear` deletes the Ogg first. So where that is still there after the write, a later `clear` deletes the MP3 too;
    where it is gone, the recording was erased meanwhile. Raises NotFound without a recording, and Unavailable.
    """
    if media.has(name, SOUND_MP3):
        return
    if (sound := media.read(name, SOUND)) is None:
        raise NotFound()
    media.write(name, {SOUND_MP3: mp3_of(sound)})
    if not media.has(name, SOUND):
        media.clear(name)
        raise NotFound()

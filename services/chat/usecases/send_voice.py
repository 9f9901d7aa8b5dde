from collections.abc import Callable
from dataclasses import dataclass, replace

from shared.pictures import SOUND, PictureStore
from shared.sounds import ProcessedSound

from chat.domain.message import Draft, Message, Voice
from chat.domain.wallet import Wallet
from chat.ports import Billing
from chat.storage import ChatUnit
from chat.usecases.send_message import Limits, check_send
from chat.usecases.send_with_files import Upload, new_media, send_with_files


@dataclass(frozen=True)
class VoiceDependencies:
    """Dependencies of `send_voice`."""

    unit_of_work: Callable[[], ChatUnit]
    media: PictureStore
    process_sound: Callable[[bytes], ProcessedSound]


def send_voice(
    dependencies: VoiceDependencies, billing: Billing, limits: Limits, draft: Draft, content: bytes
) -> tuple[Message, Wallet]:
    """Process a recording and send it as a message, once for its id.

    The recording is processed before the charge: a broken file costs nothing.
    Raises SoundRefused, the refusals of `send_message`, and Unavailable.
    """
    unit_of_work = dependencies.unit_of_work
    if earlier := check_send(unit_of_work(), limits, draft):
        return earlier.message, earlier.wallet
    processed = dependencies.process_sound(content)
    upload = Upload(new_media(), {SOUND: processed.content})
    voice = Voice(upload.media, processed.milliseconds, processed.peaks)
    return send_with_files(unit_of_work, dependencies.media, billing, limits, replace(draft, voice=voice), upload)

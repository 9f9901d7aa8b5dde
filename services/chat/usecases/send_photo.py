from collections.abc import Callable
from dataclasses import dataclass, replace

from pictures import Developed, PictureStore, clear_media
from servicekit.faults import point
from servicekit.identifiers import new_id

from chat.domain.message import Draft, Message, Photo
from chat.domain.wallet import Wallet
from chat.ports import Billing, ChatUnitOfWork, PictureCheck
from chat.usecases.send_message import Limits, check_send, send_message


@dataclass(frozen=True)
class Darkroom:
    """What sending a photo needs."""

    unit_of_work: Callable[[], ChatUnitOfWork]
    media: PictureStore
    develop: Callable[[bytes], Developed]
    checks: PictureCheck


def send_photo(
    room: Darkroom, billing: Billing, limits: Limits, draft: Draft, content: bytes
) -> tuple[Message, Wallet]:
    """Make a photo of what the member brings and send it, once for its id, as any message is.

    The picture is made first: a file that is none costs nothing. Its files are loose until the message holds them, so
    whatever dies in between, they are cleared away; a send that is refused takes its files along.
    Raises PictureRefused, what `send_message` raises, and Unavailable.
    """
    if earlier := check_send(room.unit_of_work(), limits, draft):
        return earlier.message, earlier.wallet
    developed = room.develop(content)
    # Before any file is written and anybody is told: a blocked picture leaves nothing behind.
    room.checks.check(draft.sender_id, developed.fingerprint)
    media = f"chat/{new_id().hex}"
    with room.unit_of_work() as uow:
        uow.photos.note_loose(media)
        uow.commit()
    message: Message | None = None
    try:
        room.media.write(media, developed.files)
        point("chat.photo.written")
        photo = Photo(media, developed.thumbhash, developed.width, developed.height)
        message, wallet = send_message(room.unit_of_work(), billing, limits, replace(draft, photo=photo))
    finally:
        # Refused, or the same was sent at the same moment and the other's files are those of the message.
        if message is None or message.photo is None or message.photo.media != media:
            clear_media(room.unit_of_work, room.media, [media])
    return message, wallet

from collections.abc import Callable
from dataclasses import dataclass, replace

from shared.kit.faults import point
from shared.kit.identifiers import new_id
from shared.pictures import PictureStore, ProcessedImage, delete_media

from chat.domain.message import Draft, Message, Photo
from chat.domain.wallet import Wallet
from chat.ports import Billing, PictureCheck
from chat.storage import ChatUnit
from chat.usecases.send_message import Limits, check_send, send_message


@dataclass(frozen=True)
class PhotoDependencies:
    """Dependencies of `send_photo`."""

    unit_of_work: Callable[[], ChatUnit]
    media: PictureStore
    process_image: Callable[[bytes], ProcessedImage]
    checks: PictureCheck


def send_photo(
    dependencies: PhotoDependencies, billing: Billing, limits: Limits, draft: Draft, content: bytes
) -> tuple[Message, Wallet]:
    """Process an upload and send it as a message, once for its id.

    The picture is processed before the charge: a broken file costs nothing. Its files are noted as unreferenced until
    the message refers to them, so a crash leaves none behind; a refused send deletes them at once.
    Raises PictureRefused, the refusals of `send_message`, and Unavailable.
    """
    if earlier := check_send(dependencies.unit_of_work(), limits, draft):
        return earlier.message, earlier.wallet
    processed = dependencies.process_image(content)
    # Before a file is written and before the charge: a blocked picture leaves nothing behind.
    dependencies.checks.check(draft.sender_id, processed.fingerprint)
    media = f"chat/{new_id().hex}"
    with dependencies.unit_of_work() as uow:
        uow.photos.note_unreferenced(media)
        uow.commit()
    message: Message | None = None
    try:
        dependencies.media.write(media, processed.files)
        point("chat.photo.written")
        photo = Photo(media, processed.thumbhash, processed.width, processed.height)
        message, wallet = send_message(dependencies.unit_of_work(), billing, limits, replace(draft, photo=photo))
    finally:
        # Refused, or a concurrent send of the same id was posted with files of its own.
        if message is None or message.photo is None or message.photo.media != media:
            delete_media(dependencies.unit_of_work, dependencies.media, [media])
    return message, wallet

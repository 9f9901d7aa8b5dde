from collections.abc import Callable, Mapping
from dataclasses import dataclass

from shared.kit.core import fault_point, new_id
from shared.pictures import PictureStore, delete_media

from chat.domain.message import Draft, Message
from chat.domain.wallet import Wallet
from chat.ports import Billing
from chat.storage import ChatUnit
from chat.usecases.send_message import Limits, send_message


@dataclass(frozen=True)
class Upload:
    """Files under one name in the store, which a draft refers to."""

    media: str
    files: Mapping[str, bytes]


def new_media() -> str:
    return f"chat/{new_id().hex}"


def send_with_files(
    unit_of_work: Callable[[], ChatUnit],
    store: PictureStore,
    billing: Billing,
    limits: Limits,
    draft: Draft,
    upload: Upload,
) -> tuple[Message, Wallet]:
    """Write the files of a draft and send it.

    The files are noted as unreferenced until the message refers to them, so a crash leaves none behind; a refused send
    deletes them at once. Raises the refusals of `send_message`, and Unavailable.
    """
    with unit_of_work() as uow:
        uow.photos.note_unreferenced(upload.media)
        uow.commit()
    message: Message | None = None
    try:
        store.write(upload.media, upload.files)
        fault_point("chat.files.written")
        message, wallet = send_message(unit_of_work(), billing, limits, draft)
    finally:
        # Refused, or a concurrent send of the same id was posted with files of its own.
        if message is None or message.media != upload.media:
            delete_media(unit_of_work, store, [upload.media])
    return message, wallet

from collections.abc import Callable, Iterator
from uuid import UUID

from holdings.export import File

from chat.storage import ChatUnit
from chat.wiring import Wiring

LARGEST = "800"


def photos_of(wiring: Wiring) -> Callable[[ChatUnit, UUID], Iterator[File]]:
    """The photos a member sent, for their copy, as large as we keep them."""

    def find(uow: ChatUnit, member_id: UUID) -> Iterator[File]:
        for number, media in enumerate(uow.photos.files_of(member_id), 1):
            if (content := wiring.media.read(media, LARGEST)) is not None:
                yield File(f"chat/photos/{number}.webp", content)

    return find

from collections.abc import Callable, Iterator
from uuid import UUID

from holdings.export import File

from profiles.storage import ProfilesUnit
from profiles.wiring import Wiring

LARGEST = "800"


def photos_of(wiring: Wiring) -> Callable[[ProfilesUnit, UUID], Iterator[File]]:
    """A member's photos for their copy, as large as we keep them."""

    def find(uow: ProfilesUnit, member_id: UUID) -> Iterator[File]:
        for number, media in enumerate(uow.photos.files_of(member_id), 1):
            if (content := wiring.media.read(media, LARGEST)) is not None:
                yield File(f"profiles/photos/{number}.webp", content)

    return find

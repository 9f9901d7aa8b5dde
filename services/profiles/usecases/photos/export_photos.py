from collections.abc import Iterator
from uuid import UUID

from shared.pictures import PictureStore
from shared.privacy.export import File

from profiles.storage import ProfilesUnit

LARGEST = "800"


def export_photos(uow: ProfilesUnit, media: PictureStore, member_id: UUID) -> Iterator[File]:
    """Yield a member's photos for their export, in the largest size that is stored. Photos without files are skipped.

    Reads in the caller's transaction.
    """
    for number, name in enumerate(uow.photos.files_of(member_id), 1):
        if (content := media.read(name, LARGEST)) is not None:
            yield File(f"profiles/photos/{number}.webp", content)

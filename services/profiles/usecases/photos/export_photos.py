from collections.abc import Iterator
from uuid import UUID

from cryptography.fernet import InvalidToken
from shared.kit.core import SealingKeys
from shared.pictures import PictureStore
from shared.privacy.export import File

from profiles.storage import ProfilesUnit

LARGEST = "800"


def export_photos(uow: ProfilesUnit, media: PictureStore, keys: SealingKeys, member_id: UUID) -> Iterator[File]:
    """Yield a member's photos for their export, in the largest size that is stored, and the live pictures of their
    verifications, which `keys` open. Pictures without files are skipped.

    Reads in the caller's transaction.
    """
    for number, name in enumerate(uow.photos.files_of(member_id), 1):
        if (content := media.read(name, LARGEST)) is not None:
            yield File(f"profiles/photos/{number}.webp", content)
    sealed = [name for each in uow.verifications.of(member_id) for name in each.media]
    for number, name in enumerate(sealed, 1):
        if (content := media.read(name, LARGEST)) is not None:
            try:
                yield File(f"profiles/verifications/{number}.webp", keys.open(content))
            except InvalidToken:
                continue  # sealed under a key that was lost

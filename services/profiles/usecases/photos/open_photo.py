from datetime import datetime
from uuid import UUID

from shared.kit.core import NotFound

from profiles.storage import ProfilesUnit


def open_photo(
    reads: ProfilesUnit, viewer_id: UUID, photo_id: UUID, expires: int, *, desk_pool: int | None = None
) -> tuple[str, int]:
    """Return the name of a photo's files, and the seconds its link is still valid.

    Raises NotFound when the link has expired, or the photo is not visible to the viewer any more.
    """
    with reads:
        found: tuple[str, datetime] | None = (
            reads.photos.media(viewer_id, photo_id)
            if desk_pool is None
            else reads.photos.media_at_desk(desk_pool, photo_id)
        )
    if found is None:
        raise NotFound()
    media, at = found
    seconds_left = expires - int(at.timestamp())
    if seconds_left <= 0:
        raise NotFound()
    return media, seconds_left

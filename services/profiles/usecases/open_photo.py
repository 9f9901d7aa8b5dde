from datetime import datetime
from uuid import UUID

from servicekit.errors import NotFound

from profiles.domain.moderation import Desk
from profiles.ports import ProfilesUnitOfWork


def open_photo(
    reads: ProfilesUnitOfWork, viewer_id: UUID, photo_id: UUID, expires: int, *, desk: Desk | None = None
) -> tuple[str, int]:
    """The name of a photo's files, and for how many seconds its link still holds.

    Raises NotFound when the link has run out, or the viewer may not see the photo any more.
    """
    with reads:
        found: tuple[str, datetime] | None = (
            reads.photos.media_at_desk(desk, photo_id) if desk else reads.photos.media(viewer_id, photo_id)
        )
    if found is None:
        raise NotFound()
    media, at = found
    seconds_left = expires - int(at.timestamp())
    if seconds_left <= 0:
        raise NotFound()
    return media, seconds_left

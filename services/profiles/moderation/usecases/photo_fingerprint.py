from collections.abc import Callable
from uuid import UUID

from shared.kit.core import NotFound
from shared.pictures import Crop, Limits, PictureStore, process_image

from profiles.moderation.domain.moderation import Desk
from profiles.moderation.storage.unit import ModerationUnit


def photo_fingerprint(reads: Callable[[], ModerationUnit], media: PictureStore, desk: Desk, photo_id: UUID) -> bytes:
    """Compute the perceptual hashes of a photo that was stored before there were any. Raises NotFound."""
    with reads() as uow:
        found = uow.photos.media_at_desk(desk.pool, photo_id)
    content = media.read(found[0], "800") if found else None
    if content is None:
        raise NotFound()
    return process_image(content, cut=Crop.WHOLE, limits=Limits(shortest_side=1)).fingerprint

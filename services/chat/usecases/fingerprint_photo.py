from uuid import UUID

from shared.kit.core import NotFound
from shared.pictures import Crop, Limits, PictureStore, process_image

from chat.storage import ChatUnit
from chat.usecases.look_at_photo import find_proof

LARGEST = "800"


def fingerprint_photo(uow: ChatUnit, media: PictureStore, message_id: UUID, pool: int) -> bytes:
    """Make the perceptual hashes of a photo that came to the desk of this pool of sites with a complaint.

    Made from its largest file, which differs from the upload's hashes by 2 of 128 bits at most (decision 0028); none
    are stored with photos of chats. Raises NotFound for every other photo, and Unavailable.
    """
    content = media.read(find_proof(uow, message_id, pool), LARGEST)
    if content is None:
        raise NotFound()
    return process_image(content, cut=Crop.WHOLE, limits=Limits(shortest_side=1)).fingerprint

"""Links to photos in chat, for whoever may look at a conversation."""

from datetime import UTC, datetime
from uuid import UUID

from pictures import PictureLinks
from servicekit.keys import SigningKeys

ROOT = "chat-media"


class PhotoLinks(PictureLinks):
    """A photo goes by the id of its message. Whether a link has run out is decided by the database's clock."""

    def __init__(self, keys: SigningKeys) -> None:
        super().__init__(keys, ROOT)

    def fresh(self, message_id: UUID, variant: str, viewer_id: UUID) -> str:
        return self.link(message_id, variant, viewer_id, datetime.now(UTC))

"""Signed links to photos of chats, each for one viewer."""

from datetime import UTC, datetime
from uuid import UUID

from shared.kit.core import SigningKeys
from shared.pictures import PictureLinks

ROOT = "chat-media"


class PhotoLinks(PictureLinks):
    """Links name a photo by the id of its message. The database's clock decides whether a link has expired."""

    def __init__(self, keys: SigningKeys) -> None:
        super().__init__(keys, ROOT)

    def fresh(self, message_id: UUID, variant: str, viewer_id: UUID) -> str:
        return self.link(message_id, variant, viewer_id, datetime.now(UTC))

from collections.abc import Collection
from uuid import UUID

from pairwise.profiles.v1.profiles_pb2 import (
    Card,
    CheckPictureRequest,
    CheckPictureResponse,
    GetCardsRequest,
    GetCardsResponse,
)
from pairwise.profiles.v1.profiles_pb2_grpc import ProfileServiceStub
from servicekit.rpc import Client, Peer


class PictureChecks:
    """Asks profiles whether a picture may be sent; profiles holds the list of blocked ones."""

    def __init__(self, peer: Peer) -> None:
        self._client = Client(peer, ProfileServiceStub)

    def check(self, member_id: UUID, fingerprint: bytes) -> None:
        """Raise Forbidden (`picture_blocked`) for a picture rejected as illegal, and Unavailable without an answer."""
        request = CheckPictureRequest(member_id=str(member_id), fingerprint=fingerprint)
        self._client.ask("CheckPicture", request, CheckPictureResponse)


class ProfileCards:
    """Asks profiles, once for a whole list."""

    def __init__(self, peer: Peer) -> None:
        self._client = Client(peer, ProfileServiceStub)

    def seen_by(self, viewer_id: UUID, member_ids: Collection[UUID]) -> dict[UUID, Card]:
        if not member_ids:
            return {}
        request = GetCardsRequest(viewer_id=str(viewer_id), member_ids=[str(member_id) for member_id in member_ids])
        answer = self._client.ask("GetCards", request, GetCardsResponse)
        return {UUID(card.id): card for card in answer.cards}

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
from shared.kit.grpc import Client, Peer


class PictureChecks:
    """Checks a picture against the blocked pictures of profiles."""

    def __init__(self, peer: Peer) -> None:
        self._client = Client(peer, ProfileServiceStub)

    def check(self, member_id: UUID, fingerprint: bytes) -> None:
        """Raise Forbidden (`picture_blocked`) for a blocked picture, and Unavailable without an answer."""
        request = CheckPictureRequest(member_id=str(member_id), fingerprint=fingerprint)
        self._client.ask("CheckPicture", request, CheckPictureResponse)


class ProfileCards:
    """Gets cards from profiles, in one call for a whole list."""

    def __init__(self, peer: Peer) -> None:
        self._client = Client(peer, ProfileServiceStub)

    def seen_by(self, viewer_id: UUID, member_ids: Collection[UUID]) -> dict[UUID, Card]:
        if not member_ids:
            return {}
        request = GetCardsRequest(viewer_id=str(viewer_id), member_ids=[str(member_id) for member_id in member_ids])
        answer = self._client.ask("GetCards", request, GetCardsResponse)
        return {UUID(card.id): card for card in answer.cards}

from collections.abc import Sequence
from uuid import UUID

from pairwise.profiles.v1.profiles_pb2 import GetCardsRequest, GetCardsResponse
from pairwise.profiles.v1.profiles_pb2_grpc import ProfileServiceStub
from shared.kit.rpc import Client, Peer

MAX_MEMBERS = 200


class ProfileVisibility:
    """Asks profiles before each delivery; its rules of visibility apply everywhere."""

    def __init__(self, peer: Peer) -> None:
        self._client = Client(peer, ProfileServiceStub)

    def visible_to(self, viewer_id: UUID, member_ids: Sequence[UUID]) -> set[UUID]:
        ids = [str(member_id) for member_id in member_ids[:MAX_MEMBERS]]
        if not ids:
            return set()
        request = GetCardsRequest(viewer_id=str(viewer_id), member_ids=ids)
        return {UUID(card.id) for card in self._client.ask("GetCards", request, GetCardsResponse).cards}

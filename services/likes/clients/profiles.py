from collections.abc import Collection
from uuid import UUID

from pairwise.profiles.v1.profiles_pb2 import Card, GetCardsRequest, GetCardsResponse
from pairwise.profiles.v1.profiles_pb2_grpc import ProfileServiceStub
from servicekit.rpc import Client

MOST_IN_ONE_CALL = 200  # what the contract allows


class ProfileCards:
    """Asks profiles. Two lists of likes fit into two calls; nearly always it is one."""

    def __init__(self, address: str) -> None:
        self._client = Client(address, ProfileServiceStub)

    def seen_by(self, viewer_id: UUID, member_ids: Collection[UUID]) -> dict[UUID, Card]:
        wanted = [str(member_id) for member_id in member_ids]
        found: dict[UUID, Card] = {}
        for start in range(0, len(wanted), MOST_IN_ONE_CALL):
            request = GetCardsRequest(viewer_id=str(viewer_id), member_ids=wanted[start : start + MOST_IN_ONE_CALL])
            answer = self._client.ask("GetCards", request, GetCardsResponse)
            found |= {UUID(card.id): card for card in answer.cards}
        return found

from collections.abc import Sequence
from uuid import UUID

from pairwise.profiles.v1.profiles_pb2 import GetCardsRequest, GetCardsResponse
from pairwise.profiles.v1.profiles_pb2_grpc import ProfileServiceStub
from servicekit.rpc import Client, Peer

AT_ONCE = 200


class ProfileSight:
    """Asks profiles, whose rules of visibility hold everywhere, when something is about to go."""

    def __init__(self, peer: Peer) -> None:
        self._client = Client(peer, ProfileServiceStub)

    def may_see(self, viewer_id: UUID, member_id: UUID) -> bool:
        return bool(self.shown(viewer_id, [member_id]))

    def shown(self, viewer_id: UUID, member_ids: Sequence[UUID]) -> set[UUID]:
        wanted = [str(member_id) for member_id in member_ids[:AT_ONCE]]
        if not wanted:
            return set()
        request = GetCardsRequest(viewer_id=str(viewer_id), member_ids=wanted)
        return {UUID(card.id) for card in self._client.ask("GetCards", request, GetCardsResponse).cards}

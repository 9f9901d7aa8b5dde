from uuid import UUID

from pairwise.profiles.v1.profiles_pb2 import GetCardsRequest, GetCardsResponse
from pairwise.profiles.v1.profiles_pb2_grpc import ProfileServiceStub
from servicekit.rpc import Client


class ProfileSight:
    """Asks profiles, whose rules of visibility hold everywhere, when something is about to go."""

    def __init__(self, address: str) -> None:
        self._client = Client(address, ProfileServiceStub)

    def may_see(self, viewer_id: UUID, member_id: UUID) -> bool:
        request = GetCardsRequest(viewer_id=str(viewer_id), member_ids=[str(member_id)])
        return len(self._client.ask("GetCards", request, GetCardsResponse).cards) == 1

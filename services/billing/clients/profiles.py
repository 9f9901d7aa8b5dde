from collections.abc import Collection, Mapping
from uuid import UUID

from pairwise.profiles.v1.profiles_pb2 import GetCardsRequest, GetCardsResponse
from pairwise.profiles.v1.profiles_pb2_grpc import ProfileServiceStub
from servicekit.errors import Unavailable
from servicekit.logs import logger
from servicekit.rpc import Client, Peer

from billing.ports import Partner

# Names make a list plainer; it is no reason to wait long for them.
SECONDS, AT_ONCE = 0.5, 200


class ProfilePartners:
    """Asks profiles who the members in a list of transactions are, as their owner may see them."""

    def __init__(self, peer: Peer) -> None:
        self._client = Client(peer, ProfileServiceStub, deadline_seconds=SECONDS)

    def seen_by(self, viewer_id: UUID, member_ids: Collection[UUID]) -> Mapping[UUID, Partner]:
        wanted, found = sorted(member_ids), dict[UUID, Partner]()
        for start in range(0, len(wanted), AT_ONCE):
            some = wanted[start : start + AT_ONCE]
            request = GetCardsRequest(viewer_id=str(viewer_id), member_ids=[str(member_id) for member_id in some])
            try:
                answer = self._client.ask("GetCards", request, GetCardsResponse)
            except Unavailable:
                logger().warning("transactions_without_names", members=len(wanted))
                return found
            found |= {UUID(card.id): Partner(card.name, card.fictional) for card in answer.cards}
        return found

from collections.abc import Collection, Mapping
from uuid import UUID

from pairwise.profiles.v1.profiles_pb2 import GetCardsRequest, GetCardsResponse
from pairwise.profiles.v1.profiles_pb2_grpc import ProfileServiceStub
from shared.kit.core import Unavailable, logger
from shared.kit.grpc import Client, Peer

from billing.domain.partner import Partner

# Names make a list plainer; it is no reason to wait long for them.
SECONDS, AT_ONCE = 0.5, 200


class ProfilePartners:
    """Get the names of the members in a list of transactions from profiles, as far as the viewer may see them."""

    def __init__(self, peer: Peer) -> None:
        self._client = Client(peer, ProfileServiceStub, deadline_seconds=SECONDS)

    def visible_to(self, viewer_id: UUID, member_ids: Collection[UUID]) -> Mapping[UUID, Partner]:
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

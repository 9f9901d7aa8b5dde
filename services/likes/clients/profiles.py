from collections.abc import Collection, Sequence
from uuid import UUID

from pairwise.profiles.v1.profiles_pb2 import (
    Card,
    FindCandidatesRequest,
    FindCandidatesResponse,
    GetCardsRequest,
    GetCardsResponse,
    GetVeiledPicturesRequest,
    GetVeiledPicturesResponse,
)
from pairwise.profiles.v1.profiles_pb2_grpc import ProfileServiceStub
from servicekit.rpc import Client, Peer

from likes.ports import Dealt

MOST_IN_ONE_CALL = 200  # what the contract allows


class ProfileCards:
    """Asks profiles. Two lists of likes fit into two calls; nearly always it is one."""

    def __init__(self, peer: Peer) -> None:
        self._client = Client(peer, ProfileServiceStub)

    def seen_by(self, viewer_id: UUID, member_ids: Collection[UUID]) -> dict[UUID, Card]:
        wanted = [str(member_id) for member_id in member_ids]
        found: dict[UUID, Card] = {}
        for start in range(0, len(wanted), MOST_IN_ONE_CALL):
            request = GetCardsRequest(viewer_id=str(viewer_id), member_ids=wanted[start : start + MOST_IN_ONE_CALL])
            answer = self._client.ask("GetCards", request, GetCardsResponse)
            found |= {UUID(card.id): card for card in answer.cards}
        return found

    def deal(self, viewer_id: UUID, left_out: Collection[UUID], limit: int) -> Dealt:
        request = FindCandidatesRequest(
            viewer_id=str(viewer_id), left_out_ids=b"".join(member_id.bytes for member_id in left_out), limit=limit
        )
        answer = self._client.ask("FindCandidates", request, FindCandidatesResponse)
        return Dealt(list(answer.cards), answer.country, answer.region or None)

    def veiled(self, viewer_id: UUID, member_ids: Collection[UUID]) -> Sequence[str]:
        if not member_ids:
            return []
        request = GetVeiledPicturesRequest(
            viewer_id=str(viewer_id), member_ids=[str(member_id) for member_id in member_ids]
        )
        return list(self._client.ask("GetVeiledPictures", request, GetVeiledPicturesResponse).srcs)

from collections.abc import Collection, Sequence
from uuid import UUID

from pairwise.profiles.v1.profiles_pb2 import (
    Card,
    FindCandidatesRequest,
    FindCandidatesResponse,
    FindLikedPartsRequest,
    FindLikedPartsResponse,
    GetCardsRequest,
    GetCardsResponse,
    GetVeiledPicturesRequest,
    GetVeiledPicturesResponse,
    LikedPart,
    ReportWordsRequest,
    ReportWordsResponse,
)
from pairwise.profiles.v1.profiles_pb2 import ReceivedWords as ReceivedWordsMessage
from pairwise.profiles.v1.profiles_pb2_grpc import ProfileServiceStub
from shared.kit.grpc import Client, Peer

from likes.domain.like import ReceivedWords
from likes.ports import Candidates, WordsReport

MAX_CARDS_A_CALL = 200  # the limit of GetCards, and of FindLikedParts


class ProfilesClient:
    """The profiles service over gRPC. Three pages of likes fit into one call of GetCards, nearly always."""

    def __init__(self, peer: Peer) -> None:
        self._client = Client(peer, ProfileServiceStub)

    def cards_visible_to(self, viewer_id: UUID, member_ids: Collection[UUID]) -> dict[UUID, Card]:
        ids = [str(member_id) for member_id in member_ids]
        cards: dict[UUID, Card] = {}
        for start in range(0, len(ids), MAX_CARDS_A_CALL):
            request = GetCardsRequest(viewer_id=str(viewer_id), member_ids=ids[start : start + MAX_CARDS_A_CALL])
            answer = self._client.ask("GetCards", request, GetCardsResponse)
            cards |= {UUID(card.id): card for card in answer.cards}
        return cards

    def find_candidates(self, viewer_id: UUID, excluded_ids: Collection[UUID], limit: int) -> Candidates:
        request = FindCandidatesRequest(
            viewer_id=str(viewer_id), left_out_ids=b"".join(each.bytes for each in excluded_ids), limit=limit
        )
        answer = self._client.ask("FindCandidates", request, FindCandidatesResponse)
        return Candidates(list(answer.cards), answer.country, answer.region or None)

    def liked_parts(
        self, viewer_id: UUID, parts: Collection[tuple[UUID, UUID]], *, is_premium: bool
    ) -> dict[tuple[UUID, UUID], LikedPart]:
        asked = [FindLikedPartsRequest.Part(member_id=str(member), part_id=str(part)) for member, part in parts]
        found: dict[tuple[UUID, UUID], LikedPart] = {}
        for start in range(0, len(asked), MAX_CARDS_A_CALL):
            request = FindLikedPartsRequest(
                viewer_id=str(viewer_id), is_premium=is_premium, parts=asked[start : start + MAX_CARDS_A_CALL]
            )
            answer = self._client.ask("FindLikedParts", request, FindLikedPartsResponse)
            found |= {(UUID(each.member_id), UUID(each.part_id)): each for each in answer.parts}
        return found

    def blurred_pictures(self, viewer_id: UUID, member_ids: Collection[UUID]) -> Sequence[str]:
        if not member_ids:
            return []
        request = GetVeiledPicturesRequest(
            viewer_id=str(viewer_id), member_ids=[str(member_id) for member_id in member_ids]
        )
        return list(self._client.ask("GetVeiledPictures", request, GetVeiledPicturesResponse).srcs)

    def report_words(self, key: UUID, report: WordsReport, received: Sequence[ReceivedWords]) -> int:
        words = [
            ReceivedWordsMessage(
                part_id=str(each.part_id),
                words=each.words,
                given_at=each.given_at.isoformat(),
                withdrawn_at=each.withdrawn_at.isoformat() if each.withdrawn_at else "",
            )
            for each in received
        ]
        first = words[0] if words else ReceivedWordsMessage()
        request = ReportWordsRequest(
            id=str(key),
            reporter_id=str(report.reporter_id),
            liker_id=str(report.liker_id),
            part_id=first.part_id,
            words=first.words,
            given_at=first.given_at,
            reason=report.reason,
            text=report.text,
            site=report.site,
            locale=report.locale,
            received=words,
        )
        return self._client.ask("ReportWords", request, ReportWordsResponse).number

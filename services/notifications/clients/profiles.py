from collections.abc import Collection
from uuid import UUID

from pairwise.profiles.v1.profiles_pb2 import DateContact as DateContactMessage
from pairwise.profiles.v1.profiles_pb2 import (
    FindVisibleRequest,
    FindVisibleResponse,
    GetCardsRequest,
    GetCardsResponse,
    GetDateContactRequest,
    RecordSupportThreadRequest,
    RecordSupportThreadResponse,
    RecordSupportViewRequest,
    RecordSupportViewResponse,
    SelectMembersRequest,
    SelectMembersResponse,
)
from pairwise.profiles.v1.profiles_pb2_grpc import ProfileServiceStub
from shared.kit.core import NotFound
from shared.kit.grpc import Client, Peer

from notifications.domain.segment import SegmentConditions
from notifications.ports import DateContact, Pair, SupportThreadAct, VisiblePairs

MOST_PAIRS, MOST_MEMBERS = 500, 200
WORDS = ("maker", "partner", "place", "meets_at", "time_zone", "note", "token", "refusal_token", "fine_at")


class ProfileVisibility:
    """Asks profiles before each delivery; its rules of visibility apply everywhere."""

    def __init__(self, peer: Peer) -> None:
        self._client = Client(peer, ProfileServiceStub)

    def visible(self, pairs: Collection[Pair]) -> VisiblePairs:
        asked = sorted(set(pairs))
        viewers = {viewer_id for viewer_id, _ in asked}
        if len(viewers) == 1 and len(asked) <= MOST_MEMBERS:
            return self._to_one(viewers.pop(), [str(member_id) for _, member_id in asked])
        found: set[Pair] = set()
        unknown: set[UUID] = set()
        for start in range(0, len(asked), MOST_PAIRS):
            some = [
                FindVisibleRequest.Pair(viewer_id=str(viewer_id), member_id=str(member_id))
                for viewer_id, member_id in asked[start : start + MOST_PAIRS]
            ]
            answer = self._client.ask("FindVisible", FindVisibleRequest(pairs=some), FindVisibleResponse)
            found |= {(UUID(pair.viewer_id), UUID(pair.member_id)) for pair in answer.pairs}
            unknown |= set(map(UUID, answer.unknown_viewer_ids))
        return VisiblePairs(found, unknown)

    def select(self, member_ids: Collection[UUID], conditions: SegmentConditions | None) -> dict[UUID, str]:
        ids, found = sorted(map(str, set(member_ids))), dict[UUID, str]()
        for start in range(0, len(ids), MOST_MEMBERS):
            request = SelectMembersRequest(member_ids=ids[start : start + MOST_MEMBERS])
            if conditions is not None:
                request.countries.extend(conditions.countries)
                request.genders.extend(conditions.genders)
                request.age_from, request.age_to = conditions.age_from or 0, conditions.age_to or 0
            answer = self._client.ask("SelectMembers", request, SelectMembersResponse)
            # Profiles of the previous release names no time zones.
            zones = answer.time_zones or [""] * len(answer.member_ids)
            found |= dict(zip(map(UUID, answer.member_ids), zones, strict=True))
        return found

    def date_contact(self, plan_id: UUID) -> DateContact | None:
        try:
            found = self._client.ask("GetDateContact", GetDateContactRequest(plan_id=str(plan_id)), DateContactMessage)
        except NotFound:
            return None
        words = {name: getattr(found, name) for name in WORDS}
        return DateContact(found.site, found.locale, {"to": found.email, "name": found.name, **words}, found.phone)

    def record_support_view(self, actor_id: UUID, member_id: UUID, pool: int) -> None:
        request = RecordSupportViewRequest(actor_id=str(actor_id), member_id=str(member_id), pool=pool)
        self._client.ask("RecordSupportView", request, RecordSupportViewResponse)

    def record_support_thread(
        self, actor_id: UUID, thread_id: UUID, member_id: UUID | None, pool: int, act: SupportThreadAct
    ) -> None:
        request = RecordSupportThreadRequest(
            actor_id=str(actor_id),
            thread_id=str(thread_id),
            member_id=str(member_id) if member_id else "",
            pool=pool,
            act=act,
        )
        self._client.ask("RecordSupportThread", request, RecordSupportThreadResponse)

    def _to_one(self, viewer_id: UUID, ids: list[str]) -> VisiblePairs:
        request = GetCardsRequest(viewer_id=str(viewer_id), member_ids=ids)
        # Unavailable also of a viewer who has no profile yet.
        cards = self._client.ask("GetCards", request, GetCardsResponse).cards
        return VisiblePairs({(viewer_id, UUID(card.id)) for card in cards})

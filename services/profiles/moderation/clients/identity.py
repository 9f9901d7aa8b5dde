from collections.abc import Sequence
from datetime import UTC, date
from uuid import UUID

from pairwise.identity.v1.accounts_pb2 import (
    FindMembersRequest,
    FindMembersResponse,
    GetMemberFactsRequest,
    MemberDevice,
    MemberFacts,
    NoteModerationRequest,
    NoteModerationResponse,
)
from pairwise.identity.v1.accounts_pb2_grpc import AccountServiceStub
from shared.kit.grpc import Client, Peer

from profiles.moderation.domain.account_facts import AccountFacts, DeviceFacts
from profiles.moderation.domain.member_search import SearchBy


class ModeratedAccounts:
    """Asks identity to suspend accounts, for the facts of one, and for accounts by what it alone has."""

    def __init__(self, peer: Peer) -> None:
        self._client = Client(peer, AccountServiceStub)

    def note_moderation(self, member_id: UUID, version: int, *, suspended: bool) -> None:
        request = NoteModerationRequest(member_id=str(member_id), suspended=suspended, version=version)
        self._client.ask("NoteModeration", request, NoteModerationResponse)

    def facts(self, member_id: UUID) -> AccountFacts:
        found = self._client.ask("GetMemberFacts", GetMemberFactsRequest(member_id=str(member_id)), MemberFacts)
        return AccountFacts(
            site=found.site,
            signed_up_at=found.signed_up_at.ToDatetime(tzinfo=UTC),
            is_confirmed=found.confirmed,
            devices=tuple(_device(device) for device in found.devices),
        )

    def find(self, by: SearchBy, text: str, sites: Sequence[str], limit: int) -> Sequence[UUID]:
        request = FindMembersRequest(by=by.value, text=text, sites=sites, limit=limit)
        found = self._client.ask("FindMembers", request, FindMembersResponse)
        return [UUID(each) for each in found.member_ids]


def _device(device: MemberDevice) -> DeviceFacts:
    return DeviceFacts(
        browser=device.browser or None,
        system=device.system or None,
        since=device.since.ToDatetime(tzinfo=UTC),
        used_on=date.fromisoformat(device.used_on),
    )

from collections.abc import Collection, Iterator
from datetime import date
from uuid import UUID

from pairwise.identity.v1.accounts_pb2 import (
    Contact,
    FindMembersRequest,
    FindMembersResponse,
    GetContactRequest,
    GetContactsRequest,
    GetContactsResponse,
)
from pairwise.identity.v1.accounts_pb2_grpc import AccountServiceStub
from shared.kit.core import NotFound, Unavailable
from shared.kit.grpc import Client, Peer

from notifications.domain.campaign_member import LifecycleMember
from notifications.domain.email import Recipient

MOST, FOUND_MOST = 200, 100


class IdentityContacts:
    """Asks identity before each delivery; notifications stores no address."""

    def __init__(self, peer: Peer) -> None:
        self._client = Client(peer, AccountServiceStub)

    def find(self, member_ids: Collection[UUID]) -> dict[UUID, Recipient]:
        ids = sorted(map(str, set(member_ids)))
        return {
            UUID(found.member_id): _recipient(found)
            for start in range(0, len(ids), MOST)
            for found in self._ask(ids[start : start + MOST])
        }

    def find_lifecycles(self, member_ids: Collection[UUID]) -> dict[UUID, LifecycleMember]:
        ids = sorted(map(str, set(member_ids)))
        found: dict[UUID, LifecycleMember] = {}
        for start in range(0, len(ids), MOST):
            asked = GetContactsRequest(member_ids=ids[start : start + MOST], with_lifecycle=True)
            contacts = self._client.ask("GetContacts", asked, GetContactsResponse).contacts
            found |= {UUID(contact.member_id): _lifecycle(contact) for contact in contacts}
        return found

    def find_by_address(self, address: str, site: str) -> UUID | None:
        """Identity searches for a part of an address; of what it finds only the same address counts."""
        asked = FindMembersRequest(by="email", text=address, sites=[site], limit=FOUND_MOST)
        ids = [UUID(each) for each in self._client.ask("FindMembers", asked, FindMembersResponse).member_ids]
        found = self.find(ids) if ids else {}
        same = [member_id for member_id, each in found.items() if each.email == address and each.site == site]
        return same[0] if len(same) == 1 else None

    def _ask(self, ids: list[str]) -> Iterator[Contact]:
        if len(ids) > 1:
            yield from self._client.ask("GetContacts", GetContactsRequest(member_ids=ids), GetContactsResponse).contacts
            return
        try:
            yield self._client.ask("GetContact", GetContactRequest(member_id=ids[0]), Contact)
        except NotFound:
            return


def _recipient(contact: Contact) -> Recipient:
    return Recipient(contact.email, contact.name, contact.locale, contact.site, contact.confirmed)


def _lifecycle(contact: Contact) -> LifecycleMember:
    if not contact.seen_on or not contact.HasField("credits"):
        # Identity of the previous release does not know all of the lifecycle: nothing is decided until it does.
        raise Unavailable()
    return LifecycleMember(
        _recipient(contact),
        is_suspended=contact.suspended,
        has_consented=contact.marketing,
        has_bought=contact.has_bought,
        seen_on=date.fromisoformat(contact.seen_on),
        credits=contact.credits,
        signed_up_on=date.fromisoformat(contact.signed_up_on) if contact.signed_up_on else None,
        allows_attribution=contact.attribution if contact.HasField("attribution") else None,
    )

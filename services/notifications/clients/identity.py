from collections.abc import Collection, Iterator
from uuid import UUID

from pairwise.identity.v1.accounts_pb2 import Contact, GetContactRequest, GetContactsRequest, GetContactsResponse
from pairwise.identity.v1.accounts_pb2_grpc import AccountServiceStub
from shared.kit.errors import NotFound
from shared.kit.rpc import Client, Peer

from notifications.domain.email import Recipient

MOST = 200


class IdentityContacts:
    """Asks identity before each delivery; notifications stores no address."""

    def __init__(self, peer: Peer) -> None:
        self._client = Client(peer, AccountServiceStub)

    def find(self, member_ids: Collection[UUID]) -> dict[UUID, Recipient]:
        ids = sorted(map(str, set(member_ids)))
        return {
            UUID(found.member_id): Recipient(found.email, found.name, found.locale, found.site, found.confirmed)
            for start in range(0, len(ids), MOST)
            for found in self._ask(ids[start : start + MOST])
        }

    def _ask(self, ids: list[str]) -> Iterator[Contact]:
        if len(ids) > 1:
            yield from self._client.ask("GetContacts", GetContactsRequest(member_ids=ids), GetContactsResponse).contacts
            return
        try:
            yield self._client.ask("GetContact", GetContactRequest(member_id=ids[0]), Contact)
        except NotFound:
            return

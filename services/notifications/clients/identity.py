from uuid import UUID

from pairwise.identity.v1.accounts_pb2 import Contact, GetContactRequest
from pairwise.identity.v1.accounts_pb2_grpc import AccountServiceStub
from shared.kit.errors import NotFound
from shared.kit.rpc import Client, Peer

from notifications.domain.email import Recipient


class IdentityContacts:
    """Asks identity before each delivery; notifications stores no address."""

    def __init__(self, peer: Peer) -> None:
        self._client = Client(peer, AccountServiceStub)

    def find(self, member_id: UUID) -> Recipient | None:
        try:
            found = self._client.ask("GetContact", GetContactRequest(member_id=str(member_id)), Contact)
        except NotFound:
            return None
        return Recipient(found.email, found.name, found.locale, found.site, found.confirmed)

from uuid import UUID

from holdings.deliver import Deliveries
from pairwise.identity.v1.accounts_pb2 import Contact, GetContactRequest
from pairwise.identity.v1.accounts_pb2_grpc import AccountServiceStub
from servicekit.errors import NotFound
from servicekit.rpc import Client, Peer
from servicekit.settings import Settings

from notifications.domain.mail import Addressee


class IdentityContacts:
    """Asks identity when a mail is about to go; addresses are not kept here."""

    def __init__(self, peer: Peer) -> None:
        self._client = Client(peer, AccountServiceStub)

    def find(self, member_id: UUID) -> Addressee | None:
        try:
            found = self._client.ask("GetContact", GetContactRequest(member_id=str(member_id)), Contact)
        except NotFound:
            return None
        return Addressee(found.email, found.name, found.locale, found.site, found.confirmed)


def deliveries_of(settings: Settings) -> Deliveries:
    """Identity puts members' copies of their data together."""
    return Deliveries(settings)

from uuid import UUID

from holdings.deliver import Deliveries
from pairwise.identity.v1.accounts_pb2 import GetGreetingRequest, Greeting
from pairwise.identity.v1.accounts_pb2_grpc import AccountServiceStub
from servicekit.errors import NotFound
from servicekit.rpc import Client, Peer
from servicekit.settings import Settings

from chat.ports import FirstMessage


class IdentityGreetings:
    """Asks identity what a member wrote while signing up; nobody else is told those words."""

    def __init__(self, peer: Peer) -> None:
        self._client = Client(peer, AccountServiceStub)

    def find(self, member_id: UUID) -> FirstMessage | None:
        try:
            found = self._client.ask("GetGreeting", GetGreetingRequest(member_id=str(member_id)), Greeting)
        except NotFound:
            return None
        return FirstMessage(UUID(found.recipient_id), found.text, found.site)


def deliveries_of(settings: Settings) -> Deliveries:
    """Identity puts members' copies of their data together."""
    return Deliveries(settings)

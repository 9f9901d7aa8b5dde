from uuid import UUID

from pairwise.identity.v1.accounts_pb2 import GetGreetingRequest, Greeting
from pairwise.identity.v1.accounts_pb2_grpc import AccountServiceStub
from shared.kit.core import NotFound
from shared.kit.grpc import Client, Peer

from chat.ports import FirstMessage


class IdentityGreetings:
    """Gets the first message of a new member from identity, which answers chat alone."""

    def __init__(self, peer: Peer) -> None:
        self._client = Client(peer, AccountServiceStub)

    def find(self, member_id: UUID) -> FirstMessage | None:
        try:
            found = self._client.ask("GetGreeting", GetGreetingRequest(member_id=str(member_id)), Greeting)
        except NotFound:
            return None
        return FirstMessage(UUID(found.recipient_id), found.text, found.site)

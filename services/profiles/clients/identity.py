from uuid import UUID

from holdings.deliver import Deliveries
from pairwise.identity.v1.accounts_pb2 import NoteModerationRequest, NoteModerationResponse
from pairwise.identity.v1.accounts_pb2_grpc import AccountServiceStub
from servicekit.rpc import Client, Peer
from servicekit.settings import Settings


class IdentityAccounts:
    """Asks identity to suspend accounts."""

    def __init__(self, peer: Peer) -> None:
        self._client = Client(peer, AccountServiceStub)

    def note_moderation(self, member_id: UUID, version: int, *, suspended: bool) -> None:
        request = NoteModerationRequest(member_id=str(member_id), suspended=suspended, version=version)
        self._client.ask("NoteModeration", request, NoteModerationResponse)


def deliveries_of(settings: Settings) -> Deliveries:
    """Identity puts members' copies of their data together."""
    return Deliveries(settings)

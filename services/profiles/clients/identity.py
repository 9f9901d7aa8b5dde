from uuid import UUID

from pairwise.identity.v1.accounts_pb2 import NoteModerationRequest, NoteModerationResponse
from pairwise.identity.v1.accounts_pb2_grpc import AccountServiceStub
from shared.kit.rpc import Client, Peer


class IdentityAccounts:
    """Asks identity to suspend accounts."""

    def __init__(self, peer: Peer) -> None:
        self._client = Client(peer, AccountServiceStub)

    def note_moderation(self, member_id: UUID, version: int, *, suspended: bool) -> None:
        request = NoteModerationRequest(member_id=str(member_id), suspended=suspended, version=version)
        self._client.ask("NoteModeration", request, NoteModerationResponse)

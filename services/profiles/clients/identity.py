from collections.abc import Sequence
from uuid import UUID

from pairwise.identity.v1.accounts_pb2 import CompareMembersRequest, CompareMembersResponse
from pairwise.identity.v1.accounts_pb2_grpc import AccountServiceStub
from shared.kit.grpc import Client, Peer


class IdentityAccounts:
    """Asks identity which accounts may be of one person."""

    def __init__(self, peer: Peer) -> None:
        self._client = Client(peer, AccountServiceStub)

    def compare(self, member_id: UUID, other_ids: Sequence[UUID]) -> tuple[frozenset[UUID], frozenset[UUID]]:
        request = CompareMembersRequest(member_id=str(member_id), other_ids=[str(each) for each in other_ids])
        found = self._client.ask("CompareMembers", request, CompareMembersResponse)
        return frozenset(map(UUID, found.same_network)), frozenset(map(UUID, found.same_device))

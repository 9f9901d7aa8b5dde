from collections.abc import Sequence
from uuid import UUID

from pairwise.identity.v1.accounts_pb2 import ListActiveRequest, ListActiveResponse
from pairwise.identity.v1.accounts_pb2_grpc import AccountServiceStub
from shared.kit.grpc import Client, Peer


class IdentityAccounts:
    """Asks identity which members are confirmed, and neither suspended nor deleted."""

    def __init__(self, peer: Peer) -> None:
        self._client = Client(peer, AccountServiceStub)

    def active(self, member_ids: Sequence[UUID]) -> set[UUID]:
        request = ListActiveRequest(member_ids=[str(member_id) for member_id in member_ids])
        answer = self._client.ask("ListActive", request, ListActiveResponse)
        return {UUID(member_id) for member_id in answer.member_ids}

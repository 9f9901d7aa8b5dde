from uuid import UUID

from pairwise.chat.v1.sends_pb2 import HaveBothWrittenRequest, HaveBothWrittenResponse
from pairwise.chat.v1.sends_pb2_grpc import SendServiceStub
from shared.kit.grpc import Client, Peer


class ChatConversations:
    """Asks chat whether two members talk with each other."""

    def __init__(self, peer: Peer) -> None:
        self._client = Client(peer, SendServiceStub)

    def have_both_written(self, member_id: UUID, partner_id: UUID) -> bool:
        request = HaveBothWrittenRequest(member_id=str(member_id), partner_id=str(partner_id))
        return self._client.ask("HaveBothWritten", request, HaveBothWrittenResponse).both

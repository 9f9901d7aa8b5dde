from uuid import UUID

from pairwise.chat.v1.sends_pb2 import SettleSendRequest, SettleSendResponse
from pairwise.chat.v1.sends_pb2_grpc import SendServiceStub
from shared.kit.grpc import Client, Peer


class ChatSends:
    def __init__(self, peer: Peer) -> None:
        self._chat = Client(peer, SendServiceStub)

    def was_posted(self, message_id: UUID) -> bool:
        request = SettleSendRequest(message_id=str(message_id))
        return self._chat.ask("SettleSend", request, SettleSendResponse).posted

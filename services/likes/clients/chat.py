from uuid import UUID

from pairwise.chat.v1.sends_pb2 import PostOpenerRequest, PostOpenerResponse
from pairwise.chat.v1.sends_pb2_grpc import SendServiceStub
from shared.kit.grpc import Client, Peer

# Chat asks billing for the charge.
POST_SECONDS = 5.0


class ChatOpeners:
    """Gives words of answered likes to chat."""

    def __init__(self, peer: Peer) -> None:
        self._client = Client(peer, SendServiceStub, deadline_seconds=POST_SECONDS)

    def post(self, liker_id: UUID, liked_id: UUID, words: str) -> bool:
        request = PostOpenerRequest(liker_id=str(liker_id), liked_id=str(liked_id), text=words)
        return self._client.ask("PostOpener", request, PostOpenerResponse).done

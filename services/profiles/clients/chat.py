from collections.abc import Sequence
from uuid import UUID

from pairwise.chat.v1.evidence_pb2 import GetMessagesRequest, GetMessagesResponse
from pairwise.chat.v1.evidence_pb2_grpc import EvidenceServiceStub
from servicekit.rpc import Client


class ChatEvidence:
    """Asks chat for the words of messages."""

    def __init__(self, address: str) -> None:
        self._client = Client(address, EvidenceServiceStub)

    def messages(self, member_id: UUID, partner_id: UUID, message_ids: Sequence[UUID]) -> list[dict[str, str | None]]:
        request = GetMessagesRequest(
            member_id=str(member_id), partner_id=str(partner_id), message_ids=[str(each) for each in set(message_ids)]
        )
        answer = self._client.ask("GetMessages", request, GetMessagesResponse)
        return [
            {
                "id": each.id,
                "sender_id": each.sender_id,
                "kind": each.kind or "text",
                "text": each.text,
                "gift": each.gift or None,
                "icebreaker": each.icebreaker or None,
                "sent_at": each.sent_at,
            }
            for each in answer.messages
        ]

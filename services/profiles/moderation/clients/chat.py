from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from pairwise.chat.v1.evidence_pb2 import (
    GetFingerprintRequest,
    GetFingerprintResponse,
    GetMessagesRequest,
    GetMessagesResponse,
    ListConversationsRequest,
    ListConversationsResponse,
    ReadConversationRequest,
    ReadConversationResponse,
    ShownMessage,
)
from pairwise.chat.v1.evidence_pb2_grpc import EvidenceServiceStub
from shared.kit.grpc import Client, Peer

from profiles.moderation.domain.moderation import Proof, Shown
from profiles.moderation.domain.read_conversation import ConversationPage, MemberConversation

# Chat decodes the picture for it. The gateway gives up after 15 s.
FINGERPRINT_SECONDS = 8.0


class ChatEvidence:
    """Asks chat for conversations, the words of messages, and the perceptual hashes of their photos."""

    def __init__(self, peer: Peer) -> None:
        self._client = Client(peer, EvidenceServiceStub)
        self._fingerprints = Client(peer, EvidenceServiceStub, deadline_seconds=FINGERPRINT_SECONDS)

    def fingerprint(self, message_id: UUID, pool: int) -> bytes:
        request = GetFingerprintRequest(message_id=str(message_id), pool=pool)
        return self._fingerprints.ask("GetFingerprint", request, GetFingerprintResponse).fingerprint

    def shown(self, member_id: UUID, partner_id: UUID | None, proof: Proof) -> Shown:
        request = GetMessagesRequest(
            member_id=str(member_id),
            partner_id=str(partner_id or ""),
            conversation_id=str(proof.conversation_id or ""),
            message_ids=[str(each) for each in set(proof.message_ids)],
            newest=proof.is_newest,
            surroundings=not proof.is_newest,
        )
        answer = self._client.ask("GetMessages", request, GetMessagesResponse)
        return Shown(UUID(answer.partner_id), _messages(answer.messages))

    def conversations(self, member_id: UUID) -> Sequence[MemberConversation]:
        request = ListConversationsRequest(member_id=str(member_id))
        found = self._client.ask("ListConversations", request, ListConversationsResponse)
        return [
            MemberConversation(
                UUID(each.id), UUID(each.partner_id), each.messages, datetime.fromisoformat(each.last_message_at)
            )
            for each in found.conversations
        ]

    def read(self, member_id: UUID, conversation_id: UUID, before_seq: int | None) -> ConversationPage:
        request = ReadConversationRequest(
            member_id=str(member_id), conversation_id=str(conversation_id), before_seq=before_seq or 0
        )
        page = self._client.ask("ReadConversation", request, ReadConversationResponse)
        return ConversationPage(UUID(page.partner_id), _messages(page.messages), page.before_seq or None)


def _messages(shown: Iterable[ShownMessage]) -> list[dict[str, Any]]:
    return [
        {
            "id": each.id,
            "sender_id": each.sender_id,
            "kind": each.kind or "text",
            "text": each.text,
            "gift": each.gift or None,
            "icebreaker": each.icebreaker or None,
            "sent_at": each.sent_at,
            "retracted_at": each.retracted_at or None,
            **({"around": True} if each.around else {}),
        }
        for each in shown
    ]

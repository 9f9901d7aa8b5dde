from uuid import UUID

from pairwise.chat.v1.evidence_pb2 import (
    GetFingerprintRequest,
    GetFingerprintResponse,
    GetMessagesRequest,
    GetMessagesResponse,
)
from pairwise.chat.v1.evidence_pb2_grpc import EvidenceServiceStub
from shared.kit.rpc import Client, Peer

from profiles.domain.moderation import Proof, Shown

# Chat decodes the picture for it. The gateway gives up after 15 s.
FINGERPRINT_SECONDS = 8.0


class ChatEvidence:
    """Asks chat for the words of messages, and for the perceptual hashes of their photos."""

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
        )
        answer = self._client.ask("GetMessages", request, GetMessagesResponse)
        messages: list[dict[str, str | None]] = [
            {
                "id": each.id,
                "sender_id": each.sender_id,
                "kind": each.kind or "text",
                "text": each.text,
                "gift": each.gift or None,
                "icebreaker": each.icebreaker or None,
                "sent_at": each.sent_at,
                "retracted_at": each.retracted_at or None,
            }
            for each in answer.messages
        ]
        return Shown(UUID(answer.partner_id), messages)

import grpc
from pairwise.chat.v1.evidence_pb2 import (
    GetFingerprintRequest,
    GetFingerprintResponse,
    GetMessagesRequest,
    GetMessagesResponse,
    ListConversationsRequest,
    ListConversationsResponse,
    MemberConversation,
    ReadConversationRequest,
    ReadConversationResponse,
    ShownMessage,
)
from pairwise.chat.v1.evidence_pb2_grpc import EvidenceServiceServicer
from shared.kit.grpc import id_of, ids_of

from chat.domain.call import CallFacts
from chat.domain.message import Message
from chat.usecases.fingerprint_photo import fingerprint_photo
from chat.usecases.read_for_desk import list_for_desk, read_for_desk
from chat.usecases.show_messages import EvidenceRequest, show_messages
from chat.wiring import Wiring


class EvidenceServicer(EvidenceServiceServicer):
    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring

    def GetMessages(self, request: GetMessagesRequest, context: grpc.ServicerContext) -> GetMessagesResponse:
        member_id = id_of(request.member_id)
        asked = EvidenceRequest(
            conversation_id=id_of(request.conversation_id) if request.conversation_id else None,
            partner_id=None if request.conversation_id else id_of(request.partner_id),
            message_ids=ids_of(request.message_ids),
            is_newest=request.newest,
            has_surroundings=request.surroundings,
        )
        shown = show_messages(self._wiring.unit_of_work(), member_id, asked)
        return GetMessagesResponse(
            partner_id=str(shown.partner_id),
            messages=[
                _shown(message, is_around=message in shown.around)
                for message in sorted([*shown.messages, *shown.around], key=lambda message: message.seq)
            ],
        )

    def ListConversations(
        self, request: ListConversationsRequest, context: grpc.ServicerContext
    ) -> ListConversationsResponse:
        found = list_for_desk(self._wiring.unit_of_work(), id_of(request.member_id))
        return ListConversationsResponse(
            conversations=[
                MemberConversation(
                    id=str(each.id),
                    partner_id=str(each.partner_id),
                    messages=each.messages,
                    last_message_at=each.last_message_at.isoformat(),
                )
                for each in found
            ]
        )

    def ReadConversation(
        self, request: ReadConversationRequest, context: grpc.ServicerContext
    ) -> ReadConversationResponse:
        page = read_for_desk(
            self._wiring.unit_of_work(),
            id_of(request.member_id),
            id_of(request.conversation_id),
            request.before_seq or None,
        )
        return ReadConversationResponse(
            partner_id=str(page.partner_id),
            messages=[_shown(message) for message in page.messages],
            before_seq=page.before_seq or 0,
        )

    def GetFingerprint(self, request: GetFingerprintRequest, context: grpc.ServicerContext) -> GetFingerprintResponse:
        message_id = id_of(request.message_id)
        dependencies = self._wiring
        fingerprint = fingerprint_photo(dependencies.unit_of_work(), dependencies.media, message_id, request.pool)
        return GetFingerprintResponse(fingerprint=fingerprint)


def _shown(message: Message, *, is_around: bool = False) -> ShownMessage:
    return ShownMessage(
        id=str(message.id),
        sender_id=str(message.sender_id),
        text=message.text if message.call is None else _facts(message.call),
        kind=message.kind,
        gift=message.gift or "",
        icebreaker=message.icebreaker or "",
        sent_at=message.sent_at.isoformat(),
        retracted_at=message.retracted_at.isoformat() if message.retracted_at else "",
        around=is_around,
    )


def _facts(call: CallFacts) -> str:
    """What is kept of a call: there is no recording."""
    return ", ".join([call.kind, call.state, *([] if call.seconds is None else [f"{call.seconds} s"])])

from uuid import UUID

import grpc
from pairwise.chat.v1.evidence_pb2 import GetMessagesRequest, GetMessagesResponse, ShownMessage
from pairwise.chat.v1.evidence_pb2_grpc import EvidenceServiceServicer
from servicekit.errors import Malformed

from chat.usecases.show_messages import show_messages
from chat.wiring import Wiring


class EvidenceServicer(EvidenceServiceServicer):
    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring

    def GetMessages(self, request: GetMessagesRequest, context: grpc.ServicerContext) -> GetMessagesResponse:
        try:
            member_id, partner_id = UUID(request.member_id), UUID(request.partner_id)
            message_ids = [UUID(each) for each in request.message_ids]
        except ValueError as error:
            raise Malformed() from error
        shown = show_messages(self._wiring.unit_of_work(), member_id, partner_id, message_ids)
        return GetMessagesResponse(
            messages=[
                ShownMessage(
                    id=str(message.id),
                    sender_id=str(message.sender_id),
                    text=message.text,
                    kind=message.kind,
                    gift=message.gift or "",
                    icebreaker=message.icebreaker or "",
                    sent_at=message.sent_at.isoformat(),
                )
                for message in shown
            ]
        )

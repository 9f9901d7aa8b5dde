import grpc
from pairwise.chat.v1.sends_pb2 import (
    HaveBothWrittenRequest,
    HaveBothWrittenResponse,
    PostOpenerRequest,
    PostOpenerResponse,
    SettleSendRequest,
    SettleSendResponse,
)
from pairwise.chat.v1.sends_pb2_grpc import SendServiceServicer
from shared.kit.grpc import id_of

from chat.usecases.post_opener import post_opener
from chat.usecases.settle_send import settle_send
from chat.wiring import Wiring


class SendServicer(SendServiceServicer):
    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring

    def SettleSend(self, request: SettleSendRequest, context: grpc.ServicerContext) -> SettleSendResponse:
        return SettleSendResponse(posted=settle_send(self._wiring.unit_of_work(), id_of(request.message_id)))

    def PostOpener(self, request: PostOpenerRequest, context: grpc.ServicerContext) -> PostOpenerResponse:
        wiring, liker_id, liked_id = self._wiring, id_of(request.liker_id), id_of(request.liked_id)
        return PostOpenerResponse(
            done=post_opener(wiring.unit_of_work(), wiring.billing, liker_id, liked_id, request.text)
        )

    def HaveBothWritten(
        self, request: HaveBothWrittenRequest, context: grpc.ServicerContext
    ) -> HaveBothWrittenResponse:
        with self._wiring.unit_of_work().reading() as uow:
            both = uow.conversations.have_both_written(id_of(request.member_id), id_of(request.partner_id))
        return HaveBothWrittenResponse(both=both)

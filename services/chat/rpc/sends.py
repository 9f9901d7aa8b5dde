import grpc
from pairwise.chat.v1.sends_pb2 import SettleSendRequest, SettleSendResponse
from pairwise.chat.v1.sends_pb2_grpc import SendServiceServicer
from shared.kit.grpc import id_of

from chat.usecases.settle_send import settle_send
from chat.wiring import Wiring


class SendServicer(SendServiceServicer):
    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring

    def SettleSend(self, request: SettleSendRequest, context: grpc.ServicerContext) -> SettleSendResponse:
        return SettleSendResponse(posted=settle_send(self._wiring.unit_of_work(), id_of(request.message_id)))

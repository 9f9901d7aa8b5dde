import grpc
from pairwise.identity.v1.exports_pb2 import DeliverRequest, DeliverResponse
from pairwise.identity.v1.exports_pb2_grpc import ExportServiceServicer
from shared.kit.core import Forbidden
from shared.kit.grpc import calling_service, id_of

from identity.wiring import Wiring


class ExportServicer(ExportServiceServicer):
    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring

    def Deliver(self, request: DeliverRequest, context: grpc.ServicerContext) -> DeliverResponse:
        # A service delivers its own files only.
        if calling_service() not in (None, request.service):
            raise Forbidden()
        store = self._wiring.store
        parts = [(file.name, store.seal(file.content)) for file in request.files]
        with self._wiring.unit_of_work() as uow:
            wanted = uow.exports.deliver(id_of(request.export_id), request.service, parts, is_last=request.last)
            uow.commit()
        return DeliverResponse(wanted=wanted)

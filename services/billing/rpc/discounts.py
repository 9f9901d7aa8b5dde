import grpc
from pairwise.billing.v1.discounts_pb2 import DiscountCode, GetCodeRequest
from pairwise.billing.v1.discounts_pb2_grpc import DiscountServiceServicer
from shared.kit.core import Malformed

from billing.usecases.marketing_codes import find_site_code
from billing.wiring import Wiring


class DiscountServicer(DiscountServiceServicer):
    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring

    def GetCode(self, request: GetCodeRequest, context: grpc.ServicerContext) -> DiscountCode:
        if not request.site or not request.code:
            raise Malformed()
        with self._wiring.unit_of_work().reading() as uow:
            found, now = find_site_code(uow, request.site, request.code), uow.now()
        expires_at = found.discount.expires_at
        return DiscountCode(state=found.state(now), expires_at=expires_at.isoformat() if expires_at else "")

from dataclasses import asdict
from datetime import date, timedelta

import grpc
from pairwise.billing.v1 import revenue_pb2
from pairwise.billing.v1.revenue_pb2 import ListDaysRequest, ListDaysResponse
from pairwise.billing.v1.revenue_pb2_grpc import RevenueServiceServicer
from shared.kit.core import Malformed, read_date

from billing.usecases.list_revenue_days import list_revenue_days
from billing.wiring import Wiring

LONGEST = timedelta(days=400)


class RevenueServicer(RevenueServiceServicer):
    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring

    def ListDays(self, request: ListDaysRequest, context: grpc.ServicerContext) -> ListDaysResponse:
        first, after = _day(request.first), _day(request.after)
        if not timedelta(0) < after - first <= LONGEST:
            raise Malformed()
        days = list_revenue_days(self._wiring.unit_of_work(), first, after)
        return ListDaysResponse(
            days=[revenue_pb2.RevenueDay(**asdict(day) | {"day": day.day.isoformat()}) for day in days]
        )


def _day(text: str) -> date:
    try:
        return read_date(text)
    except ValueError as error:
        raise Malformed() from error

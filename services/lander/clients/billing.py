from collections.abc import Sequence
from datetime import date, timedelta

from pairwise.billing.v1.revenue_pb2 import ListDaysRequest, ListDaysResponse
from pairwise.billing.v1.revenue_pb2_grpc import RevenueServiceStub
from shared.kit.grpc import Client, Peer

from lander.domain.money import RevenueDay

# Billing answers up to 400 days at once.
DAYS_A_CALL = timedelta(days=366)
DEADLINE_SECONDS = 10.0


class BillingRevenue:
    """Asks billing for the sums of its payments."""

    def __init__(self, peer: Peer) -> None:
        self._client = Client(peer, RevenueServiceStub, deadline_seconds=DEADLINE_SECONDS)

    def days(self, first: date, after: date) -> Sequence[RevenueDay]:
        found: list[RevenueDay] = []
        while first < after:
            until = min(after, first + DAYS_A_CALL)
            request = ListDaysRequest(first=first.isoformat(), after=until.isoformat())
            answer = self._client.ask("ListDays", request, ListDaysResponse)
            found += [
                RevenueDay(
                    day.site,
                    date.fromisoformat(day.day),
                    day.currency,
                    day.payments,
                    day.gross,
                    day.vat,
                    day.discount,
                    day.returned,
                    day.returned_vat,
                )
                for day in answer.days
            ]
            first = until
        return found

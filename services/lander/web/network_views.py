"""What a network sees of itself by its link: counts and payouts by day; no member, no revenue and no other network."""

from datetime import date
from typing import Self

from flask import Blueprint
from pydantic import Field
from shared.kit.core import CalendarDate
from shared.kit.http import Input, Nothing, Output, endpoint

from lander.domain.report import ReportRow
from lander.usecases.share_network import read_network_view, share_network, stop_sharing
from lander.web.context import current_marketer, current_site, wiring
from lander.web.network_models import Name

network_views = Blueprint("network_views", __name__, url_prefix="/api")


class NameNetwork(Input):
    name: Name


class SharedNetwork(Output):
    key: str = Field(description="Shown once; the server keeps its hash")


class OpenNetworkView(Input):
    key: str = Field(max_length=100)
    first: CalendarDate
    last: CalendarDate = Field(description="The last day, included; UTC")


class OwedOut(Output):
    currency: str
    payout: int = Field(description="Hundredths")


class NetworkDayOut(Output):
    day: date | None = Field(description="None for the sum")
    views: int
    sign_ups: int
    confirmed: int
    first_purchases: int
    owed: list[OwedOut]

    @classmethod
    def of(cls, row: ReportRow) -> Self:
        owed = [(currency, row.revenue[currency].payout) for currency in sorted(row.revenue)]
        return cls(
            day=date.fromisoformat(row.key[0]) if row.key else None,
            views=row.views,
            sign_ups=row.sign_ups,
            confirmed=row.confirmed,
            first_purchases=row.first_purchases,
            owed=[OwedOut(currency=currency, payout=payout) for currency, payout in owed if payout],
        )


class NetworkViewAnswer(Output):
    network: str
    days: list[NetworkDayOut]
    total: NetworkDayOut


@network_views.post("/marketing-network-view.php")
@endpoint(status=201)
def post_marketing_network_view(body: NameNetwork) -> SharedNetwork:
    """Make the link by which a network sees its own figures; it ends an earlier one."""
    return SharedNetwork(key=share_network(wiring().unit_of_work(), current_marketer(), body.name))


@network_views.delete("/marketing-network-view.php")
@endpoint()
def delete_marketing_network_view(body: NameNetwork) -> Nothing:
    """End the link of a network."""
    stop_sharing(wiring().unit_of_work(), current_marketer(), body.name)
    return Nothing()


@network_views.post("/network-view.php")
@endpoint()
def post_network_view(body: OpenNetworkView) -> NetworkViewAnswer:
    """The figures of the network behind a link, by day, on the site of the link alone."""
    name, report = read_network_view(wiring().unit_of_work(), current_site().key, body.key, body.first, body.last)
    days = [NetworkDayOut.of(row) for row in report.rows]
    return NetworkViewAnswer(network=name, days=days, total=NetworkDayOut.of(report.total))

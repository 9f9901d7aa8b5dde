"""Models of networks and costs at the marketing desk. Sums are hundredths of a unit of the currency."""

from datetime import date, datetime
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator
from shared.kit.core import CalendarDate
from shared.kit.http import Input, Output

from lander.domain.cost_file import CostProblem
from lander.domain.network import NAME_PATTERN, Cost, Network
from lander.domain.report import SHARE, Payout
from lander.usecases.change_network import CostImport

Name = Annotated[str, Field(pattern=NAME_PATTERN)]
Currency = Annotated[str, Field(pattern=r"^[A-Z]{3}$")]
# A hundred million units: more is a slip of the hand.
Sum = Annotated[int, Field(ge=0, le=10_000_000_000)]


# The sign-ups a day a network declared; 0 for none.
Daily = Annotated[int, Field(ge=0, le=1_000_000)]


class AddNetwork(Input):
    name: Name
    expected_daily: Daily = 0


class PayNetwork(Input):
    """What a network is paid for: a sum for each goal reached, a share of net revenue, or nothing.

    Without `expected_daily` the sign-ups a day it declared stay.
    """

    name: Name
    goal: Literal["", "lead", "confirmed", "sale", "share"]
    minor: Sum = 0
    currency: Currency | None = None
    share: int = Field(0, ge=0, le=10_000, description="Hundredths of a percent of net revenue")
    expected_daily: Daily | None = None

    @model_validator(mode="after")
    def _fits_its_goal(self) -> Self:
        if self.goal == SHARE and (self.minor or self.currency or not self.share):
            raise ValueError("a share has no sum")
        if self.goal not in ("", SHARE) and (self.currency is None or not self.minor or self.share):
            raise ValueError("a sum and its currency")
        if not self.goal and (self.minor or self.currency or self.share):
            raise ValueError("nothing has no sum")
        return self

    def payout(self) -> Payout:
        return Payout(self.goal, self.minor, self.currency or "", self.share)


class EnterCost(Input):
    network: Name
    day: CalendarDate
    minor: Sum
    currency: Currency


class ImportCosts(Input):
    csv: str = Field(
        max_length=400_000,
        description="A header with network, day (2026-01-31), cost and currency, separated by comma, semicolon or tab",
    )


class CostProblemOut(Output):
    line: int = Field(description="Of the file, from 1 for the header")
    problem: CostProblem


class CostsImported(Output):
    changed: int = Field(description="New sums and corrections; 0 with a problem")
    unchanged: int
    problems: list[CostProblemOut] = Field(description="At most 50; with one nothing was entered")

    @classmethod
    def of(cls, done: CostImport) -> Self:
        problems = [CostProblemOut(line=each.line, problem=each.problem) for each in done.problems]
        return cls(changed=done.changed, unchanged=done.unchanged, problems=problems)


class NetworkOut(Output):
    name: str
    added_at: datetime
    goal: Literal["", "lead", "confirmed", "sale", "share"]
    minor: int
    currency: str
    share: int
    expected_daily: int
    shared_at: datetime | None = Field(description="Since when a link shows the network its own figures")

    @classmethod
    def of(cls, network: Network) -> Self:
        paid = network.payout or Payout("")
        return cls.model_validate(
            {
                "name": network.name,
                "added_at": network.added_at,
                "goal": paid.goal,
                "minor": paid.minor,
                "currency": paid.currency,
                "share": paid.share,
                "expected_daily": network.expected_daily,
                "shared_at": network.shared_at,
            }
        )


class UnknownNetworkOut(Output):
    name: str
    sign_ups: int
    first_at: datetime


class NetworksAnswer(Output):
    networks: list[NetworkOut]
    unknown: list[UnknownNetworkOut] = Field(description="Named in links, and not added")


class CostOut(Output):
    network: str
    day: date
    minor: int
    currency: str

    @classmethod
    def of(cls, cost: Cost) -> Self:
        return cls(network=cost.network, day=cost.day, minor=cost.minor, currency=cost.currency)


class CostsAnswer(Output):
    costs: list[CostOut]

"""Discount codes at the marketing desk."""

from datetime import datetime
from typing import Annotated, Literal, Self

from flask import Blueprint
from pydantic import Field, StringConstraints, model_validator
from shared.kit.core import CalendarTime
from shared.kit.http import Input, Nothing, Output, caller, endpoint
from shared.sites import Money

from billing.domain.discount import CodeState, Discount, SiteCode, Validity
from billing.usecases.manage_discount_codes import LONGEST_CAMPAIGN, MOST_USES
from billing.usecases.marketing_codes import end_site_code, list_site_codes, make_site_code
from billing.web.context import wiring
from billing.web.models import MoneyOut

marketing_codes = Blueprint("marketing_codes", __name__, url_prefix="/api")
Code = Annotated[str, StringConstraints(to_upper=True, pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{2,39}$")]


class MakeCode(Input):
    """`budget` is the sum of discounts after which the code is spent, in hundredths of its currency."""

    code: Code
    campaign: str = Field("", max_length=LONGEST_CAMPAIGN)
    percentage: int = Field(ge=1, le=90)
    most_uses: int | None = Field(None, ge=1, le=MOST_USES)
    budget: int | None = Field(None, ge=1, le=10_000_000_000)
    currency: Annotated[str, Field(pattern=r"^[A-Z]{3}$")] | None = None
    starts_at: CalendarTime | None = None
    expires_at: CalendarTime | None = None
    validity: Literal["once-per-user", "once"] = "once-per-user"

    @model_validator(mode="after")
    def _budget_has_a_currency(self) -> Self:
        if self.budget is not None and self.currency is None:
            raise ValueError("a budget has a currency")
        if self.budget is not None and self.currency is not None:
            Money(self.budget, self.currency)
        return self

    def discount(self, site: str) -> Discount:
        return Discount(
            code=self.code,
            percentage=self.percentage,
            claimed_as=self.code,
            validity=Validity(self.validity),
            expires_at=self.expires_at,
            currency=self.currency,
            site=site,
            campaign=self.campaign.strip(),
            starts_at=self.starts_at,
            most_uses=self.most_uses,
            budget=None if self.budget is None or self.currency is None else Money(self.budget, self.currency),
        )


class EndCode(Input):
    code: Code


class SiteCodeOut(Output):
    """`given` are the discounts of purchases that are paid or may still be, one sum a currency.

    `uses` and `given` are those of this site, also of a code that can be used at all sites; only an operator ends that.
    """

    code: str
    campaign: str
    percentage: int
    validity: Literal["once-per-user", "once"]
    state: CodeState
    starts_at: datetime | None
    expires_at: datetime | None
    most_uses: int | None
    uses: int
    budget: MoneyOut | None
    given: list[MoneyOut]
    currency: str | None
    is_for_all_sites: bool

    @classmethod
    def of(cls, code: SiteCode, at: datetime) -> Self:
        discount, usage = code.discount, code.usage
        return cls(
            code=discount.code,
            campaign=discount.campaign,
            percentage=discount.percentage,
            validity=discount.validity.value,
            state=code.state(at),
            starts_at=discount.starts_at,
            expires_at=discount.expires_at,
            most_uses=discount.most_uses,
            uses=usage.uses,
            budget=None if discount.budget is None else MoneyOut.of(discount.budget),
            given=[MoneyOut.of(each) for each in usage.given],
            currency=discount.currency,
            is_for_all_sites=code.is_for_all_sites,
        )


class CodesAnswer(Output):
    codes: list[SiteCodeOut]


@marketing_codes.get("/marketing-codes.php")
@endpoint()
def get_marketing_codes() -> CodesAnswer:
    """The discount codes that can be used at this site, the newest first."""
    with wiring().unit_of_work().reading() as uow:
        now = uow.now()
        found = list_site_codes(uow, caller().site)
    return CodesAnswer(codes=[SiteCodeOut.of(code, now) for code in found])


@marketing_codes.post("/marketing-codes.php")
@endpoint(status=201)
def post_marketing_code(body: MakeCode) -> Nothing:
    """Make a code for members of this site."""
    make_site_code(wiring().unit_of_work(), caller().member_id, body.discount(caller().site))
    return Nothing()


@marketing_codes.put("/marketing-codes.php")
@endpoint()
def put_marketing_code(body: EndCode) -> Nothing:
    """End a code: nobody can take it any more."""
    end_site_code(wiring().unit_of_work(), caller().member_id, caller().site, body.code)
    return Nothing()

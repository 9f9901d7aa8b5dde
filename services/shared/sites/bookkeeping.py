"""Numbers and accounts of a company in its DATEV bookkeeping, for the export of its invoices."""

from typing import Annotated, Literal

from pydantic import Field

from shared.sites.document import Document

Account = Annotated[int, Field(ge=1, le=999_999_999)]
Chart = Literal["SKR03", "SKR04"]

Territory = Literal["domestic", "union", "elsewhere"]

# Revenue in the company's country (at 19 %), in other member states by One Stop Shop, and elsewhere.
REVENUE: dict[Chart, dict[Territory, int]] = {
    "SKR03": {"domestic": 8400, "union": 8331, "elsewhere": 8338},
    "SKR04": {"domestic": 4400, "union": 4331, "elsewhere": 4338},
}


# Money between the provider and the bank, and costs of taking it.
CLEARING: dict[Chart, int] = {"SKR03": 1360, "SKR04": 1460}
FEES: dict[Chart, int] = {"SKR03": 4970, "SKR04": 6855}


class Bookkeeping(Document):
    """The accounts default to those of the chart, for a company in Germany with the standard rate."""

    consultant: int = Field(1001, ge=1001, le=9_999_999, description="DATEV: Beraternummer")
    client: int = Field(1, ge=1, le=99_999, description="DATEV: Mandantennummer")
    chart: Chart = "SKR03"
    account_length: int = Field(4, ge=4, le=8, description="DATEV: Sachkontenlänge")
    customers: Account = Field(10000, description="Collective account of the members who pay")
    domestic: Account | None = Field(None, description="Revenue in the company's own country")
    union: Account | None = Field(None, description="Revenue in other member states")
    elsewhere: Account | None = Field(None, description="Revenue in other countries")

    clearing: Account | None = Field(None, description="Money between a payment provider and the bank")
    fees: Account | None = Field(None, description="Fees of payment providers")

    @property
    def clearing_account(self) -> int:
        """The account of money in transit: the document's, else the chart's."""
        return self.clearing or CLEARING[self.chart]

    @property
    def fee_account(self) -> int:
        """The account of the providers' fees: the document's, else the chart's."""
        return self.fees or FEES[self.chart]

    def revenue(self, territory: Territory) -> int:
        """The account of revenue there: the document's, else the chart's."""
        return getattr(self, territory) or REVENUE[self.chart][territory]

from decimal import Decimal

from pydantic import BaseModel, ConfigDict, Field

_SIGNS = {"EUR": "€", "GBP": "£", "USD": "$"}


class Amount(BaseModel):
    model_config = ConfigDict(frozen=True)

    currency: str = Field(pattern=r"^[A-Z]{3}$")
    value: str = Field(pattern=r"^\d{1,9}\.\d{2}$")

    @classmethod
    def of(cls, number: Decimal, currency: str) -> "Amount":
        return cls(currency=currency, value=f"{number:.2f}")

    @property
    def number(self) -> Decimal:
        return Decimal(self.value)

    @property
    def zero(self) -> "Amount":
        return Amount.of(Decimal(0), self.currency)

    def plus(self, other: "Amount") -> "Amount":
        return Amount.of(self.number + other.number, self.currency)

    def minus(self, other: "Amount") -> "Amount":
        return Amount.of(self.number - other.number, self.currency)

    def __str__(self) -> str:
        # A no-break space keeps sign and number on one line.
        return f"{_SIGNS.get(self.currency, self.currency)}\u00a0{self.value}"

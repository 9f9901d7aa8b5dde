from decimal import Decimal

from pydantic import BaseModel, ConfigDict, Field, model_validator

_SIGNS = {"EUR": "€", "GBP": "£", "USD": "$"}
# Currencies with other decimals than two.
WITHOUT_DECIMALS = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF"
WITH_THREE = "BHD JOD KWD OMR TND"
_DECIMALS = {**dict.fromkeys(WITHOUT_DECIMALS.split(), 0), **dict.fromkeys(WITH_THREE.split(), 3)}


class Amount(BaseModel):
    model_config = ConfigDict(frozen=True)

    currency: str = Field(pattern=r"^[A-Z]{3}$")
    value: str = Field(pattern=r"^\d{1,9}(\.\d{2,3})?$")

    @model_validator(mode="after")
    def _has_decimals_of_currency(self) -> "Amount":
        if len(self.value.partition(".")[2]) != _DECIMALS.get(self.currency, 2):
            raise ValueError("the amount has not the decimals of its currency")
        return self

    @classmethod
    def of(cls, number: Decimal, currency: str) -> "Amount":
        return cls(currency=currency, value=f"{number:.{_DECIMALS.get(currency, 2)}f}")

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

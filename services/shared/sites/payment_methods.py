"""The eighteen payment methods of the specification, which a site document may name."""

from dataclasses import dataclass
from typing import Literal

PaymentProviderName = Literal["mollie", "stripe"]
# Of its cards and PayPal. Stripe takes those that the account may charge, which only its answer to an order says.
MOLLIE_CURRENCIES = frozenset(
    [
        "AED",
        "AUD",
        "BGN",
        "BRL",
        "CAD",
        "CHF",
        "CZK",
        "DKK",
        "EUR",
        "GBP",
        "HKD",
        "HUF",
        "ILS",
        "ISK",
        "JPY",
        "MXN",
        "MYR",
        "NOK",
        "NZD",
        "PHP",
        "PLN",
        "RON",
        "SEK",
        "SGD",
        "THB",
        "TWD",
        "USD",
        "ZAR",
    ]
)


def provider_takes(provider: str, currency: str) -> bool:
    """Whether a payment provider takes orders in this currency at all."""
    return provider != "mollie" or currency in MOLLIE_CURRENCIES


@dataclass(frozen=True)
class PaymentMethod:
    """Its names at the payment providers that offer it; `currencies` None means any."""

    name: str
    mollie: str
    stripe: str | None = None
    currencies: frozenset[str] | None = frozenset({"EUR"})
    # Whether the provider can keep it, so that the member pays again with one press.
    can_be_saved: bool = False
    # Whether the member pays at their own bank, days after the order: nobody can tell an order that was left from money
    # that is on its way.
    is_paid_later: bool = False
    # The reason why it is retired: the market closed it. It works with a test key and is refused with a live one.
    retired: str | None = None

    def name_at(self, provider: str) -> str | None:
        """Its name at this provider; None where it is not offered."""
        return {"mollie": self.mollie, "stripe": self.stripe}.get(provider)

    def takes(self, currency: str) -> bool:
        """Whether an order in this currency can be paid by this method."""
        return self.currencies is None or currency in self.currencies


def _card(name: str) -> PaymentMethod:
    """A brand of card. Providers have one name for all; their payment pages distinguish them."""
    return PaymentMethod(name, "creditcard", "card", currencies=None, can_be_saved=True)


PAYMENT_METHODS = {
    method.name: method
    for method in (
        PaymentMethod("ideal", "ideal", "ideal"),
        PaymentMethod("bancontact", "bancontact", "bancontact"),
        _card("creditcard"),
        _card("mastercard"),
        _card("visa"),
        _card("maestro"),
        _card("cartebancaire"),
        PaymentMethod("applepay", "applepay", "card", currencies=None),
        PaymentMethod("paypal", "paypal", "paypal", currencies=None, can_be_saved=True),
        PaymentMethod("directdebit", "directdebit", "sepa_debit", can_be_saved=True),
        PaymentMethod("przelewy24", "przelewy24", "p24", currencies=frozenset({"EUR", "PLN"})),
        PaymentMethod("blik", "blik", currencies=frozenset({"EUR", "PLN"})),
        PaymentMethod("eps", "eps", "eps"),
        PaymentMethod("paysafecard", "paysafecard"),
        PaymentMethod("banktransfer", "banktransfer", is_paid_later=True),
        PaymentMethod("giropay", "giropay", retired="closed by its banks at the end of 2024"),
        PaymentMethod("sofort", "sofort", retired="closed by Klarna in 2024"),
        PaymentMethod("nexi", "nexi", retired="an acquirer, no method of its own: its cards are paid as creditcard"),
    )
}

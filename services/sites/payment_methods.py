"""Every way to pay that a site document may name, and those that were one once."""

from dataclasses import dataclass


@dataclass(frozen=True)
class PaymentMethod:
    """`provider_name` is what the payment provider calls it; `currencies` None means any."""

    name: str
    provider_name: str
    currencies: frozenset[str] | None = frozenset({"EUR"})
    # Whether the provider can keep it, so that the member pays again with one press.
    can_be_saved: bool = False
    # Why nobody can pay with it any more. Such a method keeps its name for old payments and cannot be offered.
    gone: str | None = None

    def takes(self, currency: str) -> bool:
        return self.gone is None and (self.currencies is None or currency in self.currencies)


def _card(name: str) -> PaymentMethod:
    """The provider takes every brand of card by one name; its page tells them apart."""
    return PaymentMethod(name, "creditcard", currencies=None, can_be_saved=True)


PAYMENT_METHODS = {
    method.name: method
    for method in (
        PaymentMethod("ideal", "ideal"),
        PaymentMethod("bancontact", "bancontact"),
        _card("creditcard"),
        _card("mastercard"),
        _card("visa"),
        _card("maestro"),
        _card("cartebancaire"),
        PaymentMethod("applepay", "applepay", currencies=None),
        PaymentMethod("paypal", "paypal", currencies=None, can_be_saved=True),
        PaymentMethod("directdebit", "directdebit", can_be_saved=True),
        PaymentMethod("przelewy24", "przelewy24", currencies=frozenset({"EUR", "PLN"})),
        PaymentMethod("blik", "blik", currencies=frozenset({"EUR", "PLN"})),
        PaymentMethod("eps", "eps"),
        PaymentMethod("paysafecard", "paysafecard"),
        PaymentMethod("banktransfer", "banktransfer"),
        PaymentMethod("giropay", "giropay", gone="closed by its banks at the end of 2024"),
        PaymentMethod("sofort", "sofort", gone="closed by Klarna in 2024"),
        PaymentMethod("nexi", "nexi", gone="an acquirer, no method of its own: its cards are paid as creditcard"),
    )
}

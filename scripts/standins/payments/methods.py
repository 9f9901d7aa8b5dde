"""The payment methods of this provider, and the payer details of a test payment."""

from dataclasses import dataclass

_ACCOUNT = {"consumerName": "T. TEST", "consumerAccount": "NL17RABO0213698412", "consumerBic": "TESTNL99"}
_CARD = {
    "cardHolder": "T. TEST",
    "cardNumber": "6787",
    "cardLabel": "Mastercard",
    "cardAudience": "consumer",
    "cardCountryCode": "NL",
    "cardSecurity": "normal",
}


@dataclass(frozen=True)
class Method:
    id: str
    description: str
    maximum: str = "50000.00"
    minutes: int = 15  # until an open payment expires


METHODS = {
    method.id: method
    for method in (
        Method("ideal", "iDEAL"),
        Method("bancontact", "Bancontact"),
        Method("creditcard", "Card", maximum="10000.00", minutes=30),
        Method("paypal", "PayPal", maximum="8000.00", minutes=180),
        Method("applepay", "Apple Pay", maximum="10000.00"),
        Method("directdebit", "SEPA Direct Debit", maximum="1000.00"),
        Method("przelewy24", "Przelewy24", maximum="12815.00"),
        Method("blik", "BLIK", maximum="10000.00"),
        Method("eps", "eps"),
        Method("paysafecard", "paysafecard", maximum="999.00"),
        # Retired in the market; here so that every method of the specification can be tried.
        Method("giropay", "Giropay"),
        Method("sofort", "Sofort"),
        Method("nexi", "Nexi", maximum="10000.00"),
        Method("banktransfer", "Bank transfer", maximum="1000000.00", minutes=12 * 24 * 60),
    )
}


def payer_details(method: str | None) -> dict[str, str] | None:
    if method in ("creditcard", "applepay", "nexi"):
        return _CARD
    return (
        _ACCOUNT
        if method in ("ideal", "bancontact", "directdebit", "eps", "banktransfer", "giropay", "sofort")
        else None
    )

"""Names of payment methods in files and emails are those that the web app shows."""

import pytest
from shared.kit.core.method_names import MethodNames
from shared.kit.core.settings import REPOSITORY
from shared.languages import LOCALES
from shared.sites.payment_methods import PAYMENT_METHODS

NAMES = MethodNames(REPOSITORY / "webapp" / "src" / "locales")


@pytest.mark.parametrize("locale", LOCALES)
def test_brands_keep_their_spelling_in_every_language(locale: str) -> None:
    assert [NAMES.find(name, locale) for name in ("ideal", "paypal", "applepay", "blik")] == [
        "iDEAL",
        "PayPal",
        "Apple Pay",
        "BLIK",
    ]


def test_other_methods_are_called_as_the_language_calls_them() -> None:
    assert NAMES.find("directdebit", "de") == "SEPA-Lastschrift"
    assert NAMES.find("creditcard", "en") == "Credit card"


@pytest.mark.parametrize("method", sorted(PAYMENT_METHODS))
def test_every_method_of_a_site_is_named(method: str) -> None:
    assert NAMES.is_named(method), "name it in webapp/src/locales/brands.json or credits.json"


def test_a_method_without_a_name_begins_with_a_capital() -> None:
    assert NAMES.find("satispay", "en") == "Satispay"

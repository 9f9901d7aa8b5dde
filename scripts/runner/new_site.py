"""A first document of a site from its name, host, country and company; the company's facts are left to be written."""

from typing import Any

import yaml
from babel.languages import get_official_languages
from babel.numbers import get_territory_currencies
from shared.languages import LOCALES
from shared.registry import read_yaml
from shared.sites.countries import LOCALES_BY_COUNTRY
from shared.sites.directory import DOCUMENTS

# Prices, VAT and ways to pay are proposed as this example has them.
EXAMPLE = DOCUMENTS / "pairwise.yaml"
TO_WRITE = "TODO"


def new_document(name: str, host: str, country: str, company: str, pool: int, today: str) -> str:
    """The YAML of a document. Raises ValueError for a country whose currency the example has no prices in."""
    example = read_yaml(EXAMPLE)
    currency = get_territory_currencies(country)[-1:]
    packages = [_in_currency(package, currency[0]) for package in example["packages"]] if currency else []
    if not packages or None in packages:
        raise ValueError(
            f"Write the document of {country} by hand: {EXAMPLE.name} has no prices in {currency or 'it'}."
        )
    official = [each for each in get_official_languages(country) if each in LOCALES]
    locales = [*LOCALES_BY_COUNTRY.get(country, official)] or ["en"]
    methods = example["payment_methods"].get(country, example["default_payment_methods"])
    document: dict[str, Any] = {
        "name": name,
        "hosts": [host],
        "pool": pool,
        "domain_language": locales[0],
        "locales": locales,
        "index_title": name,
        "description": name,
        "countries": [country],
        "default_country": country,
        "packages": packages,
        "default_currency": currency[0],
        "vat_rates": {country: rate} if (rate := example["vat_rates"].get(country)) else {},
        "payment_methods": {country: [each for each in methods if each != "directdebit"]},
        "support_email": f"support@{host}",
        "terms_version": today,
        "company": {
            "name": company,
            "address": TO_WRITE,
            "city": TO_WRITE,
            "country": country,
            "kvk": TO_WRITE,
            "vat_numbers": [],
            "added": today,
        },
    }
    head = f"# {name}. services/shared/sites/README.md has every field; prices and VAT are proposals.\n"
    return head + yaml.safe_dump(document, sort_keys=False, allow_unicode=True)


def _in_currency(package: dict[str, Any], currency: str) -> dict[str, Any] | None:
    price = package["prices"].get(currency)
    return {**package, "prices": {currency: price}} if price else None

"""Countries and languages of a site."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from shared.languages import DEFAULT_LOCALE, LOCALES, Locale
from shared.sites.document import Country, Document

RegionLabel = Literal["province", "state", "canton", "region", "voivodeship"]
REGION_LABELS: dict[str, RegionLabel] = {
    "AU": "state", "AT": "state", "DE": "state", "US": "state", "BE": "province", "CA": "province", "ES": "province",
    "IT": "province", "NL": "province", "CH": "canton", "PL": "voivodeship",
}  # fmt: skip

# Languages shown to visitors of a country; in other countries all of the site's.
LOCALES_BY_COUNTRY: dict[str, tuple[Locale, ...]] = {
    "US": ("en", "es"), "NL": ("nl",), "BE": ("nl", "fr", "de"), "FR": ("fr",), "IT": ("it",), "ES": ("es",),
    "DE": ("de",), "AT": ("de",), "IE": ("en",), "GB": ("en",), "CA": ("en", "fr"), "PL": ("pl",), "AU": ("en",),
    "NZ": ("en",), "CH": ("de", "it", "fr", "en"),
}  # fmt: skip

# 112 in the European Union, Iceland, Liechtenstein, Norway and Switzerland: visitors may come from any of them. Mobile
# phones in Australia take it, too.
EMERGENCY_NUMBERS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("AT", "BE", "BG", "CH", "CY", "CZ", "DE", "DK", "EE", "ES", "FI"), ("112",)),
    **dict.fromkeys(("FR", "GR", "HR", "HU", "IE", "IS", "IT", "LI", "LT", "LU", "LV"), ("112",)),
    **dict.fromkeys(("MT", "NL", "NO", "PL", "PT", "RO", "SE", "SI", "SK"), ("112",)),
    "AU": ("000",), "CA": ("911",), "GB": ("999", "112"), "NZ": ("111",), "US": ("911",),
}  # fmt: skip
Coverage = Literal["complete", "partial"]
PhoneNumber = Annotated[str, Field(pattern=r"^\+?[0-9]{2,15}$")]


class CountrySettings(Document):
    """Countries the site serves, and languages it offers."""

    countries: list[Country] = Field(min_length=1)
    default_country: Country
    domain_language: Locale = DEFAULT_LOCALE
    locales: list[Locale] = Field(default=["nl", "en"], min_length=1)
    own_languages: dict[Locale, Coverage] = Field(
        {},
        max_length=5,
        description="Languages that the product does not have, whose texts are in languages/ of the site's folder. Of a"
        " `complete` one no text for members may be missing; of a `partial` one the missing are shown in English",
    )

    emergency_numbers: dict[Country, Annotated[tuple[PhoneNumber, ...], Field(min_length=1, max_length=3)]] = Field(
        {}, description="Instead of those the product knows, the first to call first"
    )

    def emergency_numbers_for(self, visitor_country: str | None) -> dict[str, tuple[str, ...]]:
        """Emergency numbers of the countries served and of the one the visitor is in, as far as they are known."""
        known = EMERGENCY_NUMBERS | self.emergency_numbers
        return {country: known[country] for country in (*self.countries, visitor_country) if country in known}

    @property
    def region_data(self) -> dict[str, RegionLabel]:
        """The kind of region of each country; its word is in the web app's locale files."""
        return {country: REGION_LABELS.get(country, "region") for country in self.countries}

    def country_of(self, country: str | None) -> str:
        """The country itself if the site serves it, else the default country."""
        return country if country in self.countries else self.default_country

    def locales_in(self, country: str) -> list[Locale]:
        """The languages shown to visitors of a country; all of the site's if it has none of that country's."""
        return [locale for locale in LOCALES_BY_COUNTRY.get(country, ()) if locale in self.locales] or self.locales

    def spoken(self, locale: str) -> Locale:
        """The language itself if there are texts for it here, whether or not it is offered; else the site's own."""
        return locale if locale in LOCALES or locale in self.own_languages else self.domain_language

    @model_validator(mode="after")
    def _languages_have_texts(self) -> Self:
        if known := [each for each in self.own_languages if each in LOCALES]:
            raise ValueError(f"own_languages: the product has {', '.join(known)} itself")
        if missing := [each for each in self.locales if each not in LOCALES and each not in self.own_languages]:
            raise ValueError(
                f"locales: the product has no texts in {', '.join(missing)}; own_languages names those of the site"
            )
        if unused := [each for each in self.own_languages if each not in self.locales]:
            raise ValueError(f"own_languages: {', '.join(unused)} must be one of locales")
        return self

    def offered(self, locale: str) -> Locale:
        """The language itself if the site offers it, else the site's own."""
        return next((each for each in self.locales if each == locale), self.domain_language)

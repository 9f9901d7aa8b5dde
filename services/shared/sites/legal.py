"""Legal facts of a site: its company, its terms, and the words of its warnings."""

from datetime import UTC, date, datetime, time
from typing import Annotated, Any, Literal, get_args

from pydantic import BeforeValidator, Field

from shared.languages import LOCALES, Locale
from shared.sites.accounts import AccountName
from shared.sites.document import Country, Document


def _by_language(words: Any) -> Any:
    """One text stands for every language: documents of earlier releases have it so."""
    return dict.fromkeys(LOCALES, words) if isinstance(words, str) else words


# A label has to fit on a photo of a phone's grid.
Words = Annotated[dict[Locale, Annotated[str, Field(min_length=1, max_length=40)]], BeforeValidator(_by_language)]


class Company(Document):
    """The company behind the site, as its imprint names it."""

    name: str
    address: str
    city: str
    country: Country
    kvk: str = Field(description="Number in the register of companies of its country")
    tradenames: list[str] = Field([])
    vat_numbers: list[str] = Field([])
    support_phone: str | None = None
    delete_discount: bool = False
    added: date


class PointOfContact(Document):
    """Address for authorities and members, and the languages it answers in (DSA, Articles 11 and 12)."""

    email: str
    languages: list[Locale] = Field(min_length=1)


# From the weakest to the strictest.
AgeAssurance = Literal["none", "declaration", "provider"]


class LegalSettings(Document):
    """Company, age, terms and warnings."""

    company: Company
    contact: PointOfContact | None = Field(None, description="Without it, the support's, in the site's own language")
    min_age: int = Field(18, ge=18)
    age_assurance: dict[Country, AgeAssurance] = Field(
        {},
        description="How members of a country show their age, besides the birth date of the sign-up: not at all, by a "
        "statement of their own, or by proof from the installation's provider; `none` where a country is not named",
    )
    terms_version: date = date(2023, 12, 1)
    terms_reviewed: date | None = Field(None, description="The terms_version that a lawyer has read")
    account_disclosure: Literal["spec", "neutral"] = Field(
        "neutral",
        description="Whether answers, within the rate limit, or mails alone reveal that an address has an account",
    )
    fictional_profiles: bool = Field(
        False,
        description="Staff can make fictional profiles and write for them, and every page says so. Their label and the "
        "mark of their messages cannot be turned off",
    )
    fictional_warning: bool | None = Field(None, description="No longer read: it follows fictional_profiles")
    fictional_singular: Words = Field(
        {}, description="The site's own label of a fictional profile, by language; elsewhere the product's"
    )
    fictional_plural: Words = Field({}, description="The same for several")
    fictional_icon: Literal["mark", "word"] = Field("word", description="mark: a sign before the label, never alone")
    support_email: str
    mail_account: AccountName = Field(
        "", description="Its own mail server, with its address in MAIL_ACCOUNT_KEYS; empty: the common one"
    )
    sms_account: AccountName = Field(
        "",
        description="Its own account at the provider of text messages, with its address in SMS_ACCOUNT_KEYS; empty: "
        "the common one",
    )
    sms_sender: str = Field(
        "",
        # A name as networks show it, a number, a short code, or a messaging service of Twilio.
        pattern=r"^([A-Za-z0-9 ]{1,11}|\+?[0-9]{3,15}|MG[0-9a-f]{32})?$",
        description="Sender of text messages: a name of at most 11 letters and digits, a number, or a messaging "
        "service (MG...) of Twilio; empty: the name of the site as far as it fits",
    )
    dkim_selectors: list[Annotated[str, Field(pattern=r"^[A-Za-z0-9._-]+$")]] = Field(
        [], description="Selectors under which the mail provider's keys are in DNS, below the domain of support_email"
    )
    support_phone: str | None = None

    def age_assurance_in(self, *countries: str) -> AgeAssurance:
        """The strictest way that one of these countries asks for."""
        return max((self.age_assurance.get(each, "none") for each in countries), key=get_args(AgeAssurance).index)

    def fictional_label(self, locale: str) -> str | None:
        """The site's own label of a fictional profile in this language, if it has one."""
        return {str(code): words for code, words in self.fictional_singular.items()}.get(locale)

    @property
    def terms_at(self) -> datetime:
        """The time since which the terms are in force: the later of their date and the day the company was added."""
        written = datetime.combine(self.terms_version, time(12), UTC)
        return max(written, datetime.combine(self.company.added, time(), UTC))

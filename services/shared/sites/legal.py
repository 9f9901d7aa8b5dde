"""Legal facts of a site: its company, its terms, and the words of its warnings."""

from datetime import UTC, date, datetime, time
from typing import Literal

from pydantic import Field

from shared.languages import Locale
from shared.sites.document import Country, Document


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


class LegalSettings(Document):
    """Company, age, terms and warnings."""

    company: Company
    contact: PointOfContact | None = Field(None, description="Without it, the support's, in the site's own language")
    min_age: int = Field(18, ge=18)
    terms_version: date = date(2023, 12, 1)
    account_disclosure: Literal["spec", "neutral"] = Field(
        "neutral",
        description="Whether answers, within the rate limit, or mails alone reveal that an address has an account",
    )
    fictional_warning: bool = True
    fictional_singular: str = "fictional profile"
    fictional_plural: str = "fictional profiles"
    fictional_icon: Literal["mark", "word"] = "word"
    support_email: str
    support_phone: str | None = None

    @property
    def terms_at(self) -> datetime:
        """The time since which the terms are in force: the later of their date and the day the company was added."""
        written = datetime.combine(self.terms_version, time(12), UTC)
        return max(written, datetime.combine(self.company.added, time(), UTC))

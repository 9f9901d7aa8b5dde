"""The document of a site. A document that does not fit stops the process with the name of the field."""

import re
from typing import Annotated, Literal, Self, TypeVar

from pydantic import Field, PrivateAttr, field_validator, model_validator

from shared.kit.core import OwnTexts
from shared.languages import Locale, localized_path
from shared.sites.bookkeeping import Bookkeeping
from shared.sites.brand import Brand
from shared.sites.document import Document
from shared.sites.invitations import InvitationSettings
from shared.sites.legal import LegalSettings, PointOfContact
from shared.sites.limits import LimitSettings
from shared.sites.look import Fonts, site_css
from shared.sites.prices import Icebreaker, PriceSettings
from shared.sites.prompts import Prompt
from shared.sites.search import SearchSettings
from shared.sites.translation import TranslationService

Host = Annotated[str, Field(pattern=r"^([a-z0-9-]+(\.[a-z0-9-]+)*|[0-9.]+|[0-9a-f:]+)$")]


Worded = TypeVar("Worded", Prompt, Icebreaker)

# What the product has words for in its own languages, and a site's own language in files of the same names.
WORDED = ("prompts", "icebreakers")


class StepWords(Document):
    """One of the three steps of the first page."""

    title: str = Field(min_length=1, max_length=60)
    text: str = Field(min_length=1, max_length=200)


class HeroWords(Document):
    """A brand's words on its first page: the headline, its coloured end, the lead, the button, and three steps."""

    title: str = Field(min_length=1, max_length=60)
    accent: str = Field(min_length=1, max_length=60)
    text: str = Field(min_length=1, max_length=200)
    action: str = Field("", max_length=30, description="Of the button that leads to the sign-up; empty: the product's")
    steps_title: str = Field("", max_length=60, description="Heading of the steps; empty: the product's")
    steps: list[StepWords] = Field([], max_length=3, description="Three, or none: the product's")

    @field_validator("steps")
    @classmethod
    def _are_three(cls, steps: list[StepWords]) -> list[StepWords]:
        if len(steps) not in (0, 3):
            raise ValueError("steps are three or none")
        return steps


class Site(PriceSettings, LegalSettings, SearchSettings, LimitSettings):
    """One branded site. `SiteDirectory` gives it its key and its base URL."""

    name: str
    hosts: list[Host] = Field(min_length=1, description="The first is the one links of mails name")
    pool: int = Field(ge=1, le=32_767, description="Members meet those of all sites with this number, and no others")
    index_title: str
    description: str
    hero: dict[Locale, HeroWords] = Field({}, description="Words of its first page by language; {}: the product's")
    hue: int = Field(212, ge=0, le=360, description="OKLCH hue of the brand's teal-blue")
    fonts: Fonts = Field(Fonts(), description="Of texts and headlines, by name; files in fonts/ come before")
    niche: int | None = Field(None, ge=1, le=7, description="Its landers: plain, she, bdsm, bbw, gilf, milf, gay")
    cdn_prefix: str = Field(
        "",
        pattern=r"^(/[a-z0-9][a-z0-9-]*)*$",
        max_length=60,
        description="Path put before the addresses of photos, which the operator's CDN removes; empty: none",
    )
    push_public_key: str = Field("", pattern=r"^[A-Za-z0-9_-]*$", description="VAPID; empty: the installation's own")
    enable_site_entry_popup: bool = True
    bookkeeping: Bookkeeping = Field(
        Bookkeeping.model_validate({}),
        description="For the DATEV export of invoices; that of a company's first site counts",
    )
    invitations: InvitationSettings = InvitationSettings(credits=20, days=14, most_rewards_a_month=5)
    translation: TranslationService | None = Field(
        None, description="Service that may get a message which its reader asks to translate; null: none does"
    )
    lander_review: Literal["one", "two"] = Field("one", description="People who look at a page before it is live")

    _key: str = PrivateAttr("")
    _base_url: str = PrivateAttr("")
    _brand: Brand = PrivateAttr(Brand())

    def located(self, key: str, base_url: str, brand: Brand | None = None) -> Self:
        """A copy with this key, base URL and files."""
        brand = brand or Brand()
        site = self.model_copy(
            update={name: [_with_own(each, brand.texts(name)) for each in getattr(self, name)] for name in WORDED}
        )
        site._key, site._base_url, site._brand = key, base_url.rstrip("/"), brand
        return site

    @property
    def text_sender(self) -> str:
        """The sender of text messages: `sms_sender`, or the ASCII letters and digits of the name."""
        return self.sms_sender or re.sub(r"[^A-Za-z0-9]", "", self.name)[:11] or "Info"

    @property
    def key(self) -> str:
        """The name of its document, by which services refer to it."""
        return self._key

    @property
    def base_url(self) -> str:
        """The origin of its pages, without a slash at the end."""
        return self._base_url

    @property
    def brand(self) -> Brand:
        """The files of its folder."""
        return self._brand

    def texts(self, file: str) -> OwnTexts:
        """Texts of a file of the web app (`errors`, `mails`) that are the site's own, by language and key."""
        return self._brand.texts(file)

    @property
    def css(self) -> str:
        """Its style sheet, which pages load before rendering; empty for the product's look."""
        return site_css(self.hue, self.fonts, self.brand)

    def url(self, locale: str, path: str) -> str:
        """The absolute URL of a page of the web app in this language; `path` begins with a slash."""
        return f"{self._base_url}{localized_path(locale, path)}"

    @property
    def point_of_contact(self) -> PointOfContact:
        """The contact of articles 11 and 12 of the Digital Services Act: support, unless another is named."""
        return self.contact or PointOfContact(email=self.support_email, languages=[self.domain_language])

    @property
    def brands(self) -> tuple[str, ...]:
        """The names that stand for the site and its company; no member may take one."""
        return (self.name, self.company.name, *self.company.tradenames)

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        """Checks across fields."""
        if self.default_country not in self.countries:
            raise ValueError("default_country must be one of countries")
        if self.domain_language not in self.locales:
            raise ValueError("domain_language must be one of locales")
        if len({package.id for package in self.packages}) != len(self.packages):
            raise ValueError("packages must have different ids")
        if self.member_resell and not self.resell_tiles:
            raise ValueError("member_resell needs resell_tiles")
        for tile in self.resell_tiles:
            if missing := set(self.locales) - (tile.title.keys() & tile.text.keys()):
                raise ValueError(f"resell tile {tile.id} has no words in {', '.join(sorted(missing))}")
        if len({prompt.id for prompt in self.prompts}) != len(self.prompts):
            raise ValueError("prompts must have different ids")
        for prompt in self.prompts:
            if missing := set(self.locales) - prompt.words.keys() - self.own_languages.keys():
                raise ValueError(f"prompt {prompt.id} has no words in {', '.join(sorted(missing))}")
        if self.hero and (missing := set(self.locales) - self.hero.keys()):
            raise ValueError(f"hero has no words in {', '.join(sorted(missing))}")
        wanted = {self.default_currency, *self.currencies.values()}
        for package in self.packages:
            if untold := wanted - set(package.prices):
                raise ValueError(f"package {package.id} has no price in {', '.join(sorted(untold))}")
        return self


def _with_own(item: Worded, own: OwnTexts) -> Worded:
    """The item with its words in the languages of the site's own, where its document has none."""
    found = {language: texts[item.id] for language, texts in own.items() if item.id in texts}
    return item.model_copy(update={"words": found | item.words}) if found else item

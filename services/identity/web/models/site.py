"""Request and response models of the site."""

from datetime import date
from typing import Literal

from pydantic import ConfigDict, Field
from shared.kit.http import Input, Output
from shared.languages import Locale
from shared.sites import Company, Site
from shared.sites.countries import RegionLabel
from shared.sites.document import Country
from shared.sites.fit_points import FitPoints
from shared.sites.interests import Interest
from shared.sites.model import HeroWords
from shared.sites.prices import MessageCosts
from shared.sites.search import FitWeights, ResellTile
from shared.sites.translation import TranslationService

from identity.web.models.sign_up import SignupLimits


class SettingsQuery(Input):
    """Pages may pass their own query on, so unknown names are ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    geoip_country: Country | None = Field(
        None, description="Development only: set the country of this browser for a day"
    )


class SiteFileQuery(Input):
    file: str = Field(
        pattern=r"^[a-z0-9-]+(/[a-z0-9.-]+)+$", max_length=80, description="As in the web app's addresses"
    )


class PublicSettings(Output):
    """The public part of a site's document, and the country of the visitor."""

    domain: str
    base_url: str = Field(description="The origin of its pages, without a slash at the end")
    name: str
    domain_language: Locale
    locales: list[Locale]
    own_languages: list[Locale] = Field(description="Those of them that the product does not have")
    index_title: str
    description: str
    hero: dict[Locale, HeroWords] = Field(
        description="The site's own words at the top of its first page, by language; elsewhere the product's"
    )
    hue: int
    niche: int | None
    countries: list[Country]
    default_country: Country
    geoip_country: Country | None = Field(description="Country of the visitor's IP address by its registry, if known")
    geoip_selected_country: Country = Field(
        description="The same, or the site's default if the site does not serve that country"
    )
    visible_locales: list[Locale] = Field(
        description="The languages offered in that country; the others are on a page of their own"
    )
    min_age: int
    asks_for_age: bool = Field(description="Whether members of some country have to show their age: age-assurance.php")
    signup_limits: SignupLimits
    terms_version: date
    region_data: dict[Country, RegionLabel]
    emergency_numbers: dict[Country, list[str]] = Field(
        description="Of the countries served and the visitor's own; the first of a country is to be called first"
    )
    search_fields: list[str]
    interests: list[Interest] = Field(description="Offered to choose on profiles and in search")
    visible_profile_fields: list[str]
    visible_profile_notes: bool
    signups: Literal["all", "with_trafficsource", "invite"]
    logged_out_search: bool
    logged_out_search_trafficsource: bool
    member_resell: bool
    resell_tiles: list[ResellTile]
    date_plans: bool
    verification: bool
    verification_model: bool = Field(description="A model may have compared the pictures behind a badge, with consent")
    calls: bool
    translation: TranslationService | None = Field(description="The only service that may get a message to translate")
    privacy_switches: list[Literal["pause", "presence", "reads", "looks", "contacts"]]
    fit_weights: FitWeights
    fit_points: FitPoints = Field(description='Points of the order "best fit", as the page about it prints them')
    looks: Literal["all", "premium", "none"]
    cdn_prefix: str = Field(
        description="Path to put before addresses that begin with /media/ or /chat-media/; empty on most sites"
    )
    push_public_key: str

    currency: str
    minimum_message_costs: dict[Country, MessageCosts]
    signup_credits: int
    free_messages: int
    free_conversations: int
    message_credits: int
    photo_credits: int
    gift_credits: int
    icebreaker_credits: int
    opener_credits: int | None = Field(description="Null where members like each other as a whole, without words")
    call_credits: int
    message_length: int
    history_months: int
    refund_days: int

    photos_free: int
    photos_premium: int
    enable_site_entry_popup: bool
    fictional_warning: bool = Field(description="Some profiles of the site can be fictional, and its pages say so")
    fictional_singular: dict[Locale, str] = Field(
        description="The site's own label of a fictional profile, by language; elsewhere the product's"
    )
    fictional_plural: dict[Locale, str]
    fictional_icon: Literal["mark", "word"]
    support_email: str
    support_phone: str | None
    contact_email: str = Field(description="Point of contact for authorities and members (DSA, Articles 11 and 12)")
    contact_languages: list[Locale] = Field(description="The languages it answers in")

    @staticmethod
    def of(key: str, site: Site, geoip_country: str | None, push_public_key: str) -> "PublicSettings":
        selected = site.country_of(geoip_country)
        computed = {
            "domain": key,
            "base_url": site.base_url,
            "asks_for_age": any(way != "none" for way in site.age_assurance.values()),
            "signup_limits": SignupLimits(),
            "fictional_warning": site.fictional_profiles,
            "geoip_country": geoip_country,
            "geoip_selected_country": selected,
            "own_languages": list(site.own_languages),
            "visible_locales": site.locales_in(selected),
            "resell_tiles": site.resell_tiles if site.member_resell else [],
            "contact_email": site.point_of_contact.email,
            "contact_languages": site.point_of_contact.languages,
            "emergency_numbers": site.emergency_numbers_for(geoip_country),
            "verification_model": site.verification_model is not None,
            "fit_points": site.fit_weights.points,
            "push_public_key": site.push_public_key or push_public_key,
        }
        copied = {name: getattr(site, name) for name in PublicSettings.model_fields if name not in computed}
        return PublicSettings.model_validate({**computed, **copied})


class SettingsAnswer(Output):
    settings: PublicSettings


class CompanyAnswer(Output):
    company: Company

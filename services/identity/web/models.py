"""What identity reads and answers over HTTP."""

from datetime import UTC, date, datetime
from typing import Literal
from uuid import UUID

from pydantic import ConfigDict, Field
from servicekit.registry import service_names
from servicekit.web.endpoint import Input, Output
from sites import Company, Site
from sites.model import Country, Locale, MessageCosts, RegionLabel, ResellTile

from identity.domain.account import (
    EMAIL_LONGEST,
    OLDEST_YEARS,
    Account,
)
from identity.domain.consent import Kind
from identity.domain.export import Export
from identity.domain.member_name import NAME_LONGEST
from identity.domain.password import PASSWORD_LONGEST, PASSWORD_SHORTEST
from identity.domain.session import Session
from identity.usecases.give_consent import Standing

Gender = Literal["male", "female"]


class Tracking(Input):
    network: str = Field("", max_length=200)
    ref: str = Field("", max_length=200)
    sub1: str = Field("", max_length=200)
    sub2: str = Field("", max_length=200)
    sub3: str = Field("", max_length=200)
    lb: str = Field("", max_length=200)
    visit_id: UUID | None = None


class Source(Input):
    """Who sent someone to a site that is open only to those who were sent. Looked at once, and not kept."""

    network: str = Field("", max_length=200)
    ref: str = Field("", max_length=200)


class SignUp(Input):
    id: UUID = Field(
        description="Idempotency key of this sign-up. The member's id is drawn by the server: see the answer"
    )
    email: str = Field("", max_length=254)
    name: str = Field("", max_length=200)
    date_of_birth: str = Field("", max_length=32)
    gender: Gender
    seeks: list[Gender] = Field(min_length=1, max_length=2)
    password: str = Field(max_length=1000)
    town_id: int | None = Field(None, ge=1, le=2**53)
    locale: Locale | None = None
    terms_accepted: bool
    profile_id: UUID | None = Field(None, description="Whose profile led to the sign-up, and is written to")
    signup_message: str = Field("", max_length=10_000)
    tracking: Tracking | None = None
    source: Source | None = None
    invite: str | None = Field(None, max_length=200)
    consents: list[Literal["sexuality", "marketing"]] = Field(default=[], max_length=2)


class LogIn(Input):
    email: str = Field(max_length=254)
    password: str = Field(max_length=1000)
    code: str | None = Field(None, max_length=40, description="a one-time code or a recovery code")


class ChangeUser(Input):
    language: Locale


class DeleteUser(Input):
    password: str = Field(max_length=1000)


class Reactivate(Input):
    token: str = Field(max_length=200)


class AskReactivation(Input):
    email: str = Field(max_length=254)


class ReactivatedAnswer(Output):
    reactivated: Literal[True] = True


class GiveConsent(Input):
    kind: Kind
    version: str = Field(max_length=40)
    given: bool


class ConsentOut(Output):
    kind: Kind
    given: bool
    version: str | None
    current_version: str
    at: datetime | None
    withdrawable: bool
    due: bool

    @staticmethod
    def of(standing: Standing) -> "ConsentOut":
        consent = standing.consent
        return ConsentOut(
            kind=standing.kind,
            given=standing.is_given,
            version=consent.version if consent else None,
            current_version=standing.current_version,
            at=consent.at if consent else None,
            withdrawable=not standing.kind.is_needed,
            due=standing.is_due,
        )


class ConsentsAnswer(Output):
    consents: list[ConsentOut]

    @staticmethod
    def of(standing: list[Standing]) -> "ConsentsAnswer":
        return ConsentsAnswer(consents=[ConsentOut.of(one) for one in standing])


class RequestExport(Input):
    id: UUID
    password: str = Field(max_length=1000)


class FetchExport(Input):
    token: str = Field(max_length=200)


class ExportOut(Output):
    id: UUID
    state: Literal["gathering", "ready", "fetched", "expired"]
    delivered: int
    services: int
    requested_at: datetime
    expires_at: datetime | None
    next_at: datetime

    @staticmethod
    def of(export: Export) -> "ExportOut":
        return ExportOut(
            id=export.id,
            state=export.state,  # type: ignore[arg-type]
            delivered=len(export.delivered),
            services=len(service_names()),
            requested_at=export.requested_at,
            expires_at=export.expires_at,
            next_at=export.next_at(),
        )


class ExportAnswer(Output):
    export: ExportOut | None


class ShowInvite(Input):
    token: str = Field(max_length=200)


class InviteAnswer(Output):
    name: str
    expires_at: datetime


class Activate(Input):
    token: str = Field(max_length=200)


class Empty(Input):
    """A body without fields."""


class User(Output):
    id: UUID
    email: str
    name: str
    status: Literal["not_confirmed", "active"]
    language: Locale
    credits: int
    paid_user: bool
    signup_date: datetime
    signup_seconds_ago: int
    notifications_disabled: list[str]
    terms_due: bool

    @staticmethod
    def of(account: Account, site: Site) -> "User":
        return User(
            id=account.id,
            email=account.email,
            name=account.name,
            status="active" if account.is_confirmed else "not_confirmed",
            language=account.locale,  # type: ignore[arg-type]
            credits=account.credits,
            paid_user=account.is_premium,
            signup_date=account.signed_up_at,
            signup_seconds_ago=max(0, int((datetime.now(UTC) - account.signed_up_at).total_seconds())),
            notifications_disabled=[account.mail_suppressed] if account.mail_suppressed else [],
            terms_due=account.owes_consent(site.terms_at),
        )


class UserQuery(Input):
    visitor: Literal["1"] | None = Field(None, description="It may be a visitor who asks: without a session null")


class UserAnswer(Output):
    user: User


class AnyoneAnswer(Output):
    """`user` is null for visitors."""

    user: User | None


class SignupLimits(Output):
    """What a sign-up may say, for pages that check before they send."""

    name_longest: int = NAME_LONGEST
    email_longest: int = EMAIL_LONGEST
    password_shortest: int = PASSWORD_SHORTEST
    password_longest: int = PASSWORD_LONGEST
    oldest_years: int = OLDEST_YEARS


class SignUpAnswer(Output):
    user: User | None


class SettingsQuery(Input):
    """The query of the page that asks may be passed on: of names we do not know, nothing follows."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    geoip_country: Country | None = Field(None, description="Development only: pretend to be there for a day")


class PublicSettings(Output):
    """What pages may know of a site's document, and where the visitor seems to be; the rest is ours."""

    domain: str
    name: str
    domain_language: Locale
    locales: list[Locale]
    index_title: str
    description: str
    hue: int
    niche: int | None
    countries: list[Country]
    default_country: Country
    geoip_country: Country | None = Field(description="Where the visitor's address was given out, if that can be told")
    geoip_selected_country: Country = Field(description="The same, or the site's default where it serves no one there")
    visible_locales: list[Locale] = Field(description="The languages shown in that country; the others are a page away")
    min_age: int
    signup_limits: SignupLimits
    terms_version: date
    region_data: dict[Country, RegionLabel]
    search_fields: list[str]
    visible_profile_fields: list[str]
    visible_profile_notes: bool
    signups: Literal["all", "with_trafficsource", "invite"]
    logged_out_search: bool
    logged_out_search_trafficsource: bool
    member_resell: bool
    resell_tiles: list[ResellTile]
    cdn_prefix: str
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
    message_length: int
    history_months: int
    refund_days: int

    photos_free: int
    photos_premium: int
    enable_site_entry_popup: bool
    fictional_warning: bool
    fictional_singular: str
    fictional_plural: str
    fictional_icon: Literal["mark", "word"]
    support_email: str
    support_phone: str | None

    @staticmethod
    def of(key: str, site: Site, geoip_country: str | None, push_public_key: str) -> "PublicSettings":
        selected = site.country_of(geoip_country)
        ours = {
            "domain": key,
            "signup_limits": SignupLimits(),
            "geoip_country": geoip_country,
            "geoip_selected_country": selected,
            "visible_locales": site.locales_in(selected),
            "resell_tiles": site.resell_tiles if site.member_resell else [],
            "push_public_key": site.push_public_key or push_public_key,
        }
        told = {name: getattr(site, name) for name in PublicSettings.model_fields if name not in ours}
        return PublicSettings.model_validate({**ours, **told})


class SettingsAnswer(Output):
    settings: PublicSettings


class CompanyAnswer(Output):
    company: Company


class DeletedAnswer(Output):
    reactivate_until: datetime


class ActivatedAnswer(Output):
    activated: Literal[True] = True


class SentAgainAnswer(Output):
    sent_again_at: datetime


class EndSessions(Input):
    """One of the two."""

    id: UUID | None = None
    others: bool = False


class SessionOut(Output):
    """A session as its owner may know it: nothing finer than a day and a kind of device."""

    id: UUID
    current: bool
    browser: str | None
    system: str | None
    used: Literal["today", "week", "earlier"]
    used_on: date
    since: date
    second_factor: bool

    @staticmethod
    def of(session: Session, today: date, current: UUID) -> "SessionOut":
        used_on = session.used_on or today
        days = (today - used_on).days
        return SessionOut(
            id=session.id,
            current=session.id == current,
            browser=session.device.browser,
            system=session.device.system,
            used="today" if days < 1 else "week" if days < 7 else "earlier",
            used_on=used_on,
            since=session.created_at.date() if session.created_at else today,
            second_factor=session.second_factor_at is not None,
        )


class SessionsAnswer(Output):
    sessions: list[SessionOut]


class EndedAnswer(Output):
    ended: int

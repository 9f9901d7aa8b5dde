"""An email in the queue, its recipient, and the rules of whether and when it is sent."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import SystemRandom
from uuid import UUID

from notifications.domain.email_templates import EmailTemplate, Purpose

MAX_TRIES = 5
# A reserved name (RFC 2606). Demonstration members have their addresses there.
DEMONSTRATION_DOMAIN = "@pairwise.example"


@dataclass(frozen=True)
class Email:
    """`about_id` is the other member it is about. `sealed` is opened only to render it."""

    id: UUID
    member_id: UUID
    template: EmailTemplate
    params: dict[str, str] = field(default_factory=dict)
    about_id: UUID | None = None
    sealed: bytes | None = None
    site: str | None = None
    locale: str | None = None
    tries: int = 0
    created_at: datetime | None = None


@dataclass(frozen=True)
class Recipient:
    email: str
    name: str
    locale: str
    site: str
    is_confirmed: bool


def reason_to_withhold(
    template: EmailTemplate, recipient: Recipient, *, is_wanted: bool, is_suppressed: bool, is_production: bool
) -> str | None:
    """The reason an email is not sent, or None if it is."""
    purpose = template.rules.purpose
    if recipient.email.endswith(DEMONSTRATION_DOMAIN) and (
        is_production or purpose not in (Purpose.REQUEST, Purpose.DECISION)
    ):
        # Emails to demonstration members would bounce, or bury a developer's mailbox. Requests and decisions pass
        # outside production, because developers try out sign-up and moderation with such members.
        return "demonstration"
    if purpose in (Purpose.REQUEST, Purpose.ACCOUNT):
        return None
    if not recipient.is_confirmed:
        # Until its owner has confirmed it, an address may be another person's.
        return "unconfirmed"
    if is_suppressed:
        return "suppressed"
    return None if is_wanted else "unwanted"


def retry_delay(tries: int) -> timedelta:
    """Backoff after a failed try: up to 30 s, 2 min, 8 min, half an hour, with full jitter."""
    return timedelta(seconds=SystemRandom().uniform(2, 30 * 4 ** (tries - 1)))


def outage_delay() -> timedelta:
    """Delay after a dependency was unavailable, so that nothing could be tried."""
    return timedelta(seconds=SystemRandom().uniform(5, 30))


@dataclass(frozen=True)
class MailFate:
    """An email as the support desk sees it: `state` is queued, sent, suppressed or failed."""

    template: str
    state: str
    reason: str | None
    created_at: datetime
    finished_at: datetime | None

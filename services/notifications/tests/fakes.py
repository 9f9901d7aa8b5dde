"""Fakes of outside parties that notifications calls."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from uuid import UUID

from notifications.domain.campaign_member import LifecycleMember
from notifications.domain.email import Recipient
from notifications.domain.push import PushContent, PushSubscription
from notifications.domain.segment import SegmentConditions
from notifications.ports import (
    Attachment,
    CodeTerms,
    DateContact,
    MailServerUnavailable,
    OutgoingEmail,
    Pair,
    SupportThreadAct,
    VisiblePairs,
)
from shared.kit.core import Forbidden, NotFound, Unavailable
from shared.text_messages.message import TextMessage


def a_recipient(
    email: str = "ann@example.org", *, is_confirmed: bool = True, locale: str = "en", site: str = "pairwise"
) -> Recipient:
    return Recipient(email, "Ann", locale, site, is_confirmed)


def a_consenting_member(
    email: str = "ann@example.org",
    *,
    site: str = "pairwise",
    locale: str = "en",
    is_confirmed: bool = True,
    is_suspended: bool = False,
    has_consented: bool = True,
    has_bought: bool = False,
    seen_on: date = date(2026, 1, 1),
    credits: int = 0,
    signed_up_on: date | None = None,
) -> LifecycleMember:
    recipient = Recipient(email, "Ann", locale, site, is_confirmed)
    return LifecycleMember(
        recipient,
        is_suspended=is_suspended,
        has_consented=has_consented,
        has_bought=has_bought,
        seen_on=seen_on,
        credits=credits,
        signed_up_on=signed_up_on,
    )


@dataclass
class FakeContacts:
    known: dict[UUID, Recipient] = field(default_factory=dict)
    lifecycles: dict[UUID, LifecycleMember] = field(default_factory=dict)
    is_down: bool = False

    def find_lifecycles(self, member_ids: Collection[UUID]) -> dict[UUID, LifecycleMember]:
        if self.is_down:
            raise Unavailable()
        return {member_id: self.lifecycles[member_id] for member_id in member_ids if member_id in self.lifecycles}

    def find_by_address(self, address: str, site: str) -> UUID | None:
        if self.is_down:
            raise Unavailable()
        return next((id for id, each in self.known.items() if (each.email, each.site) == (address, site)), None)

    def find(self, member_ids: Collection[UUID]) -> dict[UUID, Recipient]:
        if self.is_down:
            raise Unavailable()
        return {member_id: self.known[member_id] for member_id in member_ids if member_id in self.known}


@dataclass
class FakeCodes:
    """Codes by site and code. `before` is called first, as if time passed until the answer."""

    known: dict[tuple[str, str], CodeTerms] = field(default_factory=dict)
    is_down: bool = False
    before: Callable[[], None] = lambda: None

    def find(self, site: str, code: str) -> CodeTerms | None:
        self.before()
        if self.is_down:
            raise Unavailable()
        return self.known.get((site, code))


@dataclass
class FakeInvoices:
    """PDFs by member, company and number."""

    known: dict[tuple[UUID, str, int], Attachment] = field(default_factory=dict)
    is_down: bool = False

    def find(self, member_id: UUID, company: str, number: int) -> Attachment:
        if self.is_down:
            raise Unavailable()
        if (key := (member_id, company, number)) not in self.known:
            raise NotFound()
        return self.known[key]


def zone_at(hour: int) -> str:
    """A time zone in which it is about this hour now."""
    # POSIX signs: Etc/GMT-2 is two hours ahead of UTC.
    ahead = (hour - datetime.now(UTC).hour + 12) % 24 - 12
    return f"Etc/GMT{-ahead:+d}" if ahead else "Etc/GMT"


@dataclass
class FakeVisibility:
    """Every member is visible to every other, except those in `hidden`.

    `paused` take a break. Members are selected by `facts`, their country, gender and age; a member without them fits
    where nothing is asked.
    """

    hidden: set[UUID] = field(default_factory=set)
    paused: set[UUID] = field(default_factory=set)
    # By day everywhere, whatever the hour of the tests.
    zone: str = field(default_factory=lambda: zone_at(hour=14))
    zones: dict[UUID, str] = field(default_factory=dict)
    facts: dict[UUID, tuple[str, str, int]] = field(default_factory=dict)
    is_down: bool = False
    opened: set[UUID] = field(default_factory=set)
    viewed: list[tuple[UUID, UUID, int]] = field(default_factory=list)
    threads: list[tuple[UUID, UUID, UUID | None, SupportThreadAct]] = field(default_factory=list)
    date_contacts: dict[UUID, DateContact] = field(default_factory=dict)

    def select(self, member_ids: Collection[UUID], conditions: SegmentConditions | None) -> dict[UUID, str]:
        if self.is_down:
            raise Unavailable()
        asked = conditions or SegmentConditions(has_bought=True)
        fitting = [each for each in member_ids if each not in self.paused and self._fits(each, asked)]
        return {each: self.zones.get(each, self.zone) for each in fitting}

    def _fits(self, member_id: UUID, asked: SegmentConditions) -> bool:
        if not asked.asks_profiles:
            return True
        country, gender, age = self.facts.get(member_id, ("", "", 0))
        is_of_age = (asked.age_from or 0) <= age <= (asked.age_to or 200)
        genders: list[str] = [*asked.genders]
        return is_of_age and country in (asked.countries or [country]) and gender in (genders or [gender])

    def date_contact(self, plan_id: UUID) -> DateContact | None:
        if self.is_down:
            raise Unavailable()
        return self.date_contacts.get(plan_id)

    def visible(self, pairs: Collection[Pair]) -> VisiblePairs:
        if self.is_down:
            raise Unavailable()
        return VisiblePairs({pair for pair in pairs if pair[1] not in self.hidden})

    def record_support_view(self, actor_id: UUID, member_id: UUID, pool: int) -> None:
        if self.is_down:
            raise Unavailable()
        if member_id not in self.opened:
            raise Forbidden("case_required")
        self.viewed.append((actor_id, member_id, pool))

    def record_support_thread(
        self, actor_id: UUID, thread_id: UUID, member_id: UUID | None, pool: int, act: SupportThreadAct
    ) -> None:
        if self.is_down:
            raise Unavailable()
        self.threads.append((actor_id, thread_id, member_id, act))


@dataclass
class FakeMailServer:
    """Keeps the messages it is given, unless `fails` is set."""

    sent: list[EmailMessage] = field(default_factory=list)
    raw: list[bytes] = field(default_factory=list)
    fails: Exception | None = None
    is_down: bool = False

    def send(self, email: OutgoingEmail, site: str) -> None:
        if self.is_down:
            raise MailServerUnavailable
        if self.fails:
            raise self.fails
        self.raw.append(email.content)
        self.sent.append(message_from_bytes(email.content, policy=default))


@dataclass
class FakePushServices:
    """Keeps the pushes it is given, unless `fails` has an error for the endpoint."""

    sent: list[tuple[PushSubscription, PushContent]] = field(default_factory=list)
    topics: list[str] = field(default_factory=list)
    fails: dict[str, Exception] = field(default_factory=dict)
    before: Callable[[], None] = lambda: None

    def is_known(self, endpoint: str) -> bool:
        return endpoint.startswith(("https://fcm.googleapis.com/", "https://updates.push.services.mozilla.com/"))

    def send(self, device: PushSubscription, content: PushContent, *, topic: str, contact: str) -> None:
        self.before()
        if error := self.fails.get(device.endpoint):
            raise error
        self.sent.append((device, content))
        self.topics.append(topic)


@dataclass
class FakeTextMessages:
    """Telephones with the messages they received. `fails` is raised instead, after `before` is called."""

    sent: list[TextMessage] = field(default_factory=list)
    fails: Exception | None = None
    before: Callable[[], None] = lambda: None

    def send(self, message: TextMessage) -> None:
        self.before()
        if self.fails:
            raise self.fails
        self.sent.append(message)

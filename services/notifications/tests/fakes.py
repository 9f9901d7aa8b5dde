"""Fakes of what notifications needs from outside."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from email.message import EmailMessage
from uuid import UUID

from notifications.domain.mail import Addressee
from notifications.domain.push import Told
from notifications.ports import PostClosed, PushSubscription
from servicekit.errors import Unavailable


def an_addressee(email: str = "ann@example.org", *, is_confirmed: bool = True, locale: str = "en") -> Addressee:
    return Addressee(email, "Ann", locale, "pairwise", is_confirmed)


@dataclass
class FakeContacts:
    known: dict[UUID, Addressee] = field(default_factory=dict)
    is_down: bool = False

    def find(self, member_id: UUID) -> Addressee | None:
        if self.is_down:
            raise Unavailable()
        return self.known.get(member_id)


@dataclass
class FakeSight:
    """Everyone sees everyone, but for those it is told to hide."""

    hidden: set[UUID] = field(default_factory=set)
    is_down: bool = False

    def may_see(self, viewer_id: UUID, member_id: UUID) -> bool:
        if self.is_down:
            raise Unavailable()
        return member_id not in self.hidden

    def shown(self, viewer_id: UUID, member_ids: Sequence[UUID]) -> set[UUID]:
        return {one for one in member_ids if self.may_see(viewer_id, one)}


@dataclass
class FakePost:
    """Keeps what it is given, unless `fails` says how it refuses."""

    sent: list[EmailMessage] = field(default_factory=list)
    fails: Exception | None = None
    is_closed: bool = False

    def send(self, message: EmailMessage) -> None:
        if self.is_closed:
            raise PostClosed
        if self.fails:
            raise self.fails
        self.sent.append(message)


@dataclass
class FakePushServices:
    """Keeps what it is given, unless `fails` says how an address refuses."""

    sent: list[tuple[PushSubscription, Told]] = field(default_factory=list)
    topics: list[str] = field(default_factory=list)
    fails: dict[str, Exception] = field(default_factory=dict)
    before: Callable[[], None] = lambda: None

    def knows(self, endpoint: str) -> bool:
        return endpoint.startswith("https://fcm.googleapis.com/")

    def send(self, device: PushSubscription, told: Told, *, topic: str, contact: str) -> None:
        self.before()
        if error := self.fails.get(device.endpoint):
            raise error
        self.sent.append((device, told))
        self.topics.append(topic)

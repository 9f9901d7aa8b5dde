"""Fakes of what notifications needs from outside."""

from dataclasses import dataclass, field
from email.message import EmailMessage
from uuid import UUID

from notifications.domain.mail import Addressee
from notifications.ports import PostClosed
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

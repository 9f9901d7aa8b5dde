"""What the use cases need from outside."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.message import EmailMessage
from typing import Protocol
from uuid import UUID

from servicekit.ports import Transaction

from notifications.domain.mail import Addressee, Mail
from notifications.domain.preferences import Kind, Preference
from notifications.domain.push import News, Push, Told


@dataclass(frozen=True)
class Name:
    """What a mail may say of another member."""

    name: str
    is_fictional: bool


@dataclass(frozen=True)
class PushSubscription:
    endpoint: str
    p256dh: str
    auth: str


class Preferences(Protocol):
    def of(self, member_id: UUID) -> Sequence[Preference]:
        """All eight, in their order."""

    def change(self, member_id: UUID, kind: Kind, *, email: bool | None, push: bool | None) -> None:
        """Turn the switches that are given; the others stay."""


class Mails(Protocol):
    """The queue. What is in it survives every crash; a mail leaves it once it is sent, withheld or given up."""

    def queue(self, mail: Mail, wait: timedelta = timedelta()) -> None: ...
    def member_of(self, mail_id: UUID) -> UUID | None: ...
    def claim(self, lease: timedelta) -> Mail | None:
        """The mail that is due longest, for this worker alone until the lease is over. Counts as a try."""

    def finish(self, mail_id: UUID, state: str, reason: str | None = None) -> None:
        """Its secrets and parameters are forgotten with that."""

    def put_back(self, mail: Mail, pause: timedelta, *, counts: bool) -> None:
        """Try again after a pause; `counts` says whether this was one of its tries."""


class Names(Protocol):
    def of(self, member_id: UUID) -> Name | None: ...


class Suppressions(Protocol):
    def has(self, member_id: UUID) -> bool: ...
    def reason(self, member_id: UUID) -> str | None: ...
    def add(self, member_id: UUID, reason: str) -> bool:
        """Returns whether this is news."""

    def remove(self, member_id: UUID, reason: str | None = None) -> bool:
        """Whatever the reason was, or this one only. Returns whether there was one."""


class PushSubscriptions(Protocol):
    def add(self, member_id: UUID, session_id: UUID, subscription: PushSubscription) -> bool:
        """Returns whether this device is a new one for the member."""

    def of(self, endpoint: str, member_id: UUID) -> PushSubscription | None: ...
    def remove(self, endpoint: str, member_id: UUID | None = None) -> None:
        """And what waits for it; of this member only, when one is given."""


class Pushes(Protocol):
    """The queue, one row a device. News of the same topic that still waits is one push."""

    def queue(self, *news: News) -> None:
        """For each of the members' devices; nothing for a member without."""

    def claim(self, lease: timedelta, most: int) -> Sequence[Push]: ...
    def finish(self, push: Push, state: str, reason: str | None = None) -> None:
        """Unless newer news joined it meanwhile: then it goes again."""

    def put_back(self, push: Push, pause: timedelta, *, counts: bool) -> None: ...


@dataclass(frozen=True)
class Unread:
    """What a member has not read in one conversation."""

    conversation_id: UUID
    about_id: UUID
    count: int
    since: datetime


class Unreads(Protocol):
    def of(self, member_id: UUID) -> Sequence[Unread]: ...
    def in_(self, member_id: UUID, conversation_id: UUID) -> Unread | None: ...


class Activities(Protocol):
    def last(self, member_id: UUID) -> datetime | None:
        """When the member last did something that we heard of."""


class NewLikes(Protocol):
    def of(self, member_id: UUID) -> Sequence[UUID]:
        """Who gave the member a like in the last week."""


class NotificationsUnitOfWork(Transaction, Protocol):
    @property
    def preferences(self) -> Preferences: ...
    @property
    def mails(self) -> Mails: ...
    @property
    def names(self) -> Names: ...
    @property
    def suppressions(self) -> Suppressions: ...
    @property
    def push_subscriptions(self) -> PushSubscriptions: ...
    @property
    def pushes(self) -> Pushes: ...
    @property
    def unreads(self) -> Unreads: ...
    @property
    def activities(self) -> Activities: ...
    @property
    def new_likes(self) -> NewLikes: ...


class Contacts(Protocol):
    def find(self, member_id: UUID) -> Addressee | None:
        """Where the member's mail goes; None for one who is gone. Raises Unavailable when nobody can tell."""


class Sight(Protocol):
    def may_see(self, viewer_id: UUID, member_id: UUID) -> bool:
        """Whether the one may be told of the other now. Raises Unavailable when nobody can tell."""

    def shown(self, viewer_id: UUID, member_ids: Sequence[UUID]) -> set[UUID]:
        """Those of them whom the one may be told of now. Raises Unavailable when nobody can tell."""


class Seal(Protocol):
    def open(self, sealed: bytes) -> dict[str, str]: ...
    def close(self, content: dict[str, str]) -> bytes: ...


class Letters(Protocol):
    def write(self, mail: Mail, to: Addressee, about: Name | None) -> EmailMessage:
        """The mail, ready to send. The same mail is the same message, however often it is written."""


class PostClosed(Exception):
    """No mail can be handed over now. Nothing was tried."""


class TryAgain(Exception):
    """This mail was not taken this time."""


class MailRefused(Exception):
    """This mail will never be taken."""


class AddressRefused(Exception):
    """There is nobody at this address."""


class Post(Protocol):
    def send(self, message: EmailMessage) -> None:
        """Hand a mail over. Raises PostClosed, TryAgain, MailRefused or AddressRefused."""


class DeviceGone(Exception):
    """The device takes no pushes any more: its owner turned them off, or the push service forgot it."""


class PushNotTaken(Exception):
    """Not this time; `pause` is how long the push service asks us to wait."""

    def __init__(self, problem: str, pause: timedelta | None = None) -> None:
        super().__init__(problem)
        self.pause = pause


class PushRefused(Exception):
    """This push will never be taken."""


class PushServices(Protocol):
    """The outside companies that bring pushes to devices."""

    def knows(self, endpoint: str) -> bool:
        """Whether this is the address of a push service we send to."""

    def send(self, device: PushSubscription, told: Told, *, topic: str, contact: str) -> None:
        """Raises DeviceGone, PushNotTaken or PushRefused."""


class Announcements(Protocol):
    def write(self, push: Push, to: Addressee, *, count: int, is_fictional: bool) -> Told:
        """What the device shows, in the member's language."""

    def contact(self, to: Addressee) -> str:
        """Where a push service can reach who runs the member's site."""

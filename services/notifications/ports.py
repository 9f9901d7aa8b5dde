"""What the use cases need from outside."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from email.message import EmailMessage
from typing import Protocol
from uuid import UUID

from servicekit.ports import Transaction

from notifications.domain.mail import Addressee, Mail
from notifications.domain.preferences import Kind, Preference


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

    def queue(self, mail: Mail) -> None: ...
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
    def add(self, member_id: UUID, reason: str) -> bool:
        """Returns whether this is news."""


class PushSubscriptions(Protocol):
    def add(self, member_id: UUID, subscription: PushSubscription) -> bool:
        """Returns whether this device is a new one for the member."""


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


class Contacts(Protocol):
    def find(self, member_id: UUID) -> Addressee | None:
        """Where the member's mail goes; None for one who is gone. Raises Unavailable when nobody can tell."""


class Sight(Protocol):
    def may_see(self, viewer_id: UUID, member_id: UUID) -> bool:
        """Whether the one may be told of the other now. Raises Unavailable when nobody can tell."""


class Seal(Protocol):
    def open(self, sealed: bytes) -> dict[str, str]: ...


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

"""Outside parties that notifications calls, each with a fake in the tests."""

from collections.abc import Collection, Set
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, Protocol
from uuid import UUID

from notifications.domain.campaign_member import LifecycleMember
from notifications.domain.email import Recipient
from notifications.domain.push import PushContent, PushSubscription
from notifications.domain.segment import SegmentConditions


class Contacts(Protocol):
    def find(self, member_ids: Collection[UUID]) -> dict[UUID, Recipient]:
        """The addresses and languages of members, without deleted ones. Raises Unavailable when identity is down."""

    def find_by_address(self, address: str, site: str) -> UUID | None:
        """The member of this site whose account has exactly this address. Raises Unavailable when identity is down."""

    def find_lifecycles(self, member_ids: Collection[UUID]) -> dict[UUID, LifecycleMember]:
        """The same with the facts that decide about campaign mail. Raises Unavailable when identity is down."""


# A viewer and the member they may see, or not.
Pair = tuple[UUID, UUID]


@dataclass(frozen=True)
class VisiblePairs:
    """`unknown_viewers` have no profile yet: nothing can be said of what they may see."""

    pairs: Set[Pair]
    unknown_viewers: Set[UUID] = frozenset()

    def to(self, viewer_id: UUID, member_ids: Collection[UUID]) -> set[UUID]:
        """The subset of `member_ids` visible to the viewer."""
        return {member_id for member_id in member_ids if (viewer_id, member_id) in self.pairs}


@dataclass(frozen=True)
class DateContact:
    """A person to tell of a date. `words` are the parameters of the email, with `to` and `name` of the person.

    With a `phone`, in international form, `to` is empty.
    """

    site: str
    locale: str
    words: dict[str, str]
    phone: str = ""

    @property
    def is_fine(self) -> bool:
        """Whether the member has answered since that they are fine. Profiles of the release before never says so."""
        return bool(self.words.get("fine_at"))


SupportThreadAct = Literal["view", "answer", "note", "change"]


class Visibility(Protocol):
    def visible(self, pairs: Collection[Pair]) -> VisiblePairs:
        """Those of the pairs in which the viewer may see the member now. Raises Unavailable when profiles is down."""

    def select(self, member_ids: Collection[UUID], conditions: SegmentConditions | None) -> dict[UUID, str]:
        """Those of these members who fit what profiles knows of the conditions, without those who take a break.

        Each with their time zone, an IANA name, or empty if it is not known. Raises Unavailable.
        """

    def date_contact(self, plan_id: UUID) -> DateContact | None:
        """The person to tell of a plan; None where nobody is to be told any more. Raises Unavailable."""

    def record_support_view(self, actor_id: UUID, member_id: UUID, pool: int) -> None:
        """Record that support looks at the mails to a member. Raises Forbidden unless the member is open to them."""

    def record_support_thread(
        self, actor_id: UUID, thread_id: UUID, member_id: UUID | None, pool: int, act: SupportThreadAct
    ) -> None:
        """Record what support does with a thread of the inbox. Raises Forbidden for one of their own."""


@dataclass(frozen=True)
class CodeTerms:
    """`state` is planned, active, spent, expired or ended, as billing has it. `expires_at` is None without an end."""

    state: str
    expires_at: datetime | None = None


@dataclass(frozen=True)
class Attachment:
    """A PDF that an email carries."""

    file_name: str
    content: bytes


class Invoices(Protocol):
    def find(self, member_id: UUID, company: str, number: int) -> Attachment:
        """A member's invoice or credit note. Raises Unavailable when billing is down, NotFound without one."""


class DiscountCodes(Protocol):
    def find(self, site: str, code: str) -> CodeTerms | None:
        """The terms of a code that members of the site can use, or could; None without one. Raises Unavailable."""


class MailServerUnavailable(Exception):
    """The mail server cannot be reached; nothing was tried."""


class OwnServerUnavailable(MailServerUnavailable):
    """The mail server of one account cannot be reached, or its address is not known; other sites' mails go on."""


class EmailDeferred(Exception):
    """The mail server does not accept this email for now (SMTP 4xx), or broke off."""


class EmailRejected(Exception):
    """The mail server rejects this email for good (SMTP 5xx)."""


class AddressRejected(Exception):
    """The mail server knows no such recipient (SMTP 5xx in answer to RCPT)."""


@dataclass(frozen=True)
class OutgoingEmail:
    """An email as a mail server takes it: the addresses of its envelope, and headers and body with CRLF."""

    sender: str
    recipient: str
    content: bytes


class MailServer(Protocol):
    def send(self, email: OutgoingEmail, site: str) -> None:
        """Send by the server of this site.

        Raises MailServerUnavailable, EmailDeferred, EmailRejected or AddressRejected.
        """


class SubscriptionExpired(Exception):
    """The device receives no pushes any more: its owner turned them off, or the push service forgot it."""


class PushDeferred(Exception):
    """The push service does not accept the push for now; `retry_after` is the time it demands, if any."""

    def __init__(self, problem: str, retry_after: timedelta | None = None) -> None:
        super().__init__(problem)
        self.retry_after = retry_after


class PushServiceUnavailable(Exception):
    """The push service has not answered several times in a row; nothing was tried."""


class PushRejected(Exception):
    """The push service rejects this push for good."""


class PushServices(Protocol):
    """The browser vendors' services that bring pushes to devices."""

    def is_known(self, endpoint: str) -> bool:
        """Whether the endpoint is on a host of the allow-list."""

    def send(self, device: PushSubscription, content: PushContent, *, topic: str, contact: str) -> None:
        """Raises SubscriptionExpired, PushDeferred, PushRejected or PushServiceUnavailable.

        `contact` is an email address (RFC 8292, 2.1).
        """

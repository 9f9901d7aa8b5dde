"""Outside parties that notifications calls, each with a fake in the tests."""

from collections.abc import Sequence
from datetime import timedelta
from email.message import EmailMessage
from typing import Protocol
from uuid import UUID

from notifications.domain.email import Recipient
from notifications.domain.push import PushContent, PushSubscription


class Contacts(Protocol):
    def find(self, member_id: UUID) -> Recipient | None:
        """The address and language of a member; None for a deleted one. Raises Unavailable when identity is down."""


class Visibility(Protocol):
    def visible_to(self, viewer_id: UUID, member_ids: Sequence[UUID]) -> set[UUID]:
        """The subset of `member_ids` visible to the viewer now. Raises Unavailable when profiles is down."""


class MailServerUnavailable(Exception):
    """The mail server cannot be reached; nothing was tried."""


class EmailDeferred(Exception):
    """The mail server does not accept this email for now (SMTP 4xx), or broke off."""


class EmailRejected(Exception):
    """The mail server rejects this email for good (SMTP 5xx)."""


class AddressRejected(Exception):
    """The mail server knows no such recipient (SMTP 5xx in answer to RCPT)."""


class MailServer(Protocol):
    def send(self, message: EmailMessage) -> None:
        """Raises MailServerUnavailable, EmailDeferred, EmailRejected or AddressRejected."""


class SubscriptionExpired(Exception):
    """The device receives no pushes any more: its owner turned them off, or the push service forgot it."""


class PushDeferred(Exception):
    """The push service does not accept the push for now; `retry_after` is the time it demands, if any."""

    def __init__(self, problem: str, retry_after: timedelta | None = None) -> None:
        super().__init__(problem)
        self.retry_after = retry_after


class PushRejected(Exception):
    """The push service rejects this push for good."""


class PushServices(Protocol):
    """The browser vendors' services that bring pushes to devices."""

    def is_known(self, endpoint: str) -> bool:
        """Whether the endpoint is on a host of the allow-list."""

    def send(self, device: PushSubscription, content: PushContent, *, topic: str, contact: str) -> None:
        """Raises SubscriptionExpired, PushDeferred or PushRejected. `contact` is an email address (RFC 8292, 2.1)."""

"""Outside parties that billing calls, each with a fake in the tests."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol
from uuid import UUID

from billing.domain.direct_debit import Application
from billing.domain.partner import Partner
from billing.domain.payment import Payment, PaymentReport
from billing.domain.payout import PayoutLine, PayoutReport
from billing.domain.refund import Refund
from billing.errors import ProviderUnavailable


class Partners(Protocol):
    def visible_to(self, viewer_id: UUID, member_ids: Collection[UUID]) -> Mapping[UUID, Partner]:
        """The members the viewer may see; empty when profiles is down."""


class Sends(Protocol):
    def was_posted(self, message_id: UUID) -> bool:
        """Final: after False chat refuses this message for ever. Raises Unavailable when chat is down."""


class PaymentProvider(Protocol):
    """All methods raise ProviderUnavailable when the provider is down, late, or its answer cannot be parsed.

    Creating is idempotent by key: the same key returns the same object.
    """

    def create(
        self,
        payment: Payment,
        description: str,
        return_url: str,
        *,
        key: str,
        customer_id: str | None = None,
        mandate_id: str | None = None,
    ) -> tuple[str, str | None]:
        """Create a payment. Returns the provider's id of it and the URL of its checkout page.

        With a mandate it is paid without a page. With a customer alone, the method is saved for that customer if
        the payment says so. Raises OrderRefused.
        """

    def report(self, provider_id: str) -> PaymentReport | None:
        """None when the provider knows no such payment."""

    def reports_since(self, since: datetime) -> Iterator[PaymentReport]:
        """All payments made since then, the newest first."""

    def payouts_since(self, since: datetime) -> Iterator[PayoutReport]:
        """Payouts that left the provider since then, the newest first; none where the key may not read them."""

    def payout_lines(self, payout_id: str) -> Iterator[PayoutLine]:
        """The lines of a payout, page by page: they add up to its sum."""

    def create_customer(self, member_id: UUID) -> str: ...
    def create_mandate(self, customer_id: str, application: Application, contact: str) -> str:
        """`contact` is the site's email address. Raises OrderRefused when the provider will not debit this account."""

    def revoke_mandate(self, customer_id: str, mandate_id: str) -> None:
        """Idempotent: a mandate that is gone is no error."""

    def refund(self, provider_id: str, refund: Refund) -> str:
        """The provider's id of the refund. Raises OrderRefused."""

    def order_of(self, about: Mapping[str, Any]) -> UUID | None:
        """Our id of the payment that this object, of the event of a signed webhook, belongs to."""


class PaymentProviders(dict[str, PaymentProvider]):
    """The configured payment providers by name.

    Reading one that is not configured, or no longer, raises ProviderUnavailable: what it was asked for waits.
    """

    def __missing__(self, name: str) -> PaymentProvider:
        raise ProviderUnavailable()


class Accounts(Protocol):
    def active(self, member_ids: Sequence[UUID]) -> set[UUID]:
        """Those of at most 200 members who are confirmed, and neither suspended nor deleted. Raises Unavailable."""

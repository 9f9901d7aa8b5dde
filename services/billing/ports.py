"""What the use cases need from outside."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Protocol
from uuid import UUID

from servicekit.ports import Transaction

from billing.domain.payment import Payment, Report, Status
from billing.domain.transfer import Transfer
from billing.domain.wallet import Wallet


class Wallets(Protocol):
    """Each change returns the wallet after it; one that a limit forbids returns None."""

    def open(self, member_id: UUID, site: str, balance: int, free_messages: int) -> Wallet | None:
        """None when the member has a wallet already."""

    def find(self, member_id: UUID) -> Wallet | None: ...
    def get(self, member_id: UUID) -> Wallet:
        """The wallet that is known to be there."""

    def use_free_message(self, member_id: UUID) -> Wallet | None: ...
    def debit(self, member_id: UUID, credits: int) -> Wallet | None: ...
    def credit(self, member_id: UUID, credits: int, free_messages: int = 0) -> Wallet: ...
    def become_premium(self, member_id: UUID) -> bool:
        """Whether this was the first time."""

    def name_site(self, member_id: UUID, site: str) -> None: ...


class Ledger(Protocol):
    def add_once(self, transfer: Transfer) -> bool:
        """False when this transfer is there already."""

    def find(self, transfer_id: UUID) -> Transfer | None: ...
    def get(self, transfer_id: UUID) -> Transfer:
        """The transfer that is known to be there."""

    def page(self, member_id: UUID, before_version: int | None, limit: int) -> Sequence[Transfer]:
        """Newest first."""

    def await_message(self, charge_id: UUID, ask_after: timedelta) -> None: ...
    def settle(self, charge_id: UUID) -> bool:
        """False when it was settled already."""

    def claim_overdue(self, limit: int, ask_again_after: timedelta) -> Sequence[UUID]:
        """Charges whose message nobody told us of. Another process that asks now gets others."""


class Payments(Protocol):
    def add_once(self, payment: Payment, ask_after: timedelta) -> bool:
        """False when an order with this id is there already."""

    def find(self, payment_id: UUID) -> Payment | None: ...
    def find_by_provider(self, provider_id: str) -> Payment | None: ...
    def get(self, payment_id: UUID) -> Payment:
        """The payment that is known to be there."""

    def was_made(self, payment_id: UUID, provider_id: str, checkout_url: str | None) -> None: ...
    def advance(self, payment_id: UUID, status: Status) -> Payment | None:
        """The payment after its step to this status; None when it cannot take it, or has taken it."""

    def claim_question(self, payment_id: UUID, not_asked_for: timedelta) -> bool:
        """Whether the provider may be asked now, which counts as asking. A completed payment needs no question."""

    def ask_soon(self, payment_id: UUID) -> None:
        """The next claim of overdue payments takes this one, unless it is completed."""

    def claim_overdue(self, limit: int, first_pause: timedelta, longest_pause: timedelta) -> Sequence[Payment]:
        """Payments to ask about now. For undecided ones the pause until the next claim doubles each time."""

    def expire_unmade(self, limit: int) -> Sequence[Payment]:
        """Give up orders that never reached the provider and are too old to be retried."""


class BillingUnitOfWork(Transaction, Protocol):
    @property
    def wallets(self) -> Wallets: ...
    @property
    def ledger(self) -> Ledger: ...
    @property
    def payments(self) -> Payments: ...


class Sends(Protocol):
    def was_posted(self, message_id: UUID) -> bool:
        """Final: after False chat refuses this message for ever. Raises Unavailable when chat is down."""


class OrderRefused(Exception):
    """The provider will not take this payment, however often it is asked."""


class PaymentProvider(Protocol):
    """Both raise ProviderUnavailable when the provider is down, late or makes no sense."""

    def create(self, payment: Payment, description: str, return_url: str) -> tuple[str, str | None]:
        """The provider's id of the payment and the page where the member pays. The same order gets the same payment.

        Raises OrderRefused.
        """

    def report(self, provider_id: str) -> Report | None:
        """None when the provider knows no such payment."""

"""What the use cases need from outside."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Protocol, Self
from uuid import UUID

from servicekit.ports import Transaction
from sites import Ware

from billing.domain.direct_debit import Application
from billing.domain.discount import Discount
from billing.domain.payment import Payment, Report, Status
from billing.domain.refund import Refund
from billing.domain.saved_method import SavedMethod
from billing.domain.spending import Guard, Spent
from billing.domain.transfer import Filter, Posted, Transfer
from billing.domain.wallet import Wallet


class Wallets(Protocol):
    """Each change returns the wallet after it; one that a limit forbids returns None."""

    def open(self, member_id: UUID, site: str, balance: int, free_messages: int) -> Wallet | None:
        """None when the member has a wallet already."""

    def find(self, member_id: UUID) -> Wallet | None: ...
    def get(self, member_id: UUID) -> Wallet:
        """The wallet that is known to be there."""

    def lock(self, member_id: UUID) -> None:
        """Let every other change of this wallet wait for this transaction."""

    def credit(self, member_id: UUID, credits: int, free_messages: int = 0) -> tuple[Wallet, int]:
        """What is got pays debt first. Returns the wallet after it, and by how much the debt grew: never above 0."""

    def take_back(self, member_id: UUID, credits: int) -> tuple[Wallet, int]:
        """What is not there any more becomes debt. Returns the wallet after it, and by how much the debt grew."""

    def become_premium(self, member_id: UUID) -> bool:
        """Whether this was the first time."""

    def know_member(self, member_id: UUID, site: str, signed_up_at: datetime | None, country: str | None) -> None:
        """What only the news of the sign-up told; nothing is forgotten where it says nothing."""


class Ledger(Protocol):
    def add_once(self, transfer: Transfer) -> bool:
        """False when this transfer is there already."""

    def find(self, transfer_id: UUID) -> Transfer | None: ...
    def get(self, transfer_id: UUID) -> Transfer:
        """The transfer that is known to be there."""

    def of_payment(self, payment_id: UUID) -> Transfer | None:
        """The purchase that a payment made."""

    def page(
        self, member_id: UUID, before_version: int | None, limit: int, wanted: Filter | None = None
    ) -> Sequence[Transfer]:
        """Newest first."""

    def spent_on(self, member_id: UUID, partner_id: UUID) -> tuple[int, int]:
        """The credits and the messages that went to one member."""

    def charge_once(
        self,
        charge_id: UUID,
        member_id: UUID,
        partner_id: UUID | None,
        ware: Ware,
        prices: Mapping[str, int],
        ask_after: timedelta,
    ) -> tuple[int, Wallet] | None:
        """Pay for a message by the price of the member's site, write its transfer, wait for the message and tell.

        One statement, run `at_once`. None when the wallet is not there or cannot pay, when its site has no price for
        this, or for a charge made before.
        """

    def settle(self, charge_ids: Sequence[UUID]) -> set[UUID]:
        """Those of them that were not settled before."""

    def note_posted(self, messages: Sequence[Posted]) -> None:
        """What became of these paid messages, for the auditor."""

    def note_given_back(self, charge_id: UUID, member_id: UUID) -> None:
        """The same of a message that what it cost was given back for."""

    def claim_overdue(self, limit: int, ask_again_after: timedelta) -> Sequence[UUID]:
        """Charges whose message nobody told us of. Another process that asks now gets others."""


class Payments(Protocol):
    def add_once(self, payment: Payment, ask_after: timedelta) -> bool:
        """False when an order with this id is there already."""

    def find(self, payment_id: UUID) -> Payment | None: ...
    def find_by_provider(self, provider_id: str) -> Payment | None: ...
    def get(self, payment_id: UUID) -> Payment:
        """The payment that is known to be there."""

    def completed_since(self, member_id: UUID, since: datetime) -> Sequence[Payment]:
        """Newest first."""

    def known(self, provider_ids: Sequence[str]) -> Mapping[str, Payment]:
        """Those of these that are ours, by the provider's id."""

    def was_made(self, payment_id: UUID, provider_id: str, checkout_url: str | None) -> None: ...
    def step_up(self, payment_id: UUID, failed_id: str, provider_id: str, checkout_url: str | None) -> None:
        """Another payment at the provider, on whose page the member confirms, takes the place of the failed one."""

    def give_back(self, payment: Payment, returned_minor: int) -> Payment | None:
        """The payment with this much money gone back, and its share of credits; None when that was noted already."""

    def restore(self, payment: Payment, credits: int, returned_minor: int) -> bool:
        """Whether it could be noted to count again, nothing having changed since `payment` was read."""

    def withdraw(self, payment: Payment, credits: int, minor: int) -> bool:
        """Whether this much more could be noted as going back, nothing having changed since `payment` was read."""

    def advance(self, payment_id: UUID, status: Status, failure: str | None = None) -> Payment | None:
        """The payment after its step to this status; None when it cannot take it, or has taken it."""

    def claim_question(self, payment_id: UUID, not_asked_for: timedelta) -> bool:
        """Whether the provider may be asked now, which counts as asking."""

    def ask_soon(self, payment_id: UUID) -> None:
        """The next claim of overdue payments takes this one."""

    def claim_overdue(self, limit: int, first_pause: timedelta, longest_pause: timedelta) -> Sequence[Payment]:
        """Payments to ask about now. For undecided ones the pause until the next claim doubles each time."""

    def claim_unmade(self, limit: int, pause: timedelta) -> Sequence[Payment]:
        """Orders the provider has yet to hear of, and may."""

    def expire_unmade(self, limit: int) -> Sequence[Payment]:
        """Give up orders that never reached the provider and are too old to be retried."""


class Discounts(Protocol):
    def find(self, code: str) -> Discount | None: ...
    def add_once(self, discount: Discount, by: str) -> bool:
        """False when there is one of this code, ended or not."""

    def all(self) -> Sequence[tuple[Discount, int]]:
        """Each with how often it was used, the newest first."""

    def end(self, code: str, by: str) -> bool:
        """False when no such code is active."""

    def claim(self, discount: Discount, payment: Payment) -> UUID | None:
        """Take it for this payment. Returns the payment that has it now: an open one it was taken from, or this.

        None when it is used: by a payment that may still bring money, or already has.
        """

    def keep(self, payment: Payment) -> bool:
        """Whether this payment, for which money came, has its discount, or can have it back from one without money."""

    def is_used(self, discount: Discount, member_id: UUID) -> bool: ...


class Spending(Protocol):
    def find(self, member_id: UUID) -> Guard: ...
    def open(self, member_id: UUID) -> None:
        """Without limits, unless there is one already."""

    def lock(self, member_id: UUID) -> Guard | None:
        """The guard, with the member's other orders waiting for this transaction. None when there is none."""

    def keep(self, guard: Guard) -> None: ...
    def spent(self, member_id: UUID, currency: str) -> Spent: ...


class Audits(Protocol):
    def look(self) -> Mapping[str, int] | None:
        """How many of each kind are off, of all new and some old ones, as of one moment. None while another looks."""

    def stop_purchases(self, off: dict[str, int]) -> bool:
        """False when they are stopped already."""

    def purchases_are_stopped(self) -> bool: ...
    def clear(self, by: str, why: str) -> bool:
        """False when there was nothing to clear."""


class SavedMethods(Protocol):
    def customer_of(self, member_id: UUID) -> str | None: ...
    def add_customer(self, member_id: UUID, customer_id: str) -> None: ...
    def add_once(self, method: SavedMethod) -> bool:
        """False when this permission is saved already."""

    def find(self, member_id: UUID, method_id: UUID) -> SavedMethod | None: ...
    def get(self, method_id: UUID) -> SavedMethod:
        """The method that is known to be there, removed or not."""

    def of(self, member_id: UUID) -> Sequence[SavedMethod]:
        """Newest first."""

    def remove(self, member_id: UUID, method_id: UUID) -> bool: ...
    def unrevoked(self, limit: int) -> Sequence[SavedMethod]:
        """Removed by their members, and still known to the provider."""

    def was_revoked(self, method_id: UUID) -> None: ...


class DirectDebits(Protocol):
    def add_once(self, application: Application) -> bool: ...
    def find(self, application_id: UUID) -> Application | None: ...
    def find_by_saved_method(self, method_id: UUID) -> Application | None: ...
    def note_code(self, application_id: UUID, code_hash: bytes, lives: timedelta, not_sent_for: timedelta) -> bool:
        """Whether another code may be sent now, which then is the only one that counts."""

    def code_was_lost(self, application_id: UUID) -> None: ...
    def take_try(self, application_id: UUID) -> bool:
        """Whether a code may be tried, which counts as a try."""

    def sign(self, application_id: UUID) -> None: ...
    def was_saved(self, application_id: UUID, method_id: UUID) -> None: ...
    def is_blocked(self, iban: str, phone: str) -> bool: ...
    def account_is_blocked(self, method_id: UUID) -> bool:
        """Whether the account or number behind a saved method is blocked; other methods have neither."""

    def block(self, iban: str, phone: str, reason: str) -> None: ...
    def unblock(self, what: str, value: str) -> bool:
        """`what` is iban or phone. False when it was not blocked."""

    def has_proven(self, member_id: UUID, phone: str) -> bool:
        """Whether the member has signed a mandate with a code sent to this number."""


class Refunds(Protocol):
    def add_once(self, refund_id: UUID, payment_id: UUID, member_id: UUID, credits: int, minor: int) -> bool:
        """False when this purchase was withdrawn from before."""

    def find(self, refund_id: UUID) -> Refund | None: ...
    def of_payments(self, payment_ids: Sequence[UUID]) -> Sequence[Refund]: ...
    def claim_due(self, limit: int, pause: timedelta) -> Sequence[Refund]:
        """Refunds to ask the provider for now. Another process that asks now gets others."""

    def was_made(self, refund_id: UUID, provider_id: str) -> None: ...


class Restorations(Protocol):
    def count(self, payment_id: UUID) -> int:
        """How often this purchase has come to count again."""

    def add(self, transfer_id: UUID, payment_id: UUID, member_id: UUID, credits: int, by: str, why: str) -> None: ...


class Reconciliations(Protocol):
    def begin(self, from_hour: int) -> date | None:
        """The night to compare, when it is due and nobody else is at it."""

    def finish(self, day: date, seen: int, mended: int, flagged: int) -> None: ...
    def flag(self, provider_id: str, what: str, payment_id: UUID | None) -> bool:
        """False when this difference is noted already."""

    def resolve(self, provider_id: str, what: str) -> None: ...


@dataclass(frozen=True)
class Backlog:
    charges_overdue_seconds: float
    refunds_owed_seconds: float
    differences: int
    # Seconds since 1970; 0 when no night was ever compared.
    reconciled_at: float


class Measures(Protocol):
    def backlog(self) -> Backlog: ...


class BillingUnitOfWork(Transaction, Protocol):
    def at_once(self) -> Self:
        """The same, each statement a transaction of its own."""

    @property
    def wallets(self) -> Wallets: ...
    @property
    def ledger(self) -> Ledger: ...
    @property
    def payments(self) -> Payments: ...
    @property
    def discounts(self) -> Discounts: ...
    @property
    def spending(self) -> Spending: ...
    @property
    def audits(self) -> Audits: ...
    @property
    def saved_methods(self) -> SavedMethods: ...
    @property
    def direct_debits(self) -> DirectDebits: ...
    @property
    def refunds(self) -> Refunds: ...
    @property
    def restorations(self) -> Restorations: ...
    @property
    def measures(self) -> Measures: ...
    @property
    def reconciliations(self) -> Reconciliations: ...


@dataclass(frozen=True)
class Partner:
    """Whom a message was for, as the member who paid it may see them."""

    name: str
    is_fictional: bool


class Partners(Protocol):
    def seen_by(self, viewer_id: UUID, member_ids: Collection[UUID]) -> Mapping[UUID, Partner]:
        """Whoever is hidden from the viewer is left out; when profiles is down, everyone."""


class Sends(Protocol):
    def was_posted(self, message_id: UUID) -> bool:
        """Final: after False chat refuses this message for ever. Raises Unavailable when chat is down."""


class OrderRefused(Exception):
    """The provider will not take this payment, however often it is asked."""


class PaymentProvider(Protocol):
    """All raise ProviderUnavailable when the provider is down, late or makes no sense.

    What creates something carries a key: the same key gets the same thing.
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
        """The provider's id of the payment and the page where the member pays.

        With a mandate it is paid without a page. With a customer alone, the way it is paid is kept for that customer
        if the payment wants so. Raises OrderRefused.
        """

    def report(self, provider_id: str) -> Report | None:
        """None when the provider knows no such payment."""

    def reports_since(self, since: datetime) -> Iterator[Report]:
        """All payments made since then, the newest first."""

    def create_customer(self, member_id: UUID) -> str: ...
    def create_mandate(self, customer_id: str, application: Application) -> str:
        """Raises OrderRefused when the provider will not debit this account."""

    def revoke_mandate(self, customer_id: str, mandate_id: str) -> None:
        """Also when it is gone already."""

    def refund(self, provider_id: str, refund: Refund, currency: str) -> str:
        """The provider's id of the refund. Raises OrderRefused."""


class TextMessages(Protocol):
    def send(self, to: str, text: str) -> None:
        """Raises MessageNotSent."""

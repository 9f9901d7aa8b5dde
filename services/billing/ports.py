"""What the use cases need from outside."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Protocol
from uuid import UUID

from servicekit.ports import Transaction

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


class BillingUnitOfWork(Transaction, Protocol):
    @property
    def wallets(self) -> Wallets: ...
    @property
    def ledger(self) -> Ledger: ...


class Sends(Protocol):
    def was_posted(self, message_id: UUID) -> bool:
        """Final: after False chat refuses this message for ever. Raises Unavailable when chat is down."""

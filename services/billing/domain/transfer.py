"""Transfers of credits between a member and the house. Each is written once and never changed."""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from uuid import UUID, uuid5

from shared.kit.core import new_id
from shared.sites import MESSAGE, BillableItem, Purpose

from billing.domain.wallet import Wallet


class TransferKind(StrEnum):
    SIGNUP_GIFT = "signup_gift"
    PURCHASE = "purchase"
    MESSAGE = "message"
    REFUND = "refund"
    UNDELIVERED = "undelivered"
    REVERSAL = "reversal"
    INVITATION_REWARD = "invitation_reward"
    GOODWILL = "goodwill"


# The house has entries but no balance: every purchase would wait for the row lock of one balance.
HOUSE = {
    TransferKind.SIGNUP_GIFT: "house:gifts",
    TransferKind.PURCHASE: "house:sales",
    TransferKind.MESSAGE: "house:messages",
    TransferKind.REFUND: "house:refunds",
    TransferKind.UNDELIVERED: "house:refunds",
    TransferKind.REVERSAL: "house:sales",
    TransferKind.INVITATION_REWARD: "house:gifts",
    TransferKind.GOODWILL: "house:gifts",
}


@dataclass(frozen=True)
class Transfer:
    """`credits` and `free_messages` are positive when the member gets them; `debt` is by how much the debt grows.

    Credits pay debt first: a purchase of 20 with a debt of 5 is 15 credits and a debt of -5.
    `purpose` and `item` say which billable item a charge or its refund is about; both are None for a text message.
    """

    id: UUID
    kind: TransferKind
    member_id: UUID
    credits: int
    free_messages: int
    balance_after: int
    version: int
    partner_id: UUID | None = None
    payment_id: UUID | None = None
    created_at: datetime | None = None
    debt: int = 0
    purpose: str | None = None
    item: str | None = None

    @property
    def billable_item(self) -> BillableItem:
        """The billable item a charge paid for."""
        return BillableItem(Purpose(self.purpose), self.item) if self.purpose else MESSAGE

    def entries(self) -> list[tuple[str, int]]:
        """All sides, which sum to zero. A free message moves no credits and has none."""
        sides = [
            (member_account(self.member_id), self.credits),
            (debt_account(self.member_id), -self.debt),
            (HOUSE[self.kind], self.debt - self.credits),
        ]
        return [(account, amount) for account, amount in sides if amount]


@dataclass(frozen=True)
class PostedMessage:
    """A paid message that was posted; its billable item and the time it was sent where these are known."""

    id: UUID
    member_id: UUID
    billable_item: BillableItem | None = None
    sent_at: datetime | None = None


@dataclass(frozen=True)
class TransferFilter:
    """Criteria for a list of transfers; None does not restrict."""

    kind: TransferKind | None = None
    purpose: Purpose | None = None
    partner_id: UUID | None = None
    since: datetime | None = None
    until: datetime | None = None


def member_account(member_id: UUID) -> str:
    return f"member:{member_id}"


def debt_account(member_id: UUID) -> str:
    return f"debt:{member_id}"


@dataclass(frozen=True)
class Cause:
    """The fact that a transfer other than a charge is made for, and the movement it has to be.

    The ledger has one transfer for each kind and `id`, in a table of its own (`transfer_causes`): ids of transfers
    themselves say nothing, because the id of a charge is chosen by a client. `id` is the name-based id of the fact
    (RFC 9562, version 5), which was the id of the transfer itself until release 0.2.0. `credits` are those before
    debt takes its share.
    """

    kind: TransferKind
    id: UUID
    member_id: UUID
    credits: int
    free_messages: int = 0
    partner_id: UUID | None = None
    payment_id: UUID | None = None
    purpose: str | None = None
    item: str | None = None

    @property
    def key(self) -> "CauseKey":
        return CauseKey(_kind_of_key(self.kind), self.id)

    def explains(self, transfer: Transfer) -> bool:
        """Whether this transfer is the one that the fact asks for."""
        return (
            _kind_of_key(transfer.kind),
            transfer.member_id,
            transfer.credits - transfer.debt,
            transfer.free_messages,
            transfer.partner_id,
            transfer.payment_id,
            transfer.purpose,
            transfer.item,
        ) == (
            _kind_of_key(self.kind),
            self.member_id,
            self.credits,
            self.free_messages,
            self.partner_id,
            self.payment_id,
            self.purpose,
            self.item,
        )

    def leading_to(self, wallet: Wallet, debt: int = 0) -> Transfer:
        """The transfer whose result is this wallet; `debt` is the change of its debt."""
        return Transfer(
            new_id(),
            self.kind,
            self.member_id,
            self.credits + debt,
            self.free_messages,
            wallet.balance,
            wallet.version,
            self.partner_id,
            self.payment_id,
            debt=debt,
            purpose=self.purpose,
            item=self.item,
        )

    def again(self) -> "Cause":
        """The cause to use where another movement stands under this one."""
        return replace(self, id=uuid5(self.id, "again"))


@dataclass(frozen=True)
class CauseKey:
    kind: TransferKind
    id: UUID


def _kind_of_key(kind: TransferKind) -> TransferKind:
    """A charge is refunded once, whether its message was refused or not delivered."""
    return TransferKind.REFUND if kind is TransferKind.UNDELIVERED else kind


def gift(member_id: UUID, credits: int, free_messages: int) -> Cause:
    return Cause(
        TransferKind.SIGNUP_GIFT, uuid5(member_id, "signup gift"), member_id, credits, free_messages=free_messages
    )


def refund_of(charge: Transfer, kind: TransferKind = TransferKind.REFUND) -> Cause:
    return Cause(
        kind,
        refund_key(charge.id).id,
        charge.member_id,
        -charge.credits,
        free_messages=-charge.free_messages,
        partner_id=charge.partner_id,
        purpose=charge.purpose,
        item=charge.item,
    )


def refund_key(charge_id: UUID) -> CauseKey:
    return CauseKey(TransferKind.REFUND, uuid5(charge_id, "refund"))


def purchase(payment_id: UUID, member_id: UUID, credits: int) -> Cause:
    return Cause(TransferKind.PURCHASE, uuid5(payment_id, "purchase"), member_id, credits, payment_id=payment_id)


def reversal(payment_id: UUID, fact: str, member_id: UUID, credits: int) -> Cause:
    """`fact` is the id of a refund or of a chargeback; `credits` are those taken back."""
    return Cause(
        TransferKind.REVERSAL, uuid5(payment_id, f"reversal {fact}"), member_id, -credits, payment_id=payment_id
    )


def restoration(payment_id: UUID, earlier: int, member_id: UUID, credits: int) -> Cause:
    """`earlier` counts the restorations of the purchase before this one."""
    return Cause(
        TransferKind.REVERSAL, uuid5(payment_id, f"restored {earlier}"), member_id, credits, payment_id=payment_id
    )


def invitation_reward(invited_id: UUID, inviter_id: UUID, credits: int) -> Cause:
    return Cause(TransferKind.INVITATION_REWARD, uuid5(invited_id, "invitation reward"), inviter_id, credits)


def goodwill(grant_id: UUID, member_id: UUID, credits: int) -> Cause:
    """`grant_id` is the id that the support desk gave the grant."""
    return Cause(TransferKind.GOODWILL, uuid5(grant_id, "goodwill"), member_id, credits)

"""Transfers of credits between a member and the house. Each is written once and never changed."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID, uuid5

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


# The house has entries but no balance: every purchase would wait for the row lock of one balance.
HOUSE = {
    TransferKind.SIGNUP_GIFT: "house:gifts",
    TransferKind.PURCHASE: "house:sales",
    TransferKind.MESSAGE: "house:messages",
    TransferKind.REFUND: "house:refunds",
    TransferKind.UNDELIVERED: "house:refunds",
    TransferKind.REVERSAL: "house:sales",
    TransferKind.INVITATION_REWARD: "house:gifts",
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

    @staticmethod
    def leading_to(
        wallet: Wallet,
        kind: TransferKind,
        transfer_id: UUID,
        *,
        credits: int,
        free_messages: int = 0,
        partner_id: UUID | None = None,
        payment_id: UUID | None = None,
        debt: int = 0,
        purpose: str | None = None,
        item: str | None = None,
    ) -> "Transfer":
        """The transfer whose result is this wallet."""
        return Transfer(
            transfer_id,
            kind,
            wallet.member_id,
            credits,
            free_messages,
            wallet.balance,
            wallet.version,
            partner_id,
            payment_id,
            debt=debt,
            purpose=purpose,
            item=item,
        )

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


# The id of a transfer follows from its cause, so that the primary key refuses a second one.
def gift_id(member_id: UUID) -> UUID:
    return uuid5(member_id, "signup gift")


def refund_id(charge_id: UUID) -> UUID:
    return uuid5(charge_id, "refund")


def purchase_id(payment_id: UUID) -> UUID:
    return uuid5(payment_id, "purchase")

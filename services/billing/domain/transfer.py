"""A movement of credits between a member and the house. It is written once and never changed."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID, uuid5

from sites import MESSAGE, Purpose, Ware

from billing.domain.wallet import Wallet


class Kind(StrEnum):
    SIGNUP_GIFT = "signup_gift"
    PURCHASE = "purchase"
    MESSAGE = "message"
    REFUND = "refund"
    UNDELIVERED = "undelivered"
    REVERSAL = "reversal"


# The house keeps entries but no balances: a row that every purchase changes would be waited for by all of them.
HOUSE = {
    Kind.SIGNUP_GIFT: "house:gifts",
    Kind.PURCHASE: "house:sales",
    Kind.MESSAGE: "house:messages",
    Kind.REFUND: "house:refunds",
    Kind.UNDELIVERED: "house:refunds",
    Kind.REVERSAL: "house:sales",
}


@dataclass(frozen=True)
class Transfer:
    """`credits` and `free_messages` are what the member got, negative for what was given; `debt` is what is owed more.

    What is got pays debt first: a purchase of 20 by someone who owes 5 is 15 credits and a debt of -5.
    `purpose` and `item` are what a charge paid for, also where it is given back; words of one's own have neither.
    """

    id: UUID
    kind: Kind
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
    def ware(self) -> Ware:
        """What a charge paid for."""
        return Ware(Purpose(self.purpose), self.item) if self.purpose else MESSAGE

    @staticmethod
    def leading_to(
        wallet: Wallet,
        kind: Kind,
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
        """The transfer that made this wallet what it is now."""
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
class Posted:
    """A paid message that was posted, and what it was, where that is known."""

    id: UUID
    member_id: UUID
    ware: Ware | None = None


@dataclass(frozen=True)
class Filter:
    """Which transfers one wants to see; nothing named means all."""

    kind: Kind | None = None
    purpose: Purpose | None = None
    partner_id: UUID | None = None
    since: datetime | None = None
    until: datetime | None = None


def member_account(member_id: UUID) -> str:
    return f"member:{member_id}"


def debt_account(member_id: UUID) -> str:
    return f"debt:{member_id}"


# One fact has one transfer: its id follows from the fact, so that the primary key refuses a second one.
def gift_id(member_id: UUID) -> UUID:
    return uuid5(member_id, "signup gift")


def refund_id(charge_id: UUID) -> UUID:
    return uuid5(charge_id, "refund")


def purchase_id(payment_id: UUID) -> UUID:
    return uuid5(payment_id, "purchase")

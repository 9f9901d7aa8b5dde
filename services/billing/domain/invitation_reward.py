"""The reward of a member whose invited friend has bought."""

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID


class RewardState(StrEnum):
    PENDING = "pending"  # until the invited member has bought and the days have passed
    HELD = "held"  # a suspicion, for a person at the marketing desk
    PAID = "paid"
    REFUSED = "refused"


class RewardReason(StrEnum):
    """The reason why a reward is held or refused."""

    SAME_DEVICE = "same_device"
    SAME_ACCOUNT = "same_account"  # of direct debit: the bank account or the telephone
    REVERSED = "reversed"
    NOT_ACTIVE = "not_active"
    MONTHLY_LIMIT = "monthly_limit"
    DESK = "desk"


@dataclass(frozen=True)
class InvitationReward:
    """`member_id` is the invited member; `days` and `credits` are those of the site's offer at the sign-up."""

    member_id: UUID
    inviter_id: UUID
    site: str
    credits: int
    days: int
    state: RewardState
    reason: RewardReason | None
    payment_id: UUID | None


@dataclass(frozen=True)
class RewardTotals:
    """A member's own rewards; `waiting` counts those of friends who have bought, held ones included."""

    waiting: int
    paid: int
    credits: int

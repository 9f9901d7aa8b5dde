"""A member's rewards for invited friends, and the held ones at the marketing desk."""

from typing import Literal
from uuid import UUID

from flask import Blueprint
from pydantic import Field
from shared.kit.http import Input, Nothing, Output, caller, endpoint

from billing.usecases.reward_invitations import decide_held_reward, get_reward_totals, list_held_rewards
from billing.web.context import wiring

invitation_rewards = Blueprint("invitation_rewards", __name__, url_prefix="/api")


class RewardTotalsAnswer(Output):
    waiting: int = Field(description="Of friends who have bought, within the days, or while a person looks at them")
    paid: int
    credits: int = Field(description="The sum of paid rewards")


class HeldRewardOut(Output):
    member_id: UUID = Field(description="The invited member")
    inviter_id: UUID
    credits: int
    reason: Literal["same_device", "same_account"]


class HeldRewardsAnswer(Output):
    rewards: list[HeldRewardOut]


class DecideReward(Input):
    member_id: UUID
    decision: Literal["pay", "refuse"]


@invitation_rewards.get("/invitation-rewards.php")
@endpoint()
def get_invitation_rewards() -> RewardTotalsAnswer:
    """The caller's own rewards, as sums: never whose purchase they are for."""
    totals = get_reward_totals(wiring().unit_of_work(), caller().member_id)
    return RewardTotalsAnswer(waiting=totals.waiting, paid=totals.paid, credits=totals.credits)


@invitation_rewards.get("/marketing-rewards.php")
@endpoint()
def get_held_rewards() -> HeldRewardsAnswer:
    """Rewards of this site that are held for a suspicion, the longest due first."""
    held = list_held_rewards(wiring().unit_of_work(), caller().site)
    return HeldRewardsAnswer(
        rewards=[
            HeldRewardOut.model_validate(
                {
                    "member_id": each.member_id,
                    "inviter_id": each.inviter_id,
                    "credits": each.credits,
                    "reason": each.reason,
                }
            )
            for each in held
        ]
    )


@invitation_rewards.put("/marketing-rewards.php")
@endpoint()
def put_held_reward(body: DecideReward) -> Nothing:
    """Pay or refuse a held reward, once; the row stores who decided."""
    me = caller()
    decide_held_reward(wiring().unit_of_work(), me.member_id, me.site, body.member_id, pays=body.decision == "pay")
    return Nothing()

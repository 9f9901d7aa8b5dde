"""Invitations by members, and the reward for them."""

from pydantic import Field

from shared.sites.document import Document


class InvitationSettings(Document):
    """The reward of a member whose invited friend buys; docs/decisions/0059-discounts.md has the rules."""

    enabled: bool = False
    credits: int = Field(20, ge=1, le=1_000, description="Reward for each invited member who buys")
    days: int = Field(14, ge=14, le=90, description="From the first purchase to the reward, past the right to withdraw")
    most_rewards_a_month: int = Field(5, ge=1, le=100)

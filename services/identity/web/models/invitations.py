"""Request and response models of invitations by members."""

from datetime import datetime
from uuid import UUID

from pydantic import Field
from shared.kit.core import ClientId
from shared.kit.http import Input, Output

from identity.domain.invitation import MOST_OPEN, Invitation

CODE_LONGEST = 40


class MakeInvitation(Input):
    id: ClientId
    shows_name: bool = Field(False, description="Whether the link shows the caller's first name to its reader")


class RevokeInvitation(Input):
    id: UUID


class InvitationOut(Output):
    id: UUID
    url: str
    shows_name: bool
    created_at: datetime
    signed_up: int = Field(description="Members who came by it; no answer says who they are")

    @staticmethod
    def of(invitation: Invitation, base_url: str) -> "InvitationOut":
        return InvitationOut(
            id=invitation.id,
            url=f"{base_url}/i/{invitation.code}",
            shows_name=invitation.shows_name,
            created_at=invitation.created_at,
            signed_up=invitation.signed_up,
        )


class InvitationsAnswer(Output):
    enabled: bool = Field(description="Whether this site rewards invitations; no link can be made otherwise")
    credits: int = Field(description="Reward for each invited member who buys")
    days: int = Field(description="From the invited member's first purchase to the reward")
    most_rewards_a_month: int
    most_open: int = MOST_OPEN
    signed_up: int = Field(description="Members who came by the caller's links, also by revoked ones")
    invitations: list[InvitationOut]


class ShowInvitation(Input):
    code: str = Field(max_length=CODE_LONGEST)


class ShownInvitation(Output):
    name: str | None = Field(description="The inviter's first name; null also for a code that is none")

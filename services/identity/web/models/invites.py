"""Request and response models of invites."""

from datetime import datetime

from pydantic import Field
from shared.kit.http import Input, Output


class ShowInvite(Input):
    token: str = Field(max_length=200)


class InviteAnswer(Output):
    name: str
    expires_at: datetime

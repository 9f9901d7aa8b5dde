"""Where a member came from, as the address of the first visit said; and who may sign up by it."""

from dataclasses import dataclass
from typing import Literal
from uuid import UUID

from identity.errors import SignUpByInvitation

Policy = Literal["all", "with_trafficsource", "invite"]


@dataclass(frozen=True)
class Origin:
    network: str = ""
    ref: str = ""
    sub1: str = ""
    sub2: str = ""
    sub3: str = ""
    lb: str = ""
    visit_id: UUID | None = None

    @property
    def is_a_source(self) -> bool:
        return bool(self.network or self.ref)


def check_policy(policy: Policy, *, is_sent: bool, is_invited: bool) -> None:
    """Who holds an invite comes in everywhere."""
    if is_invited or policy == "all" or (policy == "with_trafficsource" and is_sent):
        return
    raise SignUpByInvitation()

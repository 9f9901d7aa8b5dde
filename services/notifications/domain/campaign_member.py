"""A member as identity describes them for campaigns."""

from dataclasses import dataclass
from datetime import date

from notifications.domain.email import Recipient


@dataclass(frozen=True)
class LifecycleMember:
    """The address, and the facts that decide about campaign mail now. `credits` are those billing told of last.

    `signed_up_on` and `allows_attribution` are None where identity of the previous release answers.
    """

    recipient: Recipient
    is_suspended: bool
    has_consented: bool
    has_bought: bool
    seen_on: date
    credits: int = 0
    signed_up_on: date | None = None
    allows_attribution: bool | None = None


def may_get_campaigns(member: LifecycleMember, site: str) -> bool:
    """Whether campaign mail of this site may go to the member at all."""
    recipient = member.recipient
    return recipient.site == site and recipient.is_confirmed and member.has_consented and not member.is_suspended

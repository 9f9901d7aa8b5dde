from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from shared.sites import Site


@dataclass(frozen=True)
class SignUp:
    """A new member as MemberSignedUp tells; the time and the country are None where it does not."""

    member_id: UUID
    site: Site
    signed_up_at: datetime | None = None
    country: str | None = None


@dataclass(frozen=True)
class Wallet:
    """The credits and free messages of a member after change number `version`."""

    member_id: UUID
    site: str
    balance: int
    free_messages_left: int
    is_premium: bool
    version: int
    signed_up_at: datetime
    country: str | None = None
    debt: int = 0
    is_frozen: bool = False  # by a finding of the auditor: it neither spends nor buys

    def next_message_credits(self, site: Site) -> int:
        return 0 if self.free_messages_left else site.message_credits

    def can_pay(self, price: int, *, may_be_free: bool) -> bool:
        """By this copy of the wallet; the statement that charges decides."""
        return self.debt == 0 and ((may_be_free and self.free_messages_left > 0) or self.balance >= price)
